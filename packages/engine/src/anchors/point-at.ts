/** A point formula in numbers. Not for the stepping path. */
import { widthOf } from '../bodies/blocks/block.ts';
import type { PointFormula } from '../bodies/body.ts';
import { evaluate } from '../kernel/compile/interpret.ts';
import { type Expr, input } from '../kernel/formula/expr.ts';
import { lower } from '../kernel/formula/functions.ts';

interface Prepared {
  readonly inputs: readonly Expr[];
  readonly roots: readonly Expr[];
}
const prepared = new WeakMap<PointFormula, Prepared>();

function prepare(formula: PointFormula): Prepared {
  const found = prepared.get(formula);
  if (found) return found;
  const q = formula.blocks.map((block, b) =>
    Array.from({ length: widthOf(block) }, (_, k) => input(`point block ${b} ${k}`)),
  );
  const parameters = Array.from({ length: formula.parameters }, (_, k) => input(`point parameter ${k}`));
  const made = { inputs: [...q.flat(), ...parameters], roots: lower([...formula.point(q, parameters)]) };
  prepared.set(formula, made);
  return made;
}

/** The point at the coordinates of its blocks. */
export function pointAt(
  formula: PointFormula,
  blocks: readonly (readonly number[])[],
  parameters: readonly number[],
): [number, number, number] {
  const { inputs, roots } = prepare(formula);
  const numbers = [...blocks.flat(), ...parameters];
  const values = new Map(inputs.map((e, i) => [e, numbers[i]]));
  const [x, y, z] = evaluate(roots, (e) => values.get(e) as number);
  return [x, y, z];
}
