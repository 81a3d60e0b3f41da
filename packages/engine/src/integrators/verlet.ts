/**
 * Verlet: x^{t+h} = 2 x^t - x^{t-h} + h^2 W f.                                             [GBT06, eq. 2; order 2]
 *
 * We keep v = (x^t - x^{t-h}) / h, the velocity half a step ago, in the place of x^{t-h}: the same scheme, but v keeps all
 * its digits, where the difference of two positions has lost them (a fall of 1 s at h = 1 ms: 1e-15 against 1e-12 off).
 *
 *   u = v + h W f,   p = x + h u                          c = h^2 W,  d = h W
 *
 * It is Euler-Cromer with a velocity that lags half a step: at the start x^{-h} = x_0 - h v_0 + h^2/2 W f_0 asks for
 * v = v_0 - h/2 W f_0. Damping sees (x^t - x^{t-h}) / h: of order 1 where forces depend on velocities.
 *
 * As printed, damping sees (x^t - x^{t-2h}) / 2h: GBT06's eq. 2 gives the velocity of time t for that of t + h (errata).
 */
import { add, half, mul } from '../kernel/formula/expr.ts';
import { eulerCromer } from './euler-cromer.ts';
import type { Integrator } from './integrator.ts';

export const verlet: Integrator = {
  ...eulerCromer,
  kind: 'verlet',
  order: 2,
  lag: 0.5,
  positionRate: false, // v is a difference of positions
  firstOrder: 'heun',
};
export const verletAsPrinted: Integrator = {
  ...verlet,
  kind: 'verlet-as-printed',
  stability: { stiffness: 2, damping: 2 }, // without damping it is that of verlet
  seen: (v, u) => mul(half, add(v, u)),
};
