/** Kernels that go over all rows of a pool (packages/engine/assembly/row-gaps.ts, row-levers.ts), to the bits of the plain loops (gap.ts, levers.ts), and the memory that they share with its lists. */
import { Arena, type Block } from '../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../linalg/factor/system.ts';
import { IslandLists } from '../step/at-once/island-lists.ts';

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
  'gap',
  'guess',
] as const;
type RowLists = Readonly<Record<(typeof lists)[number], Float64Array | Int32Array | Uint8Array>>;

/** Of so many rows: a memory of its own, which never grows. A memory that grows detaches its views, and code that was optimised before is made anew. */
export class RowKernels {
  readonly #kernels: Kernels;
  readonly #lists: Block<Int32Array<ArrayBuffer>>;
  readonly #x: Block<Float64Array<ArrayBuffer>>;
  readonly #ofNodes: Block<Int32Array<ArrayBuffer>>;
  readonly #blocks: readonly Block<Float64Array | Int32Array>[];
  /** of rows that were asked for last: 1 where there is an answer, and gaps */
  readonly known: Uint8Array;
  readonly gaps: Float64Array;
  /** where rows that are asked for are listed */
  readonly places: Int32Array;
  /** memory for the lists of rows */
  readonly buffer: ArrayBuffer;
  readonly at: number;
  readonly #arena: Arena;
  readonly #hasIslands: boolean;
  #islands: IslandLists | undefined;

  constructor(
    rows: number,
    /** of their lists */
    bytes: number,
    /** how many there are */
    coordinates: number,
    /** of each collider: 1 where its vertices are nodes */
    bodies: Uint8Array,
  ) {
    this.#hasIslands = IslandLists.isFor(rows);
    const more = this.#hasIslands ? IslandLists.bytesFor(coordinates) : 0;
    const arena = new Arena(bytes + 8 * coordinates + 13 * rows + bodies.length + 1024 + more);
    this.#arena = arena;
    this.#kernels = kernelsIn(arena.memory);
    this.#lists = arena.i32(lists.length + 5);
    this.#x = arena.f64(coordinates);
    this.#ofNodes = arena.i32(Math.ceil(bodies.length / 4));
    const [places, known, gaps] = [arena.i32(rows), arena.i32(Math.ceil(rows / 4)), arena.f64(rows)];
    this.#blocks = [this.#ofNodes, this.#x, places, known, gaps];
    this.at = arena.f64(Math.ceil(bytes / 8)).address;
    this.buffer = arena.buffer;
    new Uint8Array(this.buffer, this.#ofNodes.address, bodies.length).set(bodies);
    this.places = places.view();
    this.gaps = gaps.view();
    this.known = new Uint8Array(this.buffer, known.address, rows);
  }
  /** Lists of rows are where they are now. */
  tell(memory: RowLists): void {
    const own = lists.map((name) => memory[name].byteOffset);
    this.#lists.view().set([...own, ...this.#blocks.map(({ address }) => address)]);
  }
  /** Whether it is worth it where there are so many rows. */
  isFor(count: number): boolean {
    return coordinatesOfRow * count >= this.#x.length;
  }
  /** Lists for islands that are solved at once, where rows are many; bodies are at q for these. */
  islandsAt(q: Float64Array): IslandLists | undefined {
    if (!this.#hasIslands) return undefined;
    this.#islands ??= new IslandLists(this.#arena, this.#lists.address, this.#x.length);
    this.#x.view().set(q);
    return this.#islands;
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
