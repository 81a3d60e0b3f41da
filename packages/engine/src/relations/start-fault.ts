/**
 * Faults of a constraint at its start: rows that are not finite, rows whose gradient vanishes.              [HCY notes, 4.6]
 *
 * No force changes a row whose gradient vanishes, and J W J^T is singular. Because of rounding it is not exactly zero, so it is
 * compared with gradients nearby: below 1e-8 of these it counts as zero. An inactive one-sided row may have no gradient.
 */
import { explain } from './explain.ts';
import { measure } from './measure.ts';
import type { Relation } from './relation.ts';

/** A gradient of at most this fraction of those nearby counts as zero. */
export const vanished = 1e-8;
/** Gradients above this need no comparison. */
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
    why ?? `${which} has no slope: to first order it does not change when its points move, so no force can act on it.`
  );
}

const largest = (values: readonly number[]): number => values.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
const inThrees = (x: readonly number[]): number[][] =>
  Array.from({ length: x.length / 3 }, (_, k) => x.slice(3 * k, 3 * k + 3));

/** Three sets of coordinates, each perturbed by up to a tenth of their spread. */
export function nearby(coordinates: readonly number[]): number[][] {
  const spread = largest(coordinates.map((c, i) => c - coordinates[i % 3]));
  const size = 0.1 * (spread || largest(coordinates) || 1);
  return [5, 7, 9].map((way) => coordinates.map((c, i) => c + size * ((((i + 1) * way) % 11) / 5 - 1)));
}
