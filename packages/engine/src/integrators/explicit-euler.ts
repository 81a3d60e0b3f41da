/**
 * Explicit Euler: position and velocity with the old values.                                                  [GBT06, sec. 3; order 1]
 *
 *   q^{t+h} = q + h v,   u = v + h W f
 *
 * A force cannot reach q^{t+h}: c = 0 (errata: E12). It reaches q^{t+2h} through the velocity, so that is what is
 * predicted and constrained, one step ahead:
 *
 *   p = q^{t+2h} = q + h v + h u                          c = h^2 W,  d = h W
 *
 * In the end q^{t+h} = p - h u.
 */

import { flat, toFlat } from '../kernel/compile/kernel.ts';
import { add, type Expr, mul, sub } from '../kernel/formula/expr.ts';
import { h, type Integrator, plain } from './integrator.ts';

const kicked = (Wf: Expr): Expr => add(flat('v'), mul(h, Wf));

export const explicitEuler: Integrator = {
  ...plain,
  kind: 'explicit-euler',
  order: 1,
  growth: { power: 2, divisor: 2 },
  stability: { powers: 1 },
  lookahead: 2,
  positionRate: true,
  stages: [
    (Wf) => ({
      from: 'q',
      to: 'p',
      velocity: add(flat('v'), kicked(Wf)),
      steps: 1,
      also: [toFlat('u', kicked(Wf))],
    }),
  ],
  finish: () => [toFlat('p', sub(flat('p'), mul(h, flat('u'))))],
};
