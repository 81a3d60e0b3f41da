/** Points in numbers, outside of a step: x of each, at these coordinates of the body. */
import { type Evaluator, evaluator } from '../kernel/compile/evaluator.ts';
import { type Expr, input } from '../kernel/formula/expr.ts';
import { widthOf } from './blocks/block.ts';
import type { MaterialPoints, PointFormula } from './body.ts';

/** What a formula reads: of each input its block, -1 for parameters, and its number in it. */
interface Compiled {
  readonly evaluate: Evaluator;
  readonly slots: Int32Array;
  readonly columns: Int32Array;
}
const made = new WeakMap<PointFormula, Compiled>();

function compiled(formula: PointFormula): Compiled {
  const found = made.get(formula);
  if (found) return found;
  const places = new Map<Expr, readonly [slot: number, column: number]>();
  const symbol = (kind: string, slot: number, column: number): Expr => {
    const e = input(`place ${kind} ${slot} ${column}`);
    places.set(e, [slot, column]);
    return e;
  };
  const q = formula.blocks.map((block, b) => Array.from({ length: widthOf(block) }, (_, k) => symbol('q', b, k)));
  const parameters = Array.from({ length: formula.parameters }, (_, k) => symbol('p', -1, k));
  const evaluate = evaluator(formula.point(q, parameters));
  const read = evaluate.inputs.map((e) => places.get(e) as readonly [number, number]);
  const one = {
    evaluate,
    slots: Int32Array.from(read, ([slot]) => slot),
    columns: Int32Array.from(read, ([, column]) => column),
  };
  made.set(formula, one);
  return one;
}

export function placeInWorld(
  { formula, count, blocks, parameters }: MaterialPoints,
  q: ArrayLike<number>,
): Float64Array {
  const { evaluate, slots, columns } = compiled(formula);
  const out = new Float64Array(3 * count);
  const [corners, width] = [formula.blocks.length, formula.parameters];
  let i = 0;
  const read = (_: Expr, k: number): number =>
    slots[k] < 0 ? parameters[i * width + columns[k]] : q[blocks[i * corners + slots[k]] + columns[k]];
  for (; i < count; i++) out.set(evaluate(read), 3 * i);
  return out;
}
