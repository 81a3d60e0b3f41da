/**
 * A world: bodies and constraints around one State. Everything can be added, removed and switched between any two steps;
 * a snapshot keeps everything that changes, and can be restored.
 *
 * This class lists what users can do, and steps. The work is done by the files beside it, on the Contents.
 */
import type { Anchor } from '../anchors/anchor.ts';
import { checkOptions, either, flag, number, numbers, object, text } from '../base/options.ts';
import type { Body, IntegratorChoice } from '../bodies/body.ts';
import type { Constraint, ConstraintSpec } from '../constraints/constraint.ts';
import type { StepReport } from '../constraints/method.ts';
import type { ContactReport } from '../contact/contacts.ts';
import type { Program } from '../dynamics/program.ts';
import { divergence } from '../dynamics/stability/divergence.ts';
import { growthRate, stableStep } from '../dynamics/stability/stable-step.ts';
import { step } from '../dynamics/step.ts';
import type { Integrator } from '../integrators/integrator.ts';
import type { ThreadPool } from '../kernel/threads/pool.ts';
import { State } from '../state/state.ts';
import { chosenIntegrator, chosenMethod } from './choices.ts';
import {
  contactParts,
  contactReport,
  contactsOf,
  overlapsOf,
  type StepPart,
  setContact,
  type TouchingPair,
} from './contact.ts';
import { Contents } from './contents.ts';
import * as bodies from './edit/bodies.ts';
import { addConstraint, removeConstraint } from './edit/constraints.ts';
import { applyLoad, checkedVector, setGravity, stopLoad } from './edit/loads.ts';
import { activate, isActive, release, setTarget } from './edit/switching.ts';
import { verify } from './edit/verify.ts';
import { Timeline, type WorldEvent } from './events.ts';
import * as read from './read.ts';
import { hashOf, restoreSnapshot, type Snapshot, snapshotOf } from './snapshot.ts';
import {
  type ActivateOptions,
  type ConstrainOptions,
  type Load,
  type ThreadUse,
  type WorldOptions,
  worldDefaults,
} from './world-options.ts';

/**
 * Bodies and constraints that move together. Everything can be added, removed and switched between any two steps.
 * @example const world = new World({ step: 1 / 1000 });
 */
export class World {
  readonly state: State;
  readonly #contents: Contents;
  readonly #timeline = new Timeline<World>();
  readonly #threads: ThreadPool | undefined;
  /** why the last step failed; only a restored snapshot continues from there */
  #failure: Error | undefined;

  constructor(options: WorldOptions = {}) {
    checkOptions('createWorld', options, {
      step: number,
      gravity: numbers,
      integrator: either(text, object),
      method: either(text, object),
      contact: either(flag, object),
      threads: object,
    });
    const { step, gravity, integrator, method, contact, threads } = { ...worldDefaults, ...options };
    this.#threads = threads;
    this.state = new State(checkedStep(step), threads);
    const start = checkedVector(gravity, 'gravity');
    const defaults = {
      integrator: chosenIntegrator(integrator, 'createWorld: integrator'),
      method: chosenMethod(method, 'createWorld: method'),
    };
    this.#contents = new Contents(this.state, defaults, start);
    if (contact) setContact(this.#contents, contact === true ? {} : contact);
  }

  /** How its steps are shared among threads at present. */
  get threads(): ThreadUse {
    const { team } = this.state.arena;
    if (!this.#threads || !team) return { count: 1, ready: 1, jobs: 0, shared: 0 };
    const { count, ready } = this.#threads;
    return { count, ready, ...team.use };
  }

  // --- bodies ------------------------------------------------------------------------------------------------------
  /** The bodies, in the order in which they were added. */
  get bodies(): readonly Body[] {
    return Array.from(this.#contents.bodies.values(), (r) => r.body);
  }
  /** The body with this id. */
  body(id: string): Body {
    return this.#contents.resident(id).body;
  }
  /** Adds a body, and returns it: `const cube = world.add(tetSprings(mesh, options))`. */
  add<B extends Body>(body: B): B {
    bodies.addBody(this.#contents, body);
    return body;
  }
  /** Replaces bodies by others with the same ids and numbers of nodes, such as other materials or masses. */
  replace(replacements: Body | readonly Body[]): void {
    bodies.replaceBodies(this.#contents, Array.isArray(replacements) ? replacements : [replacements as Body]);
  }
  /** Changes the integrator of bodies; positions and velocities stay. */
  setIntegrator(choice: IntegratorChoice, ids: string | readonly string[]): void {
    bodies.setIntegrator(this.#contents, choice, ids);
  }
  /** The integrator of a body: `world.integratorOf('cube').kind`. */
  integratorOf(id: string): Integrator {
    return this.#contents.resident(id).integrator;
  }
  /** Puts bodies back where they started, at rest. Active constraints pull at them at once: release those first. */
  putBack(ids: string | readonly string[]): void {
    bodies.putBack(this.#contents, ids);
  }
  /** Puts bodies at these coordinates, by id, at rest, at this time: poses that were fitted to data, see `Tracker`. */
  pose(coordinates: ReadonlyMap<string, ArrayLike<number>>, time = this.time): void {
    if (!Number.isFinite(time)) throw new Error(`time — ${time} s; it must be finite.`);
    bodies.poseBodies(this.#contents, coordinates);
    this.state.setClock([time, 0, this.h, this.steps]);
  }
  /** Removes a body and the loads on it; constraints on it have to be removed first. */
  removeBody(id: string): void {
    bodies.removeBody(this.#contents, id);
  }

  // --- constraints -------------------------------------------------------------------------------------------------
  /** The constraints, in the order in which they were added. */
  get constraints(): readonly Constraint[] {
    return Array.from(this.#contents.constraintStates.values(), (one) => one.constraint);
  }
  /** Adds a constraint: `world.constrain(nail(node(cube, 0), worldPoint(0, 1, 0)), { id: 'nail' })`. */
  constrain(spec: ConstraintSpec, options: ConstrainOptions = {}): Constraint {
    return addConstraint(this.#contents, spec, options);
  }
  /** Removes a constraint. */
  removeConstraint(id: string): void {
    removeConstraint(this.#contents, id);
  }
  /** Whether a member of a constraint is active. */
  isActive(id: string, member = 0): boolean {
    return isActive(this.#contents, id, member);
  }
  /**
   * Activates a constraint, or one member of it. Without a ramp it is met in the next step, at whatever force that takes;
   * with one its gap is closed over many steps: `world.activate('nail', undefined, { ramp: {} })`.
   */
  activate(id: string, member?: number, options: ActivateOptions = {}): void {
    activate(this.#contents, id, member, options);
  }
  /** Releases a constraint, or one member of it: it exerts no more force, and velocities do not jump. */
  release(id: string, member?: number): void {
    release(this.#contents, id, member);
  }
  /** Moves the target of a nail to another point of the world, or onto a path. */
  aim(id: string, to: Anchor, member?: number): void {
    setTarget(this.#contents, id, to, member);
  }
  /** Throws if constraints cannot be met together. A step checks it too. Nothing changes. */
  check(): void {
    verify(this.#contents);
  }

  // --- loads -------------------------------------------------------------------------------------------------------
  /** m/s^2 */
  get gravity(): readonly [number, number, number] {
    return this.#contents.gravity;
  }
  set gravity(gravity: readonly [number, number, number]) {
    setGravity(this.#contents, gravity);
  }
  /** Applies a force to a node, or a torque to a rigid body, until it is stopped. */
  apply(load: Load): void {
    applyLoad(this.#contents, load);
  }
  /** Stops what `apply` started. */
  stopLoad(id: string): void {
    stopLoad(this.#contents, id);
  }

  // --- running -----------------------------------------------------------------------------------------------------
  /** The step, s. */
  get h(): number {
    return this.state.h;
  }
  set h(h: number) {
    checkedStep(h);
    const program = this.#contents.ready();
    program.changeStep(h, this.#contents.started(program));
  }
  /** The simulated time, s. */
  get time(): number {
    return this.state.time;
  }
  /** Steps made since the start. */
  get steps(): number {
    return this.state.steps;
  }
  /**
   * How fast the fastest oscillation about rest grows at the present step, 1/s, under integrators that let undamped oscillations grow
   * at every step (`explicit-euler`, `midpoint`, `rk2`); 0 under others.
   */
  growthRate(): number {
    return growthRate([...this.#contents.bodies.values()], this.h);
  }
  /** The largest step at which no motion about rest grows; 0 if there is none, infinite if every step will do. */
  stableStep(): number {
    this.#contents.stableStep ??= stableStep([...this.#contents.bodies.values()]);
    return this.#contents.stableStep;
  }
  /** Adds events, which happen at their time or condition. */
  schedule(events: readonly WorldEvent<World>[]): void {
    this.#timeline.add(events);
  }
  /** Makes so many steps. Throws a DivergenceError if the numbers grow without bound. */
  step(count = 1): void {
    if (!(Number.isInteger(count) && count >= 0)) throw new Error(`${count} steps; give a whole number.`);
    for (let i = 0; i < count; i++) {
      if (this.#failure) throw this.#failure;
      this.#timeline.happen(this);
      const program = this.#contents.ready();
      if (!this.#contents.verified) {
        program.constraintSet.verify();
        this.#contents.verified = true;
      }
      const finite = this.#stepOrFail(program);
      this.#integratorsStarted();
      const slipped = program.constraintSet.releasedSliders();
      for (let k = 0; k < slipped.length; k++) this.release(slipped[k].id, slipped[k].member);
      if (!finite) this.#failure = divergence(program, () => this.stableStep());
      if (this.#failure) throw this.#failure;
    }
  }
  /** An error leaves the step half made: nothing continues from there but a restored snapshot. */
  #stepOrFail(program: Program): boolean {
    try {
      if (this.state.steps === 0) {
        program.constraintSet.start();
        program.contacts?.refuseOverlaps();
      }
      return step(program, this.#contents.starting);
    } catch (fault) {
      this.#failure = fault as Error;
      throw fault;
    }
  }
  #integratorsStarted(): void {
    if (!this.#contents.starting.length) return;
    for (const resident of this.#contents.bodies.values()) {
      resident.fresh = false;
      resident.starting = false;
    }
    this.#contents.starting = [];
  }

  // --- reading -----------------------------------------------------------------------------------------------------
  /** For probes: the compiled program, up to date. */
  get program(): Program {
    return this.#contents.ready();
  }
  /** Whether a body has not made a step yet. */
  isFresh(id: string): boolean {
    return this.#contents.resident(id).fresh;
  }
  /** A view of a body's node positions, x y z each; read it before the next change. */
  positions(id: string): Float64Array {
    return read.positions(this.#contents, id);
  }
  /** A view of all coordinates of a body: those of its nodes, then its own, as the twists of a rod; read it before the next change. */
  coordinates(id: string): Float64Array {
    return read.coordinates(this.#contents, id);
  }
  /** The velocities of a body's coordinate blocks, in the widths of the blocks, at the time of the coordinates. */
  coordinateVelocities(id: string): Float64Array {
    return read.coordinateVelocities(this.#contents, id);
  }
  /** Velocities of a body's nodes at the time of their positions. */
  velocities(id: string): Float64Array {
    return read.velocities(this.#contents, id);
  }
  /**
   * State beside coordinates, as views; read them before the next change. Of a body: its own, then that of its elements, one
   * view for each group that keeps any. Of a constraint: member by member, that of its anchors, then of its method.
   */
  stateOf(id: string): Float64Array[] {
    return read.stateOf(this.#contents, id);
  }
  /** The forces of the last step, N: per member, per anchor as it was given, x y z. */
  forces(id: string): number[][][] {
    return read.forces(this.#contents, id);
  }
  /**
   * How the last step was solved, for bodies that are solved iteratively: under implicit-euler, and large solids under
   * backward-euler or quasi-static. A step that has not converged was accepted as it is: `world.stepReports().every((r) => r.converged)`.
   */
  stepReports(): StepReport[] {
    return read.stepReports(this.#contents);
  }

  /** Whether bodies touch each other. */
  get hasContact(): boolean {
    return this.#contents.contact !== undefined;
  }
  /** Bodies that pushed each other in the last step, in scene order: `world.contacts('cube')`. */
  contacts(id?: string): TouchingPair[] {
    return contactsOf(this.#contents, id);
  }
  /** Bodies that are closer than contact allows, as they are now, with how far they overlap (m). They separate slowly. */
  overlaps(): { readonly a: string; readonly b: string; readonly depth: number }[] {
    return overlapsOf(this.#contents);
  }
  /** How contacts of the last step were solved. */
  contactReport(): ContactReport {
    return contactReport(this.#contents);
  }
  /** Where a body was within the last step, if contacts made that in parts; a body that no contact moved went all of the step at once. */
  contactParts(id: string): StepPart[] {
    return contactParts(this.#contents, id);
  }

  // --- keeping -----------------------------------------------------------------------------------------------------
  /** A copy of everything that changes; `restore` returns to it. */
  snapshot(): Snapshot {
    return snapshotOf(this.#contents, this.#timeline.progress());
  }
  /** Returns to a snapshot: numbers, bodies, constraints and events are as they were. */
  restore(snapshot: Snapshot): void {
    this.#failure = undefined;
    this.#timeline.restore(snapshot.events);
    restoreSnapshot(this.#contents, snapshot);
  }
  /** A 64-bit hash of everything that changes; the same on every machine. */
  hash(): string {
    const hash = hashOf(this.#contents);
    this.#timeline.addTo(hash);
    return hash.digest();
  }
}

function checkedStep(h: number): number {
  if (!(h > 0 && Number.isFinite(h))) throw new Error(`step — ${h} s; it must be positive.`);
  return h;
}
