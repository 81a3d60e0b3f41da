/**
 * Implicit Euler: position and velocity with the new values.                                   [GBT06, sec. 3, eq. 10; errata: E4; order 1]
 *
 *   u = v + dv,  S dv = h (f + h K v),  S = M - h D - h^2 K,     p = q + h u
 *
 * The solve is made before the stage and leaves u (implicit-solve.ts). Steps may be far longer than those of the others;
 * motion within a few of them is damped. A reaction acts inside the solve and moves all of the body, by h^2 S^-1 R. Put after it, as in the
 * paper, it reaches the neighbours of a constrained point in the next step only; then c = h^2 W / (1 + z), d = h W / (1 + z), z = drag h: S^-1 of
 * a point alone.
 */
import { flat } from '../kernel/compile/kernel.ts';
import { type Integrator, plain } from './integrator.ts';

export const implicitEuler: Integrator = {
  ...plain,
  kind: 'implicit-euler',
  order: 1,
  firstOrder: 'after',
  implicit: true,
  dragged: (z) => ({ c: 1 / (1 + z), d: 1 / (1 + z) }),
  stages: [() => ({ from: 'q', to: 'p', velocity: flat('u'), steps: 1, also: [] })],
};
