/**
 * St. Venant-Kirchhoff: linear in Green's strain.                                                      [HCY notes, sec. 3]
 *
 *   psi = mu |E|^2 + la/2 (tr E)^2,   E = (F'F - I) / 2
 *
 * Right for large turns and small strains. Pressed below 1/sqrt(3) = 0.577 of its length it gives way, and an element may
 * collapse: where that can happen, take neo-hookean.
 */
import { add, half, mul, one, square, sub } from '../kernel/formula/expr.ts';
import { dot, multiply, transpose } from '../kernel/formula/vector.ts';
import type { Material } from './material.ts';

export const stVenantKirchhoff: Material = {
  name: 'st-venant-kirchhoff',
  energy(F, mu, la) {
    const C = multiply(transpose(F), F);
    const E = C.map((row, i) => row.map((c, j) => mul(half, i === j ? sub(c, one) : c)));
    const trace = add(add(E[0][0], E[1][1]), E[2][2]);
    return add(mul(mu, dot(E.flat(), E.flat())), mul(half, mul(la, square(trace))));
  },
};
