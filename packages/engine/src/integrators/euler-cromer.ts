/**
 * Euler-Cromer: velocity first, then position with the new velocity.                       [GBT06, sec. 3; order 1]
 *
 *   v' = v + h W f,   p = q + h v'                        c = h^2 W
 *
 * The commit takes f with the constraint forces in it, so v' is what the points really did. The sum of squared
 * displacements tells the world when something flies apart.
 */
import { add, type Expr, mul, square, sub } from '../kernel/expr.ts';
import { flat, toFlat, toSum } from '../kernel/kernel.ts';
import { h, type Integrator } from './integrator.ts';

const q = flat('q');
const p = flat('p');
const kicked = (Wf: Expr): Expr => add(flat('v'), mul(h, Wf));

export const eulerCromer: Integrator = {
  kind: 'euler-cromer',
  order: 1,
  stages: [(Wf) => ({ from: 'q', to: 'p', velocity: kicked(Wf), steps: 1 })],
  commit: (Wf) => [toFlat('v', kicked(Wf)), toFlat('q', p), toSum(0, square(sub(p, q)))],
  lag: 0,
  gain: 1,
};
