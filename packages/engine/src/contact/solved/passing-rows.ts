/**
 * Rows between a vertex and an edge, or another vertex, that goes past it: no motion has the gap that is asked for.
 *
 *   gap = s |d| - R,  s the sign of d along the direction of the start        d: from one to the other at the end
 *
 * A vertex that passes an edge at a distance above R jumps from a gap above 0 to one below -R, and passes go to and fro between them. Halves of a step see another direction; the step of a solid that is solved as a whole has
 * none: the edge of a cloth that fell on a soft ball left 1 of 150 steps unsolved. Without the row, the certificate tells whether anything is touched, and where.
 */
import { gapOf } from '../detect/gap.ts';
import { type Pose, type Row, rowTypes } from '../detect/row.ts';
import type { Island } from '../step/islands.ts';

/** Whether a row pushes and cannot close its gap to this, m. */
export const isPassing = (row: Row, end: Pose, closed: number): boolean =>
  (row.type === rowTypes.vertices || row.type === rowTypes.edge) &&
  row.impulse[0] > 0 &&
  Math.abs(gapOf(row, end)) > closed;

/** The island without some of its rows. */
export function without(island: Island, some: ReadonlySet<Row>): Island {
  const rows: Row[] = [];
  const places: number[] = [];
  for (let k = 0; k < island.rows.length; k++) {
    if (some.has(island.rows[k])) continue;
    rows.push(island.rows[k]);
    places.push(island.places[k]);
  }
  return { ...island, rows, places };
}
