/** Kernels of a condensed point, C = x_p - X(z) = 0: see condensed-points.ts. */

import { activationColumn, type BoundRelation, perBoundRelation } from '../../../constraints/bound-relation.ts';
import { addTo, gather, type Kernel, kernel, parameter, row, toRow } from '../../../kernel/compile/kernel.ts';
import { gradient, hessian } from '../../../kernel/formula/derive.ts';
import { add, div, type Expr, isConst, mul, neg, select, sub, zero } from '../../../kernel/formula/expr.ts';
import { coordinatesOf } from './sliding-dofs.ts';

export interface CondensedKernels {
  /** rows: kappa and w, which are given; L, H, (x'.x'')/(2 |x'|^2), alike ones once; p of the point becomes X(z) */
  readonly numbersKernel: Kernel;
  /** p of the point becomes X(z), and nothing else */
  readonly placeKernel: Kernel;
  /** rows: L dz / h, given 1/h; u of p, corrected to second order in its step */
  readonly paperKernel: Kernel;
  /** entries of L: axis, which coordinate of the member, and the row it is in */
  readonly slopes: readonly { readonly axis: number; readonly i: number; readonly row: number }[];
  /** entries of the lower triangle of H */
  readonly entries: readonly { readonly i: number; readonly j: number; readonly row: number }[];
  /** the row of the second-order correction of u, which conserves arc length */
  readonly bow: number;
}

/** Rows that are given: kappa, w. */
const given = 4;
/** The row of 1/h in the kernel of the paper's form. */
export const perStepRow = 3;

const sum = (terms: readonly Expr[]): Expr => terms.reduce((a, b) => add(a, b), zero);
const dotted = (a: readonly Expr[], b: readonly Expr[]): Expr => sum(a.map((x, k) => mul(x, b[k])));
const isZero = (e: Expr): boolean => isConst(e) && e.value === 0;
/** Zero where the constraint is not active. */
const acts = (e: Expr): Expr => select(zero, parameter(activationColumn), e, zero);

/** The formulas at a column: C, z, L, and the slope and bow of u. */
function formulas(boundRelation: BoundRelation, array: string) {
  const { C } = boundRelation.at(array);
  const z = coordinatesOf(boundRelation).map(({ slot, component }) => gather(array, slot, component));
  const L = C.map((one) => gradient(one, z).map((e, i) => (i < 3 ? zero : neg(e))));
  const u = z.length - 1;
  const slope = L.map((line) => line[u]);
  const bend = slope.map((x) => gradient(x, [z[u]])[0]);
  const twice = add(dotted(slope, slope), dotted(slope, slope));
  return { C, z, L, bow: div(dotted(slope, bend), twice) };
}

/** In the paper H is kappa L^T L alone. */
export const condensedKernels = {
  exact: perBoundRelation((boundRelation) => makeKernels(boundRelation, true)),
  printed: perBoundRelation((boundRelation) => makeKernels(boundRelation, false)),
} as const;

function makeKernels(boundRelation: BoundRelation, bends: boolean): CondensedKernels {
  const places = coordinatesOf(boundRelation);
  const { C, z, L, bow } = formulas(boundRelation, 'p');
  const slopes = L.flatMap((line, axis) => line.flatMap((e, i) => (isZero(e) ? [] : [{ axis, i, e }])));
  const second = hessian(sum(C.map((one, axis) => mul(row(1 + axis), one))), z);
  const entries: { i: number; j: number; e: Expr }[] = [];
  for (let i = 0, n = 0; i < z.length; i++) {
    for (let j = 0; j <= i; j++, n++) {
      if (j < 3) continue;
      const straight = mul(row(0), sum(L.map((line) => mul(line[i], line[j]))));
      const e = bends ? add(straight, second[n]) : straight;
      if (!isZero(e)) entries.push({ i, j, e });
    }
  }
  const results = [...new Set([...slopes.map(({ e }) => e), ...entries.map(({ e }) => e), bow])];
  const rowOf = (e: Expr): number => given + results.indexOf(e);
  const before = formulas(boundRelation, 'q');
  const dz = z.map((p, i) => sub(p, before.z[i]));
  const u = z.length - 1;
  const followed = addTo(
    'p',
    0,
    C.map((e) => acts(neg(e))),
  );
  return {
    numbersKernel: kernel([...results.map((e) => toRow(rowOf(e), e)), followed]),
    placeKernel: kernel([followed]),
    paperKernel: kernel([
      ...before.L.map((line, axis) => toRow(axis, mul(row(perStepRow), dotted(line, dz)))),
      addTo('p', places[u].slot, [acts(neg(mul(before.bow, mul(dz[u], dz[u]))))]),
    ]),
    slopes: slopes.map(({ axis, i, e }) => ({ axis, i, row: rowOf(e) })),
    entries: entries.map(({ i, j, e }) => ({ i, j, row: rowOf(e) })),
    bow: rowOf(bow),
  };
}
