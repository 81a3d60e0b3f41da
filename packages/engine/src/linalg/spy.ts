/**
 * A matrix as a picture: where its entries are before and after ordering, and of what sort they are, in the manner of
 * [MIC08, fig. 5 and 6]. The lower triangle; the upper one is its mirror image.
 */
import { inverseOf } from './graph.ts';
import type { Pattern } from './pattern.ts';
import { bandOf } from './rcm.ts';

/** What an unknown is, and an entry by the later of its two: among bodies, of a constraint's row, of a slider. */
export const spyClasses = ['body', 'row', 'slider'] as const;

export interface SpyPicture {
  readonly rows: Int32Array; //    of each entry, from the top
  readonly columns: Int32Array; // from the left, at most the row
  readonly halfBand: number;
}

export interface Spy {
  readonly n: number;
  /** of each entry, in `spyClasses` */
  readonly classes: Uint8Array;
  readonly before: SpyPicture;
  readonly after: SpyPicture;
}

/**
 * `order` is that of elimination, as a solver or `rcm` gives it; `classOf` each unknown. Ranks will do for it, but that a
 * bead's place on its rod, which is primal, may be drawn as a slider.
 */
export function spy(pattern: Pattern, order: Int32Array, classOf: Uint8Array): Spy {
  const { pointers, indices } = pattern;
  const n = pointers.length - 1;
  if (order.length !== n || classOf.length !== n)
    throw new Error(`spy: ${n} unknowns, but an order of ${order.length} and classes of ${classOf.length}.`);
  const rows = new Int32Array(indices.length);
  for (let i = 0; i < n; i++) rows.fill(i, pointers[i], pointers[i + 1]);
  const picture = (by: Int32Array): SpyPicture => {
    const place = inverseOf(by);
    return {
      rows: rows.map((i, e) => Math.max(place[i], place[indices[e]])),
      columns: rows.map((i, e) => Math.min(place[i], place[indices[e]])),
      halfBand: bandOf(pattern, by).halfBand,
    };
  };
  return {
    n,
    classes: Uint8Array.from(rows, (i, e) => Math.max(classOf[i], classOf[indices[e]])),
    before: picture(Int32Array.from({ length: n }, (_, k) => k)),
    after: picture(order),
  };
}
