/**
 * What keeps a constraint from working where it starts: rows that are no numbers, rows without a slope.     [HCY notes, 4.6]
 *
 * No force changes a row whose gradient vanishes, and J W J^T is singular. Rounding leaves it a little off zero, so it is
 * compared with gradients nearby: below 1e-8 of these it has vanished. A one-sided row that is not met yet may be flat.
 */
import { explain } from './explain.ts';
import { measure } from './measure.ts';
import type { Relation } from './relation.ts';

/** Of the slopes nearby, a slope that is no more than this is none. */
export const vanished = 1e-8;
/** What is steeper than this need not be compared. */
const steep = 1e-6;

/**
 * Why a relation cannot start with its points where they are; undefined if it can.
 * @example startFault(relationOfTwo, [[0, 0, 0], [0, 0, 0]], [1])
 */
export function startFault(
  relation: Relation,
  points: readonly (readonly number[])[],
  parameters: readonly number[],
): string | undefined {
  const unclear = explain(relation, points, parameters);
  if (unclear) return unclear;
  const rows = measure(relation, points, parameters);
  const doubtful = rows.some(({ C, slope }) => !(slope > steep) && (relation.sense === '=' || !(C > 0)));
  if (!doubtful) return undefined;
  const around = nearby(points.flat()).map((x) => measure(relation, inThrees(x), parameters));
  const flat = rows.findIndex(({ C, slope }, r) => {
    const there = largest(around.map((one) => one[r].slope).filter(Number.isFinite));
    return slope <= vanished * there && (relation.sense === '=' || !(C > 0));
  });
  if (flat < 0) return undefined;
  const why = relation.explain?.(points, parameters) ?? (relation.degenerate && `${relation.degenerate}.`);
  const which = rows.length > 1 ? `row ${flat}` : 'it';
  return (
    why ?? `${which} has no slope: however its points move it does not change at first, so no force could hold it.`
  );
}

const largest = (values: readonly number[]): number => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
const inThrees = (x: readonly number[]): number[][] =>
  Array.from({ length: x.length / 3 }, (_, k) => x.slice(3 * k, 3 * k + 3));

/** Coordinates of points moved by up to a tenth of their spread, each its own way, in three ways. */
export function nearby(coordinates: readonly number[]): number[][] {
  const spread = largest(coordinates.map((c, i) => c - coordinates[i % 3]));
  const reach = 0.1 * (spread || largest(coordinates) || 1);
  return [5, 7, 9].map((way) => coordinates.map((c, i) => c + reach * ((((i + 1) * way) % 11) / 5 - 1)));
}
