/**
 * A world: bodies and constraints around one State. Everything can be added, removed, switched, re-aimed between any two
 * steps; what it was can be kept in a snapshot and put back.
 */
import type { Anchor } from './anchors/anchor.ts';
import type { Body } from './bodies/body.ts';
import { type ParticlesOptions, particles } from './bodies/particles.ts';
import { type Plane, plane } from './bodies/plane.ts';
import { type TetSpringsOptions, tetSprings } from './bodies/tet-springs.ts';
import { Claims, checkConstraint, mobility } from './claims.ts';
import type { Constraint, ConstraintSpec } from './constraints.ts';
import { divergence } from './divergence.ts';
import type { Group, Held } from './groups.ts';
import { Hash } from './hash.ts';
import { integrators } from './integrators/index.ts';
import type { Integrator } from './integrators/integrator.ts';
import { Machine, type Placed } from './machine.ts';
import type { Mesh } from './meshes/mesh.ts';
import { local } from './methods/local.ts';
import type { Method } from './methods/method.ts';
import { stableStep } from './stable-step.ts';
import { lasting, State } from './state.ts';
import { step } from './step.ts';

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
  readonly bodies: readonly { readonly body: Body; readonly fresh: boolean }[];
  /** the lasting columns, one after another */
  readonly columns: readonly Float64Array[];
  readonly held: readonly Held[];
}

interface Resident {
  readonly body: Body;
  readonly integrator: Integrator;
  /** it has not made a step yet */
  fresh: boolean;
}

export class World {
  readonly state: State;
  readonly #defaults: { readonly integrator: string; readonly method: Method };
  #gravity: readonly [number, number, number];
  #loads: readonly Load[] = [];
  #bodies: readonly Resident[] = [];
  #held: readonly Held[] = [];
  #machine: Machine | undefined;
  #constraintsMoved = true;
  #externalMoved = true;
  #fresh: readonly Placed[] = [];
  readonly #claims = new Claims((body) => this.#resident(body));
  #failure: Error | undefined;

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
    return this.#bodies.map((r) => r.body);
  }
  get constraints(): readonly Constraint[] {
    return this.#held.map((one) => one.constraint);
  }
  body(id: string): Body {
    return this.#resident(id).body;
  }
  #resident(id: string): Resident {
    const found = this.#bodies.find((r) => r.body.id === id);
    if (!found) throw new Error(`body "${id}" is not in the world (${quoted(this.bodies)}).`);
    return found;
  }
  add<B extends Body>(body: B): B {
    if (this.#bodies.some((r) => r.body.id === body.id))
      throw new Error(`body "${body.id}" is in the world already; ids are unique.`);
    const integrator = integratorNamed(body.integrator ?? this.#defaults.integrator, `body "${body.id}": integrator`);
    this.#keep();
    this.#bodies = [...this.#bodies, { body, integrator, fresh: true }];
    this.#rebuildLater();
    return body;
  }
  /** Take out a body, which no constraint or load may still hold. */
  removeBody(id: string): void {
    this.#resident(id);
    const holder = this.#held.find((one) => one.anchors.some((m) => m.some((a) => a.body === id)));
    if (holder) throw new Error(`body "${id}" is held by constraint "${holder.constraint.id}"; remove that first.`);
    this.#keep();
    this.#bodies = this.#bodies.filter((r) => r.body.id !== id);
    this.#loads = this.#loads.filter((l) => l.body !== id);
    this.#rebuildLater();
  }
  #rebuildLater(): void {
    this.#stableStep = undefined;
    this.#stale = true;
    this.#constraintsMoved = true;
    this.#externalMoved = true;
  }
  #stale = true;

  constrain(spec: ConstraintSpec, options: ConstrainOptions = {}): Constraint {
    const id = options.id ?? `${spec.kind}-${this.#held.length + 1}`;
    if (this.#held.some((one) => one.constraint.id === id))
      throw new Error(`constraint "${id}" is in the world already; ids are unique.`);
    const constraint: Constraint = { ...spec, id, method: options.method ?? this.#defaults.method };
    checkConstraint(constraint, (body) => this.#resident(body));
    const members = spec.members.length;
    const held: Held = {
      constraint,
      active: new Array<boolean>(members).fill(options.active ?? true),
      anchors: spec.members.map((anchors) => (spec.relation.closedForm ? this.#leastMobileFirst(anchors) : anchors)),
      forces: new Float64Array(members * spec.relation.points.length * 3),
    };
    this.#claims.claim(held);
    this.#held = [...this.#held, held];
    this.#constraintsMoved = true;
    return constraint;
  }
  /** As closed forms want it: their first point balances the others. */
  #leastMobileFirst(anchors: readonly Anchor[]): readonly Anchor[] {
    const mobilities = anchors.map((a) => mobility(a, (body) => this.#resident(body)));
    const first = mobilities.indexOf(Math.min(...mobilities));
    return [anchors[first], ...anchors.filter((_, k) => k !== first)];
  }
  removeConstraint(id: string): void {
    this.release(id);
    const held = this.#find(id);
    this.#held = this.#held.filter((one) => one !== held);
    this.#constraintsMoved = true;
  }
  #find(id: string): Held {
    const found = this.#held.find((one) => one.constraint.id === id);
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
    return this.#find(id).active[member];
  }
  /** Switch a constraint, or one member of it, on. */
  activate(id: string, member?: number): void {
    const held = this.#find(id);
    const members = this.#members(held, member).filter((m) => !held.active[m]);
    this.#claims.check(held, members);
    for (const m of members) held.active[m] = true;
    this.#claims.claim(held, members);
    this.#refresh(held, members);
  }
  /** Switch it off: from now on it exerts nothing, and what it held moves on without a jolt. */
  release(id: string, member?: number): void {
    const held = this.#find(id);
    const members = this.#members(held, member).filter((m) => held.active[m]);
    this.#claims.drop(held, members);
    const machine = this.#ready();
    for (const m of members) {
      held.active[m] = false;
      const place = placeOf(machine.groups, held, m);
      place.group.withdraw(place.member, (coordinate, force) => machine.jump(coordinate, -force));
    }
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
    this.#refresh(held, members);
  }
  #refresh(held: Held, members: readonly number[]): void {
    if (this.#constraintsMoved || this.#stale || !this.#machine) return;
    for (const m of members) {
      const place = placeOf(this.#machine.groups, held, m);
      place.group.refresh(place.member);
    }
  }

  get gravity(): readonly [number, number, number] {
    return this.#gravity;
  }
  set gravity(gravity: readonly [number, number, number]) {
    this.#gravity = checkedVector(gravity, 'gravity');
    this.#externalMoved = true;
  }
  apply(load: Load): void {
    if (this.#loads.some((l) => l.id === load.id)) throw new Error(`load "${load.id}" acts already; stop it first.`);
    const { nodeCount } = this.#resident(load.body).body;
    if (!(Number.isInteger(load.node) && load.node >= 0 && load.node < nodeCount)) {
      throw new Error(
        `load "${load.id}": node ${load.node} is not on body "${load.body}" (nodes run 0 to ${nodeCount - 1}).`,
      );
    }
    checkedVector(load.force, `load "${load.id}": force`);
    this.#loads = [...this.#loads, load];
    this.#externalMoved = true;
  }
  stopLoad(id: string): void {
    if (!this.#loads.some((l) => l.id === id)) throw new Error(`load "${id}" does not act.`);
    this.#loads = this.#loads.filter((l) => l.id !== id);
    this.#externalMoved = true;
  }

  // --- running -----------------------------------------------------------------------------------------------------
  get h(): number {
    return this.state.h;
  }
  set h(h: number) {
    if (!(h > 0 && Number.isFinite(h))) throw new Error(`step — ${h} s; it must be positive.`);
    this.state.h = h;
    this.#machine?.setStep();
  }
  get time(): number {
    return this.state.time;
  }

  step(count = 1): void {
    for (let i = 0; i < count; i++) {
      if (this.#failure) throw this.#failure;
      const machine = this.#ready();
      const moved = step(machine, this.#fresh);
      if (this.#fresh.length) {
        for (const r of this.#bodies) r.fresh = false;
        this.#fresh = [];
      }
      this.#failure = divergence(machine, moved, () => this.stableStep());
      if (this.#failure) throw this.#failure;
    }
  }
  /** The largest step at which the bodies at rest are stable. */
  stableStep(): number {
    this.#stableStep ??= stableStep(this.#bodies);
    return this.#stableStep;
  }
  #stableStep: number | undefined;

  /** The machine, made anew where the structure has changed. */
  #ready(): Machine {
    if (this.#stale || !this.#machine) {
      this.#machine = new Machine(this.#bodies, this.state, this.#machine);
      this.#stale = false;
    }
    const machine = this.#machine;
    if (this.#constraintsMoved) {
      machine.setConstraints(this.#held);
      this.#constraintsMoved = false;
    }
    if (this.#externalMoved) {
      const loads = this.#loads.flatMap((l) => {
        const first = machine.find(l.body).start + 3 * l.node;
        return l.force.map((force, axis) => ({ coordinate: first + axis, force }));
      });
      machine.setExternal(this.#gravity, loads);
      this.#fresh = machine.placed.filter((_, i) => this.#bodies[i].fresh);
      this.#externalMoved = false;
    }
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
    const { integrator, fresh } = this.#resident(id);
    const v = this.#own('v', id).slice();
    if (fresh || !integrator.lag) return v;
    const w = this.#own('w', id);
    const f = this.#own('f', id);
    return v.map((value, i) => value + integrator.lag * this.h * w[i] * f[i]);
  }
  /** The forces of the last step, N: per member, per anchor as it was given, x y z. */
  forces(id: string): number[][][] {
    const held = this.#find(id);
    const { groups } = this.#ready();
    return held.constraint.members.map((given, m) => {
      const { group, member } = placeOf(groups, held, m);
      const order = held.anchors[m];
      const target = held.constraint.target;
      const place = (a: Anchor, k: number): number => (k === target ? k : order.indexOf(a));
      return given.map((a, k) => [0, 1, 2].map((axis) => group.force(member, place(a, k), axis)));
    });
  }

  // --- keeping -----------------------------------------------------------------------------------------------------
  snapshot(): Snapshot {
    const machine = this.#ready();
    for (const group of machine.groups) group.keepForces();
    return {
      clock: this.state.clock(),
      gravity: this.#gravity,
      loads: this.#loads,
      bodies: this.#bodies.map(({ body, fresh }) => ({ body, fresh })),
      columns: lasting.map((name) => this.state.column(name).slice(0, this.state.size)),
      held: this.#held.map(copyOf),
    };
  }
  /** Back to what was, structure included; constraints and bodies added since are gone, removed ones are back. */
  restore(snapshot: Snapshot): void {
    this.#failure = undefined;
    const sameBodies =
      !this.#stale &&
      this.#bodies.length === snapshot.bodies.length &&
      snapshot.bodies.every(({ body }, i) => this.#bodies[i].body === body);
    this.#bodies = snapshot.bodies.map(({ body, fresh }) => ({
      body,
      integrator: integratorNamed(body.integrator ?? this.#defaults.integrator, 'integrator'),
      fresh,
    }));
    if (!sameBodies) this.#rebuildLater();
    this.#gravity = snapshot.gravity;
    this.#loads = snapshot.loads;
    this.#held = snapshot.held.map(copyOf);
    this.#claims.clear();
    for (const held of this.#held) this.#claims.claim(held);
    this.#constraintsMoved = true;
    this.#externalMoved = true;
    this.state.setClock(snapshot.clock);
    const machine = this.#ready();
    machine.setStep();
    for (const group of machine.groups) group.restoreForces();
    lasting.forEach((name, k) => {
      this.state.column(name).set(snapshot.columns[k]);
    });
  }
  /** 64 bits over everything that changes; the same on every machine. */
  hash(): string {
    const machine = this.#ready();
    const hash = new Hash().numbers(this.state.clock()).numbers(this.#gravity);
    for (const { id, body, node, force } of this.#loads) hash.text(id).text(body).number(node).numbers(force);
    machine.placed.forEach(({ body, start }, i) => {
      hash.text(body.id).number(this.#bodies[i].fresh ? 1 : 0);
      for (const name of lasting) hash.numbers(this.state.column(name), start, start + body.coordinates);
    });
    for (const group of machine.groups) group.keepForces();
    for (const { constraint, active, anchors, forces } of this.#held) {
      hash.text(constraint.id).numbers(forces);
      for (const on of active) hash.number(on ? 1 : 0);
      for (const member of anchors) for (const a of member) hash.numbers(a.parameters);
    }
    return hash.digest();
  }
}

export const createWorld = (options: WorldOptions): World => new World(options);
export const constrain = (world: World, spec: ConstraintSpec, options?: ConstrainOptions): Constraint =>
  world.constrain(spec, options);

function placeOf(groups: readonly Group[], held: Held, index: number): { group: Group; member: number } {
  for (const group of groups) {
    const member = group.members.findIndex((m) => m.held === held && m.index === index);
    if (member >= 0) return { group, member };
  }
  throw new Error(`constraint "${held.constraint.id}" is in no batch`);
}
const copyOf = (held: Held): Held => ({
  constraint: held.constraint,
  active: [...held.active],
  anchors: [...held.anchors],
  forces: held.forces.slice(),
});
const quoted = (all: readonly { readonly id: string }[]): string =>
  all.length
    ? `there are ${all
        .slice(0, 8)
        .map((b) => `"${b.id}"`)
        .join(', ')}${all.length > 8 ? ' ...' : ''}`
    : 'there are none';
function integratorNamed(name: string, where: string): Integrator {
  const found = integrators[name];
  if (!found) throw new Error(`${where} — "${name}" is unknown; there are ${Object.keys(integrators).join(', ')}.`);
  return found;
}
function checkedVector(v: readonly [number, number, number], what: string): readonly [number, number, number] {
  if (v.length !== 3 || !v.every(Number.isFinite))
    throw new Error(`${what} — (${v.join(', ')}); give three finite numbers.`);
  return v;
}

export const addTetSprings = (world: World, mesh: Mesh, options: TetSpringsOptions): Body =>
  world.add(tetSprings(mesh, options));
export const addParticles = (world: World, positions: ArrayLike<number>, options: ParticlesOptions): Body =>
  world.add(particles(positions, options));
export const addPlane = (world: World, options: Parameters<typeof plane>[0]): Plane => world.add(plane(options));
