/**
 * A symmetric matrix of 3x3 blocks, in an arena: the diagonal block of each row, then those of its upper triangle, ascending.
 *
 * Elements add blocks (a, b) in either order of the two nodes. A block below the diagonal is stored behind the others, and `fold`
 * adds its transpose to the upper triangle: elements need not know the order of nodes. Such blocks are in the order of those they are
 * added to, so that a range of rows has a range of them.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import type { Call } from '../../kernel/threads/pool.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';
import { Segments, total } from './segments.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;
type Integers = Block<Int32Array<ArrayBuffer>>;

const numbersInBlock = 9;

export class BlockMatrix {
  /** rows of blocks */
  readonly rows: number;
  /** blocks of the upper triangle */
  readonly count: number;
  readonly pointers: Int32Array;
  readonly indices: Int32Array;
  readonly values: Numbers;
  readonly #pointers: Integers;
  readonly #indices: Integers;
  readonly #folds: Integers;
  /** blocks that others are added to, ascending */
  readonly #folded: Int32Array;
  readonly #kernels: Kernels;
  readonly segments: Segments;
  /** of each segment, its part of x.A x in the last product */
  readonly #sums: Numbers;
  /** of each pair of `pairs`, the first of its numbers in `values` */
  readonly places: Int32Array;

  /** pairs: nodes a, b of every block that is added, in any order; spare: numbers behind the blocks, never read */
  constructor(
    private readonly arena: Arena,
    rows: number,
    pairs: Int32Array,
    spare: number,
  ) {
    this.rows = rows;
    const { pointers, indices } = upperRows(rows, pairs);
    this.pointers = pointers;
    this.indices = indices;
    this.count = indices.length;
    const slots = new Int32Array(pairs.length / 2);
    const turned = new Set<number>();
    for (let k = 0; k < slots.length; k++) {
      const [a, b] = [pairs[2 * k], pairs[2 * k + 1]];
      slots[k] = this.find(a, b);
      if (a > b) turned.add(slots[k]);
    }
    this.#folded = Int32Array.from(turned).sort();
    const folds = new Int32Array(2 * this.#folded.length);
    const other = new Int32Array(this.count);
    this.#folded.forEach((at, k) => {
      other[at] = this.count + k;
      folds.set([this.count + k, at], 2 * k);
    });
    this.places = slots.map((at, k) => numbersInBlock * (pairs[2 * k] > pairs[2 * k + 1] ? other[at] : at));
    this.values = arena.f64(this.size + spare);
    this.#pointers = arena.i32(pointers.length);
    this.#indices = arena.i32(indices.length);
    this.#folds = arena.i32(folds.length);
    this.#pointers.view().set(pointers);
    this.#indices.view().set(indices);
    this.#folds.view().set(folds);
    this.#kernels = kernelsIn(arena.memory);
    this.segments = new Segments(arena, pointers, indices);
    this.#sums = this.segments.sums();
  }
  /** Numbers of all blocks, including those to be folded; the rest is spare. */
  get size(): number {
    return numbersInBlock * (this.count + this.#folded.length);
  }
  /** The block of two nodes. */
  find(a: number, b: number): number {
    const [i, j] = a < b ? [a, b] : [b, a];
    const { pointers, indices } = this;
    let [low, high] = [pointers[i], pointers[i + 1] - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (indices[middle] < j) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  get addresses(): { readonly pointers: number; readonly indices: number; readonly values: number } {
    return { pointers: this.#pointers.address, indices: this.#indices.address, values: this.values.address };
  }
  /** By a kernel: `fill` of an array in shared memory goes entry by entry. */
  clear(): void {
    this.#kernels.clear(this.values.address, 8 * this.size);
  }
  /** Where numbers of the rows before `row` end: of the upper triangle, and of what is to be folded. */
  endsBefore(row: number): readonly [upper: number, folded: number] {
    const upper = this.pointers[row];
    let folded = 0;
    while (folded < this.#folded.length && this.#folded[folded] < upper) folded++;
    return [numbersInBlock * upper, numbersInBlock * (this.count + folded)];
  }
  /** After all blocks have been added. */
  fold(): void {
    this.#kernels.addTransposed(this.#folded.length, this.#folds.address, this.values.address);
  }
  /** A += diag(w) */
  addDiagonal(w: Numbers): void {
    this.#kernels.addDiagonal(0, this.rows, this.#pointers.address, this.values.address, w.address);
  }
  /** Rows and columns of unknowns with mask 0 become zero. */
  mask(mask: Numbers): void {
    const { pointers, indices, values } = this.addresses;
    this.#kernels.maskBlocks(0, this.rows, pointers, indices, values, mask.address);
  }
  /** `clear`, what adds blocks of rows [from, to), `fold`, `addDiagonal` and `mask`, for these rows alone. */
  assemblyCalls(from: number, to: number, add: readonly Call[], w: Numbers, mask: Numbers): Call[] {
    const kernels = this.#kernels;
    const { pointers, indices, values } = this.addresses;
    const [[upper, folded], [upperEnd, foldedEnd]] = [this.endsBefore(from), this.endsBefore(to)];
    const [first, count] = [folded / numbersInBlock - this.count, (foldedEnd - folded) / numbersInBlock];
    return [
      { run: kernels.clear, args: [values + 8 * upper, 8 * (upperEnd - upper)] },
      { run: kernels.clear, args: [values + 8 * folded, 8 * (foldedEnd - folded)] },
      ...add,
      { run: kernels.addTransposed, args: [count, this.#folds.address + 8 * first, values] },
      { run: kernels.addDiagonal, args: [from, to, pointers, values, w.address] },
      { run: kernels.maskBlocks, args: [from, to, pointers, indices, values, mask.address] },
    ];
  }
  /** out = A x */
  multiply(x: Numbers, out: Numbers): void {
    const { bounds, halos, halo, count } = this.segments;
    this.multiplyApart(x, out);
    this.#kernels.addHalos(0, count, bounds.address, halos.address, halo.address, out.address);
  }
  /** Without what segments add to the rows of others: `haloCall` does that. */
  multiplyApart(x: Numbers, out: Numbers): void {
    const { bounds, halos, halo, count } = this.segments;
    this.#kernels.blockProduct(
      0,
      count,
      bounds.address,
      halos.address,
      this.#pointers.address,
      this.#indices.address,
      this.values.address,
      x.address,
      out.address,
      halo.address,
      this.#sums.address,
    );
  }
  /** `multiplyApart` for a range of segments. */
  productCall(first: number, last: number, x: Numbers, out: Numbers): Call {
    const { pointers, indices, values } = this.addresses;
    const { bounds, halos, halo } = this.segments;
    const structure = [bounds.address, halos.address, pointers, indices, values];
    const vectors = [x.address, out.address, halo.address, this.#sums.address];
    return { run: this.#kernels.blockProduct, args: [first, last, ...structure, ...vectors] };
  }
  haloCall(first: number, last: number, out: Numbers): Call {
    const { bounds, halos, halo } = this.segments;
    return {
      run: this.#kernels.addHalos,
      args: [first, last, bounds.address, halos.address, halo.address, out.address],
    };
  }
  /** x.A x of the last product */
  get curvature(): number {
    return total(this.#sums);
  }
  /** inverse: of each diagonal block, made positive definite. */
  invertDiagonal(inverse: Numbers): void {
    const { pointers, values } = this.addresses;
    this.#kernels.invertDiagonal(0, this.rows, pointers, values, inverse.address);
  }
  release(): void {
    for (const block of [this.values, this.#pointers, this.#indices, this.#folds, this.#sums])
      this.arena.release(block);
    this.segments.release();
  }
}

/** Of each row the columns from the diagonal on, ascending, each once. */
function upperRows(rows: number, pairs: Int32Array): { pointers: Int32Array; indices: Int32Array } {
  const starts = new Int32Array(rows + 1);
  for (let k = 0; k < pairs.length; k += 2)
    if (pairs[k] !== pairs[k + 1]) starts[Math.min(pairs[k], pairs[k + 1]) + 1]++;
  for (let i = 0; i < rows; i++) starts[i + 1] += starts[i];
  const columns = new Int32Array(starts[rows]);
  const next = starts.slice();
  for (let k = 0; k < pairs.length; k += 2) {
    const [a, b] = [pairs[k], pairs[k + 1]];
    if (a !== b) columns[next[Math.min(a, b)]++] = Math.max(a, b);
  }
  const pointers = new Int32Array(rows + 1);
  const indices = new Int32Array(rows + columns.length);
  let at = 0;
  for (let i = 0; i < rows; i++) {
    indices[at++] = i;
    const own = columns.subarray(starts[i], starts[i + 1]).sort();
    for (let k = 0; k < own.length; k++) if (k === 0 || own[k] !== own[k - 1]) indices[at++] = own[k];
    pointers[i + 1] = at;
  }
  return { pointers, indices: indices.slice(0, at) };
}
