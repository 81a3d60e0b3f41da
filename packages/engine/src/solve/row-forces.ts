/** Forces of multipliers at the points of a constraint, and their record. */
import { activationColumn, type BoundRelation, type Rows, spreadForce } from '../constraints/bound-relation.ts';
import { addTo, parameter, type Sink, toRow } from '../kernel/compile/kernel.ts';
import { add, type Expr, select, zero } from '../kernel/formula/expr.ts';
import { scale3, sum3, type Vec3 } from '../kernel/formula/vector.ts';

/** Adds J^T lambda to f while the constraint is active, and leaves the force at each point in the rows 3 k + axis. */
export function forceSinks(boundRelation: BoundRelation, rows: Rows, lambda: readonly Expr[]): Sink[] {
  const active = parameter(activationColumn);
  const acting = lambda.map((l) => select(zero, active, l, zero));
  return pointForceSinks(
    boundRelation,
    rows,
    rows.points.map((_, k) => sum3(rows.G.map((G, r) => scale3(acting[r], G[k])))),
  );
}

/** The same from the force at each point. `except`: coordinates where this column is positive get none. */
export const pointForceSinks = (
  boundRelation: BoundRelation,
  rows: Rows,
  forces: readonly Vec3[],
  except?: string,
): Sink[] =>
  forces.flatMap((force, k) => [
    ...spreadForce(rows.L[k], force).map((F, b) => {
      const excepted = except === undefined ? [] : boundRelation.blocks(except, k)[b];
      const acting = excepted.length ? F.map((f, i) => select(zero, excepted[i], zero, f)) : F;
      return addTo('f', boundRelation.anchorSlot(k) + b, acting);
    }),
    ...force.map((component, axis) => toRow(3 * k + axis, component)),
  ]);

export const sumOf = (terms: readonly Expr[]): Expr => terms.reduce((a, b) => add(a, b), zero);
