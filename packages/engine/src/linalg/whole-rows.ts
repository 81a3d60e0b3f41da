/** Some rows of a symmetric matrix as wholes, of which the upper triangle is kept. */
import type { Pattern } from './pattern.ts';

export interface WholeRows {
  readonly rows: Int32Array;
  /** the entries of each end before here */
  readonly ends: Int32Array;
  /** of each entry its place in the pattern, and its column; those left of the diagonal first */
  readonly slots: Int32Array;
  readonly columns: Int32Array;
}

/** Those that are chosen, ascending. */
export function wholeRows({ pointers, indices }: Pattern, chosen: (row: number) => boolean): WholeRows {
  const n = pointers.length - 1;
  const place = new Int32Array(n).fill(-1);
  const rows = Int32Array.from({ length: n }, (_, i) => i).filter(chosen);
  const ends = new Int32Array(rows.length);
  rows.forEach((row, k) => {
    place[row] = k;
  });
  const each = (visit: (k: number, slot: number, column: number) => void): void => {
    for (let i = 0; i < n; i++)
      for (let slot = pointers[i]; slot < pointers[i + 1]; slot++) {
        const j = indices[slot];
        if (place[i] >= 0) visit(place[i], slot, j);
        if (j !== i && place[j] >= 0) visit(place[j], slot, i);
      }
  };
  each((k) => {
    ends[k]++;
  });
  for (let k = 1; k < ends.length; k++) ends[k] += ends[k - 1];
  const next = Int32Array.from(ends, (_, k) => (k > 0 ? ends[k - 1] : 0));
  const slots = new Int32Array(ends.at(-1) ?? 0);
  const columns = new Int32Array(slots.length);
  each((k, slot, column) => {
    slots[next[k]] = slot;
    columns[next[k]++] = column;
  });
  return { rows, ends, slots, columns };
}
