/** Forces from stresses: -sum_n stress_n d strain_n/dx, with stresses that are formulas of x themselves. */
import { gradient } from '../../kernel/formula/derive.ts';
import { add, type Expr, input, mul, neg, substitute } from '../../kernel/formula/expr.ts';

/**
 * The stresses are symbols while the strains are differentiated, and are substituted afterwards, so that the forces can be
 * differentiated again in full, for implicit integrators and for the largest stable step.
 */
export function forcesOf(strains: readonly Expr[], stresses: readonly Expr[], x: readonly Expr[]): Expr[] {
  const symbols = strains.map((_, n) => input(`stress ${n}`));
  const work = strains.map((e, n) => mul(symbols[n], e)).reduce((a, b) => add(a, b));
  return substitute(gradient(work, x), new Map(symbols.map((s, n) => [s, stresses[n]]))).map(neg);
}
