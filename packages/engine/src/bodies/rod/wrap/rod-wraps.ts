/** Where a rod lies on pulleys: which coordinates and elements that takes (see wrap.ts). */
import type { ElementKind } from '../../body.ts';
import { cubic } from '../centreline/cubic.ts';
import { stretchPoints } from '../centreline/rest-shape.ts';
import { overNodes, type Piece, type Pieces } from '../cut/pieces.ts';
import type { Section } from '../section.ts';
import { arcStretch, arcTwist } from './arc-elements.ts';
import { arcSamples, type DrawnWrap, type Triple, wrapPlaces } from './wrap.ts';

/** The span of a free piece beside a pulley: what its stretch follows from. */
interface SpanBeside {
  /** the first of its four nodes */
  readonly first: number;
  /** of its nodes, in the derivative at each of the points where its length is measured (3 x 4) */
  readonly weights: readonly number[];
  /** the coordinate of S at the other end of its piece, and the spans of this */
  readonly S: number;
  readonly spans: number;
}
/**
 * A place where a rod lies on a pulley. Numbers of coordinates count from the first of the body.
 * @example const [wrap]: readonly RodWrap[] = rod.wraps ?? [];
 */
export interface RodWrap {
  /** at which the axis of the rod lies, m */
  readonly radius: number;
  readonly axis: Triple;
  /** from which angles are measured, and a quarter of a turn on */
  readonly e1: Triple;
  readonly e2: Triple;
  /** of the pulley, as drawn */
  readonly centre: Triple;
  /** at the tangent points, as all pairs here: before, behind */
  readonly nodes: readonly [number, number];
  /** the two nodes of the free piece next to each, from the nearer one: the tangent is towards (2 first + second)/3 */
  readonly next: readonly [readonly [number, number], readonly [number, number]];
  /** the span of the free piece next to each */
  readonly beside: readonly [SpanBeside, SpanBeside];
  /** coordinates of S, of the angles of the tangent points, of the slip on the rim; of the angle of the wheel */
  readonly S: readonly [number, number];
  readonly angles: readonly [number, number];
  readonly slips: readonly [number, number];
  readonly wheel: number;
  /** points that are drawn, by number among the nodes of the body: its centre, and one of its rim that turns with it */
  readonly marks: readonly [number, number];
  /** S and angles at the start */
  readonly startS: readonly [number, number];
  readonly startAngles: readonly [number, number];
}

/** m, along the circle */
export const arcLength = ({ radius, angles }: DrawnWrap): number => radius * (angles[1] - angles[0]);

/** S: of the ends of pieces at the start */
export function rodWraps({ pieces, nodes }: Pieces, S: readonly number[]): RodWrap[] {
  let mark = nodes + pieces.reduce((sum, { arc }) => sum + (arc ? arcSamples(arc.wrap) - 1 : 0), 0);
  return pieces.flatMap(({ first, arc }, j): RodWrap[] => {
    if (!arc) return [];
    mark += 2;
    const { radius, axis, e1, e2, centre, angles } = arc.wrap;
    const at = (k: number): number => arc.angle + k;
    const beside = (k: number): SpanBeside => {
      const piece = pieces[k];
      const span = k < j ? piece.spans - 1 : 0;
      const weights = stretchPoints(cubic).flatMap(({ slope }) => overNodes(slope, piece, span));
      return { first: piece.first + span, weights, S: k < j ? arc.S - 1 : arc.S + 2, spans: piece.spans };
    };
    return [
      {
        radius,
        axis,
        e1,
        e2,
        centre,
        nodes: [first, first + 1],
        next: [
          [first - 1, first - 2],
          [first + 2, first + 3],
        ],
        beside: [beside(j - 1), beside(j + 1)],
        S: [arc.S, arc.S + 1],
        angles: [at(wrapPlaces.angles[0]), at(wrapPlaces.angles[1])],
        slips: [at(wrapPlaces.slips[0]), at(wrapPlaces.slips[1])],
        wheel: at(wrapPlaces.wheel),
        marks: [mark - 2, mark - 1],
        startS: [S[j], S[j + 1]],
        startAngles: angles,
      },
    ];
  });
}

/** The angles of tangent points at the start; slip and wheels start at zero. */
export function startWraps({ pieces }: Pieces, q: Float64Array): void {
  for (const { arc } of pieces) if (arc) q.set(arc.wrap.angles, arc.angle);
}

export function arcElements(
  pieces: readonly Piece[],
  { EA, EI, GJ, rhoA }: Pick<Section, 'EA' | 'EI' | 'GJ' | 'rhoA'>,
  damping: number,
): { readonly kind: ElementKind; readonly blocks: readonly number[]; readonly parameters: readonly number[] }[] {
  return pieces.flatMap(({ arc }) => {
    if (!arc) return [];
    const { A, B, angle, S, twist, wrap } = arc;
    const frame = [...wrap.e1, ...wrap.e2].map((x) => wrap.radius * x);
    return [
      {
        kind: arcStretch,
        blocks: [A, B, angle, angle + 1, S, S + 1],
        parameters: [EA, EI, rhoA, wrap.radius, damping, ...frame],
      },
      ...(GJ > 0 ? [{ kind: arcTwist, blocks: [...twist, S, S + 1], parameters: [GJ, damping] }] : []),
    ];
  });
}
