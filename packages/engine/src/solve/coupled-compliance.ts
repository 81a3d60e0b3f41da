/**
 * How far a unit of a row's multiplier moves the row, when all rows that share its nodes act alike: an upper bound of the
 * coupled operator J W J^T, row by row, without a matrix.                                             [PB88 notes, 4.2, 6]
 *
 *   D_r = J_r W J_r^T                                          the row alone
 *   N_r = sqrt(D_r) sum_i |J_ri| W_i sum_s |J_si|/sqrt(D_s)    the sum of |entries| of its row of D^-1/2 J W J^T D^-1/2, or more,
 *                                                              times D_r
 *
 * A row alone has N = D. For volumes of cells of a block it is 48/(rho L^5), the number of the notes. The inner sum is a column
 * of the State, which is made once a step for all constraints of a method; units of rows that share nodes may differ.
 */
import type { BoundRelation, Rows } from '../constraints/bound-relation.ts';
import { activationColumn, jacobian } from '../constraints/bound-relation.ts';
import type { BatchView, MemberBatch } from '../constraints/method.ts';
import { addTo, type Kernel, kernel, parameter } from '../kernel/compile/kernel.ts';
import { abs, add, type Expr, mul, reciprocal, select, sqrt, zero } from '../kernel/formula/expr.ts';
import type { State } from '../state/state.ts';

/** A column of the State at the coordinates of all blocks, in the order of J. */
export const gathered = (boundRelation: BoundRelation, column: string): Expr[] =>
  boundRelation.shapes.flatMap((_, k) => boundRelation.blocks(column, k).flat());
const total = (terms: readonly Expr[]): Expr => terms.reduce((a, b) => add(a, b), zero);
const inverseOrZero = (x: Expr): Expr => select(zero, x, reciprocal(x), zero);

/** D of each row. */
const alone = (J: readonly (readonly Expr[])[], w: readonly Expr[]): Expr[] =>
  J.map((row) => total(row.map((j, i) => mul(mul(j, j), w[i]))));

/** N of each row; 0 where nothing can move it. */
export function coupledCompliances(boundRelation: BoundRelation, rows: Rows, column: string): Expr[] {
  const J = jacobian(rows);
  const [w, coupling] = ['w', column].map((name) => gathered(boundRelation, name));
  return alone(J, w).map((D, r) => mul(sqrt(D), total(J[r].map((j, i) => mul(mul(abs(j), w[i]), coupling[i])))));
}

/** Adds |J_si|/sqrt(D_s) of active members to the column. */
function couplingKernel(boundRelation: BoundRelation, column: string): Kernel {
  const rows = boundRelation.at('q');
  const J = jacobian(rows);
  const scales = alone(J, gathered(boundRelation, 'w')).map((D) => inverseOrZero(sqrt(D)));
  const active = parameter(activationColumn);
  let at = 0;
  const sinks = boundRelation.shapes.flatMap((_, k) =>
    boundRelation.blocks('q', k).map((block, b) => {
      const first = at;
      at += block.length;
      const sums = block.map((_, c) => total(J.map((row, r) => mul(abs(row[first + c]), scales[r]))));
      return addTo(
        column,
        boundRelation.anchorSlot(k) + b,
        sums.map((sum) => select(zero, active, sum, zero)),
      );
    }),
  );
  return kernel(sinks);
}

/** Makes the column for all constraints of a method. */
export class Coupling {
  readonly #batches: readonly { readonly shape: BatchView; readonly memberBatch: MemberBatch }[];

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
    private readonly column: string,
  ) {
    this.#batches = shapes.map((shape) => ({
      shape,
      memberBatch: shape.memberBatch(couplingKernel(shape.boundRelation, column), [
        ...Array(shape.members.length).keys(),
      ]),
    }));
  }
  update(): void {
    this.state.column(this.column).fill(0);
    for (const { shape, memberBatch } of this.#batches) if (!shape.idle) memberBatch.batch.run();
  }
  release(): void {
    for (const { shape, memberBatch } of this.#batches) shape.releaseMemberBatch(memberBatch);
  }
}

/** Reciprocals of N, 0 where nothing can move a row. */
export const inverseCompliances = (boundRelation: BoundRelation, rows: Rows, column: string): Expr[] =>
  coupledCompliances(boundRelation, rows, column).map(inverseOrZero);
