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
  const all = new Pairs();
  for (const [i, j] of pairs) all.add(i, j);
  return all.upper(n);
}

/** Coupled rows, collected one by one where there are many. */
export class Pairs {
  #rows = new Int32Array(256);
  #columns = new Int32Array(256);
  #count = 0;

  /** In any order, either way round, as often as they come. */
  add(i: number, j: number): void {
    if (this.#count === this.#rows.length) {
      this.#rows = grown(this.#rows);
      this.#columns = grown(this.#columns);
    }
    this.#rows[this.#count] = i < j ? i : j;
    this.#columns[this.#count++] = i < j ? j : i;
  }
  /** The upper triangle with all of its diagonal. */
  upper(n: number): Pattern {
    for (let i = 0; i < n; i++) this.add(i, i);
    const byColumn = counted(this.#columns, this.#count, n);
    const byRow = counted(this.#rows, this.#count, n, byColumn.order);
    const pointers = new Int32Array(n + 1);
    const indices = new Int32Array(this.#count);
    let at = 0;
    for (let i = 0; i < n; i++) {
      let last = -1;
      for (let k = byRow.starts[i]; k < byRow.starts[i + 1]; k++) {
        const j = this.#columns[byRow.order[k]];
        if (j !== last) indices[at++] = j;
        last = j;
      }
      pointers[i + 1] = at;
    }
    return { pointers, indices: indices.slice(0, at) };
  }
}
function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
/** Sorted by keys from 0 to n - 1, those of one key in the order they had. */
function counted(
  keys: Int32Array,
  count: number,
  n: number,
  order?: Int32Array,
): { order: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(n + 1);
  for (let k = 0; k < count; k++) starts[keys[k] + 1]++;
  for (let i = 0; i < n; i++) starts[i + 1] += starts[i];
  const next = starts.slice();
  const sorted = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const at = order ? order[k] : k;
    sorted[next[keys[at]]++] = at;
  }
  return { order: sorted, starts };
}

/** Two patterns of one size as one; at: the place of each entry of the first. */
export function merged(a: Pattern, b: Pattern): { pattern: Pattern; at: Int32Array } {
  const n = a.pointers.length - 1;
  const pointers = new Int32Array(n + 1);
  const indices = new Int32Array(a.indices.length + b.indices.length);
  const at = new Int32Array(a.indices.length);
  let to = 0;
  for (let i = 0; i < n; i++) {
    let [k, l] = [a.pointers[i], b.pointers[i]];
    const [aEnd, bEnd] = [a.pointers[i + 1], b.pointers[i + 1]];
    while (k < aEnd || l < bEnd) {
      const column = l === bEnd || (k < aEnd && a.indices[k] < b.indices[l]) ? a.indices[k] : b.indices[l];
      if (k < aEnd && a.indices[k] === column) at[k++] = to;
      if (l < bEnd && b.indices[l] === column) l++;
      indices[to++] = column;
    }
    pointers[i + 1] = to;
  }
  return { pattern: { pointers, indices: indices.slice(0, to) }, at };
}

/** Where a_ij (or a_ji) is; -1 if it is not in the pattern. */
export function slotIn({ pointers, indices }: Pattern, i: number, j: number): number {
  const row = i < j ? i : j;
  const column = i < j ? j : i;
  if (!(row >= 0)) return -1;
  let low = pointers[row];
  let high = pointers[row + 1] - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (indices[middle] < column) low = middle + 1;
    else high = middle;
  }
  return indices[low] === column ? low : -1;
}

/** The pattern by rows in the order of elimination: columns up to the diagonal, which is last. */
export function lowerRows(
  order: Int32Array,
  pointers: Int32Array,
  indices: Int32Array,
): { starts: Int32Array; columns: Int32Array; slots: Int32Array } {
  const n = order.length;
  const place = new Int32Array(n);
  for (let k = 0; k < n; k++) place[order[k]] = k;
  const starts = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) {
    const k = place[i];
    for (let slot = pointers[i]; slot < pointers[i + 1]; slot++) {
      const l = place[indices[slot]];
      starts[(k > l ? k : l) + 1]++;
    }
  }
  for (let k = 0; k < n; k++) starts[k + 1] += starts[k];
  const columns = new Int32Array(starts[n]);
  const slots = new Int32Array(starts[n]);
  const next = starts.slice(0, n);
  for (let i = 0; i < n; i++) {
    const k = place[i];
    for (let slot = pointers[i]; slot < pointers[i + 1]; slot++) {
      const l = place[indices[slot]];
      const at = k === l ? starts[k + 1] - 1 : next[k > l ? k : l]++;
      columns[at] = k < l ? k : l;
      slots[at] = slot;
    }
  }
  return { starts, columns, slots };
}

/** Refuses what is not an upper triangle with its diagonal, by rows with ascending columns. */
export function checkUpper(n: number, pointers: Int32Array, indices: Int32Array): void {
  if (pointers.length !== n + 1 || pointers[0] !== 0) {
    throw new Error(`${n} rows need ${n + 1} pointers that start at 0, not ${pointers.length}.`);
  }
  for (let i = 0; i < n; i++) {
    const [first, end] = [pointers[i], pointers[i + 1]];
    if (!(first < end && indices[first] === i)) throw new Error(`row ${i} must begin with its diagonal, column ${i}.`);
    for (let at = first + 1; at < end; at++)
      if (indices[at] >= n || indices[at] <= indices[at - 1])
        throw new Error(`row ${i}: column ${indices[at]} is out of order or out of range (0 to ${n - 1}).`);
  }
}
