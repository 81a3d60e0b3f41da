/**
 * An integrator turns forces into motion. It is written as flat formulas over the columns of the State, for all bodies
 * whose W is diagonal and whose q lives in the space of v.
 *
 *   stages    what to do with each evaluation of f; the last leaves p: where everything would be without constraints
 *   commit    q and v from p, as the local constraints left it, and f, constraint forces included
 *   lag       how old the stored velocity is, in steps: the velocity at the time of q is v + lag h W f.
 *             A force that jumps by dF at the time of q therefore moves the stored velocity by -lag h W dF.
 *   gain      c = gain h^2 W: how far a unit of force moves p
 */
import type { Sink } from '../kernel/kernel.ts';
import { uniform } from '../kernel/kernel.ts';

export interface Integrator {
  readonly kind: string;
  readonly order: number;
  readonly stages: readonly (readonly Sink[])[];
  readonly commit: readonly Sink[];
  readonly lag: number;
  readonly gain: number;
  /** columns of its own that last from step to step */
  readonly history?: readonly string[];
}

/** Uniforms of every flat kernel. */
export const h = uniform(0);
