/**
 * The gyroscopic force of a rod that spins about its axis. Frames do not spin: th_t is the spin about the tangent, and rhoJ th_t t the
 * angular momentum per length. Where the tangent turns, this momentum does too.
 *
 *   f_i = int rhoJ th_t (t x t_t)/|x'| b_i' ds,      (t x t_t)/|x'| = (x' x x'_t)/|x'|^3
 *
 * It does no work, being across x'_t. Without it the angular momentum of a tumbling rod drifts in proportion to rhoJ: by 2 %
 * where rhoJ/(rhoA R^2) = 0.04. No matrix is made of it: inertia is larger by far, and Newton's method converges without.
 */
import { constant, type Expr, mul, reciprocal, sqrt, zero } from '../../../kernel/formula/expr.ts';
import { cross, lengthSquared, scale3, type Vec3 } from '../../../kernel/formula/vector.ts';
import type { ElementKind } from '../../body.ts';
import { basisAt } from '../centreline/centreline.ts';
import { cubic } from '../centreline/cubic.ts';
import { framePoints, frameWeight } from './kirchhoff.ts';
import { angleRow, inner, innerSize, overBlocks, spanBlocks, spread, through, vectorRows } from './span-blocks.ts';

const points = framePoints.map((t) => {
  const { b, slope } = basisAt(cubic, 1, t);
  return { tangent: vectorRows(slope), angle: angleRow(b), weight: constant(frameWeight) };
});

/** Parameter: rhoJ s0, kg m^2. */
export const gyroscopic: ElementKind = {
  name: 'gyroscopic',
  blocks: spanBlocks,
  parameters: ['inertia'],
  energy: () => zero,
  stiffness: (q) => q.flat().map(() => q.flat().map(() => zero)),
  rayleigh: () => zero,
  forces(q, v, [inertia]) {
    const [x, rates] = [inner(q), inner(v)];
    const g = new Array<Expr>(innerSize).fill(zero);
    for (const { tangent, angle, weight } of points) {
      const [y, rate] = [x, rates].map((list) => tangent.map((row) => through(row, list)) as unknown as Vec3);
      const squared = lengthSquared(y);
      const spin = mul(mul(weight, inertia), through(angle, rates));
      const pull = scale3(mul(spin, reciprocal(mul(squared, sqrt(squared)))), cross(y, rate));
      tangent.forEach((row, axis) => {
        spread(row, pull[axis], g);
      });
    }
    return overBlocks(g);
  },
};
