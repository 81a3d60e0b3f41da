/**
 * What contacts keep from step to step, by the features that touch: their impulses, as first guesses, and whether they stuck, which decides
 * between friction at rest and in motion. It is state: kept in snapshots, hashed and restored.
 */
import type { Hash } from '../base/hash.ts';
import type { RowPool } from './detect/row-pool.ts';
import { fields, RecordTable, recordNumbers } from './record-table.ts';

/** One contact of the last step. */
export interface ContactRecord {
  pair: number;
  key: number;
  /** bodies, by index */
  a: number;
  b: number;
  sticks: boolean;
  /** m, at the end of the step */
  gap: number;
  /** N s along n, t1, t2 */
  impulse: [number, number, number];
  /** from body b to body a */
  normal: [number, number, number];
  /** N s on body a, in world axes */
  total: [number, number, number];
  /** m, where it acts */
  point: [number, number, number];
}

/**
 * What contacts keep from step to step; a part of a snapshot.
 * @example const kept: number[] = new ContactMemory().numbers();
 */
export class ContactMemory {
  /** sorted by pair and key */
  table = new RecordTable();
  /** s: the step that they were made in */
  h = 0;
  /** bodies that indices mean */
  ids: readonly string[] = [];

  copy(): ContactMemory {
    const made = new ContactMemory();
    made.assign(this);
    return made;
  }
  assign(other: ContactMemory): void {
    this.h = other.h;
    this.ids = other.ids;
    this.table.copy(other.table);
  }
  get records(): readonly ContactRecord[] {
    const { values, count } = this.table;
    return Array.from({ length: count }, (_, k) => recordAt(values, recordNumbers * k));
  }
  /** Bodies have come or gone: contacts of those that stay are kept. */
  rename(ids: readonly string[]): void {
    if (ids.length === this.ids.length && ids.every((id, k) => id === this.ids[k])) return;
    const place = this.ids.map((id) => ids.indexOf(id));
    const { table } = this;
    const { values } = table;
    let count = 0;
    for (let from = 0; from < recordNumbers * table.count; from += recordNumbers) {
      const [oldA, oldB] = [values[from + fields.a], values[from + fields.b]];
      const [a, b] = [place[oldA], place[oldB]];
      const sameOrder = a < b === oldA < oldB;
      if (a < 0 || b < 0 || !sameOrder) continue;
      const to = recordNumbers * count++;
      values.copyWithin(to, from, from + recordNumbers);
      values[to + fields.a] = a;
      values[to + fields.b] = b;
      values[to + fields.pair] = Math.min(a, b) * ids.length + Math.max(a, b);
    }
    table.count = count;
    table.sort();
    this.ids = ids;
  }
  /** All of it as numbers, to be saved; `read` takes them back. */
  numbers(): number[] {
    return [this.h, ...this.table.values.subarray(0, recordNumbers * this.table.count)];
  }
  /** From numbers that `numbers` made; ids: of the bodies, in scene order. */
  static read(values: ArrayLike<number>, ids: readonly string[]): ContactMemory {
    const made = new ContactMemory();
    made.ids = ids;
    made.h = values[0];
    for (let from = 1; from + recordNumbers <= values.length; from += recordNumbers) {
      const to = made.table.add();
      for (let k = 0; k < recordNumbers; k++) made.table.values[to + k] = values[from + k];
      made.table.values[to + fields.sticks] = values[from + fields.sticks] !== 0 ? 1 : 0;
    }
    return made;
  }
  addTo(hash: Hash): void {
    const { values, count } = this.table;
    hash.number(count).number(this.h);
    for (let at = 0; at < recordNumbers * count; at += recordNumbers)
      hash
        .number(values[at + fields.pair])
        .number(values[at + fields.key])
        .number(values[at + fields.sticks])
        .numbers(values, at + fields.impulse, at + fields.impulse + 3)
        .numbers(values, at + fields.point, at + fields.point + 3);
  }
  /** Of each row where its record begins, or -1 where it is new. Both are sorted. */
  find({ memory, places, count }: RowPool, out: Int32Array): void {
    const { values } = this.table;
    const end = recordNumbers * this.table.count;
    let at = 0;
    for (let k = 0; k < count; k++) {
      const pair = memory.pair[places[k]];
      const key = memory.key[places[k]];
      while (at < end && (values[at] < pair || (values[at] === pair && values[at + 1] < key))) at += recordNumbers;
      out[k] = at < end && values[at] === pair && values[at + 1] === key ? at : -1;
    }
  }
}
const tripleAt = (values: Float64Array, at: number): [number, number, number] => [
  values[at],
  values[at + 1],
  values[at + 2],
];
const recordAt = (values: Float64Array, at: number): ContactRecord => ({
  pair: values[at + fields.pair],
  key: values[at + fields.key],
  a: values[at + fields.a],
  b: values[at + fields.b],
  sticks: values[at + fields.sticks] !== 0,
  gap: values[at + fields.gap],
  impulse: tripleAt(values, at + fields.impulse),
  normal: tripleAt(values, at + fields.normal),
  total: tripleAt(values, at + fields.total),
  point: tripleAt(values, at + fields.point),
});
