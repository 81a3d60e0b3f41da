/**
 * How the material of a rod moves on a pulley (see wrap.ts and cut/material-flow.ts).
 *
 *   x(S) = c + R n(t),  t = alpha_A + s phi,  s = (S - S_A)/Lambda,   c the mean of A - R n_A and B - R n_B
 *   dx at fixed S:  by A, B                1/2
 *                   by alpha_A, alpha_B    R tau(t) (1 - s) - 1/2 R tau_A,   R tau(t) s - 1/2 R tau_B
 *                   by S_A, S_B            -R tau(t) (phi/Lambda) (1 - s),   -R tau(t) (phi/Lambda) s
 *
 * Material runs over the pulley at R phi/Lambda times the rate of S: this is the speed of a stretched rod.
 */
import { cos, sin } from '../../../kernel/formula/scalar.ts';
import type { DrawnWrap } from './wrap.ts';

/** Where a wrap is among the coordinates of its rod. */
export interface ArcPlaces {
  /** the first coordinates of A and B, alpha_A (alpha_B follows), S_A (S_B follows), the twist angle at A and at B */
  readonly A: number;
  readonly B: number;
  readonly angle: number;
  readonly S: number;
  readonly twist: readonly [number, number];
  readonly wrap: DrawnWrap;
}

/** Gauss points on a quarter of a turn: four, as on a span. */
const quarter = Math.PI / 2;
/** s and the weight of each Gauss point of an arc, from those of a span. */
export function arcPoints(
  { angles }: DrawnWrap,
  t: readonly number[],
  weights: readonly number[],
): { readonly at: number; readonly weight: number }[] {
  const parts = Math.max(1, Math.ceil((angles[1] - angles[0]) / quarter - 1e-9));
  return Array.from({ length: parts }, (_, k) =>
    t.map((at, g) => ({ at: (k + at) / parts, weight: weights[g] / parts })),
  ).flat();
}

/** The place of the material s, and its twist, in the configuration q - back v. */
export function arcPlace(
  { A, B, angle, twist, wrap }: ArcPlaces,
  q: Float64Array,
  v: Float64Array,
  back: number,
  s: number,
  axes: number,
  out: Float64Array, // (axes), written
): void {
  const { radius, e1, e2 } = wrap;
  const from = q[angle] - back * v[angle];
  const to = q[angle + 1] - back * v[angle + 1];
  const t = from + s * (to - from);
  const c = radius * (cos(t) - 0.5 * (cos(from) + cos(to)));
  const d = radius * (sin(t) - 0.5 * (sin(from) + sin(to)));
  for (let i = 0; i < 3; i++) {
    const [a, b] = [q[A + i] - back * v[A + i], q[B + i] - back * v[B + i]];
    out[i] = 0.5 * (a + b) + c * e1[i] + d * e2[i];
  }
  if (axes < 4) return;
  const [a, b] = [q[twist[0]] - back * v[twist[0]], q[twist[1]] - back * v[twist[1]]];
  out[3] = a + s * (b - a);
}

/** How it changes with the coordinates A, B, alpha_A, alpha_B, S_A, S_B at fixed S, axis by axis; of the twist, with the angles at A and B. */
export function arcSlopes(
  { angle, S, twist, wrap }: ArcPlaces,
  q: Float64Array,
  s: number,
  axes: number,
  L: Float64Array, // (axes x 6), written
): void {
  const { radius, e1, e2 } = wrap;
  const [from, to] = [q[angle], q[angle + 1]];
  const material = q[S + 1] - q[S];
  const rate = (to - from) / material;
  const t = from + s * (to - from);
  const [c, d] = [-radius * sin(t), radius * cos(t)];
  const [cA, dA] = [-0.5 * radius * sin(from), 0.5 * radius * cos(from)];
  const [cB, dB] = [-0.5 * radius * sin(to), 0.5 * radius * cos(to)];
  for (let i = 0; i < 3; i++) {
    const tau = c * e1[i] + d * e2[i];
    L[6 * i] = 0.5;
    L[6 * i + 1] = 0.5;
    L[6 * i + 2] = tau * (1 - s) - cA * e1[i] - dA * e2[i];
    L[6 * i + 3] = tau * s - cB * e1[i] - dB * e2[i];
    L[6 * i + 4] = -tau * rate * (1 - s);
    L[6 * i + 5] = -tau * rate * s;
  }
  if (axes < 4) return;
  const twisting = (q[twist[1]] - q[twist[0]]) / material;
  L.fill(0, 18, 24);
  L[18] = 1 - s;
  L[19] = s;
  L[22] = -twisting * (1 - s);
  L[23] = -twisting * s;
}

/** The coordinates of an arc as an element: A, B, alpha_A, alpha_B, both twist angles, S_A, S_B; the rest of the width repeats the last. */
export const arcCoordinates = ({ A, B, angle, twist, S }: ArcPlaces, width: number): number[] => {
  const own = [A, A + 1, A + 2, B, B + 1, B + 2, angle, angle + 1, ...twist, S, S + 1];
  return [...own, ...new Array<number>(width - own.length).fill(S + 1)];
};
/** Of each axis, and of the twist: where its six slopes are among them. */
export const arcAxes = (axes: number): number[][] =>
  Array.from({ length: axes }, (_, axis) => (axis < 3 ? [axis, 3 + axis, 6, 7, 10, 11] : [8, 9, 6, 7, 10, 11]));
