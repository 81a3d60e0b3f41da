/**
 * A symmetric matrix of 3x3 blocks, in an arena: the diagonal block of each row, then those of its upper triangle, ascending.
 *
 * Elements add blocks (a, b) in either order of the two nodes. A block below the diagonal is stored behind the others, and `fold`
 * adds its transpose to the upper triangle: elements need not know the order of nodes.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';

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
  readonly #folded: number;
  readonly #kernels: Kernels;
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
    const turned = new Map<number, number>();
    const folds: number[] = [];
    this.places = new Int32Array(pairs.length / 2);
    for (let k = 0; k < this.places.length; k++) {
      const [a, b] = [pairs[2 * k], pairs[2 * k + 1]];
      const at = this.find(a, b);
      if (a <= b) {
        this.places[k] = numbersInBlock * at;
        continue;
      }
      let other = turned.get(at);
      if (other === undefined) {
        other = this.count + turned.size;
        turned.set(at, other);
        folds.push(other, at);
      }
      this.places[k] = numbersInBlock * other;
    }
    this.#folded = turned.size;
    this.values = arena.f64(numbersInBlock * (this.count + turned.size) + spare);
    this.#pointers = arena.i32(pointers.length);
    this.#indices = arena.i32(indices.length);
    this.#folds = arena.i32(folds.length);
    this.#pointers.view().set(pointers);
    this.#indices.view().set(indices);
    this.#folds.view().set(folds);
    this.#kernels = kernelsIn(arena.memory);
  }
  /** Numbers of all blocks, including those to be folded; the rest is spare. */
  get size(): number {
    return numbersInBlock * (this.count + this.#folded);
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
  clear(): void {
    this.values.view().fill(0, 0, this.size);
  }
  /** After all blocks have been added. */
  fold(): void {
    this.#kernels.addTransposed(this.#folded, this.#folds.address, this.values.address);
  }
  /** A += diag(w) */
  addDiagonal(w: Numbers): void {
    this.#kernels.addDiagonal(this.rows, this.#pointers.address, this.values.address, w.address);
  }
  /** Rows and columns of unknowns with mask 0 become zero. */
  mask(mask: Numbers): void {
    this.#kernels.maskBlocks(
      this.rows,
      this.#pointers.address,
      this.#indices.address,
      this.values.address,
      mask.address,
    );
  }
  /** out = A x */
  multiply(x: Numbers, out: Numbers): void {
    this.#kernels.blockProduct(
      this.rows,
      this.#pointers.address,
      this.#indices.address,
      this.values.address,
      x.address,
      out.address,
    );
  }
  /** inverse: of each diagonal block, made positive definite. Returns how many were not. */
  invertDiagonal(inverse: Numbers): number {
    return this.#kernels.invertDiagonal(this.rows, this.#pointers.address, this.values.address, inverse.address);
  }
  release(): void {
    for (const block of [this.values, this.#pointers, this.#indices, this.#folds]) this.arena.release(block);
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
