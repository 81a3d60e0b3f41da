/** Redundant rows that ask for what others do not leave, told by the rows alone: what no motion can mend, whatever the solve came to. */
import type { Report } from '../../constraints/method.ts';

/** Rows that a redundant one follows from, at most: of more it is not told. */
const mostRows = 64;

/** C: of all rows, where the report was made. Of each redundant row that others contradict by more than `least`: by how much, with its sign. */
export function contradictions(
  { dependent, entries }: Report,
  C: ArrayLike<number>,
  least: number,
): { row: number; gap: number }[] {
  const J = new Map<number, Map<number, number>>();
  for (const { row, coordinate, value } of entries) {
    const own = J.get(row) ?? new Map<number, number>();
    own.set(coordinate, (own.get(coordinate) ?? 0) + value);
    J.set(row, own);
  }
  const product = (a: number, b: number): number => {
    let sum = 0;
    const other = J.get(b);
    for (const [coordinate, value] of J.get(a) ?? []) sum += value * (other?.get(coordinate) ?? 0);
    return sum;
  };
  return dependent.flatMap(({ row, on }) => {
    if (on.length > mostRows) return [];
    // J_row = sum of w_k J_k, by least squares
    const w = solved(
      on.map((a) => [...on.map((b) => product(a, b)), product(a, row)]),
      on.length,
    );
    const gap = on.reduce((sum, other, k) => sum - w[k] * C[other], C[row]);
    return Math.abs(gap) > least ? [{ row, gap }] : [];
  });
}
/** Of a few equations, positive definite; the right-hand side is the last column. */
function solved(rows: number[][], n: number): number[] {
  for (let k = 0; k < n; k++)
    for (let i = k + 1; i < n; i++) {
      const by = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= by * rows[k][j];
    }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k][n];
    for (let j = k + 1; j < n; j++) sum -= rows[k][j] * x[j];
    x[k] = sum / rows[k][k];
  }
  return x;
}
