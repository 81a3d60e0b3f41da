/** Formulas evaluated again and again in plain TypeScript, outside the step: what is written into files and reports. */
import { type Expr, reachable } from '../formula/expr.ts';
import { lower } from '../formula/functions.ts';
import { apply, type Primitive } from '../formula/operations.ts';

/** The values of the roots, given those of their inputs. The array is used again by the next call. */
export function evaluator(roots: readonly Expr[]): (read: (input: Expr) => number) => Float64Array {
  const lowered = lower(roots);
  const order = reachable(lowered);
  const place = new Map(order.map((e, i) => [e, i]));
  const inputs = order.flatMap((e, i) => (e.op === 'input' ? [{ e, i }] : []));
  const work = order.flatMap((e, i) => {
    if (e.op === 'input' || e.op === 'const') return [];
    const args = e.args.map((a) => place.get(a) as number);
    return [{ op: e.op as Primitive, args, values: args.map(() => 0), i }];
  });
  const value = Float64Array.from(order, (e) => (e.op === 'const' ? e.value : 0));
  const out = new Float64Array(roots.length);
  const at = lowered.map((e) => place.get(e) as number);
  return (read) => {
    for (const { e, i } of inputs) value[i] = read(e);
    for (const { op, args, values, i } of work) {
      for (let k = 0; k < args.length; k++) values[k] = value[args[k]];
      value[i] = apply(op, values);
    }
    for (let r = 0; r < out.length; r++) out[r] = value[at[r]];
    return out;
  };
}
