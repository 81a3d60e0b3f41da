/** Explains why the rows of a constraint are not finite, for the error of a step. */
import { measure } from './measure.ts';
import type { Relation } from './relation.ts';

/**
 * Why rows or slopes of a relation are not finite at some points; undefined if they are.
 * @example explain(distance(node(cube, 0), node(cube, 1), 1).relation, [[0, 0, 0], [0, 0, 0]], [1])
 */
export function explain(
  relation: Relation,
  points: readonly (readonly number[])[],
  parameters: readonly number[],
): string | undefined {
  const lost = points.findIndex((x) => !x.every(Number.isFinite));
  if (lost >= 0)
    return `the place of point "${relation.points[lost]}" is not finite; some number that it follows from is too large. Give smaller numbers, or a shorter step.`;
  const rows = measure(relation, points, parameters);
  const wrong = rows.find(({ C, slope }) => !Number.isFinite(C) || !Number.isFinite(slope));
  if (!wrong) return undefined;
  const why = relation.explain?.(points, parameters);
  if (why) return why;
  const where = points.map((x, k) => `${relation.points[k]} at ${place(x)}`).join(', ');
  const what = Number.isFinite(wrong.C) ? 'has no finite slope' : `is ${wrong.C}`;
  return `row ${rows.indexOf(wrong)} ${what} with ${where}${relation.degenerate ? `: ${relation.degenerate}` : ''}.`;
}

const place = (x: readonly number[]): string => `(${x.map(short).join(', ')})`;
/** Coordinates with six digits. */
export const short = (value: number): string => String(Number(value.toPrecision(6)));
