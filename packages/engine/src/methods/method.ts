/**
 * A method turns rows into forces. It says in words what it cannot do, and acts where its hooks are called:
 *
 *   onForce        on the total force, before the integrator: reaction
 *   onPrediction   on the predicted coordinates p: local
 *
 * Every method leaves, for each constraint, the force at each of its points in the first 3 x points columns of its rows,
 * and adds what acted on the coordinates to the column f.
 */
import type { Batch } from '../kernel/batch.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Composition } from '../rows.ts';

export interface Method {
  readonly kind: string;
  /** place among the methods of a step; reaction acts on what all others leave */
  readonly order: number;
  /** Why it cannot hold such constraints, and what could; undefined if it can. */
  refuses(composition: Composition): string | undefined;
  /** A coordinate may belong to one active constraint of this method only. */
  readonly exclusive: boolean;
  /** The kernel that holds a batch of such constraints. */
  kernel(composition: Composition): Kernel;
  readonly hook: 'onForce' | 'onPrediction';
}

/** A batch of like constraints at work. */
export interface Working {
  readonly method: Method;
  readonly batch: Batch;
}
