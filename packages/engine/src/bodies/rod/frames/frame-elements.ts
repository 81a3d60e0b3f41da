/** The elements of a rod with frames: bending, twist and the gyroscopic force of spin (kirchhoff.ts). */
import type { Elements } from '../../body.ts';
import type { Section } from '../section.ts';
import type { FirstFrame } from './first-frames.ts';
import { coupledTwist, frameWeight, kirchhoff } from './kirchhoff.ts';
import { blocksOfSpans } from './span-blocks.ts';

/** How a rod with frames is curved at rest: as given, or with one curvature (1/m) towards m1. */
export type CurvedRest = 'as-given' | number;

export interface FrameOptions {
  readonly section: Section;
  /** rest length of each span, m */
  readonly spans: readonly number[];
  readonly frames: readonly (readonly FirstFrame[])[];
  readonly rest: CurvedRest;
  /** s */
  readonly damping: number;
  /** the first of the angles among the coordinates */
  readonly firstAngle: number;
}

/** Bending is left to the constant matrix where that is the same: isotropic, straight at rest. */
export const bendsByMatrix = ({ EI1, EI2 }: Section, rest: CurvedRest): boolean => EI1 === EI2 && rest === 0;

export function frameElements({ section, spans, frames, rest, damping, firstAngle }: FrameOptions): Elements[] {
  const { EI1, EI2, GJ, rhoJ } = section;
  const kind = bendsByMatrix(section, rest) ? coupledTwist : kirchhoff;
  const rows = spans.map((s0, k) => {
    const [bend, twist] = [frameWeight / (s0 * s0 * s0), (frameWeight * GJ) / s0];
    const rests = frames[k].flatMap(({ strains }) => (rest === 'as-given' ? strains : [rest * s0 * s0, 0, 0, 0]));
    const stiffnesses = [bend * EI1, bend * EI2, bend * Math.min(EI1, EI2), twist];
    return [...stiffnesses, ...rests, damping, frameWeight * rhoJ * s0, ...frames[k].flatMap(({ state }) => state)];
  });
  return [
    {
      kind,
      count: rows.length,
      blocks: blocksOfSpans(rows.length, firstAngle),
      parameters: Float64Array.from(rows.flat()),
    },
  ];
}
