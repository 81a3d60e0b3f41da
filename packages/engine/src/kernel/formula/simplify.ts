/** Simplifications of whole formulas, after differentiation: common factors cannot be found one node at a time. */
import { balance } from './balance.ts';
import { constant, type Expr, isConst, raw, reachable, rebuild, transform, usersOf, withArgs } from './expr.ts';

/** added: which of the roots are added to something, where a sign costs nothing */
export function simplify(roots: readonly Expr[], added: readonly boolean[] = []): Expr[] {
  const shared = reuseScales(reuseReciprocals(rememberChoices(dropDetached(roots))));
  return balance(foldSigns(shared, new Set(shared.filter((_, i) => added[i]))));
}

/** Removes `detach`, so that equal subexpressions are shared again: all derivatives have been taken. */
function dropDetached(roots: readonly Expr[]): Expr[] {
  if (!reachable(roots).some((e) => e.op === 'detach')) return [...roots];
  return transform(roots, (e, args) => (e.op === 'detach' ? args[0] : rebuild(e, args)));
}

/**
 * Inside a branch the outcome of its comparison is known: select(a, b, x, y) is x where a < b, so max(a, b) is b in x and a in y,
 * and a nested selection on the same comparison is removed. The value of the branch that is not taken does not matter, not even
 * if it is NaN.
 */
function rememberChoices(roots: readonly Expr[]): Expr[] {
  const all = reachable(roots);
  const compared = (e: Expr): string => `${e.args[0].id} ${e.args[1].id}`;
  const often = new Map<string, number>();
  for (const e of all)
    if (e.op === 'select' || e.op === 'max') often.set(compared(e), (often.get(compared(e)) ?? 0) + 1);
  if (![...often.values()].some((n) => n > 1)) return [...roots];
  /** side: what to take of a choice, 2 for x and 3 for y */
  const settled = (root: Expr, a: Expr, b: Expr, side: 2 | 3): Expr =>
    transform([root], (e, args) => {
      const again = args[0] === a && args[1] === b;
      if (again && e.op === 'select') return args[side];
      if (again && e.op === 'max') return side === 2 ? b : a;
      return withArgs(e, args);
    })[0];
  const made = transform(roots, (e, args) => {
    if (e.op !== 'select' || often.get(compared(e)) === 1) return withArgs(e, args);
    const [a, b, x, y] = args;
    return withArgs(e, [a, b, settled(x, a, b, 2), settled(y, a, b, 3)]);
  });
  return reachable(made).length < all.length ? made : [...roots]; // what is needed elsewhere too would be made twice
}

/** a/b and c/b become a*(1/b), c*(1/b): one division instead of two. Single quotients keep their correct rounding. */
function reuseReciprocals(roots: readonly Expr[]): Expr[] {
  const all = reachable(roots);
  const uses = new Int32Array(all.length); // as a divisor, by place
  for (const e of all) if (e.op === 'div') uses[e.args[1].place]++;
  if (!uses.some((n) => n > 1)) return [...roots];
  const shared = (e: Expr): boolean =>
    e.op === 'div' && uses[e.args[1].place] > 1 && !(isConst(e.args[0]) && e.args[0].value === 1);
  return transform(roots, (e, args) =>
    shared(e) ? raw('mul', args[0], raw('div', constant(1), args[1])) : withArgs(e, args),
  );
}

/**
 * 2*(s*x), 2*(s*y) become (2*s)*x, (2*s)*y. The constructors pull constants out, where they fold; this puts them where
 * they are shared (StVK: 226 -> 209 operations).
 */
function reuseScales(roots: readonly Expr[]): Expr[] {
  const all = reachable(roots);
  const users = usersOf(all, roots);
  const isScaledProduct = (e: Expr): boolean =>
    e.op === 'mul' &&
    isConst(e.args[0]) &&
    e.args[1].op === 'mul' &&
    !isConst(e.args[1].args[0]) &&
    users[e.args[1].place] === 1;
  // how often each pair (constant, factor) would be made
  const count = new Map<string, number>();
  const pair = (e: Expr, k: number): string => `${e.args[0].id} ${e.args[1].args[k].id}`;
  const times = (e: Expr, k: number): number => count.get(pair(e, k)) as number;
  for (const e of all) {
    if (!isScaledProduct(e)) continue;
    for (const k of [0, 1]) count.set(pair(e, k), (count.get(pair(e, k)) ?? 0) + 1);
  }
  if (![...count.values()].some((n) => n > 1)) return [...roots];
  return transform(roots, (e, args) => {
    if (!isScaledProduct(e)) return withArgs(e, args);
    const k = times(e, 0) >= times(e, 1) ? 0 : 1;
    if (times(e, k) < 2) return withArgs(e, args);
    const factors = args[1].args;
    return raw('mul', raw('mul', args[0], factors[k]), factors[1 - k]);
  });
}

/**
 * -(c x) becomes (-c) x, where c x is needed for nothing else, and -(s x), -(s y), -(s z) become t x, t y, t z with
 * t = -s: a change of sign takes two instructions, a product one. `free`: signs that cost nothing, because what they
 * belong to is added somewhere, and may as well be subtracted.
 */
function foldSigns(roots: readonly Expr[], free: ReadonlySet<Expr>): Expr[] {
  const all = reachable(roots);
  const users = usersOf(all, roots);
  const isNegated = (e: Expr): boolean => e.op === 'neg' && e.args[0].op === 'mul' && !free.has(e);
  const negated = new Int32Array(all.length); // products that each factor has a changed sign in, by place
  for (const e of all) if (isNegated(e)) for (const f of e.args[0].args) negated[f.place]++;
  if (!negated.some((n) => n > 0)) return [...roots];
  return transform(roots, (e, args) => {
    if (!isNegated(e)) return withArgs(e, args);
    const [a, b] = e.args[0].args;
    const [product] = args;
    const times = (f: Expr): number => negated[f.place];
    if (isConst(a)) {
      if (users[e.args[0].place] === 1 || times(a) > 1) return raw('mul', raw('neg', product.args[0]), product.args[1]);
      return withArgs(e, args);
    }
    const k = times(a) >= times(b) ? 0 : 1;
    if (times(k === 0 ? a : b) < 3) return withArgs(e, args);
    return raw('mul', raw('neg', product.args[k]), product.args[1 - k]);
  });
}
