/** Masses of rigid bodies, and products with them, on the columns of the state (bodies/rigid/rotors.ts). */
import { applyInertia } from '../../bodies/blocks/free-rotor.ts';
import { matrixOfRotation } from '../../bodies/blocks/rotation.ts';
import type { Rotor } from '../../bodies/body.ts';
import { stride } from '../coulomb/impulse-rows.ts';

/** Behind the first coordinate of a body: its rotation, and its angular velocity. */
const turn = 3;
const R = new Float64Array(9);
const l = new Float64Array(3);

/** M and W of a body, 6 x 6 from `to` on. */
export function writeMasses(
  { mass, moments }: Rotor,
  q: Float64Array,
  first: number,
  M: Float64Array,
  W: Float64Array,
  to: number,
): void {
  matrixOfRotation(q, first + turn, R);
  for (let c = 0; c < 6; c++) {
    for (let k = 0; k < 3; k++) {
      const one = k === c ? 1 : 0;
      M[to + stride * k + c] = mass * one;
      W[to + stride * k + c] = one / mass;
    }
    const x = c === 3 ? 1 : 0;
    const y = c === 4 ? 1 : 0;
    const z = c === 5 ? 1 : 0;
    const l0 = R[0] * x + R[3] * y + R[6] * z;
    const l1 = R[1] * x + R[4] * y + R[7] * z;
    const l2 = R[2] * x + R[5] * y + R[8] * z;
    writeLine(M, to + c, l0 * moments[0], l1 * moments[1], l2 * moments[2]);
    writeLine(W, to + c, l0 / moments[0], l1 / moments[1], l2 / moments[2]);
  }
}
/** R l into the angular lines of a column. */
function writeLine(out: Float64Array, column: number, l0: number, l1: number, l2: number): void {
  for (let k = 0; k < 3; k++) out[column + stride * (turn + k)] = R[3 * k] * l0 + R[3 * k + 1] * l1 + R[3 * k + 2] * l2;
}

/** (u + sign v) M (u - v) */
export function productOfRotor(
  { mass, moments }: Rotor,
  first: number,
  q: Float64Array,
  v: Float64Array,
  u: Float64Array,
  sign: number,
  sum: number,
): number {
  for (let c = first; c < first + 3; c++) sum += (u[c] + sign * v[c]) * (mass * (u[c] - v[c]));
  for (let k = 0; k < 3; k++) l[k] = u[first + turn + k] - v[first + turn + k];
  applyInertia(q, first + turn, moments, l, 0, l, 0, false);
  for (let k = 0; k < 3; k++) {
    const c = first + turn + k;
    sum += (u[c] + sign * v[c]) * l[k];
  }
  return sum;
}
