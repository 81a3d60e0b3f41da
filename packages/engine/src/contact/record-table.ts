/** Contacts of a step as numbers, one after another, in memory that is used again: those of 1000 spheres were a megabyte of objects in every step. */

/** Where the numbers of a record are; `memory.ts` says what they mean. */
export const fields = {
  pair: 0,
  key: 1,
  a: 2,
  b: 3,
  sticks: 4,
  gap: 5,
  impulse: 6,
  normal: 9,
  total: 12,
  point: 15,
} as const;
export const recordNumbers = 18;

export class RecordTable {
  count = 0;
  /** another list after `add` */
  values = new Float64Array(16 * recordNumbers);

  clear(): void {
    this.count = 0;
  }
  /** Where a further record begins. */
  add(): number {
    const at = recordNumbers * this.count++;
    if (at === this.values.length) {
      const values = new Float64Array(2 * at);
      values.set(this.values);
      this.values = values;
    }
    return at;
  }
  copy(other: RecordTable): void {
    this.count = other.count;
    this.values = other.values.slice(0, recordNumbers * Math.max(1, other.count));
  }
  /** Where the record of a contact begins among the first `count`, which are sorted; -1 where there is none. */
  find(pair: number, key: number, count: number): number {
    const { values } = this;
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = recordNumbers * middle;
      if (values[at] < pair || (values[at] === pair && values[at + 1] < key)) low = middle + 1;
      else high = middle;
    }
    const at = recordNumbers * low;
    return low < count && values[at] === pair && values[at + 1] === key ? at : -1;
  }
  /** By pair, then by key. */
  sort(): void {
    const { values, count } = this;
    const order = Array.from({ length: count }, (_, k) => recordNumbers * k);
    order.sort((x, y) => values[x] - values[y] || values[x + 1] - values[y + 1]);
    const sorted = new Float64Array(values.length);
    for (let k = 0; k < count; k++) sorted.set(values.subarray(order[k], order[k] + recordNumbers), recordNumbers * k);
    this.values = sorted;
  }
}
