/**
 * The rows of one constraint solved alone, as formulas: (J A J^T) lambda = b with a diagonal A, by LDL^T without pivoting.
 * Divisions are products with reciprocals, which are hoisted where they change seldom (kernel/compile/hoist.ts). Entries that are
 * zero by structure vanish: a nail's three rows become three divisions.
 */
import { add, type Expr, mul, one, reciprocal, select, sub, zero } from '../kernel/formula/expr.ts';

/**
 * J: rows x coordinates; JT: what the force acts along, if not J itself. `guard`: a row that no force moves (pivot 0)
 * gets no force instead of an infinite one. The result is scaled by `activation`.
 */
export function solveRows(
  J: readonly (readonly Expr[])[],
  g: readonly Expr[],
  b: readonly Expr[],
  {
    guard = false,
    activation = one,
    JT = J,
  }: { guard?: boolean; activation?: Expr; JT?: readonly (readonly Expr[])[] } = {},
): Expr[] {
  const n = J.length;
  const entry = (r: number, s: number): Expr =>
    J[r].map((j, i) => mul(mul(j, JT[s][i]), g[i])).reduce((sum, term) => add(sum, term), zero);
  const inverse = (pivot: Expr): Expr => (guard ? select(zero, pivot, reciprocal(pivot), zero) : reciprocal(pivot));
  if (JT !== J) return general(n, entry, b, inverse, activation);
  const L: Expr[][] = [];
  const d: Expr[] = [];
  const over: Expr[] = [];
  for (let r = 0; r < n; r++) {
    L.push([]);
    for (let s = 0; s <= r; s++) {
      let a = entry(r, s);
      for (let k = 0; k < s; k++) a = sub(a, mul(mul(L[r][k], L[s][k]), d[k]));
      if (s < r) L[r].push(mul(a, over[s]));
      else {
        d.push(a);
        over.push(inverse(a));
      }
    }
  }
  const x = [...b];
  for (let r = 0; r < n; r++) for (let k = 0; k < r; k++) x[r] = sub(x[r], mul(L[r][k], x[k]));
  for (let r = 0; r < n; r++) x[r] = mul(x[r], mul(activation, over[r]));
  for (let r = n - 1; r >= 0; r--) for (let k = r + 1; k < n; k++) x[r] = sub(x[r], mul(L[k][r], x[k]));
  return x;
}

/** Gauss' elimination, for a matrix that is not symmetric. */
function general(
  n: number,
  entry: (r: number, s: number) => Expr,
  b: readonly Expr[],
  inverse: (pivot: Expr) => Expr,
  activation: Expr,
): Expr[] {
  const A = Array.from({ length: n }, (_, r) => Array.from({ length: n }, (_, s) => entry(r, s)));
  const x = b.map((e) => mul(activation, e));
  for (let k = 0; k < n; k++) {
    const over = inverse(A[k][k]);
    for (let r = k + 1; r < n; r++) {
      const factor = mul(A[r][k], over);
      for (let s = k + 1; s < n; s++) A[r][s] = sub(A[r][s], mul(factor, A[k][s]));
      x[r] = sub(x[r], mul(factor, x[k]));
    }
  }
  for (let r = n - 1; r >= 0; r--) {
    for (let s = r + 1; s < n; s++) x[r] = sub(x[r], mul(A[r][s], x[s]));
    x[r] = mul(x[r], inverse(A[r][r]));
  }
  return x;
}
