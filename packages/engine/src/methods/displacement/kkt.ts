/**
 * The step of bodies that are solved as a whole, with their constraints.                            [MIC08, eq. 1, 2; notes, 3]
 *
 *   [ H  J^T ] [   dp    ]   [ F ]      H = M/h^2 + drag M/h + sum of elements (K + D/h) + geometric stiffness of taut rows
 *   [ J   0  ] [ -lambda ] = [ E ]      F = f(p, (p - q)/h) + M (v - (p - q)/h)/h,   E = -C(p)
 *
 * Newton's method from p = q: one iteration as in the paper (`paper`), or until C and dp are within tolerance. Without motion
 * (`quasi-static`) there is no M. In the elimination order a multiplier comes after the points of its row, and an unknown that
 * multipliers define (a slider's u) after those: then no pivot vanishes (linalg/ordering/precedence.ts). Redundant rows get no force.
 */

import type { BatchView, StepReport } from '../../constraints/method.ts';
import type { Placed } from '../../forces/placed.ts';
import { isSolid } from '../../forces/solid-elements.ts';
import type { SymmetricSolver } from '../../linalg/solver.ts';
import type { State } from '../../state/state.ts';
import { approach } from './approach.ts';
import { ApproachedStep } from './approached-step.ts';
import { Checkpoint } from './checkpoint.ts';
import { impact } from './contacts/impacts.ts';
import type { LatchedContacts } from './contacts/latched-contacts.ts';
import { Convergence, isSettled } from './convergence.ts';
import { type Failure, refusal, refuseLoose, stretched } from './failure.ts';
import type { CondensedPoints } from './points/condensed-points.ts';
import { type KktOptions, Problem } from './problem.ts';
import type { KktRows } from './system/kkt-rows.ts';
import type { KktSystem } from './system/kkt-system.ts';

/** The largest number of Newton iterations. A rope takes three to five, a buckling one many. */
const mostPasses = 60;
/** Damped Newton: from this iteration on, three of four take half steps, so that an oscillating residual converges. */
const undampedPasses = 20;
/**
 * The tolerance of rows, m or rad. An iteration is the last if the next would move nothing by more than `negligible`: errors of
 * steps change velocities, and add up with the square of their number. Where convergence is slow, or rounding is more, the last is one
 * that moves nothing by more than `still`.
 */
const met = 1e-10;
const still = 1e-10;
const negligible = 1e-14;
/** m/s. With the factor of an earlier iteration the rate is less sure: nothing may change velocities by more, so that momentum is kept. */
const negligibleSpeed = 1e-12;
/** An iteration with the factor of an earlier one has to move by at most this part of the last; else the factor is made anew. */
const quickly = 0.3;
/** Then rows are met to first order, and are looked at once more; as good as with a new factor is this part of 8 eps of their terms. */
const rounded = 0.25;
/** Stagnation: with all rows met, a correction below this is accepted after the last iteration. A prediction so near is trusted. No motion above it is the last. */
const nearlyStill = 1e-6;
/** As in the paper: the largest number of solves, for one-sided rows that are deactivated. */
const mostSolves = 3;
/** The largest number of parts that a step is divided into. */
const mostParts = 64;
/** Of solids, whose energy may have kinks: iterations after which a step is not divided further. */
const mostPassesInParts = 600;

const failure = (why: string): Failure => ({ why, unmet: [] });

export class Kkt {
  readonly #problem: Problem;
  readonly #convergence = new Convergence();
  readonly #checkpoint: Checkpoint;
  /** of the present part of the step, s */
  #h = 0;

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
  ) {
    this.#problem = new Problem(placed, state);
    this.#checkpoint = new Checkpoint(placed, state);
    this.#hasSolids = placed.some(isSolid);
    const bodies = placed.map(({ body }) => body.id);
    this.report = { bodies, residual: 0, tolerance: 1e-6, converged: true, newton: 0, iterations: 0 };
  }
  release(): void {
    this.#problem.release();
    this.#checkpoint.release();
  }

  /** Uses these constraints from now on. */
  take(shapes: readonly BatchView[], options: KktOptions): void {
    this.#problem.take(shapes, options);
  }
  /** Prepares the system, so that `lambda` can be set. `before` runs before old multipliers are lost. */
  ready(before: () => void): void {
    this.#problem.ready(before);
  }
  /**
   * p and u at t + h. Newton's method starts at q + h v; where that has to be corrected by more than h v, at q: from afar it
   * may find another solution. If it does not converge, the step is divided into two, four, ... parts.
   */
  step(): void {
    this.#problem.passing.check();
    if (this.#problem.rows.bounces) this.#impact(this.state.h);
    this.#keep();
    this.#beginCount();
    const failed = this.#solve();
    if (failed && !this.#approach()) this.#refuse(failed);
    this.#tellResidual();
  }
  /** How the last step was solved, of systems with solids, but as in the paper. */
  hasReport = false;
  readonly report: { -readonly [K in keyof StepReport]: StepReport[K] };
  readonly #hasSolids: boolean;
  #tellResidual(): void {
    const { report } = this;
    const { system, lambda, options } = this.#problem;
    this.hasReport = this.#hasSolids && !options.paper;
    if (!this.hasReport || !system) return;
    report.tolerance = options.tolerance;
    report.residual = system.imbalance(lambda, this.#h);
    report.converged = report.residual <= options.tolerance;
    report.newton = this.#passes;
    report.iterations = system.iterations;
    if (this.#problem.condensed.any) this.#tell(this.state.phase.now);
  }
  /** The same step again, with other external forces: from where it has come to, or as at first where that fails. False where neither is possible. */
  again(): boolean {
    this.#checkpoint.keepPrediction();
    this.#putBack();
    this.#h = this.state.h;
    this.#beginCount();
    const isMade = !this.#attempt(1, 'last');
    if (!isMade) this.#putBack();
    if (!isMade && this.#solve()) return false;
    this.#tellResidual();
    return true;
  }
  /** How impulses, N s, change mean velocities of the step, to first order (see SolvedBodies). */
  respond(f: Float64Array, out: Float64Array): void {
    if (this.#problem.system && !this.#isFactored) {
      // the last factor is that of an earlier iteration
      this.#problem.condensed.follow(false);
      this.#problem.rows.evaluate(this.#problem.lambda);
      if (!this.#problem.system.factorWhole(this.#h, this.#problem.activeSet.part, this.#problem.lambda))
        this.#factor(this.#problem.system, 1); // that of a first iteration may lack something
      this.#isFactored = true;
    }
    this.#problem.system?.respond(f, out);
    const perSquare = 1 / (this.state.h * this.state.h);
    for (const { start, size } of this.placed) for (let i = start; i < start + size; i++) out[i] *= perSquare;
  }
  /** at the solution */
  #isFactored = false;
  /** Bodies are where the step began, also after a step that was divided. */
  rewind(): void {
    this.#checkpoint.rewind(this.#problem.sliding.coordinates);
  }
  #passes = 0;
  #beginCount(): void {
    this.#passes = 0;
    if (this.#problem.system) this.#problem.system.iterations = 0;
  }
  #solve(): Failure | undefined {
    const { h } = this.state;
    if (!this.#problem.options.paper) {
      this.#h = h;
      if (!this.#attempt(1, 'predicted')) return undefined;
      this.#putBack();
    }
    let failed: Failure | undefined;
    for (let parts = 1; parts <= mostParts; parts *= 2) {
      this.#h = h / parts;
      for (let part = 1; part <= parts; part++) {
        if (parts > 1) for (const shape of this.#problem.shapes) shape.moveTargets(part / parts);
        if (parts > 1) this.#problem.crossed('q');
        failed = this.#attempt(part / parts);
        if (failed) break;
        if (part < parts) this.#checkpoint.goOn(this.#problem.sliding.coordinates);
      }
      if (!failed) break;
      this.#putBack();
      if (this.#hasSolids && this.#passes > mostPassesInParts) break;
    }
    return failed;
  }
  /** See approach.ts. False where that leads nowhere. */
  #approach(): boolean {
    const { system, options } = this.#problem;
    if (options.paper || !system || system.loose) return false;
    this.#h = this.state.h;
    const solve = {
      putBack: () => this.#putBack(),
      attempt: (most?: number) => !this.#attempt(1, 'last', most),
      passes: () => this.#passes,
    };
    const step = new ApproachedStep(system, this.#problem, this.#checkpoint, solve, this.#h);
    const first = mostParts / this.#h;
    const end = approach(step, first * first);
    if (end === 'solved' || (end === 'near' && this.#hasSolids)) return true;
    this.#putBack();
    return false;
  }
  #refuse(failed: Failure): never {
    this.#problem.passing.check(2 * this.state.h);
    if (this.#problem.system?.loose) refuseLoose(this.placed, this.state);
    throw refusal(failed, this.#problem.rows, this.#problem.lambda, this.placed, this.state, mostParts);
  }
  #isAsPredicted(): boolean {
    for (let k = 0; k < this.#problem.solved.parts.length; k++)
      if (!this.#problem.solved.parts[k].isAsPredicted(this.#h, nearlyStill)) return false;
    return true;
  }
  #impact(h: number): void {
    this.#problem.start();
    this.#problem.rows.evaluate(this.#problem.lambda);
    impact(this.#problem.rows, h, this.state);
  }
  #keep(): void {
    this.#checkpoint.keep(this.#problem.lambda);
    this.#problem.condensed.keep();
    this.#problem.latchedContacts.keep();
  }
  #putBack(): void {
    this.#checkpoint.putBack(this.#problem.lambda, this.#problem.sliding.coordinates);
    this.#problem.condensed.putBack();
    this.#problem.latchedContacts.putBack();
  }
  /**
   * Newton's method from the present state; returns the failure, if it fails. `ahead`: fraction of the step after this part.
   * It starts at q, at q + h v (`predicted`), or where the step came to before (`last`).
   */
  #attempt(ahead: number, from: 'q' | 'predicted' | 'last' = 'q', most = mostPasses): Failure | undefined {
    const predicted = from === 'predicted';
    this.#isFactored = false;
    const system = this.#problem.system ?? this.#problem.arrange();
    const { paper } = this.#problem.options;
    this.#begin(system, ahead);
    if (predicted) {
      for (let k = 0; k < this.#problem.solved.parts.length; k++) this.#problem.solved.parts[k].predict();
      this.#problem.passing.hold();
    }
    if (from === 'last') this.#checkpoint.goTo();
    let tooFar = 0;
    let before = this.#problem.lambda;
    let keeps = false; // the last factor may do once more
    let lastMoved = Number.POSITIVE_INFINITY;
    let known = this.#problem.latchedContacts.any && from === 'q'; // rows and points have been evaluated at p
    for (let pass = 0; ; pass++) {
      this.#passes++;
      if (!known) {
        this.#problem.condensed.follow(paper);
        this.#problem.rows.evaluate(this.#problem.lambda);
      }
      known = false;
      if (this.#problem.activeSet.anySided) this.#activate(pass);
      this.#problem.activeSet.choose();
      if (pass === most) before = this.#problem.lambda.slice();
      let moved: number | undefined = keeps
        ? system.solveAgain(this.#problem.activeSet.part, this.#problem.lambda, quickly * lastMoved, this.#h)
        : undefined;
      const kept = moved !== undefined;
      if (moved === undefined) {
        this.#factor(system, pass);
        const part = pass < undampedPasses || pass % 4 === 3 ? 1 : 0.5;
        moved = system.solve(this.#problem.activeSet.part, this.#problem.lambda, part, this.#h);
      }
      if (!(moved < Number.POSITIVE_INFINITY)) return failure('its equations have no solution');
      if (predicted && pass === 0 && !this.#isAsPredicted()) return failure('it does not move as predicted');
      const rough = this.#problem.sliding.hasCoulomb || this.#problem.passing.hasCoulomb;
      if (rough) system.settleFriction(this.#problem.activeSet.part, this.#problem.lambda, this.#h);
      if (paper && pass < mostSolves && this.#problem.activeSet.deactivate(this.#problem.lambda)) {
        this.#problem.start();
        this.#problem.sliding.begin(this.#h, ahead);
        this.#problem.passing.begin(this.#h, ahead, this.#problem.lambda);
        this.#problem.condensed.moveWeak(this.#h);
        continue;
      }
      const slid = this.#problem.sliding.after(this.#problem.lambda);
      if (slid === 'far' && ++tooFar > 3) return failure('something slides by more than half a span');
      const passed = this.#problem.passing.any && this.#problem.passing.after(this.#problem.lambda);
      const stickSlipChanged = slid !== 'done' || passed;
      if (paper && this.#problem.condensed.any) this.#problem.condensed.moveAsInPaper();
      const crossed = this.#problem.crossed('p');
      if (paper) {
        this.#problem.condensed.put();
        if (!stickSlipChanged && !this.#turned(false)) break;
      } else this.#problem.condensed.follow(false);
      this.#problem.rows.evaluate(this.#problem.lambda);
      const residual = this.#problem.activeSet.worst();
      const pulled = this.#problem.activeSet.deactivate(this.#problem.lambda);
      const next = this.#convergence.next(pass, moved);
      const linear = kept || system.isDecoupled;
      const nothing = linear ? Math.min(negligible, negligibleSpeed * this.#h) : negligible;
      // a rate says nothing of a long motion: that before it may have been a wild one
      const rests = (next <= nothing && moved <= nearlyStill) || (!linear && moved <= still);
      const settling = rests && residual <= (linear ? rounded * this.#problem.activeSet.rounding : met);
      const done =
        settling || (residual <= met && system.isBalanced(this.#problem.activeSet.part, this.#problem.lambda, this.#h));
      if (done && !pulled && !stickSlipChanged && !crossed && !this.#turned(true)) break;
      known = !paper && !pulled;
      keeps = this.#exact && !rough && !crossed && moved <= quickly * lastMoved;
      lastMoved = moved;
      if (pass < most) continue;
      const settled = isSettled(this.#problem.lambda, before);
      if (moved <= nearlyStill && residual <= met && settled) break;
      if (!settled && residual <= met) return stretched(this.#problem.rows, this.#problem.lambda);
      const why = `after ${most} corrections it still moves by ${moved.toPrecision(2)} m`;
      return { why, unmet: this.#problem.activeSet.unmet(met) };
    }
    for (let k = 0; k < this.#problem.solved.parts.length; k++) this.#problem.solved.parts[k].velocities();
    if (this.#problem.solved.curved.any) this.#problem.solved.curved.transport();
    if (this.#problem.condensed.any) {
      this.#problem.condensed.go(paper);
      if (!paper) this.#tell(this.state.phase.now); // the next step starts with it
    }
    return undefined;
  }
  /** Starts Newton's method at q, where contacts are latched. */
  #begin(system: KktSystem, ahead: number): void {
    this.#problem.updateActiveSet();
    this.#problem.activeSet.resume(this.#problem.lambda);
    for (let k = 0; k < this.#problem.solved.parts.length; k++) this.#problem.solved.parts[k].prepare(this.#h);
    system.begin();
    this.#problem.start();
    this.#problem.condensed.prepare(this.#h, this.#isStatic);
    this.#problem.sliding.begin(this.#h, ahead);
    this.#problem.passing.begin(this.#h, ahead, this.#problem.lambda);
    this.#problem.condensed.moveWeak(this.#h);
    if (this.#problem.sliding.hasPrescribed || this.#problem.condensed.isWeak) this.#problem.crossed('p');
    if (this.#problem.latchedContacts.any) {
      this.#problem.condensed.follow(this.#problem.options.paper);
      this.#problem.rows.evaluate(this.#problem.lambda);
      this.#problem.latchedContacts.begin(this.#problem.rows.C);
    }
  }
  /** Computes the multipliers of condensed points of a step in this phase, on demand. */
  tell(phase: 0 | 1): void {
    if (this.#problem.options.paper && this.#problem.condensed.any) this.#tell(phase);
  }
  #tell(phase: 0 | 1): void {
    this.#problem.system?.hold(this.#problem.lambda);
    this.#problem.condensed.tell(this.#h, phase);
  }
  /** Activates one-sided rows that are violated; as in the paper, those that would be at the present velocities. */
  #activate(pass: number): void {
    const { paper } = this.#problem.options;
    if (paper && pass > 0) return;
    if (paper) this.#problem.rows.predict(this.state.column('v'), this.#h, this.#problem.ahead);
    this.#problem.activeSet.activate(
      paper ? this.#problem.ahead : this.#problem.rows.C,
      paper ? 0 : this.#problem.activeSet.rounding,
    );
  }
  readonly #isStatic = (i: number): boolean =>
    this.placed.some(({ start, size, integrator }) => integrator.solved === 'static' && i >= start && i < start + size);
  /** Opens and closes latched contacts, once all other rows are met. `known`: rows are evaluated at the present p. */
  #turned(known: boolean): boolean {
    if (!this.#problem.latchedContacts.any) return false;
    if (!known) this.#problem.rows.evaluate(this.#problem.lambda, true);
    return this.#problem.latchedContacts.turn(
      this.#problem.rows.C,
      this.#problem.lambda,
      this.#problem.activeSet.rounding,
    );
  }
  /** the last matrix has the exact stiffness */
  #exact = false;
  /**
   * Newton's method converges fast with the exact stiffness, but compression may make the matrix indefinite. Then, and as in
   * the paper, a stiffness is used that is never indefinite.
   */
  #factor(system: KktSystem, pass: number): void {
    this.#exact = false;
    if (!this.#problem.options.paper) {
      system.forces(this.#problem.lambda, 'exact', this.#h);
      system.factor(this.#h, this.#problem.activeSet.part, this.#problem.lambda, false, pass);
      this.#exact = !system.indefinite;
      if (this.#exact) return;
      this.#problem.condensed.follow(true);
    }
    system.forces(this.#problem.lambda, 'safe', this.#h);
    system.factorSafely(this.#h, this.#problem.activeSet.part, this.#problem.lambda, pass);
  }

  get lambda(): Float64Array<ArrayBuffer> {
    return this.#problem.lambda;
  }
  get latchedContacts(): LatchedContacts {
    return this.#problem.latchedContacts;
  }
  get condensed(): CondensedPoints {
    return this.#problem.condensed;
  }
  get rows(): KktRows {
    return this.#problem.rows;
  }
  /** Of each unknown: its rank and its coordinate. Rows follow after these. */
  get unknowns(): { readonly rank: Uint8Array; readonly coordinates: Int32Array } {
    const none = { rank: new Uint8Array(0), coordinates: new Int32Array(0) };
    return this.#problem.system ?? none;
  }
  /** With all entries; and that of the last factor, which may have fewer. */
  get matrix(): SymmetricSolver | undefined {
    return this.#problem.system?.whole;
  }
  get factored(): SymmetricSolver | undefined {
    return this.#problem.system?.matrix;
  }
}
