/**
 * Implicit Euler: both with the new ones.                                   [GBT06, sec. 3, eq. 10; errata: E4; order 1]
 *
 *   u = v + dv,  S dv = h (f + h K v),  S = M - h D - h^2 K,     p = q + h u
 *
 * The solve is made before the stage and leaves u (implicit-solve.ts). Steps may be far longer than those of the others; what
 * moves within a few of them fades. A reaction acts after the solve: c = h^2 W, d = h W, exact, and the neighbours of a
 * held point feel it in the next step only. Inside the solve it would move all of the body, by h^2 S^-1 R.
 */
import { flat } from '../kernel/compile/kernel.ts';
import { type Integrator, plain } from './integrator.ts';

export const implicitEuler: Integrator = {
  ...plain,
  kind: 'implicit-euler',
  order: 1,
  firstOrder: 'after',
  implicit: true,
  stages: [() => ({ from: 'q', to: 'p', velocity: flat('u'), steps: 1, also: [] })],
};
