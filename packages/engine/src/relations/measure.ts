/** A relation at given points, in numbers: its rows and the sizes of their gradients. Not for the stepping path. */

import { evaluate } from '../kernel/compile/interpret.ts';
import { gradient } from '../kernel/formula/derive.ts';
import { type Expr, input } from '../kernel/formula/expr.ts';
import { lower } from '../kernel/formula/functions.ts';
import { type Vec3, vectors } from '../kernel/formula/vector.ts';
import type { Relation } from './relation.ts';

type Point = ArrayLike<number>;

/**
 * A row of a relation at some points: its value and its slope.
 * @example const [row]: readonly Measured[] = measure(relationOfTwo, [[0, 0, 0], [1, 0, 0]], [1]);
 */
export interface Measured {
  readonly C: number;
  /** |dC/dx| over all points: 1/m of an angle, otherwise a plain number */
  readonly slope: number;
}

interface Formulas {
  readonly inputs: readonly Expr[];
  readonly rows: number;
  readonly roots: readonly Expr[];
}
const known = new WeakMap<Relation, Formulas>();

function formulasOf(relation: Relation): Formulas {
  const found = known.get(relation);
  if (found) return found;
  const symbols = (name: string, count: number): Expr[] =>
    Array.from({ length: count }, (_, i) => input(`measured ${name} ${i}`));
  const x = symbols('x', 3 * relation.points.length);
  const parameters = symbols('parameter', Object.keys(relation.parameters).length);
  const C = relation.rows(vectors(x) as Vec3[], parameters);
  const roots = lower([...C, ...C.flatMap((c) => gradient(c, x))]);
  const made = { inputs: [...x, ...parameters], rows: C.length, roots };
  known.set(relation, made);
  return made;
}

/**
 * The value and the slope of every row of a relation at some points.
 * @example measure(relationOfTwo, [[0, 0, 0], [1, 0, 0]], [1])[0].C
 */
export function measure(relation: Relation, points: readonly Point[], parameters: readonly number[]): Measured[] {
  const { inputs, rows, roots } = formulasOf(relation);
  const numbers = [...points.flatMap((p) => [p[0], p[1], p[2]]), ...parameters];
  const values = new Map(inputs.map((e, i) => [e, numbers[i]]));
  const found = evaluate(roots, (e) => values.get(e) as number);
  return found.slice(0, rows).map((C, r) => {
    const slopes = found.slice(rows + 3 * points.length * r, rows + 3 * points.length * (r + 1));
    return { C, slope: Math.sqrt(slopes.reduce((sum, g) => sum + g * g, 0)) };
  });
}
