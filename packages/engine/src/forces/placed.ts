/** A body in the State: its stretch of the index, and the integrator that it follows. */
import type { Body } from '../bodies/body.ts';
import type { Integrator } from '../integrators/integrator.ts';
import type { Stretch } from '../state/state.ts';

export interface Placed extends Stretch {
  readonly body: Body;
  readonly integrator: Integrator;
  /** where its state is, if it has any: the first number of each group of elements (-1 for none), and of its own */
  readonly state?: { readonly groups: readonly number[]; readonly own: number };
}
