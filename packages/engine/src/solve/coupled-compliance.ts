/**
 * How far a unit of a row's multiplier moves the row, when all rows that share its coordinates act alike: a bound of the coupled
 * operator J W J^T, row by row, without a matrix.                                                        [PB88 notes, 4.2, 6]
 *
 *   N_r = sum_i n_i W_i J_ri^2              n_i: the number of rows that act on coordinate i
 *
 * J W J^T is at most diag(N), since (a_1 + ... + a_n)^2 <= n (a_1^2 + ... + a_n^2) at every coordinate. A row alone has N = J W J^T.
 * For volumes of cells of a block n_i W_i = 8/(rho V) at every corner, and N is the 48/(rho L^5) of the notes. The column n_i W_i is
 * made when members are switched; units of rows that share nodes may differ.
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

const constantRows = ({ linear, turning }: BoundRelation): boolean => linear && !turning;

/** N of each row; 0 where nothing can move it. */
export function coupledCompliances(boundRelation: BoundRelation, rows: Rows, column: string): Expr[] {
  const blocks = boundRelation.shapes.flatMap((_, k) => boundRelation.blocks(column, k));
  const total = (terms: readonly Expr[]): Expr => terms.reduce((sum, term) => add(sum, term), zero);
  return jacobian(rows).map((row) => {
    let at = 0;
    const parts = blocks.map((block) => {
      const J = row.slice(at, at + block.length);
      at += block.length;
      // the three coordinates of a point have one W, and where J is not constant one count: one number is read
      if (!constantRows(boundRelation) && J.every((j) => j !== zero))
        return mul(total(J.map((j) => mul(j, j))), block[0]);
      return total(J.map((j, c) => mul(mul(j, j), block[c])));
    });
    return total(parts);
  });
}

/**
 * Adds to each coordinate how many rows of active members act on it. Where J is constant, as that of a plane, coordinates along which
 * it is 0 do not count; elsewhere all do that it may ever act on.
 */
function countingKernel(boundRelation: BoundRelation, column: string): Kernel {
  const J = jacobian(boundRelation.at('q'));
  const fixed = constantRows(boundRelation);
  const acts = (j: Expr): Expr => (j === zero ? zero : fixed ? select(zero, abs(j), one, zero) : one);
  const active = parameter(activationColumn);
  let at = 0;
  const sinks = boundRelation.shapes.flatMap((_, k) =>
    boundRelation.blocks('q', k).map((block, b) => {
      const first = at;
      at += block.length;
      const counts = block.map((_, c) => J.map((row) => acts(row[first + c])).reduce((sum, n) => add(sum, n), zero));
      return addTo(
        column,
        boundRelation.anchorSlot(k) + b,
        counts.map((count) => select(zero, active, count, zero)),
      );
    }),
  );
  return kernel(sinks);
}

/** Makes the column for all constraints of a method. */
export class Coupling {
  readonly #batches: readonly { readonly shape: BatchView; readonly memberBatch: MemberBatch }[];
  #changes = -1;

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
    private readonly column: string,
  ) {
    this.#batches = shapes.map((shape) => ({
      shape,
      memberBatch: shape.memberBatch(countingKernel(shape.boundRelation, column), [
        ...Array(shape.members.length).keys(),
      ]),
    }));
  }
  update(): void {
    let changes = 0;
    for (let i = 0; i < this.#batches.length; i++) changes += this.#batches[i].shape.changes;
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.state.column(this.column).fill(0);
    for (const { shape, memberBatch } of this.#batches) if (!shape.idle) memberBatch.batch.run();
    const [coupling, w] = [this.column, 'w'].map((name) => this.state.column(name));
    for (let i = 0; i < coupling.length; i++) coupling[i] *= w[i];
  }
  release(): void {
    for (const { shape, memberBatch } of this.#batches) shape.releaseMemberBatch(memberBatch);
  }
}

/** Reciprocals of N, 0 where nothing can move a row. */
export const inverseCompliances = (boundRelation: BoundRelation, rows: Rows, column: string): Expr[] =>
  coupledCompliances(boundRelation, rows, column).map((N) => select(zero, N, reciprocal(N), zero));
