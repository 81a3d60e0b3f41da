/**
 * A world's structure made runnable: bodies placed in the State, their elements and the constraints batched, integrators
 * over stretches of coordinates. `step.ts` drives it.
 */
import type { Anchor } from './anchors/anchor.ts';
import { Archetype, findRuns } from './archetypes.ts';
import type { Body } from './bodies/body.ts';
import { refuseMixed } from './claims.ts';
import { groupKey } from './compositions.ts';
import { Kkt } from './displacement/kkt.ts';
import { type ElementsAtLarge, elementBatch, energySinks, forceSinks, gatherElements } from './elements.ts';
import { dragBy, type Push, pushPrediction, writeExternal } from './external.ts';
import { Group, noneSlipped, type Placing, type Slipped } from './groups.ts';
import type { Held } from './held.ts';
import { ImplicitBodies, refuseOthers } from './implicit.ts';
import { eulerCromer } from './integrators/euler-cromer.ts';
import type { Integrator } from './integrators/integrator.ts';
import type { Batch } from './kernel/batch.ts';
import type { Flat } from './kernel/flat.ts';
import { flat } from './kernel/kernel.ts';
import type { Block } from './kernel/memory.ts';
import { changeLag, jump, setVelocities, startLagging, velocitiesNow } from './lagging.ts';
import { loadsOf } from './loads.ts';
import { meanEdge } from './meshes/mean-edge.ts';
import { type Hook, hooks, type Report, type Work } from './methods/method.ts';
import type { OwnInertia } from './methods/own-inertia.ts';
import { type Mover, moversOf, type Placed } from './mover.ts';
import { predictionOf } from './prediction.ts';
import { refuseUnsound } from './sound.ts';
import { ownOf, roundedUp, type State, type Stretch } from './state.ts';
import { Unknowns } from './unknowns.ts';

/** A member of a constraint among the members of its group. */
export interface Place {
  readonly group: Group;
  readonly member: number;
}

export class Machine implements Placing {
  readonly placed: readonly Placed[];
  groups: readonly Group[] = [];
  readonly #far: number;
  /** evaluations of the forces in a step */
  readonly stages: number;
  /** when each is made, in steps since the beginning */
  readonly #stageTimes: readonly number[];
  readonly #byKey = new Map<string, Group>();
  readonly #places = new Map<Held, Place[]>();
  readonly #byId: ReadonlyMap<string, Placed>;
  readonly #forces: readonly Batch[];
  #energies: readonly Batch[] | undefined;
  readonly #archetypes: readonly { readonly archetype: Archetype; readonly uniforms: Block<Float64Array> }[];
  /** f = external - drag v, and the velocity `seen` by damping where that is not v, of bodies that are no archetype's */
  readonly #loads: readonly Flat[];
  /** bodies whose drag goes by a mass matrix */
  readonly #dragged: readonly Placed[];
  readonly #movers: readonly Mover[];
  /** of bodies that are no archetype's */
  readonly #otherMovers: readonly Mover[];
  /** nothing acts between forces and prediction in this step, which are made at once */
  #fused = false;
  /** of bodies that are no archetype's, if they can be */
  readonly #prediction: readonly (() => void)[] | undefined;
  /** loads that archetypes have to be told of */
  #pushes: readonly Push[] = [];
  readonly unknowns: Unknowns;
  /** bodies whose step is a linear solve, if there are any */
  readonly implicit: ImplicitBodies | undefined;
  /** bodies whose step is one solve with their constraints, if there are any */
  readonly #kkt: Kkt | undefined;
  /** what the methods do, in their order */
  #works: readonly { readonly work: Work; readonly groups: readonly Group[] }[] = [];
  /** and at each hook, one after another */
  hooks: Readonly<Record<Hook, readonly (() => void)[]>> = hooksOf([], undefined);
  /** h, 1/h, w where it is the same everywhere */
  readonly #uniforms: Block<Float64Array>;
  /** the bits of all displacements in a step: below 2 in size as long as each of them is, in m */
  readonly #moved: Block<Float64Array>;

  constructor(
    bodies: readonly { readonly body: Body; readonly integrator: Integrator; readonly fresh: boolean }[],
    held: readonly Held[],
    readonly state: State,
    previous?: Machine,
  ) {
    refuseOthers(bodies);
    let start = 0;
    this.placed = bodies.map(({ body, integrator }) => {
      const size = roundedUp(Math.max(body.coordinates, body.velocities));
      const placed = { body, integrator, start, size };
      start += size;
      return placed;
    });
    this.#byId = new Map(this.placed.map((p) => [p.body.id, p]));
    // a body that has made a step was in the machine before; a fresh one starts where it says, whatever had its id
    this.unknowns = new Unknowns(held, start);
    const moves = this.placed.flatMap((to, i) => {
      const from = bodies[i].fresh ? undefined : previous?.find(to.body.id);
      return from && from.size === to.size ? [{ from, to }] : [];
    });
    previous?.release();
    state.resize(
      start + this.unknowns.size,
      [...moves, ...this.unknowns.moves(previous?.unknowns)],
      bodies.flatMap((b) => b.integrator.history ?? []),
    );
    const carried = new Set(moves.map(({ to }) => to.body.id));
    this.#uniforms = state.arena.f64(8);
    this.#moved = state.arena.f64(8);
    for (const p of this.placed) {
      p.body.inverseMasses(this.#own('w', p));
      if (carried.has(p.body.id)) continue;
      p.body.start(this.#own('q', p), this.#own('v', p));
      this.#own('u', p).set(this.#own('v', p));
    }
    this.unknowns.begin(state, previous?.unknowns);
    this.#far = farTimes * extentOf(this.placed, state.column('q'));

    this.#archetypes = findRuns(this.placed).map((run) => {
      const uniforms = state.arena.f64(8);
      return { uniforms, archetype: new Archetype(run, state, uniforms.address, this.#moved.address) };
    });
    const unrolled = new Set(this.#archetypes.flatMap(({ archetype }) => archetype.placed));
    const others = this.placed.filter((p) => !unrolled.has(p));
    // what is solved for as a whole needs neither forces nor an integrator's formulas
    const pushed = others.filter((p) => !p.integrator.solved);
    this.#forces = gatherElements(pushed).map((e) => elementBatch(e, state, forceSinks));
    for (const batch of this.#forces) this.#bind(batch);
    const [uniforms, unions] = [this.#uniforms.address, this.#moved.address];
    this.#loads = loadsOf(pushed, this.unknowns, state, uniforms);
    this.#dragged = pushed.filter(({ body }) => body.mass && body.drag > 0);
    const explicit = this.placed.filter((p) => !p.integrator.solved);
    this.#movers = moversOf(explicit, this.unknowns, state, uniforms, unions);
    this.#otherMovers = unrolled.size ? moversOf(pushed, this.unknowns, state, uniforms, unions) : this.#movers;
    this.#prediction = predictionOf(pushed, this.#forces, this.unknowns, state, this.#uniforms, unions);
    this.stages = Math.max(1, ...this.#movers.map((m) => m.stages));
    this.#stageTimes = stageTimes(bodies.map((b) => b.integrator));
    const solved = others.filter((p) => p.integrator.implicit);
    this.implicit = solved.length ? new ImplicitBodies(solved, state) : undefined;
    state.responder = this.implicit;
    const whole = this.placed.filter((p) => p.integrator.solved);
    state.kkt = whole.length ? new Kkt(whole, state) : undefined;
    this.#kkt = state.kkt;
    this.hooks = hooksOf([], this.#kkt);
    state.inertias = this.placed.flatMap((p) => this.#inertiaOf(p));
    this.setStep();
  }
  #bind(batch: Batch): void {
    batch.bind(this.state.addressOf, this.#uniforms.address, this.state.phase);
  }

  find(id: string): Placed {
    return this.#byId.get(id) as Placed;
  }

  changeStep(h: number, started: readonly Placed[]): void {
    this.#settle();
    changeLag(this.state, h, started);
    this.state.h = h;
    this.setStep();
  }
  /** After a change of h: the uniforms, c = gain h^2 W and d = kick h W. */
  setStep(): void {
    const { h } = this.state;
    for (const uniforms of [this.#uniforms, ...this.#archetypes.map((a) => a.uniforms)]) {
      uniforms.view()[0] = h;
      uniforms.view()[1] = 1 / h;
    }
    const [w, c, d] = ['w', 'c', 'd'].map((name) => this.state.column(name));
    for (const { start, size, integrator } of [
      ...this.placed,
      { start: this.unknowns.start, size: this.unknowns.size, integrator: eulerCromer },
    ]) {
      for (let i = start; i < start + size; i++) {
        c[i] = integrator.gain * h * h * w[i];
        d[i] = integrator.kick * h * w[i];
      }
    }
    for (const group of this.groups) group.stepChanged();
  }

  /**
   * After a change of gravity or loads. A force that jumps moves velocities that lag behind, so that the motion goes on as if
   * it had jumped now (see Integrator.lag): of bodies that have `started`.
   */
  setExternal(gravity: readonly number[], loads: readonly Push[], started: readonly Placed[]): void {
    const { state } = this;
    this.#settle();
    const before = state.column('external').slice();
    writeExternal(state, this.placed, gravity, loads);
    const runs = this.#archetypes.map(({ archetype: { placed } }) => [placed[0], placed[placed.length - 1]]);
    this.#pushes = loads.filter(({ coordinate }) =>
      runs.some(([a, b]) => a.start <= coordinate && coordinate < b.start + b.size),
    );
    for (const { uniforms, archetype } of this.#archetypes) {
      uniforms.view().set(gravity, 2);
      uniforms.view()[5] = archetype.placed[0].body.drag;
      archetype.weigh(gravity);
    }
    for (const placed of started) {
      const changed = ownOf(state, 'external', placed).map((force, i) => force - before[placed.start + i]);
      jump(state, placed, changed);
    }
  }
  #inertiaOf({ body, start, size, integrator }: Placed): OwnInertia[] {
    const { applyW } = body;
    if (!applyW) return [];
    return [
      {
        start,
        size,
        applyW: (f, out) => applyW(this.#own('q', { start, size }), f, out),
        gains: () => ({ c: integrator.gain * this.state.h * this.state.h, d: integrator.kick * this.state.h }),
      },
    ];
  }
  #own(column: string, stretch: Stretch): Float64Array {
    return ownOf(this.state, column, stretch);
  }
  velocities(placed: Placed): Float64Array {
    return velocitiesNow(this.state, placed);
  }
  setVelocities(placed: Placed, velocities: Float64Array, starting: boolean): void {
    this.#settle();
    setVelocities(this.state, placed, velocities, starting);
  }

  /** Where it started, at rest, with nothing remembered. */
  putBack(placed: Placed): void {
    this.#settle();
    for (const name of this.state.lasting) this.#own(name, placed).fill(0);
    placed.body.start(this.#own('q', placed), this.#own('v', placed));
    this.#own('v', placed).fill(0);
  }

  /** What the last step did is recorded, before what it follows from is written over. */
  #settle(): void {
    for (const group of this.groups) group.settle();
  }
  /** Constraints to batches. Groups whose members stayed keep their tables. */
  setConstraints(held: readonly Held[]): void {
    for (const group of this.groups) group.keepForces();
    for (const { work } of this.#works) work.end?.();
    const members = new Map<string, { held: Held; index: number }[]>();
    for (const one of held) {
      one.anchors.forEach((anchors, index) => {
        const key = groupKey(one.constraint, anchors);
        const list = members.get(key);
        if (list) list.push({ held: one, index });
        else members.set(key, [{ held: one, index }]);
      });
    }
    const stays = (group: Group, list: readonly { held: Held; index: number }[]): boolean =>
      group.members.length === list.length &&
      list.every(({ held, index }, i) => group.members[i].held === held && group.members[i].index === index);
    for (const [key, group] of this.#byKey) {
      const list = members.get(key);
      if (list && stays(group, list)) {
        group.refresh(); // one of them may have been switched or aimed since
        continue;
      }
      group.release();
      this.#byKey.delete(key);
    }
    for (const [key, list] of members) {
      if (this.#byKey.has(key)) continue;
      const group = new Group(list, this, this.state, this.#uniforms.address);
      this.#byKey.set(key, group);
    }
    // by method, then in the order of the scene
    this.groups = [...members.keys()]
      .map((key) => this.#byKey.get(key) as Group)
      .sort((a, b) => a.method.order - b.method.order);
    this.#works = worksOf(this.groups, this.state);
    this.hooks = hooksOf(this.#works, this.#kkt);
    this.#places.clear();
    for (const group of this.groups) {
      group.members.forEach(({ held: one, index }, member) => {
        const list = this.#places.get(one);
        if (list) list[index] = { group, member };
        else {
          const made: Place[] = [];
          made[index] = { group, member };
          this.#places.set(one, made);
        }
      });
    }
  }
  /** First coordinate of every block behind a member: those of its anchors, each with its own, then its method's. */
  blocksOf(held: Held, index: number): number[] {
    const own = this.unknowns.of(held, index);
    const anchors = held.anchors[index];
    const owned = anchors.map((a) => own.splice(0, a.own?.length ?? 0));
    const blocks = anchors.flatMap((a, k) => {
      const first = a.body === undefined ? 0 : this.find(a.body).start;
      return [...a.blocks.map((b) => first + b), ...owned[a.with ?? k]];
    });
    return [...blocks, ...own];
  }
  reach({ body }: Anchor): number {
    return body === undefined ? 0 : this.find(body).integrator.reach;
  }
  /** Members of a constraint stop pushing; what they held moves on without a jolt. */
  withdraw(held: Held, members: readonly number[]): void {
    this.#settle();
    const released = members.map((m) => {
      const { group, member } = this.placesOf(held)[m];
      return { shape: group, member };
    });
    const work = this.#works.find(({ groups }) => released.length && groups.includes(released[0].shape))?.work;
    const sharing = (work?.sharing?.(released) ?? []) as readonly { readonly shape: Group; readonly member: number }[];
    const touched = new Set<string>();
    for (const { shape, member } of [...released, ...sharing]) {
      const { held: one, index } = shape.members[member];
      for (const { body } of one.anchors[index]) if (body !== undefined) touched.add(body);
    }
    const bodies = this.placed.filter((p) => touched.has(p.body.id));
    for (const p of bodies) for (const column of ['f', 'p']) this.#own(column, p).fill(0);
    if (sharing.length) work?.withdraw?.(released, sharing);
    const byGroup = new Map<Group, number[]>();
    for (const { shape, member } of released) {
      if (sharing.some((one) => one.shape === shape && one.member === member)) continue;
      const list = byGroup.get(shape);
      if (list) list.push(member);
      else byGroup.set(shape, [member]);
    }
    for (const [group, list] of byGroup) group.withdraw(list);
    for (const p of bodies) jump(this.state, p, this.#own('f', p).slice(), this.#own('p', p).slice());
  }
  /** Members whose sliders have come off the ends of their bodies. */
  slippedOff(): readonly Slipped[] {
    let off = noneSlipped;
    for (let i = 0; i < this.groups.length; i++) {
      const group = this.groups[i];
      if (!group.sliders.length || group.idle) continue;
      const own = group.slippedOff();
      if (own.length) off = [...off, ...own];
    }
    return off;
  }
  /** What slides of members that become active begins where it is nearest to being met. */
  findPlaces(held: Held, members: readonly number[]): void {
    for (const m of members) {
      const { group, member } = this.placesOf(held)[m];
      if (group.sliders.length) group.findPlace(member);
    }
  }
  /** Where each member of a constraint is. */
  placesOf(held: Held): readonly Place[] {
    return this.#places.get(held) as readonly Place[];
  }

  /** Find where members grip that have become active; refuse what cannot be met together. */
  verify(): void {
    for (const group of this.groups) group.grip();
    for (const group of this.groups) refuseUnsound(group);
    refuseMixed(this.groups, this.state);
    for (const { work } of this.#works) work.verify?.();
  }

  /** The rows of every method that tells, one method after another. */
  reports(): Report[] {
    return this.#works.flatMap(({ work, groups }) =>
      work.report && groups.some((g) => !g.idle) ? [work.report()] : [],
    );
  }

  // --- what step.ts calls, in this order ---------------------------------------------------------------------------
  begin(): void {
    for (let i = 0; i < this.groups.length; i++) this.groups[i].beginRamps(this.#edgeOf);
  }
  aim(ahead: 0 | 1): void {
    for (let i = 0; i < this.groups.length; i++) {
      if (this.groups[i].idle) continue; // it is aimed when it becomes active
      if (ahead === 1) this.groups[i].lead();
      this.groups[i].aim(ahead);
    }
  }
  aimStage(stage: number): void {
    for (let i = 0; i < this.groups.length; i++) this.groups[i].aim(this.#stageTimes[stage]);
  }
  aimBack(): void {
    for (let i = 0; i < this.groups.length; i++) this.groups[i].aimBack();
  }
  /** The smallest mean edge of the bodies behind a member, m; 0 where there is none. */
  readonly #edgeOf = (held: Held, index: number): number => {
    const edges = held.anchors[index].flatMap(({ body }) => {
      const mesh = body === undefined ? undefined : this.find(body).body.mesh;
      return mesh?.edges.length ? [meanEdge(mesh)] : [];
    });
    return edges.length ? Math.min(...edges) : 0;
  };
  /** f = external - drag v + what the elements push; where nothing acts in between, p and u at once. */
  forces(stage: number, fresh: boolean): void {
    if (stage === 0) this.#moved.view()[0] = 0;
    this.#fused = this.#fuses && !fresh && !this.#acts('onForce') && !this.#acts('onRate');
    if (this.#fused && this.#prediction) for (let i = 0; i < this.#prediction.length; i++) this.#prediction[i]();
    else this.#otherForces();
    for (let i = 0; i < this.#archetypes.length; i++) {
      if (this.#fused) this.#archetypes[i].archetype.predict();
      else this.#archetypes[i].archetype.forces();
    }
    if (this.#fused && this.#pushes.length) pushPrediction(this.state, this.#pushes);
  }
  /** of bodies that are no archetype's */
  #otherForces(): void {
    for (let i = 0; i < this.#loads.length; i++) this.#loads[i].run();
    for (let i = 0; i < this.#dragged.length; i++) dragBy(this.state, this.#dragged[i]);
    for (let i = 0; i < this.#forces.length; i++) this.#forces[i].run();
  }
  /** There is something whose forces and prediction can be made at once. */
  get #fuses(): boolean {
    return this.stages === 1 && (this.#archetypes.length > 0 || this.#prediction !== undefined);
  }
  start(placed: Placed): void {
    startLagging(this.state, placed);
  }
  /** Whether a method has something to do there. */
  #acts(name: Hook): boolean {
    for (let i = 0; i < this.#works.length; i++) {
      const { work, groups } = this.#works[i];
      if (work[name]) for (let g = 0; g < groups.length; g++) if (!groups[g].idle) return true;
    }
    return false;
  }
  advance(stage: number): void {
    if (this.#fused && this.#prediction) return;
    const movers = this.#fused ? this.#otherMovers : this.#movers;
    if (stage === 0) this.implicit?.advance();
    for (let i = 0; i < movers.length; i++) movers[i].advance(stage);
  }
  /** p and u become q and v. Returns whether nothing can have gone far, or been lost. */
  commit(): boolean {
    for (let i = 0; i < this.#movers.length; i++) this.#movers[i].finish();
    this.state.exchange();
    return Math.abs(this.#moved.view()[0]) < 2;
  }
  /** A node that moves so far in one step is lost. */
  get far(): number {
    return this.#far;
  }

  /** All elements, on whichever path their forces are worked out. */
  get elements(): readonly ElementsAtLarge[] {
    this.#elements ??= gatherElements(this.placed);
    return this.#elements;
  }
  #elements: readonly ElementsAtLarge[] | undefined;

  /** The energy of all elements, J. */
  elasticEnergy(): number {
    this.#energies ??= this.elements.map((e) => {
      const batch = elementBatch(e, this.state, energySinks);
      this.#bind(batch);
      return batch;
    });
    let sum = 0;
    for (const batch of this.#energies) {
      batch.run();
      sum += batch.sumRow(0);
    }
    return sum;
  }

  release(): void {
    for (const batch of this.#energies ?? []) batch.release();
    for (const group of this.groups) group.keepForces();
    for (const { work } of this.#works) work.end?.();
    for (const group of this.groups) group.release();
    for (const batch of this.#forces) batch.release();
    this.implicit?.release();
    this.#kkt?.release();
    for (const block of [this.#uniforms, this.#moved, ...this.#archetypes.map((a) => a.uniforms)])
      this.state.arena.release(block);
  }
}

function worksOf(groups: readonly Group[], state: State): { work: Work; groups: readonly Group[] }[] {
  return [...new Set(groups.map((g) => g.method))].map((method) => {
    const own = groups.filter((g) => g.method === method);
    return { work: method.work(own, state), groups: own };
  });
}

function hooksOf(works: readonly { readonly work: Work }[], kkt: Kkt | undefined): Machine['hooks'] {
  const at = (name: Hook): (() => void)[] =>
    works.flatMap(({ work }) => {
      const act = work[name];
      return act ? [() => act.call(work)] : [];
    });
  const all = Object.fromEntries(hooks.map((name) => [name, at(name)])) as Record<Hook, (() => void)[]>;
  // without constraints there is a solve all the same
  if (kkt && !all.onSolve.length) all.onSolve.push(() => kkt.step());
  return all;
}

/** Of the integrator with most stages: each but the first is made where the one before has led. */
function stageTimes(integrators: readonly Integrator[]): number[] {
  const longest = integrators.reduce<Integrator['stages']>(
    (a, { stages }) => (stages.length > a.length ? stages : a),
    [],
  );
  return [0, ...longest.slice(0, -1).map((stage) => stage(flat('f')).steps)];
}

/** So many times the size of the scene in one step is too far. */
const farTimes = 1000;
/** The size of the scene when it is made ready, at least 1 m. */
function extentOf(placed: readonly Placed[], q: Float64Array): number {
  let extent = 1;
  for (const { start, body } of placed) {
    for (let i = start; i < start + body.coordinates; i++) extent = Math.max(extent, Math.abs(q[i]));
  }
  return extent;
}
