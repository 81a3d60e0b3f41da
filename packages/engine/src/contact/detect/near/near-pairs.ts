/** Pairs of features, one of each of two lists, in ascending order, with how far apart they were; in the memory of kernels. Views are to be fetched again where another list may have been made. */
import type { Arena, Block } from '../../../kernel/run/memory.ts';

export class NearPairs {
  count = 0;
  #first: Block<Int32Array<ArrayBuffer>>;
  #second: Block<Int32Array<ArrayBuffer>>;
  #due: Block<Float64Array<ArrayBuffer>>;
  /** m: how far they have travelled by now; pairs that are due beyond `lookahead` are not near */
  travelled = Number.NaN;
  lookahead = Number.NaN;
  /** first * width + second, as they were added */
  keys = new Float64Array(64);
  width = 1;

  constructor(private readonly arena: Arena) {
    this.#first = arena.i32(64);
    this.#second = arena.i32(64);
    this.#due = arena.f64(64);
  }
  get first(): Int32Array {
    return this.#first.view();
  }
  get second(): Int32Array {
    return this.#second.view();
  }
  /** m: how far apart a pair was when it was looked at last, and how far bodies had travelled by then since the list was made */
  get due(): Float64Array {
    return this.#due.view();
  }
  /** of these three */
  get addresses(): readonly [number, number, number] {
    return [this.#first.address, this.#second.address, this.#due.address];
  }
  /** `width`: how many there are in the second list. */
  clear(width: number): void {
    this.count = 0;
    this.width = width;
  }
  add(first: number, second: number): void {
    if (this.count === this.keys.length) {
      const more = new Float64Array(2 * this.count);
      more.set(this.keys);
      this.keys = more;
    }
    this.keys[this.count++] = first * this.width + second;
  }
  /** Sorts them. */
  sort(): void {
    const { count, keys, width, arena } = this;
    keys.subarray(0, count).sort();
    if (this.#first.length < count) {
      for (const block of [this.#first, this.#second, this.#due]) arena.release(block);
      this.#first = arena.i32(keys.length);
      this.#second = arena.i32(keys.length);
      this.#due = arena.f64(keys.length);
    }
    const { first, second } = this;
    for (let k = 0; k < count; k++) {
      const one = Math.floor(keys[k] / width);
      first[k] = one;
      second[k] = keys[k] - width * one;
    }
  }
}
