/**
 * Places of rows by pair of bodies, then by features: runs that are in order already are merged, equal ones stay as they were. Detection leaves a few runs of each pair of bodies, so that this
 * takes a few passes over flat lists; sorting rows as objects took 0.7 ms for 3600 of them.
 */

export class RunSort {
  /** where runs begin, and the end */
  #runs: number[] = [];
  #other: Int32Array = new Int32Array(0);

  /** Sorts the first `count` places. */
  sort(places: Int32Array, count: number, pair: Float64Array, key: Float64Array): void {
    const runs = this.#runs;
    runs.length = 0;
    for (let k = 0; k < count; k++) if (k === 0 || isAfter(pair, key, places[k - 1], places[k])) runs.push(k);
    runs.push(count);
    if (runs.length <= 2) return;
    if (this.#other.length < count) this.#other = new Int32Array(2 * count);
    let from: Int32Array = places;
    let to: Int32Array = this.#other;
    while (runs.length > 2) {
      let left = 0;
      let r = 0;
      for (; r + 2 < runs.length; r += 2) {
        merge(from, runs[r], runs[r + 1], runs[r + 2], to, pair, key);
        runs[left++] = runs[r];
      }
      if (r + 1 < runs.length) {
        for (let k = runs[r]; k < count; k++) to[k] = from[k];
        runs[left++] = runs[r];
      }
      runs[left++] = count;
      runs.length = left;
      [from, to] = [to, from];
    }
    if (from !== places) for (let k = 0; k < count; k++) places[k] = from[k];
  }
}

/** Whether row `a` belongs behind row `b`. */
function isAfter(pair: Float64Array, key: Float64Array, a: number, b: number): boolean {
  return pair[a] > pair[b] || (pair[a] === pair[b] && key[a] > key[b]);
}
/** Two runs, from `start` and from `middle` on, into one. */
function merge(
  from: Int32Array,
  start: number,
  middle: number,
  end: number,
  to: Int32Array,
  pair: Float64Array,
  key: Float64Array,
): void {
  let i = start;
  let j = middle;
  for (let k = start; k < end; k++)
    to[k] = i < middle && (j >= end || !isAfter(pair, key, from[i], from[j])) ? from[i++] : from[j++];
}
