/** Eigenvalues and eigenvectors of a symmetric matrix of three rows. */

const sweeps = 8;
/** Jacobi's rotations: A becomes diagonal, with the eigenvectors in the columns of E. */
export function findEigen(A: Float64Array, E: Float64Array): void {
  E.fill(0);
  E[0] = E[4] = E[8] = 1;
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (let p = 0; p < 2; p++)
      for (let r = p + 1; r < 3; r++) {
        const side = A[3 * p + r];
        if (side === 0) continue;
        const theta = (A[4 * r] - A[4 * p]) / (2 * side);
        const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < 3; k++) {
          const [x, y] = [A[3 * k + p], A[3 * k + r]];
          A[3 * k + p] = c * x - s * y;
          A[3 * k + r] = s * x + c * y;
        }
        for (let k = 0; k < 3; k++) {
          const [x, y] = [A[3 * p + k], A[3 * r + k]];
          A[3 * p + k] = c * x - s * y;
          A[3 * r + k] = s * x + c * y;
        }
        for (let k = 0; k < 3; k++) {
          const [x, y] = [E[3 * k + p], E[3 * k + r]];
          E[3 * k + p] = c * x - s * y;
          E[3 * k + r] = s * x + c * y;
        }
      }
}
