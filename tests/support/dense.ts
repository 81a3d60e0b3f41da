/** Dense matrices, as oracles. */
export type Matrix = readonly ArrayLike<number>[];

/** M x, row by row. */
export const times = (M: Matrix, x: ArrayLike<number>): number[] =>
  M.map((row) => Array.from(row).reduce((sum, a, j) => sum + a * x[j], 0));

/** x with M x = b by elimination without pivoting: M is symmetric and positive definite. */
export function solveDense(M: Matrix, b: ArrayLike<number>): number[] {
  const a = M.map((row, i) => [...Array.from(row), b[i]]);
  const n = a.length;
  for (let k = 0; k < n; k++)
    for (let i = k + 1; i < n; i++) {
      const factor = a[i][k] / a[k][k];
      for (let j = k; j <= n; j++) a[i][j] -= factor * a[k][j];
    }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let left = a[i][n];
    for (let j = i + 1; j < n; j++) left -= a[i][j] * x[j];
    x[i] = left / a[i][i];
  }
  return x;
}
