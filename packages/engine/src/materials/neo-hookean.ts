/**
 * Stable neo-Hookean: no logarithm, defined for every F, stress-free at rest.                            [HCY notes, sec. 3]
 *
 *   psi = mu/2 (I - 3) - mu (J - 1) + (la + mu)/2 (J - 1)^2,   I = |F|^2,  J = det F
 *
 * The factor la + mu of the last term, instead of la, compensates the second term at small strains. An inverted element (J < 0)
 * is pushed back.
 */
import { add, constant, half, mul, one, square, sub } from '../kernel/formula/expr.ts';
import { ofInvariants } from './material.ts';

export const neoHookean = ofInvariants('neo-hookean', (I, J, mu, la) => {
  const growth = sub(J, one);
  const shear = sub(mul(half, sub(I, constant(3))), growth);
  return add(mul(mu, shear), mul(half, mul(add(la, mu), square(growth))));
});
