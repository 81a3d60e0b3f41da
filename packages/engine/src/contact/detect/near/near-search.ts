/** Finds all pairs of features of two bodies that are within a distance of each other, by a kernel (packages/engine/assembly/near-lists.ts) that goes down in the trees of both. */
import type { Block } from '../../../kernel/run/memory.ts';
import type { Collider } from '../../collider/collider.ts';
import { kinds } from '../placed-vertices.ts';
import { NearPairs } from './near-pairs.ts';
import type { Surfaces } from './surfaces.ts';

/** Numbers of `NearList` in the memory of kernels, four bytes each; the first two are one of eight bytes. */
const words = 22;
/** Two trees are at most 2 log2(n) deep together, and up to three pairs wait on each level. */
const mostWaiting = 1024;

export class NearSearch {
  readonly #numbers: Block<Int32Array<ArrayBuffer>>;
  readonly #waiting: Block<Int32Array<ArrayBuffer>>;
  /** pairs as they are found */
  readonly #found: NearPairs;
  #begin: Block<Int32Array<ArrayBuffer>>;

  constructor(private readonly surfaces: Surfaces) {
    const { arena } = surfaces;
    this.#numbers = arena.i32(words);
    this.#waiting = arena.i32(mostWaiting);
    this.#found = new NearPairs(arena);
    this.#begin = arena.i32(64);
  }
  /** Vertices of a and cells of b, or sharp edges of both, that are no farther apart than the limit: in ascending order, into `pairs`. */
  find(a: Collider, b: Collider, kind: typeof kinds.cells | typeof kinds.edges, limit: number, pairs: NearPairs): void {
    const { arena, kernels } = this.surfaces;
    const one = this.surfaces.tree(a, kind === kinds.edges ? kinds.edges : kinds.vertices);
    const two = this.surfaces.tree(b, kind);
    if (this.#begin.length <= one.count) {
      arena.release(this.#begin);
      this.#begin = arena.i32(one.count + 1);
    }
    const { address } = this.#numbers;
    const [x, y] = [this.surfaces.of(a), this.surfaces.of(b)];
    for (;;) {
      this.#found.reserve(pairs.capacity);
      new Float64Array(arena.buffer, address, 1)[0] = limit;
      this.#numbers
        .view()
        .set(
          [
            ...[kind === kinds.edges ? 1 : 0, a === b ? 1 : 0, pairs.capacity],
            ...[one.address, two.address, this.#waiting.address],
            ...[x.x, x.ends, x.sharp, y.x, y.ends, y.sharp, y.cells].map((block) => block.address),
            ...[...this.#found.addresses, ...pairs.addresses, this.#begin.address],
          ],
          2,
        );
      pairs.count = kernels.listNear(address);
      if (pairs.count <= pairs.capacity) return;
      pairs.reserve(2 * pairs.count);
    }
  }
}
