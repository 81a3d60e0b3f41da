/**
 * L D L^T of a matrix of 3x3 blocks, and of that of coupled bodies: the same blocks at other places of a larger system.
 *
 * Elimination is ordered once for a pattern. Unknowns that are masked have empty rows; they get a 1 on the diagonal. A matrix that is not positive
 * definite is changed: a part of its diagonal is added until it is.
 */
import { Arena, type Block } from '../../kernel/run/memory.ts';
import { planOf } from '../factor/plan.ts';
import { Supernodal } from '../factor/supernodal.ts';
import { cheapestOrder } from '../ordering/order.ts';
import { symbolic } from '../ordering/symbolic.ts';
import { type Pattern, slotIn } from '../pattern/pattern.ts';
import type { Preconditioner } from './block-cg.ts';
import type { BlockMatrix } from './block-matrix.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

/** The upper triangle of blocks, the diagonal first in each row. */
export interface BlockPattern {
  readonly pointers: Int32Array;
  readonly indices: Int32Array;
}
/** Parts of the diagonal that are added to a matrix that is not positive definite, one after another. */
const shifts = [1e-3, 1e-2, 0.1, 1, 10];

/** Entry by entry: three rows of a row of blocks. */
export function scalarPattern({ pointers, indices }: BlockPattern): Pattern {
  const rows = pointers.length - 1;
  const starts = new Int32Array(3 * rows + 1);
  const columns = new Int32Array(9 * indices.length - 3 * rows);
  let at = 0;
  for (let i = 0; i < rows; i++)
    for (let r = 0; r < 3; r++) {
      for (let k = pointers[i]; k < pointers[i + 1]; k++)
        for (let c = k === pointers[i] ? r : 0; c < 3; c++) columns[at++] = 3 * indices[k] + c;
      starts[3 * i + r + 1] = at;
    }
  return { pointers: starts, indices: columns };
}
/** Of each number of the blocks, its place in a scalar pattern in which node 0 is at `first`; -1 below the diagonal. */
export function placesOf({ pointers, indices }: BlockPattern, whole: Pattern, first: number): Int32Array {
  const places = new Int32Array(9 * indices.length).fill(-1);
  for (let i = 0; i + 1 < pointers.length; i++)
    for (let r = 0; r < 3; r++)
      for (let k = pointers[i]; k < pointers[i + 1]; k++) {
        const from = k === pointers[i] ? r : 0;
        const at = slotIn(whole, first + 3 * i + r, first + 3 * indices[k] + from);
        for (let c = from; c < 3; c++) places[9 * k + 3 * r + c] = at + c - from;
      }
  return places;
}

const orders = new WeakMap<Int32Array, Int32Array>();
/** The order in which unknowns of a pattern of blocks are eliminated: a function of the pattern. */
export function orderOf(pattern: BlockPattern): Int32Array {
  const known = orders.get(pattern.indices);
  if (known) return known;
  const made = cheapestOrder(scalarPattern(pattern)).ordering;
  orders.set(pattern.indices, made);
  return made;
}

/** In memory of its own: it may be made in the middle of a step, and memory that grows leaves arrays behind. */
export function factorOf(pattern: Pattern, order: Int32Array): Supernodal {
  const costs = symbolic(pattern, order);
  return new Supernodal(pattern, planOf(costs), new Arena(16 * costs.entries));
}

export class BlockFactor implements Preconditioner {
  readonly #solver: Supernodal;
  readonly #places: Int32Array;
  readonly #x: Float64Array;

  constructor(private readonly matrix: BlockMatrix) {
    const whole = scalarPattern(matrix);
    this.#solver = factorOf(whole, orderOf(matrix));
    this.#places = placesOf(matrix, whole, 0);
    this.#x = new Float64Array(3 * matrix.rows);
  }
  /** L D L^T of the matrix, which becomes positive definite; mask: 1 for unknowns. True if the matrix is as it was. */
  factor(mask: Float64Array): boolean {
    const solver = this.#solver;
    const { pointers } = this.matrix;
    for (let round = 0; ; round++) {
      const [values, from, places] = [solver.values, this.matrix.values.view(), this.#places];
      for (let k = 0; k < places.length; k++) if (places[k] >= 0) values[places[k]] = from[k];
      for (let i = 0; i < mask.length; i++)
        if (mask[i] === 0) values[places[9 * pointers[(i - (i % 3)) / 3] + 4 * (i % 3)]] = 1;
      solver.factor();
      if (solver.dependentCount === 0 || round === shifts.length) return round === 0;
      for (let i = 0; i < mask.length; i++) {
        const at = 9 * pointers[(i - (i % 3)) / 3] + 4 * (i % 3);
        from[at] += shifts[round] * Math.abs(from[at]);
      }
    }
  }
  /** v becomes A^-1 v. */
  solve(v: Float64Array): void {
    this.#solver.solve(v);
  }
  apply(r: Numbers, z: Numbers, mask: Numbers): number {
    const [x, free, given] = [this.#x, mask.view(), r.view()];
    x.set(given.subarray(0, x.length));
    this.#solver.solve(x);
    const out = z.view();
    let sum = 0;
    for (let i = 0; i < x.length; i++) {
      out[i] = free[i] * x[i];
      sum += given[i] * out[i];
    }
    return sum;
  }
  release(): void {
    this.#solver.release();
  }
}
