/**
 * Two directions perpendicular to a unit vector n and to each other, without a branch and without a root:
 *
 *   s = 1 or -1, the sign of n_z      t = -1 / (s + n_z),  |s + n_z| >= 1
 *   e_1 = (1 + s t n_x^2, s t n_x n_y, -s n_x)        e_2 = (t n_x n_y, s + t n_y^2, -n_y)
 *                                                                   [Duff et al. 2017, Building an Orthonormal Basis]
 */
import { add, constant, div, type Expr, mul, neg, one, select, square, zero } from '../../kernel/formula/expr.ts';
import type { Vec3 } from '../../kernel/formula/vector.ts';

export function frame([x, y, z]: Vec3): readonly [Vec3, Vec3] {
  const s: Expr = select(z, zero, constant(-1), one);
  const t = neg(div(one, add(s, z)));
  const txy = mul(t, mul(x, y));
  return [
    [add(one, mul(s, mul(t, square(x)))), mul(s, txy), neg(mul(s, x))],
    [txy, add(s, mul(t, square(y))), neg(y)],
  ];
}
