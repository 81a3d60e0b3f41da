/**
 * Rigid bodies that forces move, on the columns of the state. The functions of each body (rigid.ts) see its own part of a column; of 1000 bodies these views are more than a
 * cache holds, and took most of the time of their steps. Same sums, in the same order.
 */
import { applyInertia, turnFreely, turnSlightly } from '../blocks/free-rotor.ts';
import type { Rotor } from '../body.ts';

export const rotorCoordinates = 7;
/** Behind the first coordinate of a body: its rotation, and its angular velocity. */
const turn = 3;

/** a = W f */
export function accelerateRotor(
  { mass, moments }: Rotor,
  first: number,
  q: Float64Array,
  f: Float64Array,
  a: Float64Array,
): void {
  for (let k = first; k < first + 3; k++) a[k] = f[k] / mass;
  applyInertia(q, first + turn, moments, f, first + turn, a, first + turn, true);
}
/** Velocities from q to p: the body has turned, its angular momentum has not. */
export function transportRotor(
  { moments }: Rotor,
  first: number,
  q: Float64Array,
  p: Float64Array,
  v: Float64Array,
): void {
  const at = first + turn;
  applyInertia(q, at, moments, v, at, v, at, false);
  applyInertia(p, at, moments, v, at, v, at, true);
}
/** p after h, with the velocities u. */
export function driftRotor(
  { moments }: Rotor,
  first: number,
  q: Float64Array,
  u: Float64Array,
  h: number,
  p: Float64Array,
): void {
  for (let k = first; k < first + 3; k++) p[k] = q[k] + h * u[k];
  turnFreely(q, first + turn, moments, u, first + turn, h, p);
}
/** p moves by the six numbers of dx from `at` on. */
export function displaceRotor(first: number, p: Float64Array, dx: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) p[first + k] += dx[at + k];
  turnSlightly(p, first + turn, dx[at + turn], dx[at + turn + 1], dx[at + turn + 2]);
}
