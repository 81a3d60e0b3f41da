/**
 * Stable neo-Hookean: no logarithm, defined for every F, at rest at rest.                              [HCY notes, sec. 3]
 *
 *   psi = mu/2 (|F|^2 - 3) - mu (J - 1) + (la + mu)/2 (J - 1)^2,   J = det F
 *
 * la + mu in front of the last term, where one expects la, makes up for what the second does at small strains. An element
 * that was turned inside out (J < 0) is pushed back.
 */
import { add, constant, half, mul, one, square, sub } from '../kernel/expr.ts';
import { determinant, dot } from '../kernel/vector.ts';
import type { Material } from './material.ts';

export const neoHookean: Material = {
  name: 'neo-hookean',
  energy(F, mu, la) {
    const growth = sub(determinant(F), one);
    const shear = sub(mul(half, sub(dot(F.flat(), F.flat()), constant(3))), growth);
    return add(mul(mu, shear), mul(half, mul(add(la, mu), square(growth))));
  },
};
