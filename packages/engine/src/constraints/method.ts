/**
 * A method turns rows into forces. It says in words what it cannot do, and acts where its hooks are called. Every method
 * leaves, for each constraint, what its forces are made of in the rows of its batch: see Rule.
 */

import type { Placed } from '../forces/placed.ts';
import type { Integrator } from '../integrators/integrator.ts';
import type { Hoisted } from '../kernel/compile/hoist.ts';
import type { Kernel } from '../kernel/compile/kernel.ts';
import type { Expr } from '../kernel/formula/expr.ts';
import type { Batch } from '../kernel/run/batch.ts';
import type { Relation } from '../relations/relation.ts';
import type { State } from '../state/state.ts';
import type { StateBlock } from '../state/state-block.ts';
import type { Slider } from './attachments/slider.ts';
import type { SlidingRows } from './attachments/sliding-rows.ts';
import type { BoundRelation } from './bound-relation.ts';
import type { StateCompliance } from './compliance.ts';
import type { Ramp } from './drivers/ramps.ts';

/** Where a method may act, in the order of a step; those before `onSolve` at every stage of an integrator with several. */
export const hooks = [
  'beforeForces', // once, before anything is worked out
  'onForce', //      on the total force f: lagrange, penalty, augmented; reaction last
  'onRate', //       on the rate of the coordinates, xdot = v + rateShift: see Method.shiftsRates
  'onSolve', //      a method that owns the step of its bodies: displacement
  'onPrediction', // on the predicted coordinates p: local
  'afterStep', //    on q and v at t + h: projections
] as const;
export type Hook = (typeof hooks)[number];

/** A method at work on its batches: what it does at each hook. */
export type Work = Partial<Record<Hook, () => void>> & {
  /** Refuse, in words, what cannot be met together. It changes nothing. */
  readonly verify?: () => void;
  /** At the beginning of the first step: bring everything where it is to be, or refuse it in words. */
  readonly start?: () => void;
  /** Everyone who is solved together with one of these members. */
  readonly sharing?: (released: readonly BatchMember[]) => readonly BatchMember[];
  /** Such members are released: what ceases to act goes to the columns f and p (see release-forces.ts). */
  readonly withdraw?: (released: readonly BatchMember[], sharing: readonly BatchMember[]) => void;
  /** What a user should know: constraints that it leaves unmet, and why. */
  readonly notices?: () => readonly string[];
  /** Its rows as they are now: whose they are, J, and which follow from others. */
  readonly report?: () => Report;
  /** solvers that make the step of its bodies, to be looked at */
  readonly solvers?: readonly unknown[];
  /** Of the last step, of the bodies that it makes the step of iteratively. */
  readonly stepReports?: () => readonly StepReport[];
  /** Another takes its place: leave the batches as they were. */
  readonly end?: () => void;
};

/** The rows of a method. */
export interface Report {
  /** whose each row is */
  readonly rows: readonly BatchMember[];
  /** those that take part: one-sided ones do only while they push */
  readonly active: readonly number[];
  /** those that follow from others, and from which */
  readonly dependent: readonly { readonly row: number; readonly on: readonly number[] }[];
  /** J, entry by entry */
  readonly entries: readonly { readonly row: number; readonly coordinate: number; readonly value: number }[];
}

/**
 * How the last step of some bodies was solved.
 * @example const all: StepReport[] = world.stepReports();
 */
export interface StepReport {
  readonly bodies: readonly string[];
  /** what is left of the forces, over the size of the loads */
  readonly residual: number;
  readonly tolerance: number;
  /** false: the step was accepted as it is */
  readonly converged: boolean;
  /** Newton's steps, and iterations of conjugate gradients in all of them */
  readonly newton: number;
  readonly iterations: number;
}

/** A member of a shape. */
export interface BatchMember {
  readonly shape: BatchView;
  readonly member: number;
}
/** Constraints of one shape under a method. */
export interface BatchView {
  readonly boundRelation: BoundRelation;
  readonly batch: Batch;
  readonly rule: Rule;
  readonly integrators: readonly Integrator[];
  readonly members: { readonly length: number };
  /** of the bodies behind one member that can move, each once */
  integratorsOf(member: number): readonly Integrator[];
  /** first coordinate of each block (members x slots) */
  readonly blocks: Int32Array;
  readonly slots: number;
  isActive(member: number): boolean;
  /** whether a force on a member reaches a block of it: not a corner of no weight */
  reaches(member: number, slot: number): boolean;
  /** anchors that slide along their bodies */
  readonly sliders: readonly Slider[];
  /** it grows whenever what is recorded of members is written over from outside the method */
  readonly records: number;
  /** it grows whenever members are switched */
  readonly activity: number;
  /** let them find their spans, by their places in a column; true if some have come to another */
  reslot(column: string): boolean;
  /** of the constraint of a member, see ConstraintSpec */
  restitution(member: number): number;
  /** none of them is active */
  readonly idle: boolean;
  /** grows whenever which members are active, or which nodes they touch, may have changed */
  readonly changes: number;
  /** a batch of some members, with a kernel of the composition; it follows all that changes of them */
  memberBatch(made: Kernel | Hoisted, members: readonly number[]): MemberBatch;
  releaseMemberBatch(memberBatch: MemberBatch): void;
  /** its batch leaves a member alone, or does no longer */
  exclude(member: number, excluded: boolean): void;
  setRecord(member: number, column: number, value: number): void;
  /** what the last step did is recorded by this, once, when it is asked for; undefined: it is recorded */
  defer(record: (() => void) | undefined): void;
  settle(): void;
  slides(member: number): boolean;
  /** members that slide */
  readonly sliding: readonly number[];
  /** let one find its place among the predicted points */
  slide(member: number): void;
  /** the rows of one that slides, where it is solved with others */
  slidingRows(member: number): SlidingRows | undefined;
  /** it takes part: of a relation that leads, its contact does not stand open */
  holds(member: number): boolean;
  /** move targets to where they are now (0), or will be after the step (1) */
  moveTargets(steps: number): void;
  /** it is still on the way to its goal */
  isRamping(member: number): boolean;
  /** of the last step, at one of its points */
  force(member: number, anchor: number, axis: number): number;
  /** minus the forces that acted, into the column p */
  takeBack(members: readonly number[]): void;
  /** they pushed nothing */
  forget(members: readonly number[]): void;
  /** of its relation, as they are now */
  relationParameters(member: number): number[];
  who(member: number): { readonly constraint: string; readonly member: number };
  /** the name of a member, for messages */
  blame(member: number): string;
}
export interface MemberBatch {
  readonly batch: Batch;
  /** element of each member */
  readonly element: ReadonlyMap<number, number>;
}

/** What is worked out for each constraint of a batch. */
export interface Rule {
  readonly kernel: Kernel | Hoisted;
  /** the force at each point, x y z, from the rows that the kernel leaves: 3 x points lines, one number for each row */
  readonly forces: readonly (readonly number[])[];
  /** which number of a member's record tells whether its contact holds, of a relation that leads (see methods/displacement/contacts/latched-contacts.ts) */
  readonly latch?: number;
  /** one pass is a Newton step; from the row `rows` on: `size` multipliers so far, `size` values of C, its scale, passes */
  readonly newton?: { readonly rows: number; readonly size: number };
}
/** The rows are the forces. */
export const forcesThemselves = ({ shapes }: BoundRelation): number[][] =>
  Array.from({ length: 3 * shapes.length }, (_, i) =>
    Array.from({ length: 3 * shapes.length }, (_, j) => (i === j ? 1 : 0)),
  );

/** What is released when its owner is. */
export interface Releasable {
  release(): void;
}
/** What a method at work sees of the compiled program, which owns every solver. */
export interface ProgramView {
  readonly state: State;
  /** the bodies whose step this method makes: its integrators are `solved` */
  readonly bodies: readonly Placed[];
  /** of bodies that it solves by themselves, apart from the others: the name of their part */
  readonly parts: ReadonlyMap<string, string>;
  /** what forces do to all bodies */
  readonly compliance: StateCompliance;
  /** A solver for these bodies, made once: it stays while constraints come and go. */
  keep<T extends Releasable>(make: () => T): T;
}

/** What is kept of a contact that latches. */
export const latch = { fresh: 0, holds: 1, open: 2 } as const;

/**
 * State that a method keeps for each constraint (see state/state-block.ts). Its formulas read y, y', and whatever the method
 * makes of its BoundRelation at q and v. Kernels of the method find y in the slot `methodSlot`. While a constraint is inactive
 * its state of order 0 and 1 rests; when it becomes active that of its method starts anew.
 */
export type MethodState = StateBlock<[y: readonly Expr[], yRate: readonly Expr[]]>;

/**
 * A method: how constraints become forces. The engine's methods are values of this type.
 * @example const method: Method = localMethod({ projection: 'never' });
 */
export interface Method {
  readonly kind: string;
  /** its options, for fingerprints */
  readonly fingerprint?: string;
  /** place among the methods of a step; reaction acts on what all others leave */
  readonly order: number;
  /** Why it cannot hold such constraints, and what could; undefined if it can. */
  refuses(boundRelation: BoundRelation): string | undefined;
  /** A coordinate may belong to one active constraint of this relation and method only; then `remedy` says what else would do. */
  exclusive(relation: Relation): boolean;
  readonly remedy?: string;
  /** State that it keeps for each constraint. */
  state?(boundRelation: BoundRelation): MethodState | undefined;
  /**
   * Its hook `onRate` adds to the column `rateShift`, which is zero before: xdot = v + rateShift. Refused where the integrator
   * of a body has no rate of positions (Integrator.positionRate).
   */
  readonly shiftsRates?: true;
  /** Its multipliers, the first numbers of its state, stay within this. */
  readonly multiplierLimit?: number;
  /** It works out accelerations, which a body without inertia has none of. */
  readonly accelerates?: true;
  /** Its forces follow paths: rates of targets are differences over steps, as the integrator makes them. */
  readonly follows?: true;
  /** It holds exactly: rows are this part of the size of the coordinates off, at most. */
  readonly promise?: number;
  /** It makes the step of its bodies: those whose integrators are `solved`. */
  readonly solves?: true;
  /** Sliders under it may have friction, drive, stops and imposed places. */
  readonly drivesSliders?: true;
  /** It knows the weak coupling of pearls to their rod. */
  readonly couplesWeakly?: true;
  /** Contacts under it bounce. */
  readonly bounces?: true;
  /** It holds velocities as well as places. */
  readonly holdsVelocities?: true;
  /** Large solids under it are solved iteratively, apart from other bodies. */
  readonly iterative?: true;
  /** Its reactions act inside the solve of bodies under implicit Euler. */
  readonly inside?: true;
  /** It acts on what is predicted: all points of a constraint must be predicted for one time. */
  readonly predicts?: boolean;
  /** It meets rates as well as values: what it leads starts at the speed it has. */
  readonly rates?: true;
  /** What may lead its constraints to their goals; nothing if not given. */
  readonly ramps?: readonly NonNullable<Ramp['by']>[];
  /** Points of one constraint may share nodes. */
  readonly repeats?: true;
  /** What it asks of bodies: mass points (W diagonal), coordinates that move as their velocities say, or nothing. */
  readonly needs: 'points' | 'plain' | 'any';
  rule(boundRelation: BoundRelation, integrators: readonly Integrator[]): Rule;
  /** Take up all constraints of this method, batch by batch. */
  work(shapes: readonly BatchView[], program: ProgramView): Work;
}

/** Run every batch, one after another: all that a method needs whose constraints are each solved by themselves. */
export const runEach = (shapes: readonly BatchView[]): (() => void) => {
  return () => {
    for (let i = 0; i < shapes.length; i++) if (!shapes[i].idle) shapes[i].batch.run();
  };
};
