/**
 * Velocity Verlet: kick, drift, kick.                                                      [GBT06, sec. 3; order 2]
 *
 *   p = q + h v + h^2/2 W f,   v^{t+h} = v + h/2 W (f + f^{t+h})
 *
 * One evaluation of the forces serves both kicks around it: the kick at the end of a step is made at the beginning of the
 * next. Until then v is an estimate with the present force; the estimated part, of the acceleration
 * a, is subtracted again. So damping sees a velocity of order 2 at the right time, which Verlet's does not.
 *
 *   half = v - h/2 a,   u = half + h W f,   p = q + h u       then, with constraints in u:   a = (u - half)/h,  v = u + h/2 a
 *
 * GBT06's F~ acts in the first kick only: c F~ = h^2/2 W F~. The true reaction is R = F~/2 (notes, sec. 3).
 */

import { flat, toFlat } from '../kernel/compile/kernel.ts';
import { add, type Expr, half, mul, sub } from '../kernel/formula/expr.ts';
import { h, type Integrator, perStep, plain } from './integrator.ts';

const [v, u, a] = ['v', 'u', 'acceleration'].map(flat);
const halfway = sub(v, mul(half, mul(h, a)));
const kicked = (Wf: Expr): Expr => add(halfway, mul(h, Wf));
const acted = mul(perStep, sub(u, halfway));

export const velocityVerlet: Integrator = {
  ...plain,
  kind: 'velocity-verlet',
  order: 2,
  firstOrder: 'heun',
  reactionScale: 0.5,
  stability: { stiffness: 1, damping: 4 },
  history: ['acceleration'],
  historyOfReaction: 1,
  driftsFrom: { half: 'acceleration' },
  stages: [(Wf) => ({ from: 'q', to: 'p', velocity: kicked(Wf), steps: 1, also: [toFlat('u', kicked(Wf))] })],
  finish: () => [
    toFlat('acceleration', acted),
    toFlat('u', add(u, mul(half, mul(h, acted)))),
    toFlat('v', sub(u, mul(half, mul(h, acted)))), // to be u, with (v - u)/h = a as in other schemes
  ],
};
