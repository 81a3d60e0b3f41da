/**
 * The constraints of a program: members in batches, batches under methods, methods at the hooks of a step.
 */

import { Refusal } from '../base/refusal.ts';
import type { Placing } from '../constraints/batch/batch-parts.ts';
import { isMadeOf, membersByKey } from '../constraints/batch/members-by-key.ts';
import type { StateCompliance } from '../constraints/compliance.ts';
import type { Constraint } from '../constraints/constraint.ts';
import { ConstraintBatch, noneSlipped, type Slipped } from '../constraints/constraint-batch.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import {
  type Hook,
  hooks,
  type Method,
  type ProgramView,
  type Report,
  type SolvedBodies,
  type StepReport,
  type Work,
} from '../constraints/method.ts';
import { checkRows } from '../constraints/row-checks.ts';
import type { Placed } from '../forces/placed.ts';
import type { StateBatch } from '../forces/state-sinks.ts';
import { meanEdge } from '../meshes/mean-edge.ts';
import { displacement } from '../methods/displacement/displacement.ts';
import { solidParts } from '../methods/displacement/solid/solid-parts.ts';
import { KeptSolvers } from '../solve/kept-solvers.ts';
import { ownOf, type State } from '../state/state.ts';
import { refuseMixed } from './mixed-methods.ts';
import { RowTimes } from './row-times.ts';
import { stageTimes } from './scene-extent.ts';
import { jump } from './staggered-velocity.ts';

/** Where a member of a constraint is: its batch, and its number there. */
export interface Place {
  readonly group: ConstraintBatch;
  readonly member: number;
}
/** A method at work, and its batches. */
interface Working {
  readonly work: Work;
  readonly groups: readonly ConstraintBatch[];
}
export type Hooks = Readonly<Record<Hook, readonly (() => void)[]>>;

/** The program, as its constraints see it. */
export interface Compiled extends Placing {
  readonly state: State;
  readonly placed: readonly Placed[];
  readonly compliance: StateCompliance;
  /** bodies that touch, if there are */
  readonly contacts: object | undefined;
  /** it runs the rates and updates of the state of constraints */
  readonly stateRates: { take(batches: readonly StateBatch[]): void };
}

export class ConstraintSet {
  /** of each batch: when the stages of its scheme are, in steps since the beginning */
  #stageTimes: (readonly number[])[] = [];
  rowTimes = new RowTimes([], [], () => undefined);
  /** by method, then in the order of the scene */
  groups: readonly ConstraintBatch[] = [];
  readonly #byKey = new Map<string, ConstraintBatch>();
  /** found when somebody asks */
  #places: ReadonlyMap<ConstraintState, readonly Place[]> | undefined;
  /** what the methods do, in their order */
  #works: readonly Working[] = [];
  /** and at each hook, one after another */
  hooks: Hooks;

  readonly #state: State;
  /** of bodies that are solved separately, the name of their part */
  #parts: ReadonlyMap<string, string>;
  readonly #kept = new KeptSolvers();

  /** uniforms: the address of h, 1/h */
  constructor(
    private readonly program: Compiled,
    private readonly uniforms: number,
  ) {
    this.#state = program.state;
    this.#parts = solidParts([], program.placed, program.contacts !== undefined);
    this.#works = this.#worksOf(stepOwners([], program.placed));
    this.hooks = hooksOf(this.#works);
  }
  release(): void {
    this.#endWorks();
    for (const group of this.groups) group.release();
    this.#kept.keepOnly(new Set());
  }
  /** Copies recorded forces to the constraints. */
  keepForces(): void {
    for (const group of this.groups) group.keepForces();
  }
  #endWorks(): void {
    this.keepForces();
    for (const { work } of this.#works) work.end?.();
  }

  /** Puts constraints into batches. Batches with the same members keep their tables; altered members are updated. */
  take(constraintState: readonly ConstraintState[], altered: ReadonlySet<ConstraintState>): void {
    const owners = stepOwners(constraintState, this.program.placed);
    this.#endWorks();
    this.#parts = solidParts(constraintState, this.program.placed, this.program.contacts !== undefined);
    this.rowTimes = new RowTimes(constraintState, this.program.placed, (body) => this.program.find(body));
    const members = membersByKey(constraintState, this.#parts, this.rowTimes);
    for (const [key, group] of this.#byKey) {
      if (isMadeOf(group, members.get(key))) {
        if (altered.size)
          group.refresh([...group.members.keys()].filter((m) => altered.has(group.members[m].constraintState)));
        continue;
      }
      group.release();
      this.#byKey.delete(key);
    }
    for (const [key, list] of members)
      if (!this.#byKey.has(key))
        this.#byKey.set(key, new ConstraintBatch(list, this.program, this.#state, this.uniforms, this.rowTimes));
    this.groups = [...members.keys()]
      .map((key) => this.#byKey.get(key) as ConstraintBatch)
      .sort((a, b) => a.method.order - b.method.order);
    this.#stageTimes = [];
    this.#works = this.#worksOf(owners);
    this.hooks = hooksOf(this.#works);
    this.#places = undefined;
    this.program.stateRates.take(this.groups.flatMap((group) => group.stateBatches));
  }
  /** Every method with its batches; one that makes the step of bodies is there even without a constraint. */
  #worksOf(owners: ReadonlyMap<Method, readonly Placed[]>): Working[] {
    const methods = new Set([...this.groups.map((g) => g.method), ...owners.keys()]);
    const works = [...methods].map((method) => {
      const groups = this.groups.filter((g) => g.method === method);
      return { work: method.work(groups, this.#viewFor(method, owners.get(method) ?? [])), groups };
    });
    this.#kept.keepOnly(methods);
    return works;
  }
  #viewFor(method: Method, bodies: readonly Placed[]): ProgramView {
    const { state, compliance } = this.program;
    return {
      state,
      bodies,
      parts: this.#parts,
      compliance,
      keep: (make) => this.#kept.solver(method, bodies, make),
      shared: (make) => this.#kept.shared(make, state),
    };
  }
  /** Notices of methods about constraints that do not act. */
  notices(): string[] {
    return this.#works.flatMap(({ work }) => work.notices?.() ?? []);
  }
  /** The solvers of bodies whose step a method makes. */
  get solvers(): readonly unknown[] {
    return this.#works.flatMap(({ work }) => work.solvers ?? []);
  }
  /** Bodies whose step a method makes, as contacts see them. */
  get systems(): readonly SolvedBodies[] {
    return this.#works.flatMap(({ work }) => work.systems ?? []);
  }
  #findMembers(): ReadonlyMap<ConstraintState, readonly Place[]> {
    const places = new Map<ConstraintState, Place[]>();
    for (const group of this.groups) {
      group.members.forEach(({ constraintState, index }, member) => {
        const list = places.get(constraintState) ?? [];
        list[index] = { group, member };
        places.set(constraintState, list);
      });
    }
    return places;
  }
  /** Where each member of a constraint is. */
  placesOf(constraintState: ConstraintState): readonly Place[] {
    this.#places ??= this.#findMembers();
    return this.#places.get(constraintState) as readonly Place[];
  }

  /** Members by their batches. */
  #byGroup(members: readonly Place[]): ReadonlyMap<ConstraintBatch, readonly number[]> {
    const all = new Map<ConstraintBatch, number[]>();
    for (const { group, member } of members) {
      const list = all.get(group);
      if (list) list.push(member);
      else all.set(group, [member]);
    }
    return all;
  }
  /** Members have been switched or retargeted. */
  refresh(constraintState: ConstraintState, members: readonly number[]): void {
    const places = this.placesOf(constraintState);
    for (const [group, list] of this.#byGroup(members.map((m) => places[m]))) group.refresh(list);
  }
  /** All state of the constraints may have changed. */
  reload(): void {
    for (const group of this.groups) group.reload();
  }

  /** Records the forces of the last step, before the numbers that they follow from are overwritten. */
  settle(): void {
    for (const group of this.groups) group.settle();
  }
  stepChanged(): void {
    for (const group of this.groups) group.stepChanged();
  }
  /** Refuses constraints that contradict each other. */
  verify(): void {
    for (const group of this.groups) checkRows(group);
    refuseMixed(this.groups, this.program);
    for (const { work } of this.#works) work.verify?.();
  }
  /** Whether a method does something at the beginning of the first step. */
  get starts(): boolean {
    return this.#works.some(({ work }) => work.start);
  }
  /** At the beginning of the first step: moves everything onto its constraints. */
  start(): void {
    for (const { work } of this.#works) work.start?.();
  }
  /** Moves the sliders of members that become active to where their rows are nearest to being met. */
  findPlaces(constraintState: ConstraintState, members: readonly number[]): void {
    for (const m of members) {
      const { group, member } = this.placesOf(constraintState)[m];
      if (group.sliders.length) group.findPlace(member);
    }
  }
  /**
   * Releases members of a constraint, without a jump in the motion of their bodies. Returns the bodies whose integrators have to start
   * anew from their present velocities: those that are solved with one whose inverse mass is not diagonal.
   */
  withdraw(constraintState: ConstraintState, members: readonly number[]): readonly string[] {
    this.settle();
    const places = members.map((m) => this.placesOf(constraintState)[m]);
    const released = places.map(({ group, member }) => ({ shape: group, member }));
    const work = this.#works.find(({ groups }) => places.length && groups.includes(places[0].group))?.work;
    const sharing = (work?.sharing?.(released) ?? []) as readonly {
      readonly shape: ConstraintBatch;
      readonly member: number;
    }[];
    const touched = new Map<string, Placed>();
    for (const { shape, member } of [...released, ...sharing]) {
      const { constraintState: one, index } = shape.members[member];
      for (const { body } of one.anchors[index]) if (body !== undefined) touched.set(body, this.program.find(body));
    }
    if ([...touched.values()].some(({ body }) => body.inverseMass.apply)) {
      for (const [group, list] of this.#byGroup(places)) group.forget(list);
      return [...touched.keys()];
    }
    const own = (column: string, placed: Placed): Float64Array => ownOf(this.#state, column, placed);
    for (const p of touched.values()) for (const column of ['f', 'p']) own(column, p).fill(0);
    if (sharing.length) work?.withdraw?.(released, sharing);
    const alone = places.filter(({ group, member }) => !sharing.some((s) => s.shape === group && s.member === member));
    for (const [group, list] of this.#byGroup(alone)) group.withdraw(list);
    for (const p of touched.values()) jump(this.#state, p, own('f', p).slice(), own('p', p).slice());
    return [];
  }
  /** Members whose sliders have come off the ends of their bodies. */
  releasedSliders(): readonly Slipped[] {
    let slipped = noneSlipped;
    for (let i = 0; i < this.groups.length; i++) {
      const group = this.groups[i];
      if (group.idle || !(group.sliders.length || group.passages.length)) continue;
      const own = group.releasedSliders();
      if (own.length) slipped = [...slipped, ...own];
    }
    return slipped;
  }
  /** The rows of every method that reports them. */
  reports(): Report[] {
    return this.#works.flatMap(({ work, groups }) =>
      work.report && groups.some((g) => !g.idle) ? [work.report()] : [],
    );
  }

  /** How the last step was solved, for bodies that are solved iteratively. */
  stepReports(): StepReport[] {
    return this.#works.flatMap(({ work }) => work.stepReports?.() ?? []);
  }

  // --- in a step ---------------------------------------------------------------------------------------------------
  /** Starts the ramps of members that have become active. */
  begin(): void {
    for (let i = 0; i < this.groups.length; i++) {
      this.groups[i].updateObstaclePlanes();
      this.groups[i].beginRamps(this.#edgeOf);
    }
  }
  /** The smallest mean edge of the bodies behind a member, m; 0 where there is none. */
  readonly #edgeOf = (constraintState: ConstraintState, index: number): number => {
    const edges = constraintState.anchors[index].flatMap(({ body }) => {
      const mesh = body === undefined ? undefined : this.program.find(body).body.mesh;
      return mesh?.edges.length ? [meanEdge(mesh)] : [];
    });
    return edges.length ? Math.min(...edges) : 0;
  };
  /** Moves targets by so many steps. Those of idle batches are moved when they become active. */
  moveTargets(steps: number): void {
    for (let i = 0; i < this.groups.length; i++) if (!this.groups[i].idle) this.groups[i].moveTargets(steps);
  }
  /** Moves the targets of a stage: each batch by its own scheme, as stages of others may be at other times. */
  moveTargetsOfStage(stage: number): void {
    for (let i = 0; i < this.groups.length; i++) {
      if (this.groups[i].idle) continue;
      this.#stageTimes[i] ??= stageTimes(this.groups[i].integrators);
      const times = this.#stageTimes[i];
      this.groups[i].moveTargets(times[Math.min(stage, times.length - 1)]);
    }
  }
  /** Moves targets to the time of the prediction. */
  predictTargets(): void {
    this.rowTimes.rewind(this.#state);
    for (let i = 0; i < this.groups.length; i++) if (!this.groups[i].idle) this.groups[i].predictTargets();
  }
  /** Moves targets to the end of the step. */
  completeTargets(): void {
    for (let i = 0; i < this.groups.length; i++) if (!this.groups[i].idle) this.groups[i].completeTargets();
  }
  /** Advances ramps by a step. */
  advanceDrivers(): void {
    for (let i = 0; i < this.groups.length; i++) this.groups[i].advanceDrivers();
  }
  /** Whether a method acts at a hook. */
  acts(name: Hook): boolean {
    for (let i = 0; i < this.#works.length; i++) {
      const { work, groups } = this.#works[i];
      if (work[name]) for (let g = 0; g < groups.length; g++) if (!groups[g].idle) return true;
    }
    return false;
  }
}

/**
 * Which method makes the step of which bodies: the one that their constraints have. A body without constraints is added to
 * the first such method. Two sets of options on one body are refused: its step is one solve.
 */
function stepOwners(
  constraintStates: readonly ConstraintState[],
  placed: readonly Placed[],
): ReadonlyMap<Method, readonly Placed[]> {
  const solved = placed.filter((p) => p.integrator.solved);
  if (!solved.length) return new Map();
  const owner = new Map<string, Constraint>();
  for (const { constraint, anchors } of constraintStates) {
    if (!constraint.method.solves) continue;
    for (const { body } of anchors.flat()) {
      if (body === undefined) continue;
      const other = owner.get(body);
      if (other && other.method !== constraint.method)
        throw new Refusal(
          'conflict',
          {},
          `constraints "${other.id}" and "${constraint.id}" hold body "${body}" under "${constraint.method.kind}" with different options. The step of a body is one solve: give both the same options.`,
          [other.id, constraint.id],
        );
      owner.set(body, constraint);
    }
  }
  const first = constraintStates.find(({ constraint }) => constraint.method.solves)?.constraint.method ?? displacement;
  const bodies = new Map<Method, Placed[]>();
  for (const one of solved) {
    const method = owner.get(one.body.id)?.method ?? first;
    const list = bodies.get(method);
    if (list) list.push(one);
    else bodies.set(method, [one]);
  }
  return bodies;
}

function hooksOf(works: readonly Working[]): Hooks {
  const at = (name: Hook): (() => void)[] =>
    works.flatMap(({ work }) => {
      const act = work[name];
      return act ? [() => act.call(work)] : [];
    });
  return Object.fromEntries(hooks.map((name) => [name, at(name)])) as Record<Hook, (() => void)[]>;
}
