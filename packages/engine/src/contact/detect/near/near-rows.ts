/**
 * Rows of pairs that were found (near-filter.ts), by kernels (packages/engine/assembly/near-rows.ts) that do what the plain loops of feature-pairs.ts do, to the same bits. Of two bodies that are not
 * both rigid.
 */
import type { Block } from '../../../kernel/run/memory.ts';
import type { Collider } from '../../collider/collider.ts';
import type { Surfaces } from './surfaces.ts';

/** Of each pair: numbers, and whole ones. */
export const rowNumbers = 13;
export const rowCorners = 4;
/** Where numbers are: `type` is below 0 where there is no row. Behind `r` is the place on the second body. */
export const rowFields = { type: 0, key: 1, distance: 2, apart: 3, r: 4, weights: 10 } as const;
/** Numbers of `NearRows` in the memory of kernels, four bytes each. */
const words = 9;

export class NearRows {
  readonly #own: Block<Int32Array<ArrayBuffer>>;
  #numbers: Block<Float64Array<ArrayBuffer>>;
  #corners: Block<Int32Array<ArrayBuffer>>;

  constructor(private readonly surfaces: Surfaces) {
    const { arena } = surfaces;
    this.#own = arena.i32(words);
    this.#numbers = arena.f64(64 * rowNumbers);
    this.#corners = arena.i32(64 * rowCorners);
  }
  /** Of each pair `rowNumbers`. */
  get numbers(): Float64Array {
    return this.#numbers.view();
  }
  /** How many corners the second side has, and which. */
  get corners(): Int32Array {
    return this.#corners.view();
  }
  /** Of vertices of a and cells of b; `list`: the address of the numbers of the filter. */
  ofCells(a: Collider, b: Collider, list: number, count: number, flipped: boolean): void {
    this.#write(a, b, count, flipped);
    this.surfaces.kernels.cellRows(list, this.#own.address, count);
  }
  ofEdges(a: Collider, b: Collider, list: number, count: number): void {
    this.#write(a, b, count, false);
    this.surfaces.kernels.edgeRows(list, this.#own.address, count);
  }
  /** The least distance of the pairs that were looked at last. */
  nearest(count: number): number {
    const { numbers } = this;
    let least = Infinity;
    for (let at = rowFields.distance; at < rowNumbers * count; at += rowNumbers)
      if (numbers[at] < least) least = numbers[at];
    return least;
  }
  #write(a: Collider, b: Collider, count: number, flipped: boolean): void {
    const { arena } = this.surfaces;
    if (this.#numbers.length < rowNumbers * count) {
      arena.release(this.#numbers);
      arena.release(this.#corners);
      this.#numbers = arena.f64(2 * rowNumbers * count);
      this.#corners = arena.i32(2 * rowCorners * count);
    }
    const { firstTriangle, trianglesAt } = this.surfaces.of(b);
    const own = this.#own.view();
    own[0] = flipped ? 1 : 0;
    own[1] = b.core.closed ? 1 : 0;
    own[2] = a.featureOfEdge(0);
    own[3] = b.featureOfEdge(0);
    own[4] = b.featureOfTriangle(0);
    own[5] = firstTriangle.address;
    own[6] = trianglesAt.address;
    own[7] = this.#numbers.address;
    own[8] = this.#corners.address;
  }
}
