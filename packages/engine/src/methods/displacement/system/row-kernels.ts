/** The kernel of a member of a constraint in a solve with multipliers: C, J, second derivatives. See kkt-rows.ts. */

import { type BoundRelation, jacobian, perBoundRelation } from '../../../constraints/bound-relation.ts';
import { gather, type Kernel, kernel, row, sourceOf, toRow } from '../../../kernel/compile/kernel.ts';
import { hessian } from '../../../kernel/formula/derive.ts';
import { add, type Expr, isConst, mul, reachable } from '../../../kernel/formula/expr.ts';
import { coordinatesOf } from '../points/sliding-dofs.ts';

interface Entry {
  readonly r: number;
  readonly i: number;
  /** which number of the member it is: alike ones are one */
  readonly at: number;
}
export interface RowKernel {
  readonly kernel: Kernel;
  /** entries of J: row, and which coordinate of the member */
  readonly entries: readonly Entry[];
  /**
   * entries of second derivatives, lower triangle: d2C/dq2 of a row that bends the same way everywhere (see Relation.convex),
   * or of all rows of a member lambda . d2C/dq2, with lambda in the rows from `lambda` on
   */
  readonly bends: readonly { readonly i: number; readonly j: number; readonly at: number }[];
  readonly lambda: number | undefined;
  /** J is the same wherever points are */
  readonly linear: boolean;
}

/** Which second derivatives are computed: none, those of taut rows, those of all rows of a member, times their multipliers. */
type Bending = 'straight' | 'taut' | 'curved';
export const rowKernels: Readonly<Record<Bending, (boundRelation: BoundRelation) => RowKernel>> = {
  straight: perBoundRelation((boundRelation) => makeKernel(boundRelation, 'straight')),
  taut: perBoundRelation((boundRelation) => makeKernel(boundRelation, 'taut')),
  curved: perBoundRelation((boundRelation) => makeKernel(boundRelation, 'curved')),
};
/** Numbers of a member: C, the size of rounding, J, d2C/dq2. */
function makeKernel(boundRelation: BoundRelation, bending: Bending): RowKernel {
  const curved = bending === 'curved';
  const rows = boundRelation.at('p');
  const J = jacobian(rows);
  const coordinates = coordinatesOf(boundRelation);
  const sizes = boundRelation.sizes('p');
  const zeroes = (e: Expr): boolean => isConst(e) && e.value === 0;
  const entries = J.flatMap((line, r) => line.flatMap((e, i) => (zeroes(e) ? [] : [{ r, i, e }])));
  const first = 2 * rows.C.length + entries.length;
  const lambda = curved ? first + (coordinates.length * (coordinates.length + 1)) / 2 : undefined;
  const bent = !boundRelation.plain
    ? undefined // Newton's method converges without them: inertia dominates the matrix
    : curved
      ? rows.C.map((C, r) => mul(row((lambda as number) + r), C)).reduce((a, b) => add(a, b))
      : bending === 'taut' && boundRelation.relation.convex
        ? rows.C[0]
        : undefined;
  const second = bent
    ? hessian(
        bent,
        coordinates.map(({ slot, component }) => gather('p', slot, component)),
      )
    : [];
  const bends: { i: number; j: number; e: Expr }[] = [];
  for (let i = 0, n = 0; n < second.length; i++)
    for (let j = 0; j <= i; j++, n++) if (!zeroes(second[n])) bends.push({ i, j, e: second[n] });
  const numbers = [...new Set([...entries, ...bends].map(({ e }) => e))];
  const at = (e: Expr): number => 2 * rows.C.length + numbers.indexOf(e);
  return {
    kernel: kernel([...rows.C, ...sizes, ...numbers].map((e, k) => toRow(k, e))),
    entries: entries.map(({ r, i, e }) => ({ r, i, at: at(e) })),
    bends: bends.map(({ i, j, e }) => ({ i, j, at: at(e) })),
    lambda,
    linear: !reachable(entries.map(({ e }) => e)).some((e) => e.op === 'input' && sourceOf(e).from === 'gather'),
  };
}
