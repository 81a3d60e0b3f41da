/** Points in numbers, outside of a step: x of each, at these coordinates of the body. */
import { evaluator } from '../kernel/compile/evaluator.ts';
import { type Expr, input } from '../kernel/formula/expr.ts';
import { widthOf } from './blocks/block.ts';
import type { MaterialPoints, PointFormula } from './body.ts';

type Evaluate = (read: (e: Expr) => number) => Float64Array;
const made = new WeakMap<PointFormula, { readonly evaluate: Evaluate; readonly places: ReadonlyMap<Expr, number[]> }>();

function compiled(formula: PointFormula): { evaluate: Evaluate; places: ReadonlyMap<Expr, number[]> } {
  const found = made.get(formula);
  if (found) return found;
  const places = new Map<Expr, number[]>();
  const symbol = (kind: string, a: number, b: number): Expr => {
    const e = input(`place ${kind} ${a} ${b}`);
    places.set(e, [a, b]);
    return e;
  };
  const q = formula.blocks.map((block, b) => Array.from({ length: widthOf(block) }, (_, k) => symbol('q', b, k)));
  const parameters = Array.from({ length: formula.parameters }, (_, k) => symbol('p', -1, k));
  const one = { evaluate: evaluator(formula.point(q, parameters)), places };
  made.set(formula, one);
  return one;
}

export function placeInWorld(
  { formula, count, blocks, parameters }: MaterialPoints,
  q: ArrayLike<number>,
): Float64Array {
  const { evaluate, places } = compiled(formula);
  const out = new Float64Array(3 * count);
  const [slots, width] = [formula.blocks.length, formula.parameters];
  for (let i = 0; i < count; i++)
    out.set(
      evaluate((e) => {
        const [b, k] = places.get(e) as number[];
        return b < 0 ? parameters[i * width + k] : q[blocks[i * slots + b] + k];
      }),
      3 * i,
    );
  return out;
}
