/** Kernels that go over all rows of a pool (packages/engine/assembly/row-gaps.ts, row-levers.ts), to the bits of the plain loops (gap.ts, levers.ts), and the memory that they share with its lists. */
import { Arena, type Block } from '../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../linalg/factor/system.ts';

/** Rows, from which on memory is that of kernels. */
export const manyRows = 64;
/** Coordinates are copied for kernels: up to so many of a row that takes less time than the plain loops, and the time to compile them. */
const coordinatesOfRow = 500;

/** Those of row-memory.ts that kernels read and write, in the order of packages/engine/assembly/row-lists.ts. */
const lists = [
  'type',
  'flipped',
  'active',
  'hasCouples',
  'count',
  'helpers',
  'body',
  'corner',
  'radius',
  'mu',
  'frame',
  'weights',
  'point',
  'lever',
  'couples',
] as const;
type RowLists = Readonly<Record<(typeof lists)[number], Float64Array | Int32Array | Uint8Array>>;

export class RowKernels {
  readonly #arena = new Arena(1);
  readonly #kernels: Kernels = kernelsIn(this.#arena.memory);
  readonly #lists: Block<Int32Array<ArrayBuffer>>;
  readonly #x: Block<Float64Array<ArrayBuffer>>;
  #rows: Block<Float64Array<ArrayBuffer>> | undefined;
  #places!: Block<Int32Array<ArrayBuffer>>;
  /** one byte of a row */
  #known!: Block<Int32Array<ArrayBuffer>>;
  #gaps!: Block<Float64Array<ArrayBuffer>>;
  /** of rows that were asked for last: 1 where there is an answer, and gaps */
  known = new Uint8Array(0);
  gaps = new Float64Array(0);
  /** where rows that are asked for are listed */
  places = new Int32Array(0);

  readonly #ofNodes: Block<Int32Array<ArrayBuffer>>;

  constructor(
    /** how many there are */
    coordinates: number,
    /** of each collider: 1 where its vertices are nodes */
    ofNodes: Uint8Array,
  ) {
    const arena = this.#arena;
    this.#lists = arena.i32(lists.length + 5);
    this.#x = arena.f64(coordinates);
    this.#ofNodes = arena.i32(Math.ceil(ofNodes.length / 4));
    new Uint8Array(arena.buffer, this.#ofNodes.address, ofNodes.length).set(ofNodes);
  }
  /** Memory for so many rows; what was there is lost. */
  allocate(rows: number, bytes: number): { readonly buffer: ArrayBuffer; readonly at: number } {
    const arena = this.#arena;
    if (this.#rows) for (const block of [this.#rows, this.#places, this.#known, this.#gaps]) arena.release(block);
    this.#rows = arena.f64(Math.ceil(bytes / 8));
    this.#places = arena.i32(rows);
    this.#known = arena.i32(Math.ceil(rows / 4));
    this.#gaps = arena.f64(rows);
    this.places = this.#places.view();
    this.gaps = this.#gaps.view();
    this.known = new Uint8Array(arena.buffer, this.#known.address, rows);
    return { buffer: arena.buffer, at: this.#rows.address };
  }
  /** Lists of rows are where they are now. */
  tell(memory: RowLists): void {
    const blocks = [this.#ofNodes, this.#x, this.#places, this.#known, this.#gaps];
    const own = lists.map((name) => memory[name].byteOffset);
    this.#lists.view().set([...own, ...blocks.map(({ address }) => address)]);
  }
  /** Whether it is worth it where there are so many rows. */
  isFor(count: number): boolean {
    return coordinatesOfRow * count >= this.#x.length;
  }
  /** Gaps of the first rows of `places` at q; `least`: the least of the true gap and that of the problem, of rows that are not active. */
  findGaps(count: number, q: Float64Array, least: boolean): void {
    this.#x.view().set(q);
    this.#kernels.findGaps(this.#lists.address, count, least ? 1 : 0);
  }
  /** Where they push at q, and their couples. Rows of `known` 0 are as they were. */
  findLevers(count: number, q: Float64Array): void {
    this.#x.view().set(q);
    this.#kernels.findLevers(this.#lists.address, count);
  }
}
