/**
 * Stable neo-Hookean as B. Smith, F. de Goes, T. Kim, Stable neo-Hookean flesh simulation (2018), eq. 14.
 *
 *   psi = m/2 (I - 3) - m/2 log((I + 1) / 4) + l/2 (J - 1)^2 - 3/4 m (J - 1),   I = |F|^2,  J = det F
 *
 * with m = 4/3 mu and l = la + 5/6 mu, so that its limit at small strains is that of mu and la. The paper's l/2 (J - a)^2, a = 1 + 3 m / 4 l, is
 * the last two terms and a constant. Unlike neo-hookean it also resists being compressed to a point.
 */
import { add, constant, half, log, mul, one, square, sub } from '../kernel/formula/expr.ts';
import { ofInvariants } from './material.ts';

export const neoHookeanLog = ofInvariants('neo-hookean-log', (I, J, mu, la) => {
  const growth = sub(J, one);
  const shear = sub(sub(I, constant(3)), log(mul(constant(0.25), add(I, one))));
  const bulk = mul(half, mul(add(la, mul(constant(5 / 6), mu)), square(growth)));
  return add(mul(mu, sub(mul(constant(2 / 3), shear), growth)), bulk); // 2/3 mu = m/2, mu = 3/4 m
});
