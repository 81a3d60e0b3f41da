/** Forces at points from multipliers, their effect on the prediction, and what is recorded of them. */

import { type Integrator, perStep } from '../integrators/integrator.ts';
import { addTo, type Sink } from '../kernel/compile/kernel.ts';
import { constant, type Expr, isConst, mul } from '../kernel/formula/expr.ts';
import { scale3, sum3, type Vec3 } from '../kernel/formula/vector.ts';
import { type BoundRelation, type Rows, spreadForce } from './bound-relation.ts';

/** Where dC/dx is constant, multipliers are recorded, and forces are computed from them when they are read. */
export const hasConstantSlopes = ({ G }: Rows): boolean => G.flat(2).every(isConst);
export const records = (rows: Rows, forces: readonly Vec3[], lambda: readonly Expr[]): readonly Expr[] =>
  hasConstantSlopes(rows) ? lambda : forces.flat();

/** p += c R, u += d R. Where d/c is the same for all integrators, with any drag, d is not read. */
export function pushes(
  boundRelation: BoundRelation,
  { L }: Rows,
  forces: readonly Vec3[],
  integrators: readonly Integrator[],
): Sink[] {
  const ratios = new Set(
    integrators.map(({ velocityCompliance, positionCompliance }) => velocityCompliance / positionCompliance),
  );
  const [ratio] = ratios;
  const isShared = ratios.size === 1 && integrators.every(({ dragged }) => !dragged || isEven(dragged(1)));
  return forces.flatMap((force, k) => {
    const [c, d] = [boundRelation.compliances('c', k), boundRelation.compliances('d', k)];
    return spreadForce(L[k], force).flatMap((R, b) => {
      const slot = boundRelation.anchorSlot(k) + b;
      const moved = R.map((r, i) => mul(c[b][i], r));
      const accelerated = R.map((r, i) => (isShared ? mul(mul(constant(ratio), perStep), moved[i]) : mul(d[b][i], r)));
      return [addTo('p', slot, moved), addTo('u', slot, accelerated)];
    });
  });
}

/** Drag reduces c and d by the same factor. */
const isEven = ({ c, d }: { readonly c: number; readonly d: number }): boolean => c === d;

/** The force at each point: sum lambda dC/dx. */
export const pointForces = ({ points, G }: Rows, lambda: readonly Expr[]): Vec3[] =>
  points.map((_, k) => sum3(G.map((g, r) => scale3(lambda[r], g[k]))));
