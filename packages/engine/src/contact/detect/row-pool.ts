/** The rows of a step, in memory that is used again in every step. */
import { Row } from './row.ts';

/** Features of a body, at most. */
const most = 4_194_304;

export class RowPool {
  readonly rows: Row[] = [];
  count = 0;

  constructor(private readonly bodies: number) {}
  clear(): void {
    this.count = 0;
  }
  next(): Row {
    if (this.count === this.rows.length) this.rows.push(new Row());
    const row = this.rows[this.count++];
    row.applied.fill(0);
    row.active = row.solved = row.fixed = false;
    return row;
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
      count++;
    }
    this.count = count;
  }
  /** Leaves out those from `first` on that are there before it. */
  dropKnown(first: number): void {
    const { rows } = this;
    let count = first;
    for (let k = first; k < this.count; k++) {
      let isKnown = false;
      for (let m = 0; m < first && !isKnown; m++)
        isKnown = rows[m].pair === rows[k].pair && rows[m].key === rows[k].key;
      if (isKnown) continue;
      [rows[count], rows[k]] = [rows[k], rows[count]];
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
    const sorted = rows.slice(0, count).sort((x, y) => x.pair - y.pair || x.key - y.key);
    for (k = 0; k < count; k++) rows[k] = sorted[k];
  }
}
const isBefore = (x: Row, y: Row): boolean => x.pair < y.pair || (x.pair === y.pair && x.key <= y.key);
