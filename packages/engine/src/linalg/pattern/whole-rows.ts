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
  const all = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (!chosen(i)) continue;
    place[i] = count;
    all[count++] = i;
  }
  const starts = new Int32Array(count + 1);
  for (let i = 0; i < n; i++) {
    if (place[i] >= 0) starts[place[i] + 1] += pointers[i + 1] - pointers[i];
    for (let slot = pointers[i] + 1; slot < pointers[i + 1]; slot++) {
      const k = place[indices[slot]];
      if (k >= 0) starts[k + 1]++;
    }
  }
  for (let k = 0; k < count; k++) starts[k + 1] += starts[k];
  const ends = starts.slice(0, count); // of what is filled in so far
  const slots = new Int32Array(starts[count]);
  const columns = new Int32Array(starts[count]);
  for (let i = 0; i < n; i++) {
    const own = place[i];
    for (let slot = pointers[i]; slot < pointers[i + 1]; slot++) {
      const j = indices[slot];
      if (own >= 0) {
        slots[ends[own]] = slot;
        columns[ends[own]++] = j;
      }
      const other = j === i ? -1 : place[j];
      if (other < 0) continue;
      slots[ends[other]] = slot;
      columns[ends[other]++] = i;
    }
  }
  return { rows: all.slice(0, count), ends, slots, columns };
}
