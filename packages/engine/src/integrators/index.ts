/** Integrators by name. */
import { backwardEuler, quasiStatic } from './backward-euler.ts';
import { beeman } from './beeman.ts';
import { eulerCromer } from './euler-cromer.ts';
import { explicitEuler } from './explicit-euler.ts';
import { firstOrderFlow } from './first-order-flow.ts';
import { implicitEuler } from './implicit-euler.ts';
import type { Integrator } from './integrator.ts';
import { rk45 } from './rk45.ts';
import { midpoint, rk2, rk4 } from './runge-kutta.ts';
import { velocityVerlet } from './velocity-verlet.ts';
import { verlet, verletAsPrinted } from './verlet.ts';

const all = [
  explicitEuler,
  eulerCromer,
  midpoint,
  rk2,
  rk4,
  verlet,
  verletAsPrinted,
  velocityVerlet,
  beeman,
  implicitEuler,
];
const named = (list: readonly Integrator[]): Readonly<Record<string, Integrator>> =>
  Object.fromEntries(list.map((i) => [i.kind, i]));

/**
 * Integrators by name that predict a step and leave constraints to any method.
 * @example createWorld({ integrator: integrators['euler-cromer'] })
 */
export const integrators = named(all);
/**
 * All integrators by name: `integrators`, and those whose step is one solve together with the constraints of the
 * method `displacement`; first-order flow, without inertia; and rk45, which divides the step.
 * @example createWorld({ integrator: allIntegrators['backward-euler'], method: 'displacement' })
 */
export const allIntegrators = named([...all, backwardEuler, quasiStatic, firstOrderFlow, rk45()]);
