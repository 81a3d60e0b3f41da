/**
 * Runge-Kutta: midpoint, Heun (RK2) and the classic RK4.                               [GBT06, sec. 3, eq. 7, 8]
 *
 * A stage's f is that of the place and velocity the stage before has left in q and v; where the step began is kept in q0
 * and v0. A reaction acts as a constant force on the result, c = h^2/2 W, d = h W: what it would change of the forces at
 * the stages (RK4: h^4/24 W f_x W R) is not run again, so that c and d are exact. The velocity error of a held point
 * flips its sign in each step, 1 - h d/c = -1: it is projected. Drag is different: it is a number for a whole body, and c and d are
 * exact with it, z = drag h,
 *
 *   midpoint, RK2   d = h W (1 - z/2)
 *   RK4             c = h^2/2 W (1 - z/3 + z^2/12),   d = h W (1 - z/2 + z^2/6 - z^3/24)
 */

import { flat, type Sink, toFlat } from '../kernel/compile/kernel.ts';
import { add, constant, type Expr, half, mul, two } from '../kernel/formula/expr.ts';
import { h, type Integrator, plain, type Stage } from './integrator.ts';

const [v, v0, rate, rate0] = ['v', 'v0', 'rate', 'rate0'].map(flat);
const begin: readonly Sink[] = [toFlat('q0', flat('q')), toFlat('v0', v)];
const scheme = {
  ...plain,
  positionCompliance: 0.5,
  projected: true,
  positionRate: true,
  rowsAt: 0.5,
  stagesFrom: { q: 'q0', v: 'v0' },
  stability: { powers: 2 },
  dragged: (z: number) => ({ c: 1, d: 1 - z / 2 }),
} as const;

/** q and v of the next stage, `steps` after the beginning, at the latest v and W f. */
const nextStage = (steps: number, from: string, Wf: Expr, also: readonly Sink[]): Stage => ({
  from,
  to: 'q',
  rate,
  steps,
  also: [...also, toFlat('v', add(from === 'q' ? v : v0, mul(mul(constant(steps), h), Wf)))],
});
const last = (mean: Expr, acceleration: Expr, also: readonly Sink[] = []): Stage => ({
  from: 'q0',
  to: 'p',
  rate: mean,
  steps: 1,
  also: [toFlat('u', add(v0, mul(h, acceleration))), ...also],
});
/** Reactions act along the rows at q: halfway through the step, as in the midpoint rule. */
const halfway = toFlat('q', mul(half, add(flat('q0'), flat('q'))));

export const midpoint: Integrator = {
  ...scheme,
  kind: 'midpoint',
  growth: { power: 4, divisor: 8 },
  order: 2,
  stages: [(Wf) => nextStage(0.5, 'q', Wf, begin), (Wf) => last(rate, Wf)],
};

export const rk2: Integrator = {
  ...scheme,
  kind: 'rk2',
  growth: { power: 4, divisor: 8 },
  order: 2,
  stages: [
    (Wf) => nextStage(1, 'q', Wf, [...begin, toFlat('rate0', rate), toFlat('a1', Wf)]),
    (Wf) => last(mul(half, add(rate0, rate)), mul(half, add(flat('a1'), Wf)), [halfway]),
  ],
};

const [rates, accelerations] = ['velocities', 'accelerations'].map(flat);
const sixth = constant(1 / 6);
const sums = (Wf: Expr): Sink[] => [
  toFlat('velocities', add(rates, mul(two, rate))),
  toFlat('accelerations', add(accelerations, mul(two, Wf))),
];
export const rk4: Integrator = {
  ...scheme,
  kind: 'rk4',
  order: 4,
  stability: { powers: 4 },
  dragged: (z) => ({ c: 1 - z / 3 + (z * z) / 12, d: 1 - z / 2 + (z * z) / 6 - (z * z * z) / 24 }),
  stages: [
    (Wf) => nextStage(0.5, 'q', Wf, [...begin, toFlat('velocities', rate), toFlat('accelerations', Wf)]),
    (Wf) => nextStage(0.5, 'q0', Wf, sums(Wf)),
    (Wf) => nextStage(1, 'q0', Wf, sums(Wf)),
    (Wf) => last(mul(sixth, add(rates, rate)), mul(sixth, add(accelerations, Wf)), [halfway]),
  ],
};
