/**
 * One of Jacobi's rotations of a symmetric 3x3 matrix, A <- G^T A G, with the smaller angle that makes a_pq vanish:
 *
 *   theta = (a_qq - a_pp) / (2 a_pq),   t = sign(theta) / (|theta| + (theta^2 + 1)^(1/2)),   c = 1 / (t^2 + 1)^(1/2),   s = t c
 *
 * V <- V G collects the rotations: where A has become diagonal, A_0 = V diag(a_kk) V^T.                   [Golub and Van Loan, sec. 8.5]
 */
export function jacobiRotation(
  A: Float64Array, // symmetric (3 x 3), rotated
  V: Float64Array, // eigenvectors in its columns (3 x 3), rotated
  p: number,
  q: number,
): void {
  const apq = A[3 * p + q];
  if (apq === 0) return;
  const theta = (A[4 * q] - A[4 * p]) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const [x, y] = [A[3 * k + p], A[3 * k + q]];
    A[3 * k + p] = c * x - s * y;
    A[3 * k + q] = s * x + c * y;
    const [u, v] = [V[3 * k + p], V[3 * k + q]];
    V[3 * k + p] = c * u - s * v;
    V[3 * k + q] = s * u + c * v;
  }
  for (let k = 0; k < 3; k++) {
    const [x, y] = [A[3 * p + k], A[3 * q + k]];
    A[3 * p + k] = c * x - s * y;
    A[3 * q + k] = s * x + c * y;
  }
}

/** One sweep: every entry off the diagonal once. */
export function jacobiSweep(A: Float64Array, V: Float64Array): void {
  jacobiRotation(A, V, 0, 1);
  jacobiRotation(A, V, 0, 2);
  jacobiRotation(A, V, 1, 2);
}

const sweeps = 8;
/** A becomes diagonal, with its eigenvectors in the columns of V. */
export function symmetricEigen(A: Float64Array, V: Float64Array): void {
  V.fill(0);
  V[0] = V[4] = V[8] = 1;
  for (let sweep = 0; sweep < sweeps; sweep++) jacobiSweep(A, V);
}
