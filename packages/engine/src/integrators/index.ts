/** Integrators by name. */
import { backwardEuler, quasiStatic } from './backward-euler.ts';
import { beeman } from './beeman.ts';
import { eulerCromer } from './euler-cromer.ts';
import { explicitEuler } from './explicit-euler.ts';
import { firstOrderFlow } from './first-order-flow.ts';
import { implicitEuler } from './implicit-euler.ts';
import type { Integrator } from './integrator.ts';
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

/** Those that predict, and leave constraints to any method. */
export const integrators = named(all);
/** And those whose step is one solve with their constraints, under `displacement`; and flow without inertia. */
export const allIntegrators = named([...all, backwardEuler, quasiStatic, firstOrderFlow]);
