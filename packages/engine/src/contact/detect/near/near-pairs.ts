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
  /** Writes these addresses. */
  tell(out: Int32Array, at: number): void {
    out[at] = this.#first.address;
    out[at + 1] = this.#second.address;
    out[at + 2] = this.#due.address;
  }
  get capacity(): number {
    return this.#first.length;
  }
  /** Room for so many; what was there is lost. */
  reserve(count: number): void {
    if (count <= this.capacity) return;
    const { arena } = this;
    for (const block of [this.#first, this.#second, this.#due]) arena.release(block);
    this.#first = arena.i32(count);
    this.#second = arena.i32(count);
    this.#due = arena.f64(count);
  }
  /** Leaves out those that are not asked for. */
  keep(asked: (first: number, second: number) => boolean): void {
    const { first, second, due } = this;
    let count = 0;
    for (let k = 0; k < this.count; k++) {
      if (!asked(first[k], second[k])) continue;
      first[count] = first[k];
      second[count] = second[k];
      due[count++] = due[k];
    }
    this.count = count;
  }
}
