/**
 * A world: bodies and constraints around one State. Everything can be added, removed, switched, re-aimed between any two
 * steps; what it was can be kept in a snapshot and put back.
 */
import type { Anchor } from '../anchors/anchor.ts';
import { Hash } from '../base/hash.ts';
import type { Body } from '../bodies/body.ts';
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
import type { Method } from '../constraints/method.ts';
import { divergence } from '../dynamics/divergence.ts';
import { Program } from '../dynamics/program.ts';
import { stableStep } from '../dynamics/stable-step.ts';
import { changesLayout } from '../dynamics/state-blocks.ts';
import { step } from '../dynamics/step.ts';
import type { Placed } from '../forces/placed.ts';
import { allIntegrators } from '../integrators/index.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { local } from '../methods/local/local.ts';
import { ownOf, State } from '../state/state.ts';
import { type EventProgress, Timeline, type WorldEvent } from './events.ts';
import { NodeOwnership } from './node-ownership.ts';
import { checkConstraint, mobility } from './validate.ts';

export interface WorldOptions {
  /** h, s */
  readonly step: number;
  /** m/s^2 */
  readonly gravity?: readonly [number, number, number];
  /** of bodies that name none */
  readonly integrator?: string;
  /** of constraints that name none */
  readonly method?: Method;
}
export const worldDefaults = { gravity: [0, -9.81, 0] as const, integrator: 'verlet', method: local } as const;

export interface ConstrainOptions {
  readonly id?: string;
  readonly method?: Method;
  readonly active?: boolean;
  /** lead it to its goal, instead of having it met at once */
  readonly ramp?: Ramp;
}

export interface ActivateOptions {
  /** lead it back from where its points are, instead of having it met at once */
  readonly ramp?: Ramp;
}

/** A force on a node, from when it is applied until it is stopped. */
export interface Load {
  readonly id: string;
  readonly body: string;
  readonly node: number;
  readonly force: readonly [number, number, number];
}

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

export class World {
  readonly state: State;
  readonly #defaults: { readonly integrator: string; readonly method: Method };
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

  constructor(options: WorldOptions) {
    if (!(options.step > 0 && Number.isFinite(options.step))) {
      throw new Error(`step — ${options.step} s; it must be positive.`);
    }
    this.state = new State(options.step);
    this.#gravity = checkedVector(options.gravity ?? worldDefaults.gravity, 'gravity');
    this.#defaults = {
      integrator: options.integrator ?? worldDefaults.integrator,
      method: options.method ?? worldDefaults.method,
    };
    integratorNamed(this.#defaults.integrator, 'integrator');
  }

  // --- structure ---------------------------------------------------------------------------------------------------
  get bodies(): readonly Body[] {
    return Array.from(this.#bodies.values(), (r) => r.body);
  }
  get constraints(): readonly Constraint[] {
    return Array.from(this.#constraintStates.values(), (one) => one.constraint);
  }
  body(id: string): Body {
    return this.#resident(id).body;
  }
  #resident(id: string, where = ''): Resident {
    const found = this.#bodies.get(id);
    if (!found) throw new Error(`${where}body "${id}" is not in the world (${quoted(this.bodies)}).`);
    return found;
  }
  add<B extends Body>(body: B): B {
    if (this.#bodies.has(body.id)) throw new Error(`body "${body.id}" is in the world already; ids are unique.`);
    const integrator = integratorNamed(body.integrator ?? this.#defaults.integrator, `body "${body.id}": integrator`);
    this.#keep();
    this.#bodies.set(body.id, { body, integrator, fresh: true, starting: true });
    this.#rebuildLater();
    return body;
  }
  /** Put other definitions in the place of bodies of the same ids and shapes: other materials, other masses. */
  replace(bodies: Body | readonly Body[]): void {
    const all = Array.isArray(bodies) ? (bodies as readonly Body[]) : [bodies as Body];
    for (const body of all) {
      const { body: before } = this.#resident(body.id);
      if (body.coordinates !== before.coordinates)
        throw new Error(`body "${body.id}" has ${before.nodeCount} nodes; its replacement has ${body.nodeCount}.`);
    }
    this.#exchange(all.map((body) => ({ ...this.#resident(body.id), body })));
  }
  /** Have bodies follow another integrator from now on; places and velocities stay. */
  setIntegrator(kind: string, ids: string | readonly string[]): void {
    const integrator = integratorNamed(kind, 'integrator');
    const all = (typeof ids === 'string' ? [ids] : ids).map((id) => this.#resident(id));
    const changing = all.filter((r) => r.integrator !== integrator);
    this.#exchange(changing.map((r) => ({ ...r, integrator, starting: true })));
    if (changing.some((r) => !r.fresh)) this.#ready(); // what does not fit is told here
  }
  /** Bodies back where they started, at rest. Constraints that hold them pull at them at once: release those first. */
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
  /** Take out a body, which no constraint may still hold; loads on it go with it. */
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

  constrain(spec: ConstraintSpec, options: ConstrainOptions = {}): Constraint {
    const id = options.id ?? this.#freeId(spec.kind);
    if (this.#constraintStates.has(id)) throw new Error(`constraint "${id}" is in the world already; ids are unique.`);
    const { method = this.#defaults.method, active = true, ramp } = options;
    const constraint: Constraint = { ...spec, id, method, ...(ramp ? { ramp } : {}) };
    const where = `constraint "${id}" (${spec.kind}): `;
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
  /** Refuse, in words, constraints that cannot be met together. A step does it too. */
  check(): void {
    this.#ready().constraintSet.verify();
    this.#verified = true;
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
  isActive(id: string, member = 0): boolean {
    const constraintState = this.#find(id);
    return constraintState.active[this.#members(constraintState, member)[0]];
  }
  /**
   * Switch a constraint, or one member of it, on. Without a ramp it is met in the next step, however far away it is, and what
   * that takes in force and energy is exerted; with one its points are led back: `world.activate('nail', undefined, { ramp: {} })`.
   */
  activate(id: string, member?: number, { ramp }: ActivateOptions = {}): void {
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
  /** Switch it off: from now on it exerts nothing, and what it held moves on without a jolt. */
  release(id: string, member?: number): void {
    const constraintState = this.#find(id);
    const members = this.#members(constraintState, member).filter((m) => constraintState.active[m]);
    this.#nodeOwnership.drop(constraintState, members);
    this.#ready().constraintSet.withdraw(constraintState, members);
    for (const m of members) constraintState.active[m] = false;
    this.#refresh(constraintState, members);
  }
  /** Aim a nail elsewhere: at another world point, or along a path. */
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

  get gravity(): readonly [number, number, number] {
    return this.#gravity;
  }
  set gravity(gravity: readonly [number, number, number]) {
    this.#gravity = checkedVector(gravity, 'gravity');
    this.#pushAnew();
  }
  /** Gravity or loads have changed. Once things move this acts at once, so that nothing depends on when it is looked at. */
  #pushAnew(): void {
    this.#externalMoved = true;
    if (this.state.steps > 0) this.#ready();
  }
  apply(load: Load): void {
    if (this.#loads.some((l) => l.id === load.id)) throw new Error(`load "${load.id}" acts already; stop it first.`);
    const { nodeCount } = this.#resident(load.body, `load "${load.id}": `).body;
    if (!(Number.isInteger(load.node) && load.node >= 0 && load.node < nodeCount)) {
      throw new Error(
        `load "${load.id}": node ${load.node} is not on body "${load.body}" (nodes run 0 to ${nodeCount - 1}).`,
      );
    }
    const force = checkedVector(load.force, `load "${load.id}": force`);
    this.#loads = [...this.#loads, { ...load, force }];
    this.#pushAnew();
  }
  stopLoad(id: string): void {
    if (!this.#loads.some((l) => l.id === id)) throw new Error(`load "${id}" does not act.`);
    this.#loads = this.#loads.filter((l) => l.id !== id);
    this.#pushAnew();
  }

  // --- running -----------------------------------------------------------------------------------------------------
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

  /** Have things happen by themselves: see WorldEvent. */
  schedule(events: readonly WorldEvent<World>[]): void {
    this.#timeline.add(events);
  }

  step(count = 1): void {
    if (!(Number.isInteger(count) && count >= 0)) throw new Error(`${count} steps; give a whole number.`);
    for (let i = 0; i < count; i++) {
      if (this.#failure) throw this.#failure;
      this.#timeline.happen(this);
      if (!this.#verified) this.check();
      const program = this.#ready();
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
  /** What could not be done leaves a step half made: nothing goes on from there but a restored snapshot. */
  #stepOrFail(program: Program): boolean {
    try {
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

  // --- keeping -----------------------------------------------------------------------------------------------------
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
  /** Back to what was, structure included; constraints and bodies added since are gone, removed ones are back. */
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
    this.state.lasting.forEach((name, k) => {
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
  /** 64 bits over everything that changes; the same on every machine. */
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
function integratorNamed(name: string, where: string): Integrator {
  const found = allIntegrators[name];
  if (!found) throw new Error(`${where} — "${name}" is unknown; there are ${Object.keys(allIntegrators).join(', ')}.`);
  return found;
}
function checkedVector(v: readonly [number, number, number], what: string): readonly [number, number, number] {
  if (v.length !== 3 || !v.every(Number.isFinite))
    throw new Error(`${what} — (${v.join(', ')}); give three finite numbers.`);
  return [v[0], v[1], v[2]];
}
