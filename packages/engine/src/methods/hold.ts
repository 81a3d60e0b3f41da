/**
 * The force that would hold a constraint's rows as they move now, whatever its method:
 *
 *   (J W J^T) lambda = -J W f' - Jdot v - C_tt,      f' the total force without the constraint's own
 *
 * In smooth motion it is the force that acts. It is what ceases when a constraint is released: the force of the last step
 * may have been that of a capture, m gap / h^2, and taking half of that back would throw the point away.
 */
import { directional } from '../kernel/derive.ts';
import { add, type Expr, mul, neg, sub, zero } from '../kernel/expr.ts';
import { lower } from '../kernel/functions.ts';
import { uniform } from '../kernel/kernel.ts';
import { scale3, sum3, type Vec3 } from '../kernel/vector.ts';
import { type Composition, jacobian, spreadForce } from '../rows.ts';
import { solveRows } from './solve.ts';

/** Per anchor and coordinate: the force that acted, given the forces at the points as uniforms, and the one that holds. */
export function holding(composition: Composition): { readonly acted: Expr[][]; readonly held: Expr[][] } {
  const rows = composition.at('q');
  const acted = rows.L.map((L, k) => {
    const force: Vec3 = [uniform(3 * k), uniform(3 * k + 1), uniform(3 * k + 2)];
    return spreadForce(L, force).flat();
  });
  const gather = (array: string): Expr[] => composition.shapes.flatMap((_, k) => composition.blocks(array, k).flat());
  const [f, w] = [gather('f'), gather('w')];
  const others = acted.flat().map((own, i) => sub(f[i], own));
  const J = jacobian(rows);
  const motion = composition.motion('q');
  const wanted = rows.C.map((C, r) => {
    const pushed = J[r].map((j, i) => mul(j, mul(w[i], others[i]))).reduce((a, b) => add(a, b), zero);
    return neg(add(pushed, directional(directional(C, motion), motion)));
  });
  const lambda = solveRows(J, w, wanted, true);
  const held = rows.L.map((L, k) => spreadForce(L, sum3(rows.G.map((G, r) => scale3(lambda[r], G[k])))).flat());
  return { acted: acted.map(lower), held: held.map(lower) };
}
