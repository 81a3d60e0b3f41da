/**
 * The rows of one constraint solved by themselves, as formulas: (J g J^T) lambda = b with a diagonal g, by LDL^T without
 * pivoting. Entries that are zero by structure fold away: a nail's three rows become three divisions.
 */
import { add, div, type Expr, mul, select, sub, zero } from '../kernel/expr.ts';

/** J: rows x coordinates. `guard`: a row that nothing can move (pivot 0) gets no force instead of an infinite one. */
export function solveRows(
  J: readonly (readonly Expr[])[],
  g: readonly Expr[],
  b: readonly Expr[],
  guard: boolean,
): Expr[] {
  const n = J.length;
  const entry = (r: number, s: number): Expr =>
    J[r].map((j, i) => mul(mul(j, J[s][i]), g[i])).reduce((sum, term) => add(sum, term), zero);
  const L: Expr[][] = [];
  const d: Expr[] = [];
  const divided = (a: Expr, by: Expr): Expr => (guard ? select(zero, by, div(a, by), zero) : div(a, by));
  for (let r = 0; r < n; r++) {
    L.push([]);
    for (let s = 0; s <= r; s++) {
      let a = entry(r, s);
      for (let k = 0; k < s; k++) a = sub(a, mul(mul(L[r][k], L[s][k]), d[k]));
      if (s < r) L[r].push(divided(a, d[s]));
      else d.push(a);
    }
  }
  const x = [...b];
  for (let r = 0; r < n; r++) for (let k = 0; k < r; k++) x[r] = sub(x[r], mul(L[r][k], x[k]));
  for (let r = 0; r < n; r++) x[r] = divided(x[r], d[r]);
  for (let r = n - 1; r >= 0; r--) for (let k = r + 1; k < n; k++) x[r] = sub(x[r], mul(L[k][r], x[k]));
  return x;
}
