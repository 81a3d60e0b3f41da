/** Formulas evaluated again and again in plain TypeScript, outside the step: what is written into files and reports. */
import { type Expr, reachable } from '../formula/expr.ts';
import { lower } from '../formula/functions.ts';
import { type Primitive, primitives } from '../formula/operations.ts';

/** A primitive with up to four arguments; it ignores the others. */
type Four = (a: number, b: number, c: number, d: number) => number;

/** The values of the roots, given those of their inputs. The array is used again by the next call. */
export interface Evaluator {
  /** k: which of `inputs` */
  (read: (input: Expr, k: number) => number): Float64Array;
  /** in the order in which they are read */
  readonly inputs: readonly Expr[];
}

/** Those that are used often are written out: a call through a table takes three times as long. */
const inline: readonly Primitive[] = ['add', 'sub', 'mul', 'div', 'min', 'max', 'select'];

export function evaluator(roots: readonly Expr[]): Evaluator {
  const lowered = lower(roots);
  const order = reachable(lowered);
  const place = new Map(order.map((e, i) => [e, i]));
  const placeOf = (e: Expr): number => place.get(e) as number;
  const inputs = order.filter(({ op }) => op === 'input');
  const work = order.filter(({ op }) => op !== 'input' && op !== 'const');
  const inputPlaces = Int32Array.from(inputs, placeOf);
  const codes = Int8Array.from(work, ({ op }) => inline.indexOf(op as Primitive));
  const calls = work.map(({ op }) => primitives[op as Primitive] as Four);
  // those of the arguments, then its own
  const places = Int32Array.from(
    work.flatMap((e) => [...[0, 1, 2, 3].map((k) => (k < e.args.length ? placeOf(e.args[k]) : 0)), placeOf(e)]),
  );
  const value = Float64Array.from(order, (e) => (e.op === 'const' ? e.value : 0));
  const out = new Float64Array(roots.length);
  const at = Int32Array.from(lowered, placeOf);
  const run = (read: (input: Expr, k: number) => number): Float64Array => {
    for (let k = 0; k < inputs.length; k++) value[inputPlaces[k]] = read(inputs[k], k);
    for (let k = 0; k < codes.length; k++) {
      const w = 5 * k;
      const a = value[places[w]];
      const b = value[places[w + 1]];
      let result: number;
      switch (codes[k]) {
        case 0:
          result = a + b;
          break;
        case 1:
          result = a - b;
          break;
        case 2:
          result = a * b;
          break;
        case 3:
          result = a / b;
          break;
        case 4:
          result = b < a ? b : a;
          break;
        case 5:
          result = a < b ? b : a;
          break;
        case 6:
          result = a < b ? value[places[w + 2]] : value[places[w + 3]];
          break;
        default:
          result = calls[k](a, b, value[places[w + 2]], value[places[w + 3]]);
      }
      value[places[w + 4]] = result;
    }
    for (let r = 0; r < out.length; r++) out[r] = value[at[r]];
    return out;
  };
  return Object.assign(run, { inputs });
}
