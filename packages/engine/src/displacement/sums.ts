/** Numbers that kernels leave in memory, added to the entries of a matrix: which goes where is found once. */
import type { Arena, Block } from '../kernel/memory.ts';
import { kernelsIn } from '../linalg/system.ts';

interface Place {
  /** which entry, and the address of the number */
  readonly slot: number;
  readonly address: number;
  /** which weight it is multiplied with */
  readonly weight: number;
}

export class Sums {
  readonly #count: number;
  readonly #places: Block<Int32Array>;

  /** With weights, or without. */
  constructor(
    private readonly arena: Arena,
    places: readonly Place[] | readonly Omit<Place, 'weight'>[],
  ) {
    this.#count = places.length;
    const words = places.flatMap((place) =>
      'weight' in place ? [8 * place.slot, place.address, 8 * place.weight] : [8 * place.slot, place.address],
    );
    this.#places = arena.i32(words.length);
    this.#places.view().set(words);
  }
  /** With weights: another entry, and another weight. */
  set(k: number, slot: number, weight: number): void {
    const words = this.#places.view();
    words[3 * k] = 8 * slot;
    words[3 * k + 2] = 8 * weight;
  }
  /** To entries at an address. */
  add(values: number): void {
    kernelsIn(this.arena.memory).sum(this.#count, this.#places.address, values);
  }
  addWeighted(values: number, weights: number): void {
    kernelsIn(this.arena.memory).sumWeighted(this.#count, this.#places.address, values, weights);
  }
  release(): void {
    this.arena.release(this.#places);
  }
}
