/** Formulas evaluated again and again in plain TypeScript, outside the step: what is written into files and reports. */
import { type Expr, reachable } from '../formula/expr.ts';
import { lower } from '../formula/functions.ts';
import { type Primitive, primitives } from '../formula/operations.ts';

/** A primitive with up to four arguments; it ignores the others. */
type Four = (a: number, b: number, c: number, d: number) => number;

/** The values of the roots, given those of their inputs. The array is used again by the next call. */
export function evaluator(roots: readonly Expr[]): (read: (input: Expr) => number) => Float64Array {
  const lowered = lower(roots);
  const order = reachable(lowered);
  const place = new Map(order.map((e, i) => [e, i]));
  const inputs = order.flatMap((e, i) => (e.op === 'input' ? [{ e, i }] : []));
  const work = order.flatMap((e, i) => {
    if (e.op === 'input' || e.op === 'const') return [];
    const [a = 0, b = 0, c = 0, d = 0] = e.args.map((arg) => place.get(arg) as number);
    return [{ of: primitives[e.op as Primitive] as Four, a, b, c, d, i }];
  });
  const value = Float64Array.from(order, (e) => (e.op === 'const' ? e.value : 0));
  const out = new Float64Array(roots.length);
  const at = lowered.map((e) => place.get(e) as number);
  return (read) => {
    for (const { e, i } of inputs) value[i] = read(e);
    for (let k = 0; k < work.length; k++) {
      const { of, a, b, c, d, i } = work[k];
      value[i] = of(value[a], value[b], value[c], value[d]);
    }
    for (let r = 0; r < out.length; r++) out[r] = value[at[r]];
    return out;
  };
}
