/**
 * A world's structure made runnable: bodies placed in the State, their elements and the constraints batched, integrators
 * over stretches of coordinates. `step.ts` drives it.
 */
import type { Body } from './bodies/body.ts';
import { type ElementsAtLarge, elementBatch, energySinks, forceSinks, gatherElements } from './elements.ts';
import { Group, groupKey, type Held } from './groups.ts';
import { eulerCromer } from './integrators/euler-cromer.ts';
import type { Integrator } from './integrators/integrator.ts';
import type { Batch } from './kernel/batch.ts';
import { mul, sub } from './kernel/expr.ts';
import { Flat } from './kernel/flat.ts';
import { flat, toFlat } from './kernel/kernel.ts';
import type { Block } from './kernel/memory.ts';
import { type Hook, hooks } from './methods/method.ts';
import { accelerations, Mover, type Placed } from './mover.ts';
import { roundedUp, type State, type Stretch } from './state.ts';
import { Unknowns } from './unknowns.ts';

/** A member of a constraint among the members of its group. */
export interface Place {
  readonly group: Group;
  readonly member: number;
}

export class Machine {
  readonly placed: readonly Placed[];
  readonly elements: readonly ElementsAtLarge[];
  groups: readonly Group[] = [];
  readonly #far: number;
  /** evaluations of the forces in a step */
  readonly stages: number;
  readonly #byKey = new Map<string, Group>();
  readonly #places = new Map<Held, Place[]>();
  readonly #byId: ReadonlyMap<string, Placed>;
  readonly #forces: readonly Batch[];
  #energies: readonly Batch[] | undefined;
  readonly #loads: Flat;
  readonly #movers: Mover[];
  readonly unknowns: Unknowns;
  #hooks: ReadonlyMap<Hook, readonly (() => void)[]> = new Map();
  /** h */
  readonly #uniforms: Block<Float64Array>;
  /** of squared displacements in a step */
  readonly #sums: Block<Float64Array>;

  constructor(
    bodies: readonly { readonly body: Body; readonly integrator: Integrator; readonly fresh: boolean }[],
    held: readonly Held[],
    readonly state: State,
    previous?: Machine,
  ) {
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
    this.#sums = state.arena.f64(8);
    for (const p of this.placed) {
      const own = (column: string): Float64Array => state.column(column).subarray(p.start, p.start + p.size);
      p.body.inverseMasses(own('w'));
      if (!carried.has(p.body.id)) p.body.start(own('q'), own('v'));
    }
    this.unknowns.begin(state, previous?.unknowns);
    this.#far = farTimes * extentOf(this.placed, state.column('q'));
    this.elements = gatherElements(this.placed);
    this.#forces = this.elements.map((e) => elementBatch(e, state, forceSinks));
    for (const batch of this.#forces) batch.bind(state.addressOf, this.#uniforms.address);

    const all = [{ start: 0, size: state.size }];
    const damped = this.placed.some((p) => p.body.drag > 0);
    const load = damped ? sub(flat('external'), mul(flat('drag'), flat('v'))) : flat('external');
    this.#loads = new Flat([toFlat('f', load)], state.arena);
    this.#loads.bind(all, state.addressOf, this.#uniforms.address);
    this.#movers = [...new Set(this.placed.map((p) => p.integrator))].map((integrator) => {
      const own = this.placed.filter((p) => p.integrator === integrator);
      return new Mover(integrator, own, [], state, this.#uniforms.address, this.#sums.address);
    });
    if (this.unknowns.size) {
      const own = [this.unknowns];
      this.#movers.push(new Mover(eulerCromer, [], own, state, this.#uniforms.address, this.#sums.address));
    }
    this.stages = Math.max(1, ...this.#movers.map((m) => m.stages));
    this.setStep();
  }

  find(id: string): Placed {
    return this.#byId.get(id) as Placed;
  }

  /** Another h. Velocities that lag by a part of it move, so that those at the time of q stay (see Integrator.lag). */
  changeStep(h: number, started: readonly Placed[]): void {
    const { state } = this;
    for (const placed of started) this.#kick(placed, placed.integrator.lag * (state.h - h), this.#own('f', placed));
    state.h = h;
    this.setStep();
  }
  /** After a change of h: the uniforms, and c = gain h^2 w. */
  setStep(): void {
    const { h } = this.state;
    this.#uniforms.view()[0] = h;
    const c = this.state.column('c');
    const w = this.state.column('w');
    for (const { start, size, integrator } of [
      ...this.placed,
      { start: this.unknowns.start, size: this.unknowns.size, integrator: eulerCromer },
    ]) {
      for (let i = start; i < start + size; i++) c[i] = integrator.gain * h * h * w[i];
    }
  }

  /**
   * After a change of gravity or loads: external = m g + loads, drag = rate m. A force that jumps moves velocities that
   * lag behind, so that the motion goes on as if it had jumped now (see Integrator.lag): of bodies that have `started`.
   */
  setExternal(
    gravity: readonly number[],
    loads: readonly { coordinate: number; force: number }[],
    started: readonly Placed[],
  ): void {
    const { state } = this;
    const w = state.column('w');
    const external = state.column('external');
    const drag = state.column('drag');
    const before = external.slice();
    for (const { start, body } of this.placed) {
      for (let i = start; i < start + body.coordinates; i++) {
        external[i] = w[i] > 0 && i - start < 3 * body.nodeCount ? gravity[(i - start) % 3] / w[i] : 0;
        drag[i] = w[i] > 0 ? body.drag / w[i] : 0;
      }
    }
    for (const { coordinate, force } of loads) if (w[coordinate] > 0) external[coordinate] += force;
    for (const placed of started) {
      const { start, size } = placed;
      this.jump(
        placed,
        external.subarray(start, start + size).map((force, i) => force - before[start + i]),
      );
    }
  }
  /** The forces on a body change by `by` between two steps; f, the record, by `recorded`. */
  jump(placed: Placed, by: Float64Array, recorded = by): void {
    this.#kick(placed, -placed.integrator.lag * this.state.h, by);
    const f = this.#own('f', placed);
    for (let i = 0; i < f.length; i++) f[i] += recorded[i];
  }
  /** v += time W f */
  #kick(placed: Placed, time: number, f: Float64Array): void {
    if (time === 0) return;
    const v = this.#own('v', placed);
    const a = accelerations(placed, this.state, f);
    for (let i = 0; i < v.length; i++) v[i] += time * a[i];
  }
  #own(column: string, { start, size }: Stretch): Float64Array {
    return this.state.column(column).subarray(start, start + size);
  }
  /** The velocities of a body at the time of its coordinates, if it has made a step. */
  velocities(placed: Placed): Float64Array {
    const a = accelerations(placed, this.state, this.#own('f', placed));
    return this.#own('v', placed).map((v, i) => v + placed.integrator.lag * this.state.h * a[i]);
  }

  /** Constraints to batches. Groups whose members stayed keep their tables. */
  setConstraints(held: readonly Held[]): void {
    for (const group of this.groups) group.keepForces();
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
      const group = new Group(list, (one, index) => this.#blocksOf(one, index), this.state, this.#uniforms.address);
      this.#byKey.set(key, group);
    }
    // by method, then in the order of the scene
    this.groups = [...members.keys()]
      .map((key) => this.#byKey.get(key) as Group)
      .sort((a, b) => a.method.order - b.method.order);
    this.#hooks = hooksOf(this.groups, this.state);
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
  #blocksOf(held: Held, index: number): number[] {
    const own = this.unknowns.of(held, index);
    const blocks = held.anchors[index].flatMap((a) => {
      const first = a.body === undefined ? 0 : this.find(a.body).start;
      return [...a.blocks.map((b) => first + b), ...own.splice(0, a.own?.length ?? 0)];
    });
    return [...blocks, ...own];
  }
  /** Where each member of a constraint is. */
  placesOf(held: Held): readonly Place[] {
    return this.#places.get(held) as readonly Place[];
  }

  // --- what step.ts calls, in this order ---------------------------------------------------------------------------
  aim(ahead: 0 | 1): void {
    for (let i = 0; i < this.groups.length; i++) this.groups[i].aim(ahead);
  }
  /** f = external - drag v + what the elements push */
  forces(): void {
    this.#loads.run();
    for (let i = 0; i < this.#forces.length; i++) this.#forces[i].run();
  }
  /** A body's first step: its velocity is that of now, and may have to lag. */
  start(placed: Placed): void {
    this.#kick(placed, -placed.integrator.lag * this.state.h, this.#own('f', placed));
  }
  hook(name: Hook): void {
    const acts = this.#hooks.get(name);
    if (acts) for (let i = 0; i < acts.length; i++) acts[i]();
  }
  advance(stage: number): void {
    for (let i = 0; i < this.#movers.length; i++) this.#movers[i].advance(stage);
  }
  /** Returns whether the sum of squared displacements is small enough that nothing can have gone far, or been lost. */
  commit(): boolean {
    const sums = this.#sums.view();
    sums[0] = 0;
    for (let i = 0; i < this.#movers.length; i++) this.#movers[i].commit();
    return sums[0] < this.#far * this.#far;
  }
  /** A node that moves so far in one step is lost. */
  get far(): number {
    return this.#far;
  }

  /** The energy of all elements, J. */
  elasticEnergy(): number {
    this.#energies ??= this.elements.map((e) => {
      const batch = elementBatch(e, this.state, energySinks);
      batch.bind(this.state.addressOf, this.#uniforms.address);
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
    for (const group of this.groups) {
      group.keepForces();
      group.release();
    }
    for (const batch of this.#forces) batch.release();
    this.state.arena.release(this.#uniforms);
    this.state.arena.release(this.#sums);
  }
}

/** What the methods do at each hook, in their order. */
function hooksOf(groups: readonly Group[], state: State): Map<Hook, (() => void)[]> {
  const methods = [...new Set(groups.map((g) => g.method))];
  const works = methods.map((method) =>
    method.work(
      groups.filter((g) => g.method === method),
      state,
    ),
  );
  return new Map(hooks.map((name) => [name, works.flatMap((work) => work[name] ?? [])]));
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
