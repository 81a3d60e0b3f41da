/**
 * Holding forces: the force that keeps a constraint's rows satisfied in the present motion, whatever its method:
 *
 *   (J W J^T) lambda = -J (a - W R) - Jdot v - C_tt,      a the accelerations of the last step, R what the constraint added
 *
 * In smooth motion it equals the force that acts. A release removes this force, not that of the last step, which may have closed
 * a gap (m gap / h^2): half of that, taken back, would throw the point away.
 *
 * The kernels add minus the holding force to the column f, and minus the force of the last step to p, for every constraint with
 * an activation; both columns are unused between steps. Their last parameters are the forces of the last step, at each point. For
 * constraints that share points, R is the sum over all of them, and the removed force is the difference of the holding forces
 * with and without the released ones:  f = R' - R.
 */
import { perStep } from '../integrators/integrator.ts';
import { addTo, kernel, parameter } from '../kernel/compile/kernel.ts';
import { directional } from '../kernel/formula/derive.ts';
import { add, type Expr, mul, neg, select, sub, zero } from '../kernel/formula/expr.ts';
import { scale3, sum3, type Vec3 } from '../kernel/formula/vector.ts';
import { activationColumn, type BoundRelation, jacobian, perBoundRelation, spreadForce } from './bound-relation.ts';
import { solveRows } from './small-solve.ts';

/** The forces of the last step, on every block. */
const actedOn = (boundRelation: BoundRelation): Expr[][][] =>
  boundRelation.at(boundRelation.now).L.map((L, k) => {
    const first = boundRelation.columns + 3 * k;
    const force: Vec3 = [parameter(first), parameter(first + 1), parameter(first + 2)];
    return spreadForce(L, force);
  });
const leaving = (e: Expr): Expr => select(zero, parameter(activationColumn), neg(e), zero);
export const gathered = (boundRelation: BoundRelation, array: string): Expr[] =>
  boundRelation.shapes.flatMap((_, k) => boundRelation.blocks(array, k).flat());

/** Second rates of the rows without the forces R = own: J (a - W R) + Jdot v + C_tt. */
export function freeAccelerations(boundRelation: BoundRelation, own: readonly Expr[]): Expr[] {
  const rows = boundRelation.at(boundRelation.now);
  const [v, u, w] = ['v', 'u', 'w'].map((array) => gathered(boundRelation, array));
  const others = own.map((force, i) => sub(mul(perStep, sub(v[i], u[i])), mul(w[i], force)));
  const motion = boundRelation.motion('q');
  // rows on velocities have no bias
  const bias = (C: Expr): Expr => (boundRelation.velocity ? zero : directional(directional(C, motion), motion));
  return jacobian(rows).map((line, r) => {
    const pushed = line.map((j, i) => mul(j, others[i])).reduce((a, b) => add(a, b), zero);
    return add(pushed, bias(rows.C[r]));
  });
}

export const constraintForces = perBoundRelation((boundRelation) => {
  const rows = boundRelation.at(boundRelation.now);
  const acted = actedOn(boundRelation);
  const wanted = freeAccelerations(boundRelation, acted.flat(2)).map(neg);
  const lambda = solveRows(jacobian(rows), gathered(boundRelation, 'w'), wanted, { guard: true });
  return kernel(
    rows.L.flatMap((L, k) => {
      const constraintForce = spreadForce(L, sum3(rows.G.map((G, r) => scale3(lambda[r], G[k]))));
      return L.flatMap((_, b) => {
        const slot = boundRelation.anchorSlot(k) + b;
        return [addTo('f', slot, constraintForce[b].map(leaving)), addTo('p', slot, acted[k][b].map(leaving))];
      });
    }),
  );
});

/** Adds minus the forces of the last step to p. */
export const forcesThatActed = perBoundRelation((boundRelation) =>
  kernel(
    actedOn(boundRelation).flatMap((blocks, k) =>
      blocks.map((force, b) => addTo('p', boundRelation.anchorSlot(k) + b, force.map(leaving))),
    ),
  ),
);
