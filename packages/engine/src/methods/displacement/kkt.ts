/**
 * The step of bodies that are solved as a whole, with their constraints.                            [MIC08, eq. 1, 2; notes, 3]
 *
 *   [ H  J^T ] [   dp    ]   [ F ]      H = M/h^2 + drag M/h + sum of elements (K + D/h) + geometric stiffness of taut rows
 *   [ J   0  ] [ -lambda ] = [ E ]      F = f(p, (p - q)/h) + M (v - (p - q)/h)/h,   E = -C(p)
 *
 * Newton's method from p = q: one iteration as in the paper (`paper`), or until C and dp are within tolerance. Without motion
 * (`quasi-static`) there is no M. In the elimination order a multiplier comes after the points of its row, and an unknown that
 * multipliers define (a slider's u) after those: then no pivot vanishes (linalg/ordering/precedence.ts). Redundant rows get no force.
 *
 * Long because all parts of a step (rows, active set, sliders, cuts of rods, condensed points) share one Newton iteration.
 */

import { areNear } from '../../constraints/attachments/sliders.ts';
import type { BatchView } from '../../constraints/method.ts';
import type { Placed } from '../../forces/placed.ts';
import type { Supernodal } from '../../linalg/factor/supernodal.ts';
import type { Column, State } from '../../state/state.ts';
import { Checkpoint } from './checkpoint.ts';
import { ActiveSet } from './contacts/active-set.ts';
import { impact } from './contacts/impacts.ts';
import { LatchedContacts } from './contacts/latched-contacts.ts';
import { Convergence, isSettled } from './convergence.ts';
import { type Failure, refusal, refuseLoose, stretched } from './failure.ts';
import { CondensedPoints } from './points/condensed-points.ts';
import { condensedAmong } from './points/condensed-table.ts';
import { Passing } from './points/passing.ts';
import { activityOf, StickSlip } from './points/stick-slip.ts';
import { CurvedBodies } from './system/curved-bodies.ts';
import { FlowingMass } from './system/flowing-mass.ts';
import { KktRows } from './system/kkt-rows.ts';
import { KktSystem } from './system/kkt-system.ts';
import { Mass } from './system/mass.ts';
import { Part } from './system/part.ts';
import type { Solved } from './system/solved.ts';

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

const failure = (why: string): Failure => ({ why, unmet: [] });

export interface KktOptions {
  /** one linearisation, as in the paper */
  readonly paper: boolean;
  /** with the geometric stiffness of taut rows */
  readonly stiffening: boolean;
}

export class Kkt {
  readonly #solved: Solved;
  readonly #q: Column;
  readonly #p: Column;
  #rows: KktRows;
  #options: KktOptions = { paper: false, stiffening: true };
  #system: KktSystem | undefined;
  readonly #convergence = new Convergence();
  readonly #checkpoint: Checkpoint;
  /** of the present part of the step, s */
  #h = 0;
  #activeSet: ActiveSet;
  /** C after a step at the present velocities */
  #ahead = new Float64Array(0);
  lambda = new Float64Array(0);
  #changes = -1;
  /** number of changes of the batches when the system was last compared with them */
  #looked = -1;
  #shapes: readonly BatchView[] = [];
  /** of each batch, whether it had no active member when rows were made: it has no rows then */
  #idle: readonly boolean[] = [];
  /** of the batches when rows were made */
  #activity = 0;
  #sliding: StickSlip;
  #passing: Passing;
  #condensed: CondensedPoints;
  readonly latchedContacts = new LatchedContacts();

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
  ) {
    const of = (mode: 'dynamic' | 'static'): Placed[] => placed.filter((p) => p.integrator.solved === mode);
    const parts = (['dynamic', 'static'] as const).flatMap((mode) =>
      of(mode).length ? [new Part(of(mode), mode, state)] : [],
    );
    this.#solved = {
      placed,
      parts,
      mass: new Mass(of('dynamic'), state),
      flowing: new FlowingMass(placed, state),
      curved: new CurvedBodies(placed, state),
      rests: of('static').length > 0,
    };
    this.#checkpoint = new Checkpoint(placed, state);
    this.#q = state.columnOf('q');
    this.#p = state.columnOf('p');
    this.#rows = new KktRows([], state);
    this.#activeSet = new ActiveSet(this.#rows, this.latchedContacts);
    this.#condensed = new CondensedPoints([], state);
    this.#sliding = new StickSlip([], this.#rows, this.#condensed, state);
    this.#passing = new Passing(placed, [], this.#rows, state);
  }
  release(): void {
    for (const part of this.#solved.parts) part.release();
    this.#solved.mass.release();
    this.#system?.release();
    this.#checkpoint.release();
  }

  /** Uses these constraints from now on. */
  take(shapes: readonly BatchView[], options: KktOptions): void {
    this.#shapes = shapes;
    this.#options = options;
    this.#renew();
  }
  /** Makes the rows again. */
  #renew(): void {
    this.#centre();
    this.#rows.end();
    this.#condensed.end();
    this.#idle = this.#shapes.map((shape) => shape.idle);
    const active = this.#shapes.filter((shape) => !shape.idle);
    const condensed = condensedAmong(active, this.#shapes, this.placed);
    const { paper, stiffening } = this.#options;
    this.#condensed = new CondensedPoints(condensed, this.state, paper);
    this.#rows = new KktRows(
      active.filter((s) => !condensed.includes(s)),
      this.state,
      { bends: !paper, stiffening },
    );
    this.latchedContacts.stand(this.#rows);
    this.#sliding = new StickSlip(active, this.#rows, this.#condensed, this.state);
    this.#passing = new Passing(this.placed, active, this.#rows, this.state);
    this.#activity = activityOf(this.#shapes);
    this.#system?.release();
    this.#system = undefined;
    this.#changes = -1;
    this.#looked = -1;
  }
  /** Reserves matrix entries for the spans on either side of each slider; for one that left its spans, two spans ahead. */
  #centre(): void {
    if (this.#shapes.every(({ sliders }) => areNear(sliders, this.state))) return;
    const [q, p] = [this.state.column('q'), this.state.column('p')];
    for (const { sliders } of this.#shapes)
      for (const { centre, span } of sliders) {
        const on = span - q[centre];
        q[centre] = Math.abs(on) > 1 ? span + Math.sign(on) : span;
        p[centre] = q[centre];
      }
  }
  /** Arranges the same rows on other coordinates. Multipliers and the active set are kept. */
  #slide(): void {
    this.#centre();
    this.#rows.stand();
    this.#condensed.stand();
    this.#system?.arrange();
  }
  /** Finds the place of every entry. */
  #arrange(): KktSystem {
    const { size } = this.#rows;
    this.#system = new KktSystem(
      this.#solved,
      this.#rows,
      this.#sliding,
      this.#passing,
      this.#condensed,
      this.state,
      this.#options.paper,
    );
    this.#activeSet = new ActiveSet(this.#rows, this.latchedContacts);
    this.#ahead = new Float64Array(size);
    if (this.lambda.length !== size) this.lambda = new Float64Array(size);
    return this.#system;
  }
  /** The active set. */
  #updateActiveSet(): void {
    let changes = 0;
    for (const shape of this.#shapes) changes += shape.changes;
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.#activeSet.update(this.lambda);
  }

  /** Prepares the system, so that `lambda` can be set. `before` runs before old multipliers are lost. */
  ready(before: () => void): void {
    if (this.#switched()) {
      for (let i = 0; i < this.#shapes.length; i++) this.#shapes[i].reslot('q');
      before();
      this.#renew();
    } else this.#crossed('q');
    if (!this.#system) this.#arrange();
  }
  /**
   * p and u at t + h. Newton's method starts at q + h v; where that has to be corrected by more than h v, at q: from afar it
   * may find another solution. If it does not converge, the step is divided into two, four, ... parts.
   */
  step(): void {
    this.#passing.check();
    if (this.#rows.bounces) this.#impact(this.state.h);
    this.#keep();
    this.#solve();
  }
  /** The same step again, with other external forces: from where it has come to, or as at first where that fails. */
  again(): void {
    this.#checkpoint.keepPrediction();
    this.#putBack();
    this.#h = this.state.h;
    if (!this.#attempt(1, 'last')) return;
    this.#putBack();
    this.#solve();
  }
  /** How impulses, N s, change mean velocities of the step, to first order (see SolvedBodies). */
  respond(f: Float64Array, out: Float64Array): void {
    if (this.#system && !this.#isFactored) {
      // the last factor is that of an earlier iteration
      this.#condensed.follow(false);
      this.#rows.evaluate(this.lambda);
      if (!this.#system.factorWhole(this.#h, this.#activeSet.part, this.lambda)) this.#factor(this.#system, 0);
      this.#isFactored = true;
    }
    this.#system?.respond(f, out);
    const perSquare = 1 / (this.state.h * this.state.h);
    for (const { start, size } of this.placed) for (let i = start; i < start + size; i++) out[i] *= perSquare;
  }
  /** at the solution */
  #isFactored = false;
  /** Bodies are where the step began, also after a step that was divided. */
  rewind(): void {
    this.#checkpoint.rewind(this.#sliding.coordinates);
  }
  #solve(): void {
    const { h } = this.state;
    if (!this.#options.paper) {
      this.#h = h;
      if (!this.#attempt(1, 'predicted')) return;
      this.#putBack();
    }
    let failed: Failure | undefined;
    for (let parts = 1; parts <= mostParts; parts *= 2) {
      this.#h = h / parts;
      for (let part = 1; part <= parts; part++) {
        if (parts > 1) for (const shape of this.#shapes) shape.moveTargets(part / parts);
        if (parts > 1) this.#crossed('q');
        failed = this.#attempt(part / parts);
        if (failed) break;
        if (part < parts) this.#checkpoint.goOn(this.#sliding.coordinates);
      }
      if (!failed) break;
      this.#putBack();
    }
    if (failed) this.#passing.check(2 * h);
    if (failed && this.#system?.loose) refuseLoose(this.placed, this.state);
    if (failed) throw refusal(failed, this.#rows, this.lambda, this.placed, this.state, mostParts);
  }
  #isAsPredicted(): boolean {
    for (let k = 0; k < this.#solved.parts.length; k++)
      if (!this.#solved.parts[k].isAsPredicted(this.#h, nearlyStill)) return false;
    return true;
  }
  #impact(h: number): void {
    this.#start();
    this.#rows.evaluate(this.lambda);
    impact(this.#rows, h, this.state);
  }
  #keep(): void {
    this.#checkpoint.keep(this.lambda);
    this.#condensed.keep();
    this.latchedContacts.keep();
  }
  #putBack(): void {
    this.#checkpoint.putBack(this.lambda, this.#sliding.coordinates);
    this.#condensed.putBack();
    this.latchedContacts.putBack();
  }
  /**
   * Newton's method from the present state; returns the failure, if it fails. `ahead`: fraction of the step after this part.
   * It starts at q, at q + h v (`predicted`), or where the step came to before (`last`).
   */
  #attempt(ahead: number, from: 'q' | 'predicted' | 'last' = 'q'): Failure | undefined {
    const predicted = from === 'predicted';
    this.#isFactored = false;
    const system = this.#system ?? this.#arrange();
    const { paper } = this.#options;
    this.#begin(system, ahead);
    if (predicted) {
      for (let k = 0; k < this.#solved.parts.length; k++) this.#solved.parts[k].predict();
      this.#passing.hold();
    }
    if (from === 'last') this.#checkpoint.goTo();
    let tooFar = 0;
    let before = this.lambda;
    let keeps = false; // the last factor may do once more
    let lastMoved = Number.POSITIVE_INFINITY;
    let known = this.latchedContacts.any && from === 'q'; // rows and points have been evaluated at p
    for (let pass = 0; ; pass++) {
      if (!known) {
        this.#condensed.follow(paper);
        this.#rows.evaluate(this.lambda);
      }
      known = false;
      if (this.#activeSet.anySided) this.#activate(pass);
      this.#activeSet.choose();
      if (pass === mostPasses) before = this.lambda.slice();
      let moved: number | undefined = keeps
        ? system.solveAgain(this.#activeSet.part, this.lambda, quickly * lastMoved, this.#h)
        : undefined;
      const kept = moved !== undefined;
      if (moved === undefined) {
        this.#factor(system, pass);
        const part = pass < undampedPasses || pass % 4 === 3 ? 1 : 0.5;
        moved = system.solve(this.#activeSet.part, this.lambda, part, this.#h);
      }
      if (!(moved < Number.POSITIVE_INFINITY)) return failure('its equations have no solution');
      if (predicted && pass === 0 && !this.#isAsPredicted()) return failure('it does not move as predicted');
      const rough = this.#sliding.hasCoulomb || this.#passing.hasCoulomb;
      if (rough) system.settleFriction(this.#activeSet.part, this.lambda, this.#h);
      if (paper && pass < mostSolves && this.#activeSet.deactivate(this.lambda)) {
        this.#start();
        this.#sliding.begin(this.#h, ahead);
        this.#passing.begin(this.#h, ahead, this.lambda);
        this.#condensed.moveWeak(this.#h);
        continue;
      }
      const slid = this.#sliding.after(this.lambda);
      if (slid === 'far' && ++tooFar > 3) return failure('something slides by more than half a span');
      const passed = this.#passing.any && this.#passing.after(this.lambda);
      const stickSlipChanged = slid !== 'done' || passed;
      if (paper && this.#condensed.any) this.#condensed.moveAsInPaper();
      const crossed = this.#crossed('p');
      if (paper) {
        this.#condensed.put();
        if (!stickSlipChanged && !this.#turned(false)) break;
      } else this.#condensed.follow(false);
      this.#rows.evaluate(this.lambda);
      const residual = this.#activeSet.worst();
      const pulled = this.#activeSet.deactivate(this.lambda);
      const next = this.#convergence.next(pass, moved);
      const enough = kept ? rounded * this.#activeSet.rounding : met;
      const nothing = kept ? Math.min(negligible, negligibleSpeed * this.#h) : negligible;
      // a rate says nothing of a long motion: that before it may have been a wild one
      const settling = ((next <= nothing && moved <= nearlyStill) || (!kept && moved <= still)) && residual <= enough;
      if (settling && !pulled && !stickSlipChanged && !crossed && !this.#turned(true)) break;
      known = !paper && !pulled;
      keeps = this.#exact && !rough && !crossed && moved <= quickly * lastMoved;
      lastMoved = moved;
      if (pass < mostPasses) continue;
      const settled = isSettled(this.lambda, before);
      if (moved <= nearlyStill && residual <= met && settled) break;
      if (!settled && residual <= met) return stretched(this.#rows, this.lambda);
      const why = `after ${mostPasses} corrections it still moves by ${moved.toPrecision(2)} m`;
      return { why, unmet: this.#activeSet.unmet(met) };
    }
    for (let k = 0; k < this.#solved.parts.length; k++) this.#solved.parts[k].velocities();
    if (this.#solved.curved.any) this.#solved.curved.transport();
    if (this.#condensed.any) {
      this.#condensed.go(paper);
      if (!paper) this.#tell(this.state.phase.now); // the next step starts with it
    }
    return undefined;
  }
  /** Starts Newton's method at q, where contacts are latched. */
  #begin(system: KktSystem, ahead: number): void {
    this.#updateActiveSet();
    this.#activeSet.resume(this.lambda);
    for (let k = 0; k < this.#solved.parts.length; k++) this.#solved.parts[k].prepare(this.#h);
    system.begin();
    this.#start();
    this.#condensed.prepare(this.#h, this.#isStatic);
    this.#sliding.begin(this.#h, ahead);
    this.#passing.begin(this.#h, ahead, this.lambda);
    this.#condensed.moveWeak(this.#h);
    if (this.#sliding.hasPrescribed || this.#condensed.isWeak) this.#crossed('p');
    if (this.latchedContacts.any) {
      this.#condensed.follow(this.#options.paper);
      this.#rows.evaluate(this.lambda);
      this.latchedContacts.begin(this.#rows.C);
    }
  }
  /** Computes the multipliers of condensed points of a step in this phase, on demand. */
  tell(phase: 0 | 1): void {
    if (this.#options.paper && this.#condensed.any) this.#tell(phase);
  }
  #tell(phase: 0 | 1): void {
    this.#system?.hold(this.lambda);
    this.#condensed.tell(this.#h, phase);
  }
  /** Sliders may have moved to other spans. Entries are reserved for the neighbouring spans; beyond these the system is rearranged. */
  #crossed(column: 'q' | 'p'): boolean {
    let moved = false;
    for (let i = 0; i < this.#shapes.length; i++) if (this.#shapes[i].reslot(column)) moved = true;
    if (!moved) return false;
    if (this.#system && !this.#solved.rests && this.#sliding.near) this.#system.move();
    else this.#slide();
    return true;
  }
  /** Whether sliders, condensed points or the batches with active members have changed. */
  #switched(): boolean {
    let changes = 0;
    for (let i = 0; i < this.#shapes.length; i++) changes += this.#shapes[i].changes;
    if (changes === this.#looked) return false;
    this.#looked = changes;
    if (this.#sliding.stale) return true;
    if (this.#passing.any && activityOf(this.#shapes) !== this.#activity) return true;
    for (let i = 0; i < this.#shapes.length; i++) if (this.#shapes[i].idle !== this.#idle[i]) return true;
    return false;
  }
  /** Activates one-sided rows that are violated; as in the paper, those that would be at the present velocities. */
  #activate(pass: number): void {
    const { paper } = this.#options;
    if (paper && pass > 0) return;
    if (paper) this.#rows.predict(this.state.column('v'), this.#h, this.#ahead);
    this.#activeSet.activate(paper ? this.#ahead : this.#rows.C, paper ? 0 : this.#activeSet.rounding);
  }
  readonly #isStatic = (i: number): boolean =>
    this.placed.some(({ start, size, integrator }) => integrator.solved === 'static' && i >= start && i < start + size);
  #start(): void {
    const { parts } = this.#solved;
    for (let k = 0; k < parts.length; k++) parts[k].start();
    const { coordinates } = this.#sliding;
    const [q, p] = [this.#q.view(), this.#p.view()];
    for (let k = 0; k < coordinates.length; k++) p[coordinates[k]] = q[coordinates[k]];
  }
  /** Opens and closes latched contacts, once all other rows are met. `known`: rows are evaluated at the present p. */
  #turned(known: boolean): boolean {
    if (!this.latchedContacts.any) return false;
    if (!known) this.#rows.evaluate(this.lambda, true);
    return this.latchedContacts.turn(this.#rows.C, this.lambda, this.#activeSet.rounding);
  }
  /** the last matrix has the exact stiffness */
  #exact = false;
  /**
   * Newton's method converges fast with the exact stiffness, but compression may make the matrix indefinite. Then, and as in
   * the paper, a stiffness is used that is never indefinite.
   */
  #factor(system: KktSystem, pass: number): void {
    this.#exact = false;
    if (!this.#options.paper) {
      system.forces(this.lambda, 'exact', this.#h);
      system.factor(this.#h, this.#activeSet.part, this.lambda, false, pass);
      this.#exact = !system.indefinite;
      if (this.#exact) return;
      this.#condensed.follow(true);
    }
    system.forces(this.lambda, 'safe', this.#h);
    system.factor(this.#h, this.#activeSet.part, this.lambda, true, pass);
  }

  get condensed(): CondensedPoints {
    return this.#condensed;
  }
  get rows(): KktRows {
    return this.#rows;
  }
  /** Of each unknown: its rank and its coordinate. Rows follow after these. */
  get unknowns(): { readonly rank: Uint8Array; readonly coordinates: Int32Array } {
    const none = { rank: new Uint8Array(0), coordinates: new Int32Array(0) };
    return this.#system ?? none;
  }
  get matrix(): Supernodal | undefined {
    return this.#system?.matrix;
  }
}
