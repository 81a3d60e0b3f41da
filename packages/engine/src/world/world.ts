/**
 * A world: bodies and constraints around one State. Everything can be added, removed, switched, re-aimed between any two
 * steps; what it was can be kept in a snapshot and put back.
 */
import type { Anchor } from '../anchors/anchor.ts';
import { Hash } from '../base/hash.ts';
import type { Body } from '../bodies/body.ts';
import { addToHash, begin, copyOfHeld, type Held, holdOf, takeHeld } from '../constraints/constraint-state.ts';
import { bodiesPrint } from '../constraints/fingerprint.ts';
import type { Constraint, ConstraintSpec, Ramp } from '../constraints/kinds/constraints.ts';
import type { Method } from '../constraints/method.ts';
import { divergence } from '../dynamics/divergence.ts';
import { ownsUnknowns } from '../dynamics/dof-blocks.ts';
import type { Placed } from '../dynamics/integrator-pass.ts';
import { Machine } from '../dynamics/program.ts';
import { stableStep } from '../dynamics/stable-step.ts';
import { step } from '../dynamics/step.ts';
import { allIntegrators } from '../integrators/index.ts';
import type { Integrator } from '../integrators/integrator.ts';
import { local } from '../methods/local/local.ts';
import { ownOf, State } from '../state/state.ts';
import { type Progress, Timeline, type WorldEvent } from './events.ts';
import { Claims, checkConstraint, mobility } from './node-ownership.ts';

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
  readonly held: readonly Held[];
  readonly events: Progress;
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
  #held = new Map<string, Held>();
  #machine: Machine | undefined;
  #constraintsMoved = true;
  #externalMoved = true;
  #starting: readonly Placed[] = [];
  readonly #claims = new Claims((body) => this.#resident(body));
  #failure: Error | undefined;
  readonly #timeline = new Timeline();

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
    return Array.from(this.#held.values(), (one) => one.constraint);
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
    const machine = this.#ready();
    for (const resident of all) {
      machine.putBack(machine.find(resident.body.id));
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
      this.#staying.set(id, this.#velocitiesIn(this.#machine ?? this.#ready(), id));
    }
    for (const resident of residents) this.#bodies.set(resident.body.id, resident);
    this.#verified = false;
    this.#rebuildLater();
  }
  /** Velocities that are to be the same in the machine that is made next. */
  readonly #staying = new Map<string, Float64Array>();
  #velocitiesIn(machine: Machine, id: string): Float64Array {
    const { starting, body } = this.#resident(id);
    const placed = machine.find(id);
    const all = starting ? ownOf(this.state, 'v', placed).slice() : machine.velocities(placed);
    return all.subarray(0, 3 * body.nodeCount);
  }
  /** Take out a body, which no constraint may still hold; loads on it go with it. */
  removeBody(id: string): void {
    this.#resident(id);
    const holder = [...this.#held.values()].find((one) => one.anchors.some((m) => m.some((a) => a.body === id)));
    if (holder) throw new Error(`body "${id}" is held by constraint "${holder.constraint.id}"; remove that first.`);
    this.#keep();
    this.#bodies.delete(id);
    this.#staying.delete(id);
    this.#loads = this.#loads.filter((l) => l.body !== id);
    this.#rebuildLater();
  }
  #rebuildLater(): void {
    this.#stableStep = undefined;
    this.#bodiesPrint = undefined;
    this.#stale = true;
    this.#constraintsMoved = true;
    this.#externalMoved = true;
  }
  #stale = true;

  constrain(spec: ConstraintSpec, options: ConstrainOptions = {}): Constraint {
    const id = options.id ?? this.#freeId(spec.kind);
    if (this.#held.has(id)) throw new Error(`constraint "${id}" is in the world already; ids are unique.`);
    const { method = this.#defaults.method, active = true, ramp } = options;
    const constraint: Constraint = { ...spec, id, method, ...(ramp ? { ramp } : {}) };
    const where = `constraint "${id}" (${spec.kind}): `;
    checkConstraint(constraint, (body) => this.#resident(body, where));
    const anchors = spec.members.map((all) => (spec.relation.closedForm ? this.#leastMobileFirst(all) : all));
    const held = holdOf(constraint, anchors, active);
    if (active) this.#claims.claim(held);
    this.#keep();
    this.#held.set(id, held);
    this.#constraintsMove(constraint);
    if (active) this.#verifyOr(() => this.#forget(held));
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
    this.#ready().holding.verify();
    this.#verified = true;
  }
  #forget(held: Held): void {
    this.#claims.drop(
      held,
      [...held.active.keys()].filter((m) => held.active[m]),
    );
    this.#held.delete(held.constraint.id);
    this.#constraintsMove(held.constraint);
  }
  /** Tables are made anew; where unknowns come or go, everything is placed anew. */
  #constraintsMove(constraint: Constraint): void {
    this.#constraintsMoved = true;
    if (ownsUnknowns(constraint)) this.#rebuildLater();
  }
  #freeId(kind: string): string {
    let n = this.#held.size + 1;
    while (this.#held.has(`${kind}-${n}`)) n++;
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
    this.#held.delete(id);
    this.#constraintsMove(constraint);
  }
  #find(id: string): Held {
    const found = this.#held.get(id);
    if (!found) throw new Error(`constraint "${id}" is not in the world (${quoted(this.constraints)}).`);
    return found;
  }
  #members(held: Held, member: number | undefined): number[] {
    if (member === undefined) return held.active.map((_, m) => m);
    if (!(Number.isInteger(member) && member >= 0 && member < held.active.length)) {
      throw new Error(`constraint "${held.constraint.id}" has no member ${member} (0 to ${held.active.length - 1}).`);
    }
    return [member];
  }
  isActive(id: string, member = 0): boolean {
    const held = this.#find(id);
    return held.active[this.#members(held, member)[0]];
  }
  /** Switch a constraint, or one member of it, on. */
  activate(id: string, member?: number): void {
    const held = this.#find(id);
    const members = this.#members(held, member).filter((m) => !held.active[m]);
    this.#claims.claim(held, members);
    for (const m of members) {
      held.active[m] = true;
      begin(held, m);
    }
    if (this.state.steps > 0) this.#ready().holding.findPlaces(held, members);
    this.#refresh(held, members);
    this.#verifyOr(() => {
      for (const m of members) held.active[m] = false;
      this.#claims.drop(held, members);
      this.#refresh(held, members);
    });
  }
  /** Switch it off: from now on it exerts nothing, and what it held moves on without a jolt. */
  release(id: string, member?: number): void {
    const held = this.#find(id);
    const members = this.#members(held, member).filter((m) => held.active[m]);
    this.#claims.drop(held, members);
    this.#ready().holding.withdraw(held, members);
    for (const m of members) held.active[m] = false;
    this.#refresh(held, members);
  }
  /** Aim a nail elsewhere: at another world point, or along a path. */
  aim(id: string, to: Anchor, member?: number): void {
    const held = this.#find(id);
    const { target } = held.constraint;
    if (target === undefined)
      throw new Error(`constraint "${id}" is a ${held.constraint.kind} and aims at nothing; only a nail does.`);
    if (to.shape !== held.anchors[0][target].shape)
      throw new Error(`constraint "${id}" aims at a ${held.anchors[0][target].shape.name}, not at a ${to.shape.name}.`);
    const members = this.#members(held, member);
    for (const m of members) held.anchors[m] = held.anchors[m].map((a, k) => (k === target ? to : a));
    delete held.aimed;
    this.#refresh(held, members);
  }
  /** switched or aimed since tables were made, and not in them yet */
  readonly #altered = new Set<Held>();
  #refresh(held: Held, members: readonly number[]): void {
    if (this.#constraintsMoved || this.#stale || !this.#machine) {
      this.#altered.add(held);
      return;
    }
    this.#machine.holding.refresh(held, members);
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
    const machine = this.#ready();
    machine.changeStep(h, this.#started(machine));
  }
  /** Bodies whose integrators have made a step. */
  #started(machine: Machine): Placed[] {
    return machine.placed.filter((p) => !this.#resident(p.body.id).starting);
  }
  get time(): number {
    return this.state.time;
  }

  /** Have things happen by themselves: see WorldEvent. */
  schedule(events: readonly WorldEvent[]): void {
    this.#timeline.add(events);
  }

  step(count = 1): void {
    if (!(Number.isInteger(count) && count >= 0)) throw new Error(`${count} steps; give a whole number.`);
    for (let i = 0; i < count; i++) {
      if (this.#failure) throw this.#failure;
      this.#timeline.happen(this);
      if (!this.#verified) this.check();
      const machine = this.#ready();
      const calm = this.#stepOrFail(machine);
      if (this.#starting.length) {
        for (const r of this.#bodies.values()) {
          r.fresh = false;
          r.starting = false;
        }
        this.#starting = [];
      }
      const off = machine.holding.slippedOff();
      for (let k = 0; k < off.length; k++) this.release(off[k].id, off[k].member);
      if (!calm) this.#failure = divergence(machine, () => this.stableStep());
      if (this.#failure) throw this.#failure;
    }
  }
  /** What could not be done leaves a step half made: nothing goes on from there but a restored snapshot. */
  #stepOrFail(machine: Machine): boolean {
    try {
      return step(machine, this.#starting);
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
  #bodiesPrint: string | undefined;

  /** The machine, made anew where the structure has changed. */
  #ready(): Machine {
    const upToDate = !this.#stale && !this.#constraintsMoved && !this.#externalMoved;
    return upToDate && this.#machine ? this.#machine : this.#makeReady();
  }
  #makeReady(): Machine {
    if (this.#stale || !this.#machine) {
      this.#machine = new Machine([...this.#bodies.values()], [...this.#held.values()], this.state, this.#machine);
      this.#stale = false;
    }
    const machine = this.#machine;
    if (this.#constraintsMoved) {
      machine.holding.take([...this.#held.values()], this.#altered);
      this.#altered.clear();
      this.#constraintsMoved = false;
    }
    if (this.#externalMoved) {
      const loads = this.#loads.flatMap((l) => {
        const first = machine.find(l.body).start + 3 * l.node;
        return l.force.map((force, axis) => ({ coordinate: first + axis, force }));
      });
      machine.setExternal(this.#gravity, loads, this.#started(machine));
      this.#starting = machine.placed.filter((p) => this.#resident(p.body.id).starting);
      this.#externalMoved = false;
    }
    for (const [id, velocities] of this.#staying) {
      machine.setVelocities(machine.find(id), velocities, this.#resident(id).starting);
    }
    this.#staying.clear();
    return machine;
  }
  /** Bring what is due up to date, before the structure changes. */
  #keep(): void {
    if (this.#machine && !this.#stale) this.#ready();
  }

  // --- reading -----------------------------------------------------------------------------------------------------
  /** For probes: the machine as it stands. */
  get machine(): Machine {
    return this.#ready();
  }
  isFresh(id: string): boolean {
    return this.#resident(id).fresh;
  }
  /** A view of a body's node positions, x y z each; read it before the next change. */
  positions(id: string): Float64Array {
    return this.#own('q', id);
  }
  #own(column: string, id: string): Float64Array {
    const { start, body } = this.#ready().find(this.#resident(id).body.id);
    return this.state.column(column).subarray(start, start + 3 * body.nodeCount);
  }
  /** Velocities of a body's nodes at the time of their positions. */
  velocities(id: string): Float64Array {
    return this.#velocitiesIn(this.#ready(), id);
  }
  /** The forces of the last step, N: per member, per anchor as it was given, x y z. */
  forces(id: string): number[][][] {
    const held = this.#find(id);
    const places = this.#ready().holding.placesOf(held);
    return held.constraint.members.map((given, m) => {
      const { group, member } = places[m];
      const order = held.anchors[m];
      const target = held.constraint.target;
      const place = (a: Anchor, k: number): number => (k === target ? k : order.indexOf(a));
      return given.map((a, k) => [0, 1, 2].map((axis) => group.force(member, place(a, k), axis)));
    });
  }

  // --- keeping -----------------------------------------------------------------------------------------------------
  snapshot(): Snapshot {
    const machine = this.#ready();
    machine.holding.keepForces();
    return {
      clock: this.state.clock(),
      gravity: this.#gravity,
      loads: this.#loads,
      bodies: Array.from(this.#bodies.values(), (r) => ({ ...r })),
      columns: this.state.lasting.map((name) => this.state.column(name).slice(0, this.state.size)),
      held: Array.from(this.#held.values(), copyOfHeld),
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
    const unknowns = [...this.#held.values(), ...snapshot.held].some(({ constraint }) => ownsUnknowns(constraint));
    if (!sameBodies || unknowns) {
      this.#machine?.release(); // before the constraints take back their forces
      this.#machine = undefined;
      this.#rebuildLater();
    }
    this.#gravity = snapshot.gravity;
    this.#loads = snapshot.loads;
    this.#restoreConstraints(snapshot.held);
    this.#timeline.restore(snapshot.events);
    this.#externalMoved = true;
    this.state.setClock(snapshot.clock);
    const machine = this.#ready();
    machine.setStep();
    machine.holding.aim(0);
    this.state.lasting.forEach((name, k) => {
      this.state.column(name).set(snapshot.columns[k]);
    });
  }
  #restoreConstraints(kept: readonly Held[]): void {
    const now = [...this.#held.values()];
    const same = kept.length === now.length && kept.every(({ constraint }, i) => now[i].constraint === constraint);
    if (!same) {
      this.#held = new Map(kept.map((held) => [held.constraint.id, copyOfHeld(held)]));
      this.#constraintsMoved = true;
    } else {
      kept.forEach((one, i) => {
        takeHeld(now[i], one);
        this.#altered.add(now[i]);
      });
    }
    this.#verified = false; // what has not been looked at then has to be now
    this.#claims.clear();
    for (const held of this.#held.values()) {
      this.#claims.claim(
        held,
        [...held.active.keys()].filter((m) => held.active[m]),
      );
    }
    if (this.#constraintsMoved || this.#stale || !this.#machine) return;
    this.#altered.clear();
    this.#machine.holding.reload();
  }
  /** 64 bits over everything that changes; the same on every machine. */
  hash(): string {
    const machine = this.#ready();
    const hash = new Hash().numbers(this.state.clock()).numbers(this.#gravity);
    for (const { id, body, node, force } of this.#loads) hash.text(id).text(body).number(node).numbers(force);
    this.#bodiesPrint ??= bodiesPrint(this.#bodies.values());
    hash.text(this.#bodiesPrint);
    for (const { fresh, starting } of this.#bodies.values()) hash.number((fresh ? 1 : 0) + (starting ? 2 : 0));
    for (const name of this.state.lasting) hash.numbers(this.state.column(name), 0, this.state.size);
    machine.holding.keepForces();
    for (const held of this.#held.values()) addToHash(held, hash);
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
