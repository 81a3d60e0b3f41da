/**
 * How integrators advance state beside coordinates (see state/state-block.ts).
 *
 * Of order 1, y' = r(y, q, v), by `Integrator.firstOrder`:
 *
 *   stages   y moves at r as q moves at v, with the scheme's own stages. Explicit Euler, Euler-Cromer, first-order flow: y + h r, order 1.
 *            Midpoint, RK2, RK4: their tableau, order 2, 2, 4.
 *   heun     p = y + h r, and at the end of the step, where q and v are known:  y + h/2 (r + r(p, q^{t+h}, v^{t+h})). Order 2
 *            with one evaluation of the forces, and nothing kept from step to step: Verlet, velocity Verlet, Beeman.
 *   after    y stays while the step is solved for; then y + h r(y, q^{t+h}, v^{t+h}): order 1, explicit in y, stable while
 *            h |dr/dy| < 2. Implicit Euler, backward Euler, quasi-static.
 *
 * Of order 2 a body's state follows its integrator like the body; implicit ones and first-order flow leave it to
 * Euler-Cromer. The state of a constraint does too where the scheme keeps a lagging velocity or past accelerations: it has no
 * first step of its own from which these could start. Of order 0, y is carried over and written at the end.
 */
import { flat } from '../kernel/compile/kernel.ts';
import { add, type Expr, half, mul, zero } from '../kernel/formula/expr.ts';
import type { StateOrder } from '../state/state-block.ts';
import { eulerCromer } from './euler-cromer.ts';
import { h, type Integrator, plain } from './integrator.ts';

/** Nothing moves. */
const hold: Integrator = {
  ...plain,
  kind: 'hold',
  order: 0,
  stages: [() => ({ from: 'q', to: 'p', velocity: zero, steps: 1, also: [] })],
};

/** y at the end of the step, when q and p, v and u have changed places: p is y at its beginning, u the rate there. */
const corrections: Readonly<Record<Integrator['firstOrder'], Expr | undefined>> = {
  stages: undefined,
  heun: add(flat('p'), mul(mul(half, h), add(flat('u'), flat('v')))),
  after: add(flat('q'), mul(h, flat('v'))),
};

export interface StateScheme {
  /** whose stages it follows */
  readonly pass: Integrator;
  /** y at the end of the step, from one more evaluation of the rates there */
  readonly correction?: Expr;
}

/** kept: its owner has a first step, in which a lagging velocity and past accelerations start. */
export function stateScheme(order: StateOrder, integrator: Integrator, kept: boolean): StateScheme {
  if (order === 0) return { pass: hold };
  const { firstOrder, implicit, solved, flow, lag, history } = integrator;
  if (order === 2) {
    const own = !implicit && !solved && !flow && (kept || (lag === 0 && history.length === 0));
    return { pass: own ? integrator : eulerCromer };
  }
  const correction = corrections[firstOrder];
  if (!correction) return { pass: flow ? eulerCromer : integrator };
  return { pass: firstOrder === 'heun' ? eulerCromer : hold, correction };
}
