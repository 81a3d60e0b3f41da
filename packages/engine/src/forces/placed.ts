/** A body in the State: its stretch of the index, and the integrator that it follows. */
import type { Body } from '../bodies/body.ts';
import type { Integrator } from '../integrators/integrator.ts';
import type { Stretch } from '../state/state.ts';

export interface Placed extends Stretch {
  readonly body: Body;
  readonly integrator: Integrator;
}
