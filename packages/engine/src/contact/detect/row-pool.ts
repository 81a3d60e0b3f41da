/** The rows of a step, in memory that is used again in every step. */
import { Row } from './row.ts';
import { RowMemory } from './row-memory.ts';

/** Features of a body, at most. */
const most = 4_194_304;

export class RowPool {
  readonly memory = new RowMemory();
  readonly rows: Row[] = [];
  count = 0;
  /** rows are not in the order of their memory */
  #isSorted = false;

  constructor(private readonly bodies: number) {}
  clear(): void {
    this.count = 0;
    if (!this.#isSorted) return;
    this.#isSorted = false;
    this.rows.sort((x, y) => x.at - y.at);
  }
  next(): Row {
    const { memory, rows } = this;
    if (this.count === rows.length) this.#add();
    const row = rows[this.count++];
    const { at } = row;
    memory.applied.fill(0, 3 * at, 3 * at + 3);
    memory.active[at] = memory.solved[at] = 0;
    row.fixed = false;
    return row;
  }
  #add(): void {
    const { memory, rows } = this;
    if (rows.length === memory.capacity) {
      memory.grow();
      for (const row of rows) row.view();
    }
    rows.push(new Row(memory, rows.length));
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
  }
  pairOf(a: number, b: number): number {
    return a < b ? a * this.bodies + b : b * this.bodies + a;
  }
  keyOf(featureA: number, featureB: number, type: number): number {
    return (featureA * most + featureB) * 8 + type;
  }
  /** By pair of bodies, then by features. */
  sort(): void {
    const { rows, count } = this;
    let k = 1;
    while (k < count && isBefore(rows[k - 1], rows[k])) k++;
    if (k >= count) return;
    this.#isSorted = true;
    const sorted = rows.slice(0, count).sort((x, y) => x.pair - y.pair || x.key - y.key);
    for (k = 0; k < count; k++) rows[k] = sorted[k];
  }
}
const isBefore = (x: Row, y: Row): boolean => x.pair < y.pair || (x.pair === y.pair && x.key <= y.key);
