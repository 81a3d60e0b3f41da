/**
 * A matrix as a picture: where its entries are in some order of elimination, what that order costs, and where L has entries
 * that A has not, in the manner of [MIC08, fig. 5 and 6]. The lower triangle; the upper one is its mirror image.
 */

import { bandOf } from './ordering/rcm.ts';
import { symbolic } from './ordering/symbolic.ts';
import { fillOf } from './pattern/fill.ts';
import { inverseOf } from './pattern/graph.ts';
import { lowerRows, type Pattern } from './pattern/pattern.ts';

/** Places in the lower triangle. */
export interface Places {
  readonly rows: Int32Array; //    from the top
  readonly columns: Int32Array; // from the left, at most the row
}

export interface OrderCosts {
  /** entries of A are at most this far from the diagonal */
  readonly halfBand: number;
  /** entries of L, diagonal included */
  readonly entries: number;
  /** multiplications and additions of a factorisation */
  readonly flops: number;
}

const checked = ({ pointers }: Pattern, order: Int32Array): void => {
  const n = pointers.length - 1;
  if (order.length !== n) throw new Error(`spy: ${n} unknowns, but an order of ${order.length}.`);
};

export function costsOf(pattern: Pattern, order: Int32Array): OrderCosts {
  checked(pattern, order);
  const { entries, flops } = symbolic(pattern, order);
  return { halfBand: bandOf(pattern, order).halfBand, entries, flops };
}

/** The entries of A, in the order of the pattern. */
export function placesOf(pattern: Pattern, order: Int32Array): Places {
  checked(pattern, order);
  const { indices } = pattern;
  const place = inverseOf(order);
  const of = (pick: (a: number, b: number) => number): Int32Array =>
    rowsOf(pattern).map((i, e) => pick(place[i], place[indices[e]]));
  return { rows: of(Math.max), columns: of(Math.min) };
}

/** The row of each entry, in the pattern's own numbering. */
export function rowsOf({ pointers, indices }: Pattern): Int32Array {
  const rows = new Int32Array(indices.length);
  for (let i = 0; i + 1 < pointers.length; i++) rows.fill(i, pointers[i], pointers[i + 1]);
  return rows;
}

/** The entries that only L has. */
export function fillPlaces(pattern: Pattern, order: Int32Array): Places {
  checked(pattern, order);
  const n = order.length;
  const { starts, columns } = lowerRows(order, pattern.pointers, pattern.indices);
  const filled = fillOf(n, starts, columns);
  const own = new Int32Array(n).fill(-1); // the last row with an entry of A in each column
  const found: [number, number][] = [];
  for (let k = 0; k < n; k++) {
    for (let at = starts[k]; at < starts[k + 1]; at++) own[columns[at]] = k;
    for (let at = filled.rowStarts[k]; at < filled.rowStarts[k + 1]; at++)
      if (own[filled.columns[at]] !== k) found.push([k, filled.columns[at]]);
  }
  return { rows: Int32Array.from(found, ([row]) => row), columns: Int32Array.from(found, ([, column]) => column) };
}
