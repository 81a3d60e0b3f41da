/**
 * A world: bodies and constraints around one State. Everything can be added, removed and switched between any two steps;
 * a snapshot keeps everything that changes, and can be restored.
 */
import type { Anchor } from '../anchors/anchor.ts';
import { Hash } from '../base/hash.ts';
import { checkOptions, either, flag, number, numbers, object, required, text } from '../base/options.ts';
import type { Body, IntegratorChoice } from '../bodies/body.ts';
import type { Constraint, ConstraintSpec } from '../constraints/constraint.ts';
import {
  addToHash,
  assignConstraintState,
  begin,
  type ConstraintState,
  constraintStateOf,
  copyConstraintState,
  giveRamp,
} from '../constraints/constraint-state.ts';
import type { Ramp } from '../constraints/drivers/ramps.ts';
import { bodiesFingerprint } from '../constraints/fingerprint.ts';
import type { Method, StepReport } from '../constraints/method.ts';
import { divergence } from '../dynamics/divergence.ts';
import { Program } from '../dynamics/program.ts';
import { stableStep } from '../dynamics/stable-step.ts';
import { changesLayout } from '../dynamics/state-blocks.ts';
import { step } from '../dynamics/step.ts';
import type { Placed } from '../forces/placed.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { local } from '../methods/local/local.ts';
import { ownOf, State } from '../state/state.ts';
import { chosenIntegrator, chosenMethod, type MethodChoice } from './choices.ts';
import { type EventProgress, Timeline, type WorldEvent } from './events.ts';
import { NodeOwnership } from './node-ownership.ts';
import { checkConstraint, mobility } from './validate.ts';

/**
 * Options of a world.
 * @example const options: WorldOptions = { step: 1 / 500, gravity: [0, 0, 0] };
 */
export interface WorldOptions {
  /** h, s */
  readonly step?: number;
  /** m/s^2 */
  readonly gravity?: readonly [number, number, number];
  /** of bodies that name none: by name, or by value */
  readonly integrator?: IntegratorChoice;
  /** of constraints that name none: by name, or by value */
  readonly method?: MethodChoice;
}
/**
 * What `createWorld` uses for options that are not given.
 * @example createWorld({ ...worldDefaults, step: 1 / 500 })
 */
export const worldDefaults = {
  step: 1 / 1000,
  gravity: [0, -9.81, 0] as const,
  integrator: 'verlet',
  method: local,
} as const;

/**
 * Options of `world.constrain`.
 * @example const options: ConstrainOptions = { id: 'nail', method: 'lagrange' };
 */
export interface ConstrainOptions {
  /** unique in the world; made of its kind and a number if not given */
  readonly id?: string;
  /** by name, or by value; the world's if not given */
  readonly method?: MethodChoice;
  /** whether it acts from the start; true if not given */
  readonly active?: boolean;
  /** close its gap over many steps, instead of at once */
  readonly ramp?: Ramp;
}

/**
 * Options of `world.activate`.
 * @example const options: ActivateOptions = { ramp: { steps: 200 } };
 */
export interface ActivateOptions {
  /** close its gap over many steps, instead of at once */
  readonly ramp?: Ramp;
}

/**
 * A force on a node, N, from when it is applied until it is stopped.
 * @example const load: Load = { id: 'wind', body: 'cube', node: 0, force: [1, 0, 0] };
 */
export interface Load {
  readonly id: string;
  readonly body: string;
  readonly node: number;
  readonly force: readonly [number, number, number];
}

/**
 * Everything of a world that changes, as it was at some time.
 * @example const before: Snapshot = world.snapshot();
 */
export interface Snapshot {
  readonly clock: ReturnType<State['clock']>;
  readonly gravity: readonly [number, number, number];
  readonly loads: readonly Load[];
  readonly bodies: readonly Resident[];
  /** the lasting columns, one after another */
  readonly columns: readonly Float64Array[];
  readonly constraintStates: readonly ConstraintState[];
  readonly events: EventProgress;
}

interface Resident {
  readonly body: Body;
  readonly integrator: Integrator;
  /** it has not made a step yet */
  fresh: boolean;
  /** its integrator has not made a step yet: what is stored are velocities of now */
  starting: boolean;
}

/**
 * Bodies and constraints that move together. Everything can be added, removed and switched between any two steps.
 * @example const world = new World({ step: 1 / 1000 });
 */
export class World {
  readonly state: State;
  readonly #defaults: { readonly integrator: Integrator; readonly method: Method };
  #gravity: readonly [number, number, number];
  #loads: readonly Load[] = [];
  /** in scene order, by id */
  readonly #bodies = new Map<string, Resident>();
  #constraintStates = new Map<string, ConstraintState>();
  #program: Program | undefined;
  #constraintsMoved = true;
  #externalMoved = true;
  #starting: readonly Placed[] = [];
  readonly #nodeOwnership = new NodeOwnership((body) => this.#resident(body));
  #failure: Error | undefined;
  readonly #timeline = new Timeline<World>();

  constructor(options: WorldOptions = {}) {
    checkOptions('createWorld', options, {
      step: number,
      gravity: numbers,
      integrator: either(text, object),
      method: either(text, object),
    });
    const { step, gravity, integrator, method } = { ...worldDefaults, ...options };
    if (!(step > 0 && Number.isFinite(step))) throw new Error(`step — ${step} s; it must be positive.`);
    this.state = new State(step);
    this.#gravity = checkedVector(gravity, 'gravity');
    this.#defaults = {
      integrator: chosenIntegrator(integrator, 'createWorld: integrator'),
      method: chosenMethod(method, 'createWorld: method'),
    };
  }

  // --- structure ---------------------------------------------------------------------------------------------------
  /** The bodies, in the order in which they were added. */
  get bodies(): readonly Body[] {
    return Array.from(this.#bodies.values(), (r) => r.body);
  }
  /** The constraints, in the order in which they were added. */
  get constraints(): readonly Constraint[] {
    return Array.from(this.#constraintStates.values(), (one) => one.constraint);
  }
  /** The body with this id. */
  body(id: string): Body {
    return this.#resident(id).body;
  }
  #resident(id: string, where = ''): Resident {
    const found = this.#bodies.get(id);
    if (!found) throw new Error(`${where}body "${id}" is not in the world (${quoted(this.bodies)}).`);
    return found;
  }
  /** Adds a body, and returns it: `const cube = world.add(tetSprings(mesh, options))`. */
  add<B extends Body>(body: B): B {
    if (this.#bodies.has(body.id)) throw new Error(`body "${body.id}" is in the world already; ids are unique.`);
    const integrator = chosenIntegrator(body.integrator ?? this.#defaults.integrator, `body "${body.id}": integrator`);
    this.#keep();
    this.#bodies.set(body.id, { body, integrator, fresh: true, starting: true });
    this.#rebuildLater();
    return body;
  }
  /** Replaces bodies by others with the same ids and numbers of nodes, such as other materials or masses. */
  replace(bodies: Body | readonly Body[]): void {
    const all = Array.isArray(bodies) ? (bodies as readonly Body[]) : [bodies as Body];
    for (const body of all) {
      const { body: before } = this.#resident(body.id);
      if (body.coordinates !== before.coordinates)
        throw new Error(`body "${body.id}" has ${before.nodeCount} nodes; its replacement has ${body.nodeCount}.`);
    }
    this.#exchange(all.map((body) => ({ ...this.#resident(body.id), body })));
  }
  /** Changes the integrator of bodies; positions and velocities stay. */
  setIntegrator(choice: IntegratorChoice, ids: string | readonly string[]): void {
    const integrator = chosenIntegrator(choice, 'integrator');
    const all = (typeof ids === 'string' ? [ids] : ids).map((id) => this.#resident(id));
    const changing = all.filter((r) => r.integrator !== integrator);
    this.#exchange(changing.map((r) => ({ ...r, integrator, starting: true })));
    if (changing.some((r) => !r.fresh)) this.#ready(); // what does not fit is told here
  }
  /** Puts bodies back where they started, at rest. Active constraints pull at them at once: release those first. */
  putBack(ids: string | readonly string[]): void {
    const all = (typeof ids === 'string' ? [ids] : ids).map((id) => this.#resident(id));
    const program = this.#ready();
    for (const resident of all) {
      program.putBack(program.find(resident.body.id));
      resident.starting = true;
    }
    this.#verified = false;
    this.#externalMoved = true; // their integrators start anew
  }
  /**
   * Other masses or another integrator: what is stored lags by another amount behind the velocities, which stay. Many at one
   * time are placed anew together.
   */
  #exchange(residents: readonly Resident[]): void {
    this.#keep();
    for (const resident of residents) {
      const { id } = resident.body;
      if (resident.fresh || this.#staying.has(id)) continue;
      // as the machine at hand has them, whatever is to change of it
      this.#staying.set(id, this.#velocitiesIn(this.#program ?? this.#ready(), id));
    }
    for (const resident of residents) this.#bodies.set(resident.body.id, resident);
    this.#verified = false;
    this.#rebuildLater();
  }
  /** Velocities that are to be the same in the program that is compiled next. */
  readonly #staying = new Map<string, Float64Array>();
  #velocitiesIn(program: Program, id: string): Float64Array {
    const { starting, body } = this.#resident(id);
    const placed = program.find(id);
    const all = starting ? ownOf(this.state, 'v', placed).slice() : program.velocities(placed);
    return body.points ? all : all.subarray(0, 3 * body.nodeCount);
  }
  /** Removes a body and the loads on it; constraints on it have to be removed first. */
  removeBody(id: string): void {
    this.#resident(id);
    const holder = [...this.#constraintStates.values()].find((one) =>
      one.anchors.some((m) => m.some((a) => a.body === id)),
    );
    if (holder) throw new Error(`body "${id}" is held by constraint "${holder.constraint.id}"; remove that first.`);
    this.#keep();
    this.#bodies.delete(id);
    this.#staying.delete(id);
    this.#loads = this.#loads.filter((l) => l.body !== id);
    this.#rebuildLater();
  }
  #rebuildLater(): void {
    this.#stableStep = undefined;
    this.#bodiesFingerprint = undefined;
    this.#stale = true;
    this.#constraintsMoved = true;
    this.#externalMoved = true;
  }
  #stale = true;

  /** Adds a constraint: `world.constrain(nail(node(cube, 0), worldPoint(0, 1, 0)), { id: 'nail' })`. */
  constrain(spec: ConstraintSpec, options: ConstrainOptions = {}): Constraint {
    checkOptions('world.constrain', options, {
      id: text,
      method: either(text, object),
      active: flag,
      ramp: object,
    });
    const id = options.id ?? this.#freeId(spec.kind);
    if (this.#constraintStates.has(id)) throw new Error(`constraint "${id}" is in the world already; ids are unique.`);
    const { active = true, ramp } = options;
    const where = `constraint "${id}" (${spec.kind}): `;
    const method = chosenMethod(options.method ?? this.#defaults.method, `${where}method`);
    const constraint: Constraint = { ...spec, id, method, ...(ramp ? { ramp } : {}) };
    checkConstraint(constraint, (body) => this.#resident(body, where));
    const anchors = spec.members.map((all) => (spec.relation.closedForm ? this.#leastMobileFirst(all) : all));
    const constraintState = constraintStateOf(constraint, anchors, active);
    if (active) this.#nodeOwnership.claim(constraintState);
    this.#keep();
    this.#constraintStates.set(id, constraintState);
    this.#constraintsMove(constraint);
    if (active) this.#verifyOr(() => this.#forget(constraintState));
    return constraint;
  }
  /** Refuse what cannot be met with the rest, and undo it. Before the first step everything is looked at together. */
  #verifyOr(undo: () => void): void {
    this.#verified = false;
    if (this.state.steps === 0) return;
    try {
      this.check();
    } catch (fault) {
      undo();
      throw fault;
    }
  }
  #verified = true;
  /** Throws if constraints cannot be met together. A step checks it too. Nothing changes. */
  check(): void {
    const program = this.#ready();
    this.#verify(program);
    if (this.state.steps === 0) this.#unchanged(() => program.constraintSet.start());
  }
  /** What the first step begins with is tried, and taken back: it is a part of that step, however often one looks. */
  #unchanged(attempt: () => void): void {
    const columns = this.state.lasting.map((name) => this.state.column(name).slice());
    try {
      attempt();
    } finally {
      this.state.lasting.forEach((name, k) => {
        this.state.column(name).set(columns[k]);
      });
    }
  }
  #forget(constraintState: ConstraintState): void {
    this.#nodeOwnership.drop(
      constraintState,
      [...constraintState.active.keys()].filter((m) => constraintState.active[m]),
    );
    this.#constraintStates.delete(constraintState.constraint.id);
    this.#constraintsMove(constraintState.constraint);
  }
  /** Tables are made anew; where state comes or goes, everything is placed anew. */
  #constraintsMove(constraint: Constraint): void {
    this.#constraintsMoved = true;
    if (changesLayout(constraint)) this.#rebuildLater();
  }
  #freeId(kind: string): string {
    let n = this.#constraintStates.size + 1;
    while (this.#constraintStates.has(`${kind}-${n}`)) n++;
    return `${kind}-${n}`;
  }
  /** As closed forms want it: their first point balances the others. */
  #leastMobileFirst(anchors: readonly Anchor[]): readonly Anchor[] {
    const mobilities = anchors.map((a) => mobility(a, (body) => this.#resident(body)));
    const first = mobilities.indexOf(Math.min(...mobilities));
    return [anchors[first], ...anchors.filter((_, k) => k !== first)];
  }
  /** Removes a constraint. */
  removeConstraint(id: string): void {
    this.release(id);
    const { constraint } = this.#find(id);
    this.#constraintStates.delete(id);
    this.#constraintsMove(constraint);
  }
  #find(id: string): ConstraintState {
    const found = this.#constraintStates.get(id);
    if (!found) throw new Error(`constraint "${id}" is not in the world (${quoted(this.constraints)}).`);
    return found;
  }
  #members(constraintState: ConstraintState, member: number | undefined): number[] {
    if (member === undefined) return constraintState.active.map((_, m) => m);
    if (!(Number.isInteger(member) && member >= 0 && member < constraintState.active.length)) {
      throw new Error(
        `constraint "${constraintState.constraint.id}" has no member ${member} (0 to ${constraintState.active.length - 1}).`,
      );
    }
    return [member];
  }
  /** Whether a member of a constraint is active. */
  isActive(id: string, member = 0): boolean {
    const constraintState = this.#find(id);
    return constraintState.active[this.#members(constraintState, member)[0]];
  }
  /**
   * Switches a constraint, or one member of it, on. Without a ramp it is met in the next step, at whatever force that takes;
   * with one its gap is closed over many steps: `world.activate('nail', undefined, { ramp: {} })`.
   */
  activate(id: string, member?: number, options: ActivateOptions = {}): void {
    checkOptions('world.activate', options, { ramp: object });
    const { ramp } = options;
    const constraintState = this.#find(id);
    const members = this.#members(constraintState, member).filter((m) => !constraintState.active[m]);
    if (!members.length) return;
    const { constraint, ramps } = constraintState;
    const leads = ramp !== undefined;
    if (leads) checkConstraint({ ...constraint, ramp }, (body) => this.#resident(body));
    this.#nodeOwnership.claim(constraintState, members);
    if (leads) {
      this.#keep();
      giveRamp(constraintState, ramp);
      this.#constraintsMove(constraintState.constraint);
    }
    for (const m of members) {
      constraintState.active[m] = true;
      begin(constraintState, m);
    }
    if (this.state.steps > 0) {
      const program = this.#ready();
      program.stateBlocks.restartMembers(this.state, constraintState, members);
      program.constraintSet.findPlaces(constraintState, members);
    }
    this.#refresh(constraintState, members);
    this.#verifyOr(() => {
      for (const m of members) constraintState.active[m] = false;
      this.#nodeOwnership.drop(constraintState, members);
      if (leads) {
        constraintState.constraint = constraint;
        if (ramps) constraintState.ramps = ramps;
        else delete constraintState.ramps;
        this.#constraintsMove(constraint);
      }
      this.#refresh(constraintState, members);
    });
  }
  /** Switches a constraint, or one member of it, off: it exerts no more force, and velocities do not jump. */
  release(id: string, member?: number): void {
    const constraintState = this.#find(id);
    const members = this.#members(constraintState, member).filter((m) => constraintState.active[m]);
    this.#nodeOwnership.drop(constraintState, members);
    const program = this.#ready();
    for (const body of program.constraintSet.withdraw(constraintState, members)) this.#startAnew(program, body);
    for (const m of members) constraintState.active[m] = false;
    this.#refresh(constraintState, members);
  }
  /** The integrator of a body begins with its present velocities. */
  #startAnew(program: Program, id: string): void {
    const resident = this.#resident(id);
    if (resident.starting) return;
    const placed = program.find(id);
    program.setVelocities(placed, program.velocities(placed), true);
    resident.starting = true;
    this.#externalMoved = true;
  }
  /** Moves the target of a nail to another point of the world, or onto a path. */
  aim(id: string, to: Anchor, member?: number): void {
    const constraintState = this.#find(id);
    const { target } = constraintState.constraint;
    if (target === undefined)
      throw new Error(
        `constraint "${id}" is a ${constraintState.constraint.kind} and aims at nothing; only a nail does.`,
      );
    if (to.shape !== constraintState.anchors[0][target].shape)
      throw new Error(
        `constraint "${id}" aims at a ${constraintState.anchors[0][target].shape.name}, not at a ${to.shape.name}.`,
      );
    const members = this.#members(constraintState, member);
    for (const m of members)
      constraintState.anchors[m] = constraintState.anchors[m].map((a, k) => (k === target ? to : a));
    delete constraintState.anchorFingerprint;
    this.#refresh(constraintState, members);
  }
  /** switched or aimed since tables were made, and not in them yet */
  readonly #altered = new Set<ConstraintState>();
  #refresh(constraintState: ConstraintState, members: readonly number[]): void {
    if (this.#constraintsMoved || this.#stale || !this.#program) {
      this.#altered.add(constraintState);
      return;
    }
    this.#program.constraintSet.refresh(constraintState, members);
  }

  /** m/s^2 */
  get gravity(): readonly [number, number, number] {
    return this.#gravity;
  }
  set gravity(gravity: readonly [number, number, number]) {
    const given = checkedVector(gravity, 'gravity');
    // of points that are formulas weight is an element, not an external force
    if (this.state.steps > 0)
      for (const { body } of this.#bodies.values()) if (body.points) this.#startAnew(this.#ready(), body.id);
    this.#gravity = given;
    this.#pushAnew();
  }
  /** Gravity or loads have changed. Once things move this acts at once, so that nothing depends on when it is looked at. */
  #pushAnew(): void {
    this.#externalMoved = true;
    if (this.state.steps > 0) this.#ready();
  }
  /** Applies a force to a node until it is stopped. */
  apply(load: Load): void {
    checkOptions('world.apply', load, {
      id: required(text),
      body: required(text),
      node: required(number),
      force: required(numbers),
    });
    if (this.#loads.some((l) => l.id === load.id)) throw new Error(`load "${load.id}" acts already; stop it first.`);
    const { nodeCount } = this.#resident(load.body, `load "${load.id}": `).body;
    if (!(Number.isInteger(load.node) && load.node >= 0 && load.node < nodeCount)) {
      throw new Error(
        `load "${load.id}": node ${load.node} is not on body "${load.body}" (nodes run 0 to ${nodeCount - 1}).`,
      );
    }
    checkPushed(this.#resident(load.body).body, load);
    const force = checkedVector(load.force, `load "${load.id}": force`);
    this.#loads = [...this.#loads, { ...load, force }];
    this.#pushAnew();
  }
  /** Stops a force that `apply` started. */
  stopLoad(id: string): void {
    if (!this.#loads.some((l) => l.id === id)) throw new Error(`load "${id}" does not act.`);
    this.#loads = this.#loads.filter((l) => l.id !== id);
    this.#pushAnew();
  }

  // --- running -----------------------------------------------------------------------------------------------------
  /** The step, s. */
  get h(): number {
    return this.state.h;
  }
  set h(h: number) {
    if (!(h > 0 && Number.isFinite(h))) throw new Error(`step — ${h} s; it must be positive.`);
    const program = this.#ready();
    program.changeStep(h, this.#started(program));
  }
  /** Bodies whose integrators have made a step. */
  #started(program: Program): Placed[] {
    return program.placed.filter((p) => !this.#resident(p.body.id).starting);
  }
  /** The simulated time, s. */
  get time(): number {
    return this.state.time;
  }
  /** Steps made since the start. */
  get steps(): number {
    return this.state.steps;
  }
  /** What a body moves by: `world.integratorOf('cube').kind`. */
  integratorOf(id: string): Integrator {
    return this.#resident(id).integrator;
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
      const program = this.#ready();
      if (!this.#verified) this.#verify(program);
      const calm = this.#stepOrFail(program);
      if (this.#starting.length) {
        for (const r of this.#bodies.values()) {
          r.fresh = false;
          r.starting = false;
        }
        this.#starting = [];
      }
      const off = program.constraintSet.slippedOff();
      for (let k = 0; k < off.length; k++) this.release(off[k].id, off[k].member);
      if (!calm) this.#failure = divergence(program, () => this.stableStep());
      if (this.#failure) throw this.#failure;
    }
  }
  #verify({ constraintSet }: Program): void {
    constraintSet.verify();
    this.#verified = true;
  }
  /** What could not be done leaves a step half made: nothing goes on from there but a restored snapshot. */
  #stepOrFail(program: Program): boolean {
    try {
      if (this.state.steps === 0) program.constraintSet.start();
      return step(program, this.#starting);
    } catch (fault) {
      this.#failure = fault as Error;
      throw fault;
    }
  }
  /** The largest step at which the bodies at rest are stable. */
  stableStep(): number {
    this.#stableStep ??= stableStep([...this.#bodies.values()]);
    return this.#stableStep;
  }
  #stableStep: number | undefined;
  #bodiesFingerprint: string | undefined;

  /** The machine, made anew where the structure has changed. */
  #ready(): Program {
    const upToDate = !this.#stale && !this.#constraintsMoved && !this.#externalMoved;
    return upToDate && this.#program ? this.#program : this.#compileProgram();
  }
  #compileProgram(): Program {
    if (this.#stale || !this.#program) {
      this.#program = new Program(
        [...this.#bodies.values()],
        [...this.#constraintStates.values()],
        this.state,
        this.#program,
      );
      this.#stale = false;
    }
    const program = this.#program;
    if (this.#constraintsMoved) {
      program.constraintSet.take([...this.#constraintStates.values()], this.#altered);
      this.#altered.clear();
      this.#constraintsMoved = false;
    }
    if (this.#externalMoved) {
      const loads = this.#loads.flatMap((l) => {
        const first = program.find(l.body).start + 3 * l.node;
        return l.force.map((force, axis) => ({ coordinate: first + axis, force }));
      });
      program.setExternal(this.#gravity, loads, this.#started(program));
      this.#starting = program.placed.filter((p) => this.#resident(p.body.id).starting);
      this.#externalMoved = false;
    }
    for (const [id, velocities] of this.#staying) {
      program.setVelocities(program.find(id), velocities, this.#resident(id).starting);
    }
    this.#staying.clear();
    return program;
  }
  /** Bring what is due up to date, before the structure changes. */
  #keep(): void {
    if (this.#program && !this.#stale) this.#ready();
  }

  // --- reading -----------------------------------------------------------------------------------------------------
  /** For probes: the compiled program as it stands. */
  get program(): Program {
    return this.#ready();
  }
  /** Whether a body has not made a step yet. */
  isFresh(id: string): boolean {
    return this.#resident(id).fresh;
  }
  /** A view of a body's node positions, x y z each; read it before the next change. */
  positions(id: string): Float64Array {
    const program = this.#ready();
    const placed = program.find(this.#resident(id).body.id);
    const { start, body } = placed;
    return program.pointsOf(placed)?.positions() ?? this.state.column('q').subarray(start, start + 3 * body.nodeCount);
  }
  /** A view of all coordinates of a body: those of its nodes, then its own, as the twists of a rod; read it before the next change. */
  coordinates(id: string): Float64Array {
    const { start, body } = this.#ready().find(this.#resident(id).body.id);
    return this.state.column('q').subarray(start, start + body.coordinates);
  }
  /** The rates of its coordinates blocks, as its blocks have them, at the time of the coordinates. */
  coordinateVelocities(id: string): Float64Array {
    const { starting } = this.#resident(id);
    const placed = this.#ready().find(id);
    return starting ? ownOf(this.state, 'v', placed).slice() : this.program.velocities(placed);
  }
  /** Velocities of a body's nodes at the time of their positions. */
  velocities(id: string): Float64Array {
    const program = this.#ready();
    return (
      program.pointsOf(program.find(this.#resident(id).body.id))?.velocities(this.coordinateVelocities(id)) ??
      this.#velocitiesIn(program, id)
    );
  }
  /**
   * State beside coordinates, as views; read them before the next change. Of a body: its own, then that of its elements, one
   * view for each group that keeps any. Of a constraint: member by member, that of its anchors, then of its method.
   */
  stateOf(id: string): Float64Array[] {
    const { stateBlocks } = this.#ready();
    const stretches = this.#bodies.has(id)
      ? stateBlocks.partsOf(id)
      : (stateBlocks.blocksOf(this.#find(id)) ?? []).flat().map(({ stretch }) => stretch);
    return stretches.map((stretch) => ownOf(this.state, 'q', stretch));
  }
  /** The forces of the last step, N: per member, per anchor as it was given, x y z. */
  forces(id: string): number[][][] {
    const constraintState = this.#find(id);
    const places = this.#ready().constraintSet.placesOf(constraintState);
    return constraintState.constraint.members.map((given, m) => {
      const { group, member } = places[m];
      const order = constraintState.anchors[m];
      const target = constraintState.constraint.target;
      const place = (a: Anchor, k: number): number => (k === target ? k : order.indexOf(a));
      return given.map((a, k) => [0, 1, 2].map((axis) => group.force(member, place(a, k), axis)));
    });
  }

  /**
   * How the last step was solved for, of bodies that are solved iteratively: under implicit-euler, and large solids under
   * backward-euler or quasi-static. A step that has not converged was accepted as it is: `world.stepReports().every((r) => r.converged)`.
   */
  stepReports(): StepReport[] {
    const program = this.#ready();
    return [...(program.implicit?.stepReports() ?? []), ...program.constraintSet.stepReports()];
  }

  // --- keeping -----------------------------------------------------------------------------------------------------
  /** A copy of everything that changes; `restore` returns to it. */
  snapshot(): Snapshot {
    const program = this.#ready();
    program.constraintSet.keepForces();
    return {
      clock: this.state.clock(),
      gravity: this.#gravity,
      loads: this.#loads,
      bodies: Array.from(this.#bodies.values(), (r) => ({ ...r })),
      columns: this.state.lasting.map((name) => this.state.column(name).slice(0, this.state.size)),
      constraintStates: Array.from(this.#constraintStates.values(), copyConstraintState),
      events: this.#timeline.progress(),
    };
  }
  /** Returns to a snapshot: numbers, bodies, constraints and events are as they were. */
  restore(snapshot: Snapshot): void {
    this.#failure = undefined;
    this.#staying.clear();
    const now = [...this.#bodies.values()];
    const sameBodies =
      !this.#stale &&
      now.length === snapshot.bodies.length &&
      snapshot.bodies.every(({ body, integrator }, i) => now[i].body === body && now[i].integrator === integrator);
    this.#bodies.clear();
    for (const resident of snapshot.bodies) this.#bodies.set(resident.body.id, { ...resident });
    const layout = [...this.#constraintStates.values(), ...snapshot.constraintStates].some(({ constraint }) =>
      changesLayout(constraint),
    );
    if (!sameBodies || layout) {
      this.#program?.release(); // before the constraints take back their forces
      this.#program = undefined;
      this.#rebuildLater();
    }
    this.#gravity = snapshot.gravity;
    this.#loads = snapshot.loads;
    this.#restoreConstraints(snapshot.constraintStates);
    this.#timeline.restore(snapshot.events);
    this.#externalMoved = true;
    this.state.setClock(snapshot.clock);
    const program = this.#ready();
    program.setStep();
    program.constraintSet.moveTargets(0);
    const { lasting, size } = this.state;
    if (snapshot.columns.length !== lasting.length || snapshot.columns.some(({ length }) => length !== size)) {
      throw new Error(`the state does not fit: it needs ${lasting.length} columns of ${size} numbers. Save it again.`);
    }
    lasting.forEach((name, k) => {
      this.state.column(name).set(snapshot.columns[k]);
    });
  }
  #restoreConstraints(kept: readonly ConstraintState[]): void {
    const now = [...this.#constraintStates.values()];
    const same = kept.length === now.length && kept.every(({ constraint }, i) => now[i].constraint === constraint);
    if (!same) {
      this.#constraintStates = new Map(
        kept.map((constraintState) => [constraintState.constraint.id, copyConstraintState(constraintState)]),
      );
      this.#constraintsMoved = true;
    } else {
      kept.forEach((one, i) => {
        assignConstraintState(now[i], one);
        this.#altered.add(now[i]);
      });
    }
    this.#verified = false; // what has not been looked at then has to be now
    this.#nodeOwnership.clear();
    for (const constraintState of this.#constraintStates.values()) {
      this.#nodeOwnership.claim(
        constraintState,
        [...constraintState.active.keys()].filter((m) => constraintState.active[m]),
      );
    }
    if (this.#constraintsMoved || this.#stale || !this.#program) return;
    this.#altered.clear();
    this.#program.constraintSet.reload();
  }
  /** A 64-bit hash of everything that changes; the same on every machine. */
  hash(): string {
    const program = this.#ready();
    const hash = new Hash().numbers(this.state.clock()).numbers(this.#gravity);
    for (const { id, body, node, force } of this.#loads) hash.text(id).text(body).number(node).numbers(force);
    this.#bodiesFingerprint ??= bodiesFingerprint(this.#bodies.values());
    hash.text(this.#bodiesFingerprint);
    for (const { fresh, starting } of this.#bodies.values()) hash.number((fresh ? 1 : 0) + (starting ? 2 : 0));
    for (const name of this.state.lasting) hash.numbers(this.state.column(name), 0, this.state.size);
    program.constraintSet.keepForces();
    for (const constraintState of this.#constraintStates.values()) addToHash(constraintState, hash);
    this.#timeline.addTo(hash);
    return hash.digest();
  }
}

const quoted = (all: readonly { readonly id: string }[]): string =>
  all.length
    ? `there are ${all
        .slice(0, 8)
        .map((b) => `"${b.id}"`)
        .join(', ')}${all.length > 8 ? ' ...' : ''}`
    : 'there are none';
function checkedVector(v: readonly [number, number, number], what: string): readonly [number, number, number] {
  if (v.length !== 3 || !v.every(Number.isFinite))
    throw new Error(`${what} — (${v.join(', ')}); give three finite numbers.`);
  return [v[0], v[1], v[2]];
}

/** A force acts on coordinates: of a body whose points are formulas, only on a point that is a block of three of them. */
function checkPushed({ id, points }: Body, load: Load): void {
  if (!points) return;
  const { parameters } = points.formula;
  const own = points.parameters.subarray(load.node * parameters, (load.node + 1) * parameters);
  if (load.node === 0 && own.every((r) => r === 0)) return;
  throw new Error(
    `load "${load.id}": node ${load.node} of body "${id}" turns with it, and a force can only act on node 0, its centre of mass. Push there, or join a particle to the point and push that.`,
  );
}
