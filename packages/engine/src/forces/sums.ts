/** Adds numbers that kernels left in memory to the entries of a matrix. Where each number goes is found once. */
import type { Arena, Block } from '../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../linalg/factor/system.ts';

export class Sums {
  readonly #width: number;
  readonly #count: number;
  readonly #places: Block<Int32Array>;
  /** which of the entries that stay each goes to; -1 for one that slides */
  readonly #entries: Int32Array;
  readonly #kernels: Kernels;

  /**
   * One after another: which of the entries that stay (see layout.ts), or -1; the address of the number; with `weighted` also
   * which weight it is multiplied with.
   */
  constructor(
    private readonly arena: Arena,
    places: ArrayLike<number>,
    weighted = false,
  ) {
    const width = weighted ? 3 : 2;
    this.#width = width;
    this.#count = places.length / width;
    this.#entries = new Int32Array(this.#count);
    this.#places = arena.i32(places.length);
    this.#kernels = kernelsIn(arena.memory);
    const words = this.#places.view();
    for (let k = 0, at = 0; k < this.#count; k++, at += width) {
      this.#entries[k] = places[at];
      words[at + 1] = places[at + 1];
      if (weighted) words[at + 2] = 8 * places[at + 2];
    }
  }
  /** at: where the entries that stay are now. */
  settle(at: Int32Array): void {
    const words = this.#places.view();
    const entries = this.#entries;
    for (let k = 0, to = 0; k < entries.length; k++, to += this.#width)
      if (entries[k] >= 0) words[to] = 8 * at[entries[k]];
  }
  /** Moves a sliding number to another entry, with another weight if it has one. */
  set(k: number, slot: number, weight?: number): void {
    const words = this.#places.view();
    words[this.#width * k] = 8 * slot;
    if (weight !== undefined) words[this.#width * k + 2] = 8 * weight;
  }
  /** To entries at an address. */
  add(values: number): void {
    this.#kernels.sum(this.#count, this.#places.address, values);
  }
  addWeighted(values: number, weights: number): void {
    this.#kernels.sumWeighted(this.#count, this.#places.address, values, weights);
  }
  release(): void {
    this.arena.release(this.#places);
  }
}
