/**
 * How far a unit of a row's multiplier moves the row, when all constraints that share its points act alike: a bound of the coupled
 * operator J W J^T, row by row, without a matrix.                                                        [PB88 notes, 4.2, 6]
 *
 *   N_r = sum_p n_p W_p sum_s |J_rp . J_sp|       p: points, n_p: how many constraints act on p, s: rows of the same constraint
 *
 * J W J^T is at most diag(N). A constraint pushes p by a = sum_r J_rp lam_r. For all at p, |a_1 + ... + a_n|^2 <= n (|a_1|^2 + ... +
 * |a_n|^2), and |a|^2 = sum_rs lam_r lam_s J_rp . J_sp <= sum_r lam_r^2 sum_s |J_rp . J_sp|. Only products of vectors and counts of
 * constraints are used, so that N does not depend on the axes; rows of one constraint that are orthogonal, as those of a nail, do not soften
 * each other. A row alone has N = J W J^T. For volumes of cells of a block n_p W_p = 8/(rho V) at every corner, and N is the 48/(rho L^5)
 * of the notes. The column n_p W_p is made when members are switched; units of rows that share nodes may differ.
 */
import type { BoundRelation, Rows } from '../constraints/bound-relation.ts';
import { activationColumn, jacobian } from '../constraints/bound-relation.ts';
import type { BatchView, MemberBatch } from '../constraints/method.ts';
import { addTo, type Kernel, kernel, parameter } from '../kernel/compile/kernel.ts';
import { abs, add, type Expr, mul, one, reciprocal, select, zero } from '../kernel/formula/expr.ts';
import type { State } from '../state/state.ts';

/** A column of the State at the coordinates of all blocks, in the order of J. */
export const gathered = (boundRelation: BoundRelation, column: string): Expr[] =>
  boundRelation.shapes.flatMap((_, k) => boundRelation.blocks(column, k).flat());

/** N of each row; 0 where nothing can move it. */
export function coupledCompliances(boundRelation: BoundRelation, rows: Rows): Expr[] {
  const blocks = boundRelation.shapes.flatMap((_, k) => boundRelation.blocks(column, k));
  const total = (terms: readonly Expr[]): Expr => terms.reduce((sum, term) => add(sum, term), zero);
  const J = jacobian(rows);
  return J.map((row, r) => {
    let at = 0;
    const parts = blocks.map((block) => {
      const [first, end] = [at, at + block.length];
      at = end;
      const own = row.slice(first, end);
      const products = J.map((other, s) => {
        const product = total(own.map((j, c) => mul(j, other[first + c])));
        return s === r ? product : abs(product);
      });
      return mul(total(products), block[0]); // the coordinates of a point have one W and one count
    });
    return total(parts);
  });
}

/**
 * Adds to each point how many active members act on it. Where J is constant, points on which it is 0 do not count; elsewhere all do
 * that it may ever act on.
 */
function countingKernel(boundRelation: BoundRelation): Kernel {
  const J = jacobian(boundRelation.at('q'));
  const { linear, turning } = boundRelation;
  const active = parameter(activationColumn);
  let at = 0;
  const sinks = boundRelation.shapes.flatMap((_, k) =>
    boundRelation.blocks('q', k).map((block, b) => {
      const [first, end] = [at, at + block.length];
      at = end;
      const slopes = J.flatMap((row) => row.slice(first, end)).filter((j) => j !== zero);
      const size = slopes.reduce((sum, j) => add(sum, abs(j)), zero);
      const acts = !slopes.length ? zero : linear && !turning ? select(zero, size, one, zero) : one;
      const count = select(zero, active, acts, zero);
      return addTo(
        column,
        boundRelation.anchorSlot(k) + b,
        block.map(() => count),
      );
    }),
  );
  return kernel(sinks);
}

/** The column of the State with n_p W_p. */
const column = 'coupling';

/**
 * Makes the column. Constraints with other options, or of another method that uses it, count alike: they share a point, whoever
 * holds it.
 */
export class Coupling {
  readonly #batches: readonly { readonly shape: BatchView; readonly memberBatch: MemberBatch }[];
  readonly #all: Couplings;

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
  ) {
    this.#batches = shapes.map((shape) => ({
      shape,
      memberBatch: shape.memberBatch(countingKernel(shape.boundRelation), [...Array(shape.members.length).keys()]),
    }));
    this.#all = known.get(state) ?? { couplings: [], changes: -1 };
    known.set(state, this.#all);
    this.#all.couplings.push(this);
    this.#all.changes = -1;
  }
  update(): void {
    const { couplings } = this.#all;
    let changes = 0;
    for (let k = 0; k < couplings.length; k++) changes += couplings[k].#changes();
    if (changes === this.#all.changes) return;
    this.#all.changes = changes;
    const counts = this.state.column(column);
    const w = this.state.column('w');
    counts.fill(0);
    for (let k = 0; k < couplings.length; k++) couplings[k].#count();
    for (let i = 0; i < counts.length; i++) counts[i] *= w[i];
  }
  #changes(): number {
    let changes = 0;
    for (let i = 0; i < this.#batches.length; i++) changes += this.#batches[i].shape.changes;
    return changes;
  }
  #count(): void {
    for (const { shape, memberBatch } of this.#batches) if (!shape.idle) memberBatch.batch.run();
  }
  release(): void {
    this.#all.couplings.splice(this.#all.couplings.indexOf(this), 1);
    this.#all.changes = -1;
    for (const { shape, memberBatch } of this.#batches) shape.releaseMemberBatch(memberBatch);
  }
}

/** Of one State. An array: the iterator of a Set would be garbage in each step. */
interface Couplings {
  readonly couplings: Coupling[];
  changes: number;
}
const known = new WeakMap<State, Couplings>();

/** Reciprocals of N, 0 where nothing can move a row. */
export const inverseCompliances = (boundRelation: BoundRelation, rows: Rows): Expr[] =>
  coupledCompliances(boundRelation, rows).map((N) => select(zero, N, reciprocal(N), zero));
