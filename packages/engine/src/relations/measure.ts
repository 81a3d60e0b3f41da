/**
 * A relation at given points, in numbers: its rows, how steep they are, and whether the points are where it has no
 * direction. Not for the stepping path.
 */
import { gradient } from '../kernel/derive.ts';
import { type Expr, input } from '../kernel/expr.ts';
import { lower } from '../kernel/functions.ts';
import { evaluate } from '../kernel/interpret.ts';
import { type Vec3, vectors } from '../kernel/vector.ts';
import type { Relation } from './relation.ts';

type Point = ArrayLike<number>;

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

/** Every row of a relation, where its points are given. */
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

/** Steepness below which a row has no direction, relative to that of a well-placed one. */
const flat = 1e-8;

/** Why a relation cannot start where its points are, in words: a row that holds has no gradient. Undefined if it can. */
export function degenerate(
  relation: Relation,
  points: readonly Point[],
  parameters: readonly number[],
): string | undefined {
  const holds = ({ C }: Measured): boolean => relation.sense === '=' || !(C > 0);
  const scale = relation.unit === 'rad' ? extent(points) : 1;
  const stuck = measure(relation, points, parameters).some((row) => holds(row) && !(row.slope * scale > flat));
  return stuck ? (relation.degenerate ?? 'its rows have no direction where its points are; move them') : undefined;
}

/** The largest distance of a point from the first. */
function extent([first, ...others]: readonly Point[]): number {
  return others.reduce((most, p) => {
    const [x, y, z] = [p[0] - first[0], p[1] - first[1], p[2] - first[2]];
    return Math.max(most, Math.sqrt(x * x + y * y + z * z));
  }, 0);
}
