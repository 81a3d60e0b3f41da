/** Ropes and rods of a scene: their curves as points, and the bodies made of them. */
import { cosine, mesh, misfit, type Spline, type SplineOptions, sine, spline, transformed } from '@pliant/engine';
import type { BodyDef, CurveDef } from '../../schema.ts';
import { defined } from '../defined.ts';
import { isHere, type Pose } from './poses.ts';

export type SplineDef = BodyDef & { kind: 'spline' };
type Vector = readonly [number, number, number];

/** The curve as given: x y z of each point; and how many points at equal distances are to be found on it. */
export interface Course {
  readonly points: readonly number[];
  readonly count?: number;
}

/** Points of a curve, so many for each that is wanted, where its parameter does not run evenly. */
const fine = 16;
/** More than this are taken for a slip of the pen: a load takes about 0.2 ms and 8 kB for each. */
const mostPoints = 100_000;
export function courseOf({ points, curve, count, model }: SplineDef): Course {
  if (count !== undefined && count > mostPoints) {
    throw misfit('count', `${count} points are more than the ${mostPoints} possible; give fewer.`);
  }
  if (!curve || count === undefined) return { points: (points ?? []).flat(), ...defined({ count }) };
  if (curve.kind === 'line') return { points: [...curve.from, ...curve.to], count };
  if (curve.kind === 'helix' && model === 'cubic-paper') return { points: even(count, helixAt(curve)) };
  const at = curve.kind === 'helix' ? helixAt(curve) : (t: number) => bezierAt(curve.points, t);
  return { points: even(fine * (count - 1) + 1, at), count };
}
const even = (count: number, at: (t: number) => readonly number[]): number[] =>
  Array.from({ length: count }, (_, k) => at(k / (count - 1))).flat();

/** De Casteljau's scheme: means of means. */
function bezierAt(points: readonly Vector[], t: number): Vector {
  if (points.length === 1) return points[0];
  const means = points.slice(1).map((b, k) => points[k].map((a, axis) => (1 - t) * a + t * b[axis]));
  return bezierAt(means as unknown as Vector[], t);
}

function helixAt(def: CurveDef & { kind: 'helix' }): (t: number) => readonly number[] {
  const { radius, turns, pitch = 0, axis = [0, 1, 0], centre = [0, 0, 0], phaseDegrees = 0 } = def;
  const size = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (!(size > 0)) throw misfit('curve.axis', '[0, 0, 0] has no direction; give three numbers, not all zero.');
  if (turns === 0 && pitch === 0) throw misfit('curve.turns', '0 without a pitch is not a curve; give turns.');
  const n = axis.map((a) => a / size);
  // from x, as far as it lies across the axis; or from y where it does not
  const from = Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const along = from[0] * n[0] + from[1] * n[1] + from[2] * n[2];
  const across = from.map((a, i) => a - along * n[i]);
  const width = Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
  const e1 = across.map((a) => a / width);
  const e2 = [n[1] * e1[2] - n[2] * e1[1], n[2] * e1[0] - n[0] * e1[2], n[0] * e1[1] - n[1] * e1[0]];
  return (t) => {
    const angle = 2 * Math.PI * (turns * t + phaseDegrees / 360);
    const [c, s] = [radius * cosine(angle), radius * sine(angle)];
    const rise = pitch * Math.abs(turns) * t;
    return [0, 1, 2].map((i) => centre[i] + c * e1[i] + s * e2[i] + rise * n[i]);
  };
}

/** The rod at a place, under an id of its own. */
export function makeSpline(def: SplineDef, course: Course, id: string, pose: Pose): Spline {
  const {
    kind: _,
    colour: __,
    points: ___,
    curve: ____,
    count: _____,
    place,
    repeat,
    velocity,
    fixed,
    ...options
  } = def;
  const points = isHere(pose) ? course.points : transformed(mesh({ positions: course.points }), pose).positions;
  const many = course.count ?? course.points.length / 3;
  return spline({
    ...(defined(options) as Omit<SplineOptions, 'points'>),
    ...defined({ count: course.count }),
    ...(fixed ? { fixed: 'all' } : {}),
    ...(velocity ? { velocities: new Array(many).fill(velocity).flat() } : {}),
    id,
    points,
  });
}
