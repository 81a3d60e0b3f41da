/**
 * Block-Jacobi and rigid motions of aggregates:  z = D r + P Ac^-1 P' r,   D = inverses of diagonal blocks,   Ac = P' A P.
 *
 * The blocks settle what is local, the motions what is not: 60 iterations for 115 (12,000 tets, h = 5 ms), 112 for 416 at 33 ms.
 * Ac is factored; pivots that are rounding errors, or negative, are dropped. It is a function of the matrix and of where nodes are alone, so
 * that nothing of it has to be kept between steps.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import type { Call } from '../../kernel/threads/pool.ts';
import { rangesOf, runAll, SharedCalls, type Turns } from '../../kernel/threads/shared-calls.ts';
import { planOf } from '../factor/plan.ts';
import type { SolveParts } from '../factor/solve-parts.ts';
import { Supernodal } from '../factor/supernodal.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';
import { cheapestOrder } from '../ordering/order.ts';
import { upperPattern } from '../pattern/pattern.ts';
import type { BlockMatrix } from './block-matrix.ts';
import { total } from './segments.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;
type Integers = Block<Int32Array<ArrayBuffer>>;

const motions = 6;
/** Numbers of a coarse block, and of a line of memory: threads write to lines of their own. */
const coarseNumbers = motions * motions;
const room = 40;
/** Operations for each block of the matrix, in the coarse matrix; and for each row, in an application. */
const operationsPerBlock = 200;
const operationsPerRow = 40;

/** z = M^-1 r, for an r. */
interface Application {
  readonly z: Numbers;
  readonly mask: Numbers;
  readonly calls: SharedCalls;
}

export class RigidPreconditioner {
  readonly #kernels: Kernels;
  readonly #inverse: Numbers;
  /** of each node its place from the centre of its aggregate, in m */
  readonly #arms: Numbers;
  readonly #aggregate: Integers;
  readonly #count: number;
  /** the nodes of each aggregate, and where they start */
  readonly #nodes: Integers;
  readonly #starts: Integers;
  /** of each coarse block the blocks of the matrix that count in it: which, its row and column, and how; and where they start */
  readonly #parts: Integers;
  readonly #partStarts: Integers;
  readonly #coarse: Numbers;
  readonly #room: Numbers;
  readonly #motions: Numbers;
  /** of each segment, its part of r.z */
  readonly #sums: Numbers;
  /** of each entry of the factored matrix, which number of the coarse blocks it is */
  readonly #entries: Integers;
  readonly #factor: Supernodal;
  /** the solve with it for several threads, if there are */
  readonly #solve: SolveParts | undefined;
  readonly #building: SharedCalls;
  readonly #applications = new Map<Numbers, Application>();

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
    const plan = planOf(cheapestOrder(pattern));
    this.#factor = new Supernodal(pattern, plan, arena);
    this.#inverse = arena.f64(9 * rows);
    this.#arms = arena.f64(3 * rows);
    const integers = (from: Int32Array): Integers => {
      const block = arena.i32(from.length);
      block.view().set(from);
      return block;
    };
    this.#aggregate = integers(aggregate);
    const nodes = listed(aggregate, this.#count);
    [this.#nodes, this.#starts] = [integers(nodes.members), integers(nodes.starts)];
    const parts = listed(
      places.filter((_, i) => i % 2 === 0),
      pairs.length,
    );
    this.#partStarts = integers(parts.starts);
    this.#parts = integers(partsOf(matrix, parts.members, places));
    this.#coarse = arena.f64(coarseNumbers * pairs.length);
    this.#room = arena.f64(room * Math.max(1, arena.team?.chunks ?? 1));
    this.#motions = arena.f64(motions * this.#count);
    if (arena.team) this.#solve = this.#factor.solveParts(plan, this.#motions, arena.team.threads);
    this.#sums = matrix.segments.sums();
    this.#entries = integers(entries);
    this.#building = this.#shared(operationsPerBlock * matrix.count, (most) => this.#buildTurns(most));
  }
  #shared(operations: number, turns: (chunks: number) => Turns, inPlace = false): SharedCalls {
    const whole = turns(1).flat(2);
    return new SharedCalls(this.arena.team, operations, turns, () => runAll(whole), inPlace);
  }
  /** D and the coarse blocks, then the entries of the coarse matrix. */
  #buildTurns(chunks: number): Turns {
    const { matrix } = this;
    const kernels = this.#kernels;
    const { pointers, values } = matrix.addresses;
    const coarse = evenRanges(this.#partStarts.view(), chunks).map(([first, last], c): Call[] => {
      const tables = [this.#partStarts.address, this.#parts.address, values, this.#arms.address];
      const args = [first, last, ...tables, this.#room.address + 8 * room * c, this.#coarse.address];
      return [{ run: kernels.coarseBlocks, args }];
    });
    const inverses = rangesOf(matrix.rows, chunks).map(([from, to]): Call[] => [
      { run: kernels.invertDiagonal, args: [from, to, pointers, values, this.#inverse.address] },
    ]);
    const picked = rangesOf(this.#entries.length, chunks).map(([from, to]): Call[] => {
      const [index, target] = [this.#entries.address + 4 * from, this.#factor.valuesAddress + 8 * from];
      return [{ run: kernels.pick, args: [to - from, index, this.#coarse.address, target] }];
    });
    return [[...coarse, ...inverses], picked];
  }
  /** For the matrix as it is, with nodes at x. */
  build(x: Float64Array): void {
    this.#known.clear();
    this.#measure(x);
    this.#building.run();
    this.#factor.factor();
  }
  #measure(x: Float64Array): void {
    const arms = this.#arms.address;
    this.#arms.view().set(x.subarray(0, this.#arms.length));
    this.#kernels.measureArms(0, this.#count, this.#starts.address, this.#nodes.address, arms, arms);
  }
  /** z = D r + mask .* P Ac^-1 P' r, where r is 0 where the mask is; returns r.z. */
  apply(r: Numbers, z: Numbers, mask: Numbers): number {
    this.#application(r, z, mask).calls.run();
    return total(this.#sums);
  }
  #application(r: Numbers, z: Numbers, mask: Numbers): Application {
    const known = this.#applications.get(r);
    if (known?.z === z && known.mask === mask) return known;
    known?.calls.release();
    const turns = (chunks: number): Turns => this.#applyTurns(r, z, mask, chunks);
    const made = { z, mask, calls: this.#shared(operationsPerRow * this.matrix.rows, turns, true) };
    this.#applications.set(r, made);
    return made;
  }
  /** Forces on aggregates; their motions; z = D r + P motions. */
  #applyTurns(r: Numbers, z: Numbers, mask: Numbers, chunks: number): Turns {
    const { segments } = this.matrix;
    const kernels = this.#kernels;
    const [arms, sum] = [this.#arms.address, this.#motions.address];
    const forces = rangesOf(this.#count, chunks).map(([from, to]): Call[] => {
      const lists = [this.#starts.address, this.#nodes.address];
      return [{ run: kernels.toAggregates, args: [from, to, ...lists, arms, r.address, sum] }];
    });
    const both = segments.ranges(chunks).map(([from, to]): Call[] => {
      const places = [segments.bounds.address, this.#aggregate.address, arms, mask.address, sum];
      const vectors = [this.#inverse.address, r.address, z.address, this.#sums.address];
      return [{ run: kernels.applyRigid, args: [from, to, ...places, ...vectors] }];
    });
    const solve = chunks > 1 ? this.#solve : undefined;
    return solve?.isCut
      ? [forces, solve.up, [solve.above], solve.down, both]
      : [forces, [[this.#factor.solveCall(this.#motions)]], both];
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
    this.#building.release();
    this.#solve?.release();
    for (const { calls } of this.#applications.values()) calls.release();
    for (const block of [this.#inverse, this.#arms, this.#coarse, this.#room, this.#motions, this.#sums])
      this.arena.release(block);
    for (const block of [this.#aggregate, this.#nodes, this.#starts, this.#parts, this.#partStarts, this.#entries])
      this.arena.release(block);
  }
}

/** Ranges of lists with about as many members each; starts: of each list, and the end. */
function evenRanges(starts: Int32Array, most: number): readonly (readonly [from: number, to: number])[] {
  const lists = starts.length - 1;
  const cuts = Array.from({ length: most + 1 }, (_, c) => starts.findIndex((at) => at * most >= starts[lists] * c));
  return cuts.slice(1).flatMap((to, c) => (cuts[c] < to ? [[cuts[c], to] as const] : []));
}
/** Which i have each value of `of`, ascending, from starts on. */
function listed(of: Int32Array, count: number): { readonly starts: Int32Array; readonly members: Int32Array } {
  const starts = new Int32Array(count + 1);
  for (const value of of) starts[value + 1]++;
  for (let k = 0; k < count; k++) starts[k + 1] += starts[k];
  const next = starts.slice();
  const members = new Int32Array(of.length);
  of.forEach((value, i) => {
    members[next[value]++] = i;
  });
  return { starts, members };
}
/** Of each of these blocks of the matrix: which, its row and column, and how it counts. */
function partsOf({ rows, pointers, indices }: BlockMatrix, blocks: Int32Array, places: Int32Array): Int32Array {
  const rowOf = new Int32Array(indices.length);
  for (let i = 0; i < rows; i++) rowOf.fill(i, pointers[i], pointers[i + 1]);
  return Int32Array.from([...blocks].flatMap((at) => [at, rowOf[at], indices[at], places[2 * at + 1]]));
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
