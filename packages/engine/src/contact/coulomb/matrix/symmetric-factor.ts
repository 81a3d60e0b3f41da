/**
 * The symmetric factor of a 3x3 matrix, P = (N^T N)^(1/2), by Jacobi's rotations: N itself where that is symmetric and positive.
 *
 * A contact that slips has N = c (n + mu t) n^T: friction follows the normal force, and only the normal velocity counts. P = c' n n^T then is the row of the
 * normal without friction.
 */
import { jacobiSweep } from '../../../linalg/dense/jacobi-rotation.ts';

/** Of the largest entry: a difference of N and N^T that is rounding. */
const rounding = 1e-12;
const sweeps = 6;
const a = new Float64Array(9);
const v = new Float64Array(9);

/** Into P; true where N is symmetric up to rounding. */
export function symmetricFactor(N: Float64Array, at: number, P: Float64Array): boolean {
  let size = 0;
  let skew = 0;
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      P[3 * r + c] = 0.5 * (N[at + 3 * r + c] + N[at + 3 * c + r]);
      size = Math.max(size, Math.abs(N[at + 3 * r + c]));
      skew = Math.max(skew, Math.abs(N[at + 3 * r + c] - N[at + 3 * c + r]));
    }
  if (skew <= rounding * size) return true;
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      a[3 * r + c] = 0;
      for (let k = 0; k < 3; k++) a[3 * r + c] += (N[at + 3 * k + r] / size) * (N[at + 3 * k + c] / size);
      v[3 * r + c] = r === c ? 1 : 0;
    }
  for (let sweep = 0; sweep < sweeps; sweep++) jacobiSweep(a, v);
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) if (a[4 * k] > 0) sum += v[3 * r + k] * Math.sqrt(a[4 * k]) * v[3 * c + k];
      P[3 * r + c] = size * sum;
    }
  return false;
}
