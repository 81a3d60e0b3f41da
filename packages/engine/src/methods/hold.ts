/**
 * The force that would hold a constraint's rows as they move now, whatever its method:
 *
 *   (J W J^T) lambda = -J (a - W R) - Jdot v - C_tt,      a the accelerations of the last step, R what the constraint added
 *
 * In smooth motion it is the force that acts. It is what ceases when a constraint is released: the force of the last step
 * may have been that of a capture, m gap / h^2, and taking half of that back would throw the point away.
 *
 * The kernel adds minus the force that holds to the column f, and minus the one that acted to p, for every constraint
 * with a share; both are free between steps. Its last parameters are the forces that acted, at each point.
 */
import { perStep } from '../integrators/integrator.ts';
import { directional } from '../kernel/derive.ts';
import { add, type Expr, mul, neg, select, sub, zero } from '../kernel/expr.ts';
import { addTo, type Kernel, kernel, parameter } from '../kernel/kernel.ts';
import { scale3, sum3, type Vec3 } from '../kernel/vector.ts';
import { type Composition, jacobian, shareColumn, spreadForce } from '../rows.ts';
import { solveRows } from './solve.ts';

export function holding(composition: Composition): Kernel {
  const rows = composition.at(composition.now);
  const leaving = (e: Expr): Expr => select(zero, parameter(shareColumn), neg(e), zero);
  const acted = rows.L.map((L, k) => {
    const first = composition.columns + 3 * k;
    const force: Vec3 = [parameter(first), parameter(first + 1), parameter(first + 2)];
    return spreadForce(L, force);
  });
  const gather = (array: string): Expr[] => composition.shapes.flatMap((_, k) => composition.blocks(array, k).flat());
  const [v, u, w] = ['v', 'u', 'w'].map(gather);
  const others = acted.flat(2).map((own, i) => sub(mul(perStep, sub(v[i], u[i])), mul(w[i], own)));
  const J = jacobian(rows);
  const motion = composition.motion('q');
  // rows on velocities have no curvature: their points move as the forces say
  const bias = (C: Expr): Expr => (composition.velocity ? zero : directional(directional(C, motion), motion));
  const wanted = rows.C.map((C, r) => {
    const pushed = J[r].map((j, i) => mul(j, others[i])).reduce((a, b) => add(a, b), zero);
    return neg(add(pushed, bias(C)));
  });
  const lambda = solveRows(J, w, wanted, { guard: true });
  return kernel(
    rows.L.flatMap((L, k) => {
      const held = spreadForce(L, sum3(rows.G.map((G, r) => scale3(lambda[r], G[k]))));
      return L.flatMap((_, b) => {
        const slot = composition.anchorSlot(k) + b;
        return [addTo('f', slot, held[b].map(leaving)), addTo('p', slot, acted[k][b].map(leaving))];
      });
    }),
  );
}
