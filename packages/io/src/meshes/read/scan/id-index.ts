/** From the numbers that a file gives its vertices to their places. Numbers may have gaps and stand in any order. */
import { MeshError } from '../../mesh-error.ts';

/** A table is used for numbers up to so many times the count; beyond, a hash. */
const tableFactor = 4;

export class IdIndex {
  readonly #ids: Int32Array;
  readonly #first: number;
  readonly #consecutive: boolean;
  /** place + 1 by number, or by slot of the hash; 0 is empty */
  readonly #table: Int32Array = new Int32Array();
  readonly #mask: number = 0;

  constructor(ids: Int32Array) {
    this.#ids = ids;
    this.#first = ids.length ? ids[0] : 0;
    let largest = 0;
    let consecutive = true;
    for (let n = 0; n < ids.length; n++) {
      if (ids[n] !== this.#first + n) consecutive = false;
      if (ids[n] > largest) largest = ids[n];
    }
    this.#consecutive = consecutive;
    if (consecutive) return;
    if (largest < tableFactor * ids.length + 1024) {
      this.#table = new Int32Array(largest + 1);
      for (let n = 0; n < ids.length; n++) {
        if (this.#table[ids[n]]) twice(ids[n]);
        this.#table[ids[n]] = n + 1;
      }
      return;
    }
    let size = 16;
    while (size < 2 * ids.length) size *= 2;
    this.#mask = size - 1;
    this.#table = new Int32Array(size);
    for (let n = 0; n < ids.length; n++) {
      let slot = slotOf(ids[n], this.#mask);
      for (; this.#table[slot]; slot = (slot + 1) & this.#mask)
        if (ids[this.#table[slot] - 1] === ids[n]) twice(ids[n]);
      this.#table[slot] = n + 1;
    }
  }
  /** 1, 2, 3 ... or 0, 1, 2 ...: nothing that would have to be kept */
  get plain(): boolean {
    return this.#consecutive && (this.#first === 0 || this.#first === 1);
  }
  /** The first number, if each is one more than the one before. */
  get first(): number | undefined {
    return this.#consecutive ? this.#first : undefined;
  }
  /** -1 if there is none */
  find(id: number): number {
    if (this.#consecutive) {
      const n = id - this.#first;
      return n >= 0 && n < this.#ids.length ? n : -1;
    }
    if (!this.#mask) return id >= 0 && id < this.#table.length ? this.#table[id] - 1 : -1;
    for (let slot = slotOf(id, this.#mask); this.#table[slot]; slot = (slot + 1) & this.#mask) {
      if (this.#ids[this.#table[slot] - 1] === id) return this.#table[slot] - 1;
    }
    return -1;
  }
}

const slotOf = (id: number, mask: number): number => {
  const mixed = Math.imul(id, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & mask;
};
function twice(id: number): never {
  throw new MeshError(`two vertices have the number ${id}; number them differently.`);
}
