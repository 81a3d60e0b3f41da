/**
 * What contacts keep from step to step, by the features that touch: their impulses, as first guesses, and whether they stuck, which decides
 * between friction at rest and in motion. It is state: kept in snapshots, hashed and restored.
 */
import type { Hash } from '../base/hash.ts';
import type { Row } from './detect/row.ts';

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

const recordNumbers = 18;

/**
 * What contacts keep from step to step; a part of a snapshot.
 * @example const kept: number[] = new ContactMemory().numbers();
 */
export class ContactMemory {
  /** by pair and key */
  records: ContactRecord[] = [];
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
    this.records = other.records.map((r) => ({
      ...r,
      impulse: [...r.impulse],
      normal: [...r.normal],
      total: [...r.total],
      point: [...r.point],
    }));
  }
  /** Bodies have come or gone: contacts of those that stay are kept. */
  rename(ids: readonly string[]): void {
    if (ids.length === this.ids.length && ids.every((id, k) => id === this.ids[k])) return;
    const place = this.ids.map((id) => ids.indexOf(id));
    this.records = this.records.flatMap((r) => {
      const [a, b] = [place[r.a], place[r.b]];
      const sameOrder = a < b === r.a < r.b;
      return a < 0 || b < 0 || !sameOrder ? [] : [{ ...r, a, b, pair: Math.min(a, b) * ids.length + Math.max(a, b) }];
    });
    this.records.sort((x, y) => x.pair - y.pair || x.key - y.key);
    this.ids = ids;
  }
  /** All of it as numbers, to be saved; `read` takes them back. */
  numbers(): number[] {
    return [
      this.h,
      ...this.records.flatMap(({ pair, key, a, b, sticks, gap, impulse, normal, total, point }) => [
        ...[pair, key, a, b, sticks ? 1 : 0, gap],
        ...[...impulse, ...normal, ...total, ...point],
      ]),
    ];
  }
  /** From numbers that `numbers` made; ids: of the bodies, in scene order. */
  static read(values: ArrayLike<number>, ids: readonly string[]): ContactMemory {
    const made = new ContactMemory();
    made.ids = ids;
    made.h = values[0];
    const triple = (at: number): [number, number, number] => [values[at], values[at + 1], values[at + 2]];
    for (let at = 1; at + recordNumbers <= values.length; at += recordNumbers)
      made.records.push({
        pair: values[at],
        key: values[at + 1],
        a: values[at + 2],
        b: values[at + 3],
        sticks: values[at + 4] !== 0,
        gap: values[at + 5],
        impulse: triple(at + 6),
        normal: triple(at + 9),
        total: triple(at + 12),
        point: triple(at + 15),
      });
    return made;
  }
  addTo(hash: Hash): void {
    hash.number(this.records.length).number(this.h);
    for (const { pair, key, sticks, impulse, point } of this.records)
      hash
        .number(pair)
        .number(key)
        .number(sticks ? 1 : 0)
        .numbers(impulse)
        .numbers(point);
  }
  /** Gives rows their guesses; `fresh` is asked where a row is new. Both are sorted. */
  remember(rows: readonly Row[], count: number, give: (row: Row, record: ContactRecord | undefined) => void): void {
    const { records } = this;
    let at = 0;
    for (let k = 0; k < count; k++) {
      const row = rows[k];
      while (at < records.length && before(records[at], row)) at++;
      const found = at < records.length && records[at].pair === row.pair && records[at].key === row.key;
      give(row, found ? records[at] : undefined);
    }
  }
}
const before = (r: ContactRecord, row: Row): boolean => r.pair < row.pair || (r.pair === row.pair && r.key < row.key);
