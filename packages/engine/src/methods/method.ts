/**
 * A method turns rows into forces. It says in words what it cannot do, and acts where its hooks are called. Every method
 * leaves, for each constraint, the force at each of its points in the first 3 x points columns of its batch's rows, and
 * adds what acted on the coordinates to the column f.
 */
import type { Batch } from '../kernel/batch.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Relation } from '../relations/relation.ts';
import type { Composition } from '../rows.ts';
import type { State } from '../state.ts';

/** Where a method may act, in the order of a step; those before `onSolve` at every stage of an integrator with several. */
export const hooks = [
  'beforeForces', // once, before anything is worked out
  'onForce', //      on the total force f: lagrange, penalty, augmented; reaction last
  'onRate', //       on the rate of the coordinates: the augmented method as printed
  'onSolve', //      a method that owns the step of its bodies: displacement
  'onPrediction', // on the predicted coordinates p: local
  'afterStep', //    on q and v at t + h: projections
] as const;
export type Hook = (typeof hooks)[number];

/** A method at work on its batches: what it does at each hook. */
export type Work = Partial<Record<Hook, () => void>>;

/** Constraints of one shape under a method. */
export interface Shape {
  readonly composition: Composition;
  readonly batch: Batch;
}

export interface Method {
  readonly kind: string;
  /** place among the methods of a step; reaction acts on what all others leave */
  readonly order: number;
  /** Why it cannot hold such constraints, and what could; undefined if it can. */
  refuses(composition: Composition): string | undefined;
  /** A coordinate may belong to one active constraint of this relation and method only. */
  exclusive(relation: Relation): boolean;
  /** A block of unknowns that it needs for each constraint; its kernel finds them in the slot `methodSlot`. */
  unknowns?(composition: Composition): { readonly start: readonly number[]; readonly w: number };
  /** It works on mass points alone: W diagonal, coordinates that move as their velocities say. */
  readonly pointsOnly: boolean;
  /** What is worked out for each constraint of a batch. */
  kernel(composition: Composition): Kernel;
  /** Take up all constraints of this method, shape by shape. */
  work(shapes: readonly Shape[], state: State): Work;
}

/** Run every batch, one after another: all that a method needs whose constraints are each solved by themselves. */
export const runEach = (shapes: readonly Shape[]): (() => void) => {
  const batches = shapes.map((s) => s.batch);
  return () => {
    for (let i = 0; i < batches.length; i++) batches[i].run();
  };
};
