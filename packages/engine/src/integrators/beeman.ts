/**
 * Beeman: Verlet's places with better velocities.                                          [GBT06, sec. 3; order 2]
 *
 *   p = q + h v + h^2/6 W (4 f - f^{t-h}),   v^{t+h} = v + h/6 W (2 f^{t+h} + 5 f - f^{t-h})
 *
 * As with velocity Verlet the part of f^{t+h} is made at the beginning of the next step, and until then guessed. GBT06's
 * F~ is kept in the f^{t-h} of the next step, so that an error of velocity is gone after two steps (errata: forgotten, it
 * would fade by -1/4 a step). R = 2/3 F~, since then c = h^2 W; d = 3/2 h W: 5/4 of it in this step, 1/4 in the guess of f^{t+h}, and
 * what is more than h W is taken back by the history. u is v^{t+h} with that guess, so that velocities can be constrained.
 *
 * W f is kept for the end of the step: bodies whose forces and prediction are one kernel leave no f behind.
 */

import { flat, toFlat } from '../kernel/compile/kernel.ts';
import { add, constant, type Expr, mul, sub } from '../kernel/formula/expr.ts';
import { h, type Integrator, perStep, plain } from './integrator.ts';

const [v, u, before, guess, acting] = ['v', 'u', 'before', 'guess', 'acting'].map(flat);
const times = (factor: number, e: Expr): Expr => mul(constant(factor), e);
const velocityCompliance = 1.5;
const reactionScale = 2 / 3;

/** v at t, now that f is known */
const now = (Wf: Expr): Expr => add(v, mul(h, times(1 / 3, sub(Wf, guess))));
const most = (Wf: Expr): Expr => add(now(Wf), mul(h, times(1 / 6, sub(times(5, Wf), before))));
/** v at t + h, estimated with the present f */
const all = (Wf: Expr): Expr => add(most(Wf), mul(h, times(1 / 3, Wf)));
const reaction = times(1 / velocityCompliance, mul(perStep, sub(u, all(acting))));
/** so the velocity of a constrained point, where f + R = 0, is 0 */
const guessed = add(acting, times(0.75, reaction));

export const beeman: Integrator = {
  ...plain,
  kind: 'beeman',
  order: 2,
  firstOrder: 'heun',
  velocityCompliance,
  reactionScale,
  stability: { stiffness: 1, damping: 4 },
  history: ['before', 'guess'],
  historyOfReaction: 1 / reactionScale,
  driftsFrom: { gained: 'acting' },
  stages: [
    (Wf) => ({
      from: 'q',
      to: 'p',
      velocity: add(now(Wf), mul(h, times(1 / 6, sub(times(4, Wf), before)))),
      steps: 1,
      also: [toFlat('u', all(Wf)), toFlat('acting', Wf)],
    }),
  ],
  finish: () => [
    toFlat('before', add(acting, times(1 / reactionScale, reaction))),
    toFlat('guess', guessed),
    toFlat('v', sub(u, mul(h, add(acting, reaction)))), // to be u, with (v - u)/h the acceleration as in other schemes
  ],
};
