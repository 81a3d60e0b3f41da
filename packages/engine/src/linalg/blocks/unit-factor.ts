/**
 * A sparse matrix of blocks of up to 6 x 6 numbers and its factors L U by blocks, in WebAssembly (packages/engine/assembly/unit-factor.ts). Not symmetric;
 * pivots are chosen inside the diagonal blocks.
 *
 * Factors of 1000 spheres that land take 0.3 to 0.5 of the time of the same loops in JavaScript.
 */
import { Arena, type Block } from '../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';

/** Between lines of a block, and numbers of a block. */
const stride = 6;
const numbers = stride * stride;

/** Which units are coupled, in which order they are eliminated, and where that fills in. */
export interface UnitStructure {
  /** of each unit: when it is eliminated */
  readonly place: Int32Array;
  readonly order: Int32Array;
  /** units that are eliminated later and are coupled to the k-th, by place: later[first[k]] up to first[k + 1], ascending */
  readonly first: Int32Array;
  readonly later: Int32Array;
}

export class UnitFactor {
  readonly #arena = new Arena(1 << 16);
  readonly #kernels: Kernels = kernelsIn(this.#arena.memory);
  #n = 0;
  #integers: Block<Int32Array<ArrayBuffer>> = this.#arena.i32(64);
  #numbers: Block<Float64Array<ArrayBuffer>> = this.#arena.f64(256);
  /** addresses: first, later, sizes, pivots; blocks, a vector */
  #first = 0;
  #later = 0;
  #sizes = 0;
  #pivots = 0;
  #vector = 0;
  #order!: Int32Array;
  #unitAt!: Int32Array;
  #unitSize!: Int32Array;
  /** numbers of all blocks: diagonal ones by place, then U and L of each entry of `later` */
  blocks = new Float64Array(0);

  /** For units with so many rows each, whose velocities begin at `unitAt`. Blocks are zero. */
  begin({ order, first, later }: UnitStructure, unitAt: Int32Array, unitSize: Int32Array): void {
    const n = order.length;
    const integers = n + 1 + later.length + n + stride * n;
    const count = numbers * (n + 2 * later.length);
    if (this.#integers.length < integers) {
      this.#arena.release(this.#integers);
      this.#integers = this.#arena.i32(2 * integers);
    }
    if (this.#numbers.length < count + stride * n) {
      this.#arena.release(this.#numbers);
      this.#numbers = this.#arena.f64(Math.ceil(1.5 * (count + stride * n)));
    }
    const words = this.#integers.view();
    words.set(first, 0);
    words.set(later, n + 1);
    const sizesAt = n + 1 + later.length;
    for (let k = 0; k < n; k++) words[sizesAt + k] = unitSize[order[k]];
    this.#n = n;
    this.#order = order;
    this.#unitAt = unitAt;
    this.#unitSize = unitSize;
    this.#first = this.#integers.address;
    this.#later = this.#first + 4 * (n + 1);
    this.#sizes = this.#first + 4 * sizesAt;
    this.#pivots = this.#sizes + 4 * n;
    this.#vector = this.#numbers.address + 8 * count;
    this.blocks = this.#numbers.view().subarray(0, count);
    this.blocks.fill(0);
  }
  /** False where a pivot is doubtful. */
  factor(): boolean {
    const [first, later, sizes, pivots] = [this.#first, this.#later, this.#sizes, this.#pivots];
    return this.#kernels.factorUnits(this.#n, first, later, sizes, this.#numbers.address, pivots) === 1;
  }
  /** v becomes H^-1 v. */
  solve(v: Float64Array): void {
    const [order, unitAt, unitSize] = [this.#order, this.#unitAt, this.#unitSize];
    const all = this.#numbers.view();
    const from = this.blocks.length;
    for (let k = 0, to = from; k < this.#n; k++, to += stride) {
      const unit = order[k];
      const size = unitSize[unit];
      for (let r = 0; r < stride; r++) all[to + r] = r < size ? v[unitAt[unit] + r] : 0;
    }
    this.#kernels.solveUnits(
      this.#n,
      this.#first,
      this.#later,
      this.#sizes,
      this.#numbers.address,
      this.#pivots,
      this.#vector,
    );
    for (let k = 0, at = from; k < this.#n; k++, at += stride) {
      const unit = order[k];
      for (let r = 0; r < unitSize[unit]; r++) v[unitAt[unit] + r] = all[at + r];
    }
  }
}
