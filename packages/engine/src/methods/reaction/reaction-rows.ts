/** The multipliers of `reaction`: see reaction.ts. */
import { activationColumn, type BoundRelation, jacobian } from '../../constraints/bound-relation.ts';
import { solveRows } from '../../constraints/small-solve.ts';
import { h } from '../../integrators/integrator.ts';
import { parameter } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import {
  add,
  constant,
  div,
  type Expr,
  max,
  mul,
  neg,
  reciprocal,
  select,
  square,
  sub,
  zero,
} from '../../kernel/formula/expr.ts';
import { gathered } from '../../solve/coupled-compliance.ts';
import { sumOf } from '../../solve/row-forces.ts';

/** A column of the State: 1 at coordinates that an equation under `reaction` holds. */
export const claimed = 'claimed';

/** omega h, where omega is not given */
export const omegaTimesStep = 0.2;

/**
 * A point pressed against its side touches it from C below this part of what the press moves it in a step. With C < 0
 * alone, rounding takes a point at rest to C = 1e-17 and lets it drop by g h^2, again and again.
 */
const touching = 1e-3;

/** Of points that touch without being inside. */
const leastDepth = constant(1e-300);

/** C'' as wanted less what it is, for each row; J W f. */
function wantedOf(boundRelation: BoundRelation, given: number | undefined) {
  const rows = boundRelation.at('q');
  const [f, w] = ['f', 'w'].map((column) => gathered(boundRelation, column));
  const motion = boundRelation.motion('q');
  const J = jacobian(rows);
  const omega = given === undefined ? div(constant(omegaTimesStep), h) : constant(given);
  const pushed = J.map((row) => sumOf(row.map((j, i) => mul(j, mul(w[i], f[i])))));
  const wanted = rows.C.map((C, r) => {
    const rate = directional(C, motion);
    const curvature = directional(rate, motion);
    const restoring = add(mul(square(omega), C), mul(constant(2), mul(omega, rate)));
    return neg(add(restoring, add(curvature, pushed[r])));
  });
  return { rows, J, w, pushed, wanted };
}
const whileActive = (lambda: Expr): Expr => select(zero, parameter(activationColumn), lambda, zero);

/** lambda of each row of an equation. */
export function equationRows(boundRelation: BoundRelation, omega: number | undefined): Expr[] {
  const { J, w, wanted } = wantedOf(boundRelation, omega);
  return solveRows(J, w, wanted, { guard: true }).map(whileActive);
}

/** lambda of a one-sided row, 0 while it does not act, and how deep the point is: positive, by where it is alone. */
export function oneSidedRow(
  boundRelation: BoundRelation,
  omega: number | undefined,
): { readonly lambda: Expr; readonly depth: Expr } {
  const { rows, J, w, pushed, wanted } = wantedOf(boundRelation, omega);
  const touches = mul(constant(touching), mul(square(h), max(zero, neg(pushed[0]))));
  // what an equation holds moves as that wants
  const movable = gathered(boundRelation, claimed).map((isClaimed, i) => select(zero, isClaimed, zero, w[i]));
  const [general] = solveRows(J, movable, wanted, { guard: true });
  const lambda = againstOther(boundRelation, general, J[0], movable, wanted[0], pushed[0]);
  const pushes = select(zero, lambda, lambda, zero);
  return { lambda: whileActive(select(rows.C[0], touches, pushes, zero)), depth: max(neg(rows.C[0]), leastDepth) };
}

/**
 * PB88's force on a point that meets another body: as if that moved on as it does. All points that touch the body then push it
 * alike, whoever comes first; what they push it with is what they feel. Where the point itself cannot move, the body gives way.
 */
function againstOther(
  boundRelation: BoundRelation,
  general: Expr,
  J: readonly Expr[],
  w: readonly Expr[],
  wanted: Expr,
  pushed: Expr,
): Expr {
  if (boundRelation.shapes.length === 1) return general;
  const own = boundRelation.blocks('q', 0).flat().length;
  const f = gathered(boundRelation, 'f').slice(0, own);
  const D = sumOf(J.slice(0, own).map((j, i) => mul(mul(j, j), w[i])));
  const felt = sumOf(J.slice(0, own).map((j, i) => mul(j, mul(w[i], f[i]))));
  return select(zero, D, mul(sub(add(wanted, pushed), felt), reciprocal(D)), general);
}
