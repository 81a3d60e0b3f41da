/** All integrators by name. */
import { beeman } from './beeman.ts';
import { eulerCromer } from './euler-cromer.ts';
import { explicitEuler } from './explicit-euler.ts';
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
export const integrators: Readonly<Record<string, Integrator>> = Object.fromEntries(all.map((i) => [i.kind, i]));
