/** The rows of a step, in memory that is used again in every step. */
import type { Collider } from '../collider/collider.ts';
import { RunSort } from './near/run-sort.ts';
import { Row } from './row.ts';
import { RowMemory } from './row-memory.ts';

/** Features of a body, at most. */
const most = 4_194_304;

export class RowPool {
  readonly memory: RowMemory;
  readonly rows: Row[] = [];
  /** of each of them: its place in the memory */
  places = new Int32Array(16);
  count = 0;
  /** all rows in the order of their memory */
  readonly #made: Row[] = [];
  readonly #order = new RunSort();
  /** rows are not in that order */
  #isSorted = false;

  constructor(
    private readonly colliders: readonly Collider[],
    /** numbers in a column of coordinates */
    coordinates = 0,
  ) {
    this.memory = new RowMemory(colliders, coordinates);
  }
  clear(): void {
    this.count = 0;
    if (!this.#isSorted) return;
    this.#isSorted = false;
    const { rows, places } = this;
    for (let k = 0; k < rows.length; k++) {
      rows[k] = this.#made[k];
      places[k] = k;
    }
  }
  next(): Row {
    this.add();
    return this.rows[this.count - 1];
  }
  /** A further row; returns its place in the memory. */
  add(): number {
    const { memory } = this;
    if (this.count === this.rows.length) this.#make();
    const at = this.places[this.count++];
    for (let k = 3 * at; k < 3 * at + 3; k++) memory.applied[k] = 0;
    memory.active[at] =
      memory.solved[at] =
      memory.fixed[at] =
      memory.broken[at] =
      memory.hasCouples[at] =
      memory.ball[at] =
        0;
    return at;
  }
  #make(): void {
    const { memory, rows } = this;
    if (rows.length === memory.capacity) {
      memory.grow();
      for (const row of rows) row.view();
    }
    const row = new Row(memory, rows.length);
    rows.push(row);
    this.#made.push(row);
    if (this.places.length < rows.length) {
      this.places = new Int32Array(memory.capacity);
      this.#findPlaces(rows.length);
    }
    this.places[row.at] = row.at;
  }
  #findPlaces(count: number): void {
    for (let k = 0; k < count; k++) this.places[k] = this.rows[k].at;
  }
  /** The last row is none. */
  drop(): void {
    this.count--;
  }
  /** Rows that are asked for stay, in their order. */
  keep(asked: (row: Row) => boolean): void {
    const { rows } = this;
    let count = 0;
    for (let k = 0; k < this.count; k++) {
      if (!asked(rows[k])) continue;
      [rows[count], rows[k]] = [rows[k], rows[count]];
      if (count !== k) this.#isSorted = true;
      count++;
    }
    this.count = count;
    this.#findPlaces(this.rows.length);
  }
  /** Leaves out those from `first` on that are there before it, sorted. */
  dropKnown(first: number): void {
    const { rows } = this;
    let count = first;
    for (let k = first; k < this.count; k++) {
      if (this.#isAmong(first, rows[k])) continue;
      [rows[count], rows[k]] = [rows[k], rows[count]];
      if (count !== k) this.#isSorted = true;
      count++;
    }
    this.count = count;
    this.#findPlaces(rows.length);
  }
  /** Whether one of the first rows, which are sorted, has the features of a row. */
  #isAmong(count: number, row: Row): boolean {
    const { places } = this;
    const { pair, key } = this.memory;
    const at = row.at;
    let low = 0;
    for (let high = count; low < high; ) {
      const middle = (low + high) >> 1;
      const one = places[middle];
      if (pair[one] < pair[at] || (pair[one] === pair[at] && key[one] < key[at])) low = middle + 1;
      else high = middle;
    }
    return low < count && pair[places[low]] === pair[at] && key[places[low]] === key[at];
  }
  pairOf(a: number, b: number): number {
    return a < b ? a * this.colliders.length + b : b * this.colliders.length + a;
  }
  keyOf(featureA: number, featureB: number, type: number): number {
    return (featureA * most + featureB) * 8 + type;
  }
  /** By pair of bodies, then by features. */
  sort(): void {
    const { rows, count, places } = this;
    const { pair, key } = this.memory;
    let k = 1;
    for (let last = places[0]; k < count; k++) {
      const at = places[k];
      if (!(pair[last] < pair[at] || (pair[last] === pair[at] && key[last] <= key[at]))) break;
      last = at;
    }
    if (k >= count) return;
    this.#isSorted = true;
    this.#order.sort(places, count, pair, key);
    for (k = 0; k < count; k++) rows[k] = this.#made[places[k]];
  }
}
