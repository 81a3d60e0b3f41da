/** Numbers that kernels leave in memory, added to the entries of a matrix: which goes where is found once. */
import type { Arena, Block } from '../kernel/memory.ts';
import { type Kernels, kernelsIn } from '../linalg/system.ts';

export class Sums {
  readonly #count: number;
  readonly #places: Block<Int32Array>;
  readonly #kernels: Kernels;

  /** One after another: which entry, the address of the number; with `weighted` also which weight it is multiplied with. */
  constructor(
    private readonly arena: Arena,
    places: readonly number[],
    weighted = false,
  ) {
    const width = weighted ? 3 : 2;
    this.#count = places.length / width;
    this.#places = arena.i32(places.length);
    this.#kernels = kernelsIn(arena.memory);
    const words = this.#places.view();
    for (let k = 0; k < places.length; k += width) {
      words[k] = 8 * places[k];
      words[k + 1] = places[k + 1];
      if (weighted) words[k + 2] = 8 * places[k + 2];
    }
  }
  /** With weights: another entry, and another weight. */
  set(k: number, slot: number, weight: number): void {
    const words = this.#places.view();
    words[3 * k] = 8 * slot;
    words[3 * k + 2] = 8 * weight;
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
