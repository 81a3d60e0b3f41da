/**
 * Block-Jacobi and rigid motions of aggregates:  z = D r + P Ac^-1 P' r,   D = inverses of diagonal blocks,   Ac = P' A P.
 *
 * The blocks settle what is local, the motions what is not: 60 iterations for 115 (12,000 tets, h = 5 ms), 112 for 416 at 33 ms.
 * Ac is factored; pivots that are rounding errors, or negative, are dropped. It is a function of the matrix and of where nodes are alone, so
 * that nothing of it has to be kept between steps.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import { planOf } from '../factor/plan.ts';
import { Supernodal } from '../factor/supernodal.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';
import { cheapestOrder } from '../ordering/order.ts';
import { upperPattern } from '../pattern/pattern.ts';
import type { BlockMatrix } from './block-matrix.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;
type Integers = Block<Int32Array<ArrayBuffer>>;

const motions = 6;

export class RigidPreconditioner {
  readonly #kernels: Kernels;
  readonly #inverse: Numbers;
  /** of each node its place from the centre of its aggregate, in m */
  readonly #arms: Numbers;
  readonly #aggregate: Integers;
  readonly #count: number;
  /** of each block of the matrix: its coarse block, and how it counts there */
  readonly #places: Integers;
  readonly #coarse: Numbers;
  readonly #room: Numbers;
  readonly #motions: Numbers;
  /** of each entry of the factored matrix, which number of the coarse blocks it is */
  readonly #entries: Integers;
  readonly #factor: Supernodal;
  readonly #centres: Float64Array;
  readonly #nodesIn: Float64Array;

  constructor(
    private readonly arena: Arena,
    private readonly matrix: BlockMatrix,
    aggregate: Int32Array,
  ) {
    const { rows } = matrix;
    this.#kernels = kernelsIn(arena.memory);
    this.#count = aggregate.reduce((most, a) => Math.max(most, a), -1) + 1;
    const { pairs, places } = coarsePattern(matrix, aggregate, this.#count);
    const [pattern, entries] = scalarPattern(this.#count, pairs);
    this.#factor = new Supernodal(pattern, planOf(cheapestOrder(pattern)), arena);
    this.#inverse = arena.f64(9 * rows);
    this.#arms = arena.f64(3 * rows);
    this.#aggregate = arena.i32(rows);
    this.#places = arena.i32(places.length);
    this.#coarse = arena.f64(36 * pairs.length);
    this.#room = arena.f64(36);
    this.#motions = arena.f64(motions * this.#count);
    this.#entries = arena.i32(entries.length);
    this.#aggregate.view().set(aggregate);
    this.#places.view().set(places);
    this.#entries.view().set(entries);
    this.#centres = new Float64Array(3 * this.#count);
    this.#nodesIn = new Float64Array(this.#count);
    for (const a of aggregate) this.#nodesIn[a]++;
  }
  /** For the matrix as it is, with nodes at x. */
  build(x: Float64Array): void {
    const { matrix } = this;
    this.#known.clear();
    matrix.invertDiagonal(this.#inverse);
    this.#measure(x);
    const { pointers, indices, values } = matrix.addresses;
    this.#coarse.view().fill(0);
    this.#kernels.coarseBlocks(
      matrix.rows,
      pointers,
      indices,
      values,
      this.#arms.address,
      this.#places.address,
      this.#room.address,
      this.#coarse.address,
    );
    this.#kernels.pick(this.#entries.length, this.#entries.address, this.#coarse.address, this.#factor.valuesAddress);
    this.#factor.factor();
  }
  #measure(x: Float64Array): void {
    const [centres, arms, aggregate] = [this.#centres.fill(0), this.#arms.view(), this.#aggregate.view()];
    for (let i = 0; i < aggregate.length; i++)
      for (let k = 0; k < 3; k++) centres[3 * aggregate[i] + k] += x[3 * i + k];
    for (let a = 0; a < this.#count; a++) for (let k = 0; k < 3; k++) centres[3 * a + k] /= this.#nodesIn[a];
    for (let i = 0; i < aggregate.length; i++)
      for (let k = 0; k < 3; k++) arms[3 * i + k] = x[3 * i + k] - centres[3 * aggregate[i] + k];
  }
  /** z = D r + mask .* P Ac^-1 P' r; r is 0 where the mask is. */
  apply(r: Numbers, z: Numbers, mask: Numbers): void {
    const { rows } = this.matrix;
    const motions = this.#motions.view().fill(0);
    this.#kernels.applyDiagonal(rows, this.#inverse.address, r.address, z.address);
    this.#kernels.toAggregates(rows, this.#aggregate.address, this.#arms.address, r.address, this.#motions.address);
    this.#factor.solve(motions);
    this.#kernels.fromAggregates(
      rows,
      this.#aggregate.address,
      this.#arms.address,
      mask.address,
      this.#motions.address,
      z.address,
    );
  }
  /** The block of a node in D + P Ac^-1 P', row by row: an estimate of that of the inverse. */
  diagonalBlock(node: number, out: Float64Array): void {
    const [a, inverse, arms] = [this.#aggregate.view()[node], this.#inverse.view(), this.#arms.view()];
    const own = this.#coarseInverse(a);
    const [x, y, z] = [arms[3 * node], arms[3 * node + 1], arms[3 * node + 2]];
    // P_i = [I, -[d]x], row by row
    const P = [1, 0, 0, 0, z, -y, 0, 1, 0, -z, 0, x, 0, 0, 1, y, -x, 0];
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        let sum = inverse[9 * node + 3 * r + c];
        for (let m = 0; m < motions; m++)
          for (let k = 0; k < motions; k++) sum += P[motions * r + m] * own[motions * m + k] * P[motions * c + k];
        out[3 * r + c] = sum;
      }
  }
  /** Of the aggregates that were asked for since `build`, their blocks of Ac^-1. */
  readonly #known = new Map<number, Float64Array>();
  #coarseInverse(a: number): Float64Array {
    const known = this.#known.get(a);
    if (known) return known;
    const n = motions * this.#count;
    const columns = new Float64Array(motions * n);
    for (let m = 0; m < motions; m++) columns[m * n + motions * a + m] = 1;
    this.#factor.solveMany(columns, columns, motions);
    const made = new Float64Array(motions * motions);
    for (let m = 0; m < motions; m++)
      for (let k = 0; k < motions; k++) made[motions * m + k] = columns[m * n + motions * a + k];
    this.#known.set(a, made);
    return made;
  }
  release(): void {
    this.#factor.release();
    for (const block of [this.#inverse, this.#arms, this.#aggregate, this.#places, this.#coarse])
      this.arena.release(block);
    for (const block of [this.#room, this.#motions, this.#entries]) this.arena.release(block);
  }
}

/** Pairs of aggregates that blocks of the matrix couple, and of each block which it is and how it counts. */
function coarsePattern(matrix: BlockMatrix, aggregate: Int32Array, count: number) {
  const { rows, pointers, indices } = matrix;
  const number = new Map<number, number>();
  const pairs: [number, number][] = [];
  const places = new Int32Array(2 * indices.length);
  for (let i = 0; i < rows; i++) {
    for (let at = pointers[i]; at < pointers[i + 1]; at++) {
      const [a, b] = [aggregate[i], aggregate[indices[at]]];
      const key = Math.min(a, b) * count + Math.max(a, b);
      let place = number.get(key);
      if (place === undefined) {
        place = pairs.push([Math.min(a, b), Math.max(a, b)]) - 1;
        number.set(key, place);
      }
      places[2 * at] = place;
      // a block between two nodes of one aggregate counts both ways
      places[2 * at + 1] = a > b ? 1 : a === b && indices[at] !== i ? 2 : 0;
    }
  }
  return { pairs, places };
}

/** The coarse matrix entry by entry, and which number of the coarse blocks each is. */
function scalarPattern(count: number, pairs: readonly (readonly [number, number])[]) {
  const entries: [number, number][] = [];
  const numberOf = new Map<number, number>();
  const n = motions * count;
  pairs.forEach(([a, b], k) => {
    for (let r = 0; r < motions; r++)
      for (let c = a === b ? r : 0; c < motions; c++) {
        const [i, j] = [motions * a + r, motions * b + c];
        entries.push([i, j]);
        numberOf.set(i * n + j, 36 * k + motions * r + c);
      }
  });
  const pattern = upperPattern(n, entries);
  const numbers = new Int32Array(pattern.indices.length);
  for (let i = 0; i < n; i++)
    for (let at = pattern.pointers[i]; at < pattern.pointers[i + 1]; at++)
      numbers[at] = numberOf.get(i * n + pattern.indices[at]) as number;
  return [pattern, numbers] as const;
}
