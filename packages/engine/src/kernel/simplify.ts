/** Simplifications that need the whole formula, after differentiation: what to share cannot be seen one node at a time. */
import { constant, type Expr, isConst, raw, reachable, transform } from './expr.ts';

export const simplify = (roots: readonly Expr[]): Expr[] => shareScales(shareReciprocals(roots));

const same = (e: Expr, args: Expr[]): Expr => (e.args.every((x, k) => x === args[k]) ? e : raw(e.op, ...args));

/** a/b and c/b become a*(1/b), c*(1/b): one division instead of two. Single quotients keep their correct rounding. */
function shareReciprocals(roots: readonly Expr[]): Expr[] {
  const uses = new Map<Expr, number>();
  for (const e of reachable(roots)) if (e.op === 'div') uses.set(e.args[1], (uses.get(e.args[1]) ?? 0) + 1);
  const shared = (e: Expr): boolean =>
    e.op === 'div' && (uses.get(e.args[1]) as number) > 1 && !(isConst(e.args[0]) && e.args[0].value === 1);
  return transform(roots, (e, args) =>
    shared(e) ? raw('mul', args[0], raw('div', constant(1), args[1])) : same(e, args),
  );
}

/**
 * 2*(s*x), 2*(s*y) become (2*s)*x, (2*s)*y. The constructors pull constants out, where they fold; this puts them where
 * they are shared (StVK: 226 -> 209 operations).
 */
function shareScales(roots: readonly Expr[]): Expr[] {
  const all = reachable(roots);
  const users = new Map<Expr, number>();
  const use = (e: Expr): void => {
    users.set(e, (users.get(e) ?? 0) + 1);
  };
  roots.forEach(use);
  for (const e of all) e.args.forEach(use);
  const isScaledProduct = (e: Expr): boolean =>
    e.op === 'mul' &&
    isConst(e.args[0]) &&
    e.args[1].op === 'mul' &&
    !isConst(e.args[1].args[0]) &&
    users.get(e.args[1]) === 1;
  // how often each pair (constant, factor) would be made
  const count = new Map<string, number>();
  const pair = (e: Expr, k: number): string => `${e.args[0].id} ${e.args[1].args[k].id}`;
  const times = (e: Expr, k: number): number => count.get(pair(e, k)) as number;
  for (const e of all) {
    if (!isScaledProduct(e)) continue;
    for (const k of [0, 1]) count.set(pair(e, k), (count.get(pair(e, k)) ?? 0) + 1);
  }
  return transform(roots, (e, args) => {
    if (!isScaledProduct(e)) return same(e, args);
    const k = times(e, 0) >= times(e, 1) ? 0 : 1;
    if (times(e, k) < 2) return same(e, args);
    const factors = args[1].args;
    return raw('mul', raw('mul', args[0], factors[k]), factors[1 - k]);
  });
}
