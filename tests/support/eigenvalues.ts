/** Eigenvalues of a symmetric matrix, by Jacobi's rotations. */
export function eigenvalues(given: readonly (readonly number[])[]): number[] {
  const A = given.map((row) => [...row]);
  const n = A.length;
  for (let sweep = 0; sweep < 30; sweep++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) {
        if (A[i][j] === 0) continue;
        const angle = Math.atan2(2 * A[i][j], A[i][i] - A[j][j]) / 2;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (let k = 0; k < n; k++) [A[i][k], A[j][k]] = [c * A[i][k] + s * A[j][k], c * A[j][k] - s * A[i][k]];
        for (let k = 0; k < n; k++) [A[k][i], A[k][j]] = [c * A[k][i] + s * A[k][j], c * A[k][j] - s * A[k][i]];
      }
    }
  }
  return A.map((row, i) => row[i]);
}
