/** The values of formulas at many points at once, in plain TypeScript. */
import { type Expr, reachable } from '../../packages/engine/src/kernel/formula/expr.ts';
import { lower } from '../../packages/engine/src/kernel/formula/functions.ts';
import { type Op, primitives } from '../../packages/engine/src/kernel/formula/operations.ts';
import { simplify } from '../../packages/engine/src/kernel/formula/simplify.ts';

/** As a kernel would run them: simplified, and of primitives only. */
export const ready = (roots: readonly Expr[]): Expr[] => lower(simplify(roots));

/** inputs: the values of each input at the points */
export function evaluate(
  roots: readonly Expr[],
  inputs: ReadonlyMap<Expr, ArrayLike<number>>,
  points: number,
): Float64Array[] {
  return evaluateAsIs(ready(roots), inputs, points);
}

/** sin and the like by the machine's own functions: for formulas of which not one operation is changed. */
const operations: Partial<Record<Op, (...values: number[]) => number>> = {
  ...(primitives as Record<string, (...values: number[]) => number>),
  sin: Math.sin,
  cos: Math.cos,
  exp: Math.exp,
  log: Math.log,
  pow: Math.pow,
  acos: Math.acos,
  atan2: Math.atan2,
};

/** The same for formulas as they stand. */
export function evaluateAsIs(
  roots: readonly Expr[],
  inputs: ReadonlyMap<Expr, ArrayLike<number>>,
  points: number,
): Float64Array[] {
  const values = new Map<Expr, Float64Array>();
  for (const e of reachable(roots)) {
    const out = new Float64Array(points);
    if (e.op === 'const') out.fill(e.value);
    else if (e.op === 'input') {
      const given = inputs.get(e) as ArrayLike<number>;
      for (let i = 0; i < points; i++) out[i] = given[i];
    } else {
      const [a, b, x, y] = e.args.map((arg) => values.get(arg) as Float64Array);
      const f = operations[e.op] as (...values: number[]) => number;
      if (y) for (let i = 0; i < points; i++) out[i] = f(a[i], b[i], x[i], y[i]);
      else if (b) for (let i = 0; i < points; i++) out[i] = f(a[i], b[i]);
      else for (let i = 0; i < points; i++) out[i] = f(a[i]);
    }
    values.set(e, out);
  }
  return roots.map((e) => values.get(e) as Float64Array);
}

/** At one point. */
export const valueAt = (roots: readonly Expr[], x: readonly Expr[], at: ArrayLike<number>): number[] =>
  evaluate(roots, new Map(x.map((e, i) => [e, [at[i]]])), 1).map((values) => values[0]);
