/**
 * A method turns rows into forces. It refuses what it cannot hold, and acts at its hooks. For each constraint it records in the
 * rows of its batch the numbers from which the forces follow: see Rule.
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
import type { Passage } from './attachments/passage.ts';
import type { Slider } from './attachments/slider.ts';
import type { SlidingRows } from './attachments/sliding-rows.ts';
import type { BoundRelation } from './bound-relation.ts';
import type { StateCompliance } from './compliance.ts';
import type { Ramp } from './drivers/ramps.ts';

/** Where a method may act, in the order of a step; those before `onSolve` at every stage of an integrator with several. */
export const hooks = [
  'beforeForces', // once, at the beginning of the step
  'onForce', //      on the total force f: lagrange, penalty, augmented; reaction last
  'onRate', //       on the rate of the coordinates, xdot = v + rateShift: see Method.shiftsRates
  'onSolve', //      a method that owns the step of its bodies: displacement
  'onPrediction', // on the predicted coordinates p: local
  'afterStep', //    on q and v at t + h: projections
] as const;
export type Hook = (typeof hooks)[number];

/** A method at work on its batches: what it does at each hook. */
export type Work = Partial<Record<Hook, () => void>> & {
  /** Refuses constraints that contradict each other. It changes nothing. */
  readonly verify?: () => void;
  /** At the beginning of the first step: moves everything onto its constraints, or refuses. */
  readonly start?: () => void;
  /** All members that are solved together with one of these. */
  readonly sharing?: (released: readonly BatchMember[]) => readonly BatchMember[];
  /** Members are released: the forces that cease go to the columns f and p (see release-forces.ts). */
  readonly withdraw?: (released: readonly BatchMember[], sharing: readonly BatchMember[]) => void;
  /** Notices for users: constraints that do not act, and why. */
  readonly notices?: () => readonly string[];
  /** Its present rows: their constraints, J, and which rows are redundant. */
  readonly report?: () => Report;
  /** solvers that make the step of its bodies, for inspection */
  readonly solvers?: readonly unknown[];
  /** bodies whose step it makes, as contacts see them */
  readonly systems?: readonly SolvedBodies[];
  /** How the last step was solved, for bodies that are solved iteratively. */
  readonly stepReports?: () => readonly StepReport[];
  /** Releases its tables; the batches stay as they are. */
  readonly end?: () => void;
};

/**
 * Bodies whose step is one solve, as contacts see them: how impulses on them change their motion, to first order, and the same step again
 * with other external forces.
 */
export interface SolvedBodies {
  readonly placed: readonly Placed[];
  /** why contacts cannot push them, where they cannot */
  readonly obstacle?: string;
  /** Coordinates and velocities are again those at the beginning of the step, where a divided step has moved them. */
  rewind(): void;
  /**
   * out = A f: by how much impulses f, N s, change the mean velocities of the step, A = (M - h D - h^2 K)^-1 on the constraints, at the
   * last solution. Both are over the coordinates of the state; those of other bodies are left alone.
   */
  respond(f: Float64Array, out: Float64Array): void;
  /** The step again, with the present external forces; solids begin where p is. False where it cannot be made with these: bodies are where it began. */
  again(): boolean;
  /** Their matrix itself, where it may be factorised. */
  readonly matrix?: SolvedMatrix | undefined;
}

/**
 * The matrix of bodies whose step is one solve, at the last solution: M + h^2 K from mean velocities to impulses, over nodes in an order of
 * its own. Vectors have three numbers a node. Coordinates that are prescribed have no row.
 */
export interface SolvedMatrix {
  /** the first coordinate of each node in the state */
  readonly nodes: Int32Array;
  /** blocks of 3x3 of the upper triangle: columns of row i from pointers[i] on, the diagonal first */
  readonly pointers: Int32Array;
  readonly indices: Int32Array;
  /** Evaluates and factorises it, unless it has hardly changed since it was. */
  linearise(): void;
  /** how often it was factorised */
  readonly version: number;
  /** blocks, to be multiplied by `scale`; to be fetched afresh after anything may have allocated */
  readonly values: Float64Array;
  readonly scale: number;
  /** 1 for unknowns, 0 for what is prescribed */
  readonly mask: Float64Array;
  /** v becomes the velocities that impulses v give. */
  solve(v: Float64Array): void;
  /** out = impulses that give the velocities v */
  multiply(v: Float64Array, out: Float64Array): void;
  /** An estimate of the inverse's block of a node, row by row. */
  compliance(node: number, out: Float64Array): void;
}

/** The rows of a method. */
export interface Report {
  /** the constraint of each row */
  readonly rows: readonly BatchMember[];
  /** active rows: one-sided ones only while they push */
  readonly active: readonly number[];
  /** redundant rows, and the rows from which each follows */
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
  /** residual force over the size of the loads */
  readonly residual: number;
  readonly tolerance: number;
  /** false: the step was accepted with this residual */
  readonly converged: boolean;
  /** Newton's steps, and iterations of conjugate gradients in all of them */
  readonly newton: number;
  readonly iterations: number;
}

/** A member of a batch. */
export interface BatchMember {
  readonly shape: BatchView;
  readonly member: number;
}
/** A batch of constraints, as a method sees it. */
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
  /** whether a force on a member acts on a block of it: false for a corner of weight 0 */
  actsOn(member: number, slot: number): boolean;
  /** anchors that slide along their bodies */
  readonly sliders: readonly Slider[];
  /** anchors where the material of rods passes */
  readonly passages: readonly Passage[];
  /** counts changes of records from outside the method */
  readonly records: number;
  /** counts switches of members */
  readonly activity: number;
  /** updates the spans of sliders from a column; true if some have changed */
  reslot(column: string): boolean;
  /** of the constraint of a member, see ConstraintSpec */
  restitution(member: number): number;
  /** none of them is active */
  readonly idle: boolean;
  /** counts changes of the active members and of the nodes they act on */
  readonly changes: number;
  /** a batch of some members with another kernel; it follows every change of them */
  memberBatch(made: Kernel | Hoisted, members: readonly number[]): MemberBatch;
  releaseMemberBatch(memberBatch: MemberBatch): void;
  /** excludes a member from its batch, or includes it again */
  exclude(member: number, excluded: boolean): void;
  setRecord(member: number, column: number, value: number): void;
  /** defers recording the forces of the last step to this function; undefined: they are recorded */
  defer(record: (() => void) | undefined): void;
  settle(): void;
  slides(member: number): boolean;
  /** members that slide */
  readonly sliding: readonly number[];
  /** moves the attachment of one to the closest point of the prediction */
  slide(member: number): void;
  /** the rows of one that slides and is solved together with others */
  slidingRows(member: number): SlidingRows | undefined;
  /** it acts: false for a latched contact that is open */
  holds(member: number): boolean;
  /** move targets to where they are now (0), or will be after the step (1) */
  moveTargets(steps: number): void;
  /** it is still on a ramp */
  isRamping(member: number): boolean;
  /** force of the last step at one of its points */
  force(member: number, anchor: number, axis: number): number;
  /** adds minus the forces of the last step to the column p */
  takeBack(members: readonly number[]): void;
  /** sets their recorded forces to zero */
  forget(members: readonly number[]): void;
  /** present parameters of its relation */
  relationParameters(member: number): number[];
  who(member: number): { readonly constraint: string; readonly member: number };
  /** the name of a member, for messages */
  label(member: number): string;
}
export interface MemberBatch {
  readonly batch: Batch;
  /** element of each member */
  readonly element: ReadonlyMap<number, number>;
}

/** What is computed for each constraint of a batch. */
export interface Rule {
  readonly kernel: Kernel | Hoisted;
  /** the force at each point, x y z, from the rows that the kernel leaves: 3 x points lines, one number for each row */
  readonly forces: readonly (readonly number[])[];
  /**
   * which number of a member's record is the multiplier of its first row, of the step so far, N: of methods whose one-sided and bounded rows contacts
   * can keep. They read it before, and leave what it has become
   */
  readonly multipliers?: number;
  /** of a latching relation: which number of a member's record is the state of its contact (methods/displacement/contacts/latched-contacts.ts) */
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
  /** of bodies that are solved separately: the name of their part */
  readonly parts: ReadonlyMap<string, string>;
  /** what forces do to all bodies */
  readonly compliance: StateCompliance;
  /** A solver for these bodies, made once; it is kept when constraints change. */
  keep<T extends Releasable>(make: () => T): T;
  /** What all option sets of a method have in common: made once in a program by this function. */
  shared<T>(make: (state: State) => T): T;
}

/** States of a latched contact. */
export const latch = { fresh: 0, holds: 1, open: 2 } as const;

/**
 * State that a method keeps for each constraint (see state/state-block.ts). Its formulas read y, y', and whatever the method
 * makes of its BoundRelation at q and v. Kernels of the method find y in the slot `methodSlot`. While a constraint is inactive
 * its state of order 0 and 1 is constant; when it becomes active the state of its method is reset.
 */
export type MethodState = StateBlock<[y: readonly Expr[], yRate: readonly Expr[]]> & {
  /**
   * Of order 1: the method's own kernel puts the rate into v at `methodSlot`, 0 while a member is inactive (`runEach` with rates).
   * It is not worked out a second time where the integrator's stages advance it. The rate may not read velocities.
   */
  readonly written?: true;
};

/**
 * A method: how constraints become forces. The engine's methods are values of this type.
 * @example const method: Method = localMethod({ projection: 'never' });
 */
export interface Method {
  readonly kind: string;
  /** its options, for fingerprints */
  readonly fingerprint?: string;
  /** order of methods within a step; reaction comes last */
  readonly order: number;
  /** Why it cannot hold such constraints, and what could; undefined if it can. */
  refuses(boundRelation: BoundRelation): string | undefined;
  /** A coordinate may belong to one active constraint of this relation and method only; then `remedy` says what to do instead. */
  exclusive(relation: Relation): boolean;
  readonly remedy?: string;
  /** State that it keeps for each constraint. */
  state?(boundRelation: BoundRelation): MethodState | undefined;
  /**
   * Its hook `onRate` adds to the column `rateShift`, which is zero before: xdot = v + rateShift. Refused where the integrator
   * of a body has no rate of positions (Integrator.positionRate).
   */
  readonly shiftsRates?: true;
  /** Bound of its multipliers, the first numbers of its state. */
  readonly multiplierLimit?: number;
  /** It computes accelerations, so bodies need inertia. */
  readonly accelerates?: true;
  /** It adds forces and does nothing else: steps may be divided. */
  readonly actsOnForces?: true;
  /** Its forces follow paths: rates of targets are differences over steps, as the integrator makes them. */
  readonly follows?: true;
  /** It is exact: residuals are at most this part of the size of the coordinates. */
  readonly promise?: number;
  /** The promise is that of equalities; one-sided rows are approached. */
  readonly softOneSided?: true;
  /** It makes the step of its bodies: those whose integrators are `solved`. */
  readonly solves?: true;
  /** Sliders under it may have friction, drive, stops and imposed places. */
  readonly drivesSliders?: true;
  /** It supports the weak coupling of pearls to their rod. */
  readonly couplesWeakly?: true;
  /** Contacts under it may have friction: relations that are `frictional`. */
  readonly rubs?: true;
  /** It holds rows with bounded multipliers: relations that are `bounded`. */
  readonly bounds?: true;
  /** Contacts under it bounce. */
  readonly bounces?: true;
  /** It constrains velocities as well as positions. */
  readonly holdsVelocities?: true;
  /** Large solids under it are solved iteratively, apart from other bodies. */
  readonly iterative?: true;
  /** Its reactions act inside the solve of bodies under implicit Euler. */
  readonly inside?: true;
  /** It acts on the prediction: all points of a constraint must be predicted for one time. */
  readonly predicts?: boolean;
  /** It satisfies rates as well as values: ramps start at the present rate. */
  readonly rates?: true;
  /** A point that starts on the wrong side of a one-sided row is thrown out by this method; a ramp should push it out slowly instead. */
  readonly throwsOut?: true;
  /** Ramps that it supports; none if not given. */
  readonly ramps?: readonly NonNullable<Ramp['by']>[];
  /** Points of one constraint may share nodes. */
  readonly repeats?: true;
  /** What it asks of bodies: mass points (W diagonal), coordinates that move as their velocities say, or nothing. */
  readonly needs: 'points' | 'plain' | 'any';
  rule(boundRelation: BoundRelation, integrators: readonly Integrator[]): Rule;
  /** Starts work on all constraints of this method, batch by batch. */
  work(shapes: readonly BatchView[], program: ProgramView): Work;
}

/** Runs every batch, one after another: for methods that solve each constraint separately. */
export const runEach = (
  shapes: readonly BatchView[],
  { withRates = false }: { readonly withRates?: boolean } = {},
): (() => void) => {
  // a batch that becomes idle runs once more: the rates that it wrote are 0 from then on
  const seen = shapes.map(() => -1);
  return () => {
    for (let i = 0; i < shapes.length; i++) {
      const { idle, changes } = shapes[i];
      if (idle && !(withRates && seen[i] !== changes)) continue;
      shapes[i].batch.run();
      seen[i] = changes;
    }
  };
};
