/**
 * The shortest x with G x = b in the sense of least squares, G square and perhaps singular:
 *
 *   x = G^T (G G^T + delta)^-1 b,   sqrt(delta) = 1e-7 of the largest entry
 *
 * Directions that G does not reach, in which redundant rows contradict each other by rounding, stay out of x.
 */
import { factorCholesky, solveCholesky } from '../../linalg/dense/lu.ts';

const cut = 1e-7;

export function leastNorm(
  G: Float64Array, // (m x m)
  m: number,
  b: Float64Array, // (m), becomes x
): boolean {
  let largest = 0;
  for (let k = 0; k < m; k++) largest = Math.max(largest, Math.abs(G[k * m + k]));
  const B = new Float64Array(m * m);
  for (let i = 0; i < m; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += G[i * m + k] * G[j * m + k];
      B[i * m + j] = B[j * m + i] = sum;
    }
  const delta = cut * cut * largest * largest;
  for (let k = 0; k < m; k++) B[k * m + k] += delta;
  if (!factorCholesky(B, m)) return false;
  solveCholesky(B, m, b);
  const y = b.slice(0, m);
  for (let i = 0; i < m; i++) {
    let sum = 0;
    for (let k = 0; k < m; k++) sum += G[k * m + i] * y[k];
    b[i] = sum;
  }
  return true;
}
