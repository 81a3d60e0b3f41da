/**
 * Patterns of sparse symmetric matrices: which entries may differ from zero. The upper triangle is listed by rows, columns
 * ascending from the diagonal on: columns `indices[pointers[i]]` ... up to `indices[pointers[i + 1]]` belong to row i.
 */
export interface Pattern {
  readonly pointers: Int32Array; // (n + 1)
  readonly indices: Int32Array;
}

/** The upper triangle with all of its diagonal from coupled rows, in any order, either way round, as often as they come. */
export function upperPattern(n: number, pairs: Iterable<readonly [number, number]>): Pattern {
  const rows: number[][] = Array.from({ length: n }, (_, i) => [i]);
  for (const [i, j] of pairs) rows[Math.min(i, j)].push(Math.max(i, j));
  const unique = rows.map((row) => row.sort((a, b) => a - b).filter((j, at) => at === 0 || j !== row[at - 1]));
  const pointers = new Int32Array(n + 1);
  unique.forEach((row, i) => {
    pointers[i + 1] = pointers[i] + row.length;
  });
  return { pointers, indices: Int32Array.from(unique.flat()) };
}

/** The pattern by rows in the order of elimination: columns up to the diagonal, which comes last. */
export function lowerRows(
  order: Int32Array,
  pointers: Int32Array,
  indices: Int32Array,
): { starts: Int32Array; columns: Int32Array; slots: Int32Array } {
  const n = order.length;
  const place = new Int32Array(n);
  for (let k = 0; k < n; k++) place[order[k]] = k;
  const starts = new Int32Array(n + 1);
  const each = (entry: (row: number, column: number, slot: number) => void): void => {
    for (let i = 0; i < n; i++) {
      for (let at = pointers[i]; at < pointers[i + 1]; at++) {
        const k = place[i],
          l = place[indices[at]];
        entry(Math.max(k, l), Math.min(k, l), at);
      }
    }
  };
  each((row) => starts[row + 1]++);
  for (let k = 0; k < n; k++) starts[k + 1] += starts[k];
  const columns = new Int32Array(starts[n]),
    slots = new Int32Array(starts[n]);
  const next = starts.slice(0, n);
  each((row, column, slot) => {
    const at = column === row ? starts[row + 1] - 1 : next[row]++;
    columns[at] = column;
    slots[at] = slot;
  });
  return { starts, columns, slots };
}

/** Refuses what is not an upper triangle with its diagonal, by rows with ascending columns. */
export function checkUpper(n: number, pointers: Int32Array, indices: Int32Array): void {
  if (pointers.length !== n + 1 || pointers[0] !== 0) {
    throw new Error(`${n} rows need ${n + 1} pointers that start at 0, not ${pointers.length}.`);
  }
  for (let i = 0; i < n; i++) {
    const row = indices.subarray(pointers[i], pointers[i + 1]);
    if (row[0] !== i) throw new Error(`row ${i} must begin with its diagonal, column ${i}.`);
    const bad = row.findIndex((j, at) => j >= n || (at > 0 && j <= row[at - 1]));
    if (bad >= 0) throw new Error(`row ${i}: column ${row[bad]} is out of order or out of range (0 to ${n - 1}).`);
  }
}
