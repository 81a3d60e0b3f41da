/** All integrators by name. */
import { eulerCromer } from './euler-cromer.ts';
import type { Integrator } from './integrator.ts';
import { verlet } from './verlet.ts';

export const integrators: Readonly<Record<string, Integrator>> = {
  [eulerCromer.kind]: eulerCromer,
  [verlet.kind]: verlet,
};
