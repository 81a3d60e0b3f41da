/**
 * The compiled program of a world: bodies placed in the State, their elements in batches, integrators over stretches of
 * coordinates, constraints in a ConstraintSet. `dynamics/step.ts` runs it.
 */
import type { Anchor } from '../anchors/anchor.ts';
import type { Body } from '../bodies/body.ts';
import type { Placing } from '../constraints/batch/batch-parts.ts';
import { StateCompliance } from '../constraints/compliance.ts';
import type { ConstraintState } from '../constraints/constraint-state.ts';
import { Contacts } from '../contact/contacts.ts';
import type { ContactMemory } from '../contact/memory.ts';
import type { ContactOptions } from '../contact/options.ts';
import { areAlike, firstOfAlike } from '../forces/alike.ts';
import { Archetype, findRuns } from '../forces/archetypes.ts';
import { type ElementsAtLarge, elementBatch, energySinks, gatherElements } from '../forces/element-batches.ts';
import { type Push, pushPrediction, writeExternal, writeMobility } from '../forces/external-forces.ts';
import { PointReader } from '../forces/material-points.ts';
import { ElementForces } from '../forces/parts/element-forces.ts';
import type { Placed } from '../forces/placed.ts';
import { complianceFactors, type Integrator } from '../integrators/integrator.ts';
import type { Batch } from '../kernel/run/batch.ts';
import { areBelowTwo, unionNumbers } from '../kernel/run/call.ts';
import type { Block } from '../kernel/run/memory.ts';
import { ownOf, roundedUp, type State, type Stretch } from '../state/state.ts';
import { blockCompliance } from './block-compliance.ts';
import { ConstraintSet } from './constraint-set.ts';
import { type Prediction, predictionOf } from './fused-prediction.ts';
import { ImplicitBodies, refuseOthers } from './implicit/implicit-solve.ts';
import { type IntegratorPass, integratorPassesOf, movesByRates } from './integrator-pass.ts';
import { refuseCurved, refuseFlow, refuseFlowing, refuseMisfits, refuseMixedSteps } from './refusals.ts';
import { extentOf, farTimes } from './scene-extent.ts';
import {
  changeStaggering,
  FirstSteps,
  joinedMoving,
  jump,
  setVelocities,
  startStaggered,
  velocitiesNow,
} from './staggered-velocity.ts';
import { StateBlocks } from './state-blocks.ts';
import { StateRates } from './state-rates.ts';
import { AdaptiveSteps } from './stepping/adaptive-step.ts';
import { beginBodies } from './stepping/begin-bodies.ts';
import { PrescribedMotions } from './stepping/prescribed-motion.ts';
import { transportVelocities } from './transport.ts';

export class Program implements Placing {
  readonly placed: readonly Placed[];
  readonly #far: number;
  /** evaluations of the forces in a step */
  readonly stages: number;
  readonly #byId: ReadonlyMap<string, Placed>;
  /** of bodies outside archetypes */
  readonly #forces: ElementForces;
  #energies: readonly Batch[] | undefined;
  readonly #archetypes: readonly { readonly archetype: Archetype; readonly uniforms: Block<Float64Array> }[];
  /** bodies whose coordinates are not in the space of their velocities */
  readonly #curved: readonly Placed[];
  readonly #integratorPasses: readonly IntegratorPass[];
  /** of bodies outside archetypes */
  readonly #otherPasses: readonly IntegratorPass[];
  /** nothing acts between forces and prediction in this step: they are one pass */
  #fused = false;
  /** the fused pass of bodies outside archetypes, if there is one */
  readonly #prediction: Prediction | undefined;
  /** loads on bodies in archetypes */
  #pushes: readonly Push[] = [];
  /** state beside coordinates: where it is, and how it changes */
  readonly stateBlocks: StateBlocks;
  readonly stateRates: StateRates;
  /** bodies whose step is a linear solve, if there are any */
  readonly implicit: ImplicitBodies | undefined;
  /** what forces do to all bodies */
  readonly compliance: StateCompliance;
  /** bodies with a prescribed motion */
  readonly prescribed: PrescribedMotions;
  /** constraints, and what methods do with them */
  readonly constraintSet: ConstraintSet;
  /** bodies that touch, if the world has contact */
  readonly contacts: Contacts | undefined;
  readonly #firstSteps = new FirstSteps();
  /** h, 1/h, w where it is the same everywhere */
  readonly #uniforms: Block<Float64Array>;
  /** h, 1/h of a substep, for integrators that divide the step */
  readonly #substep: Block<Float64Array>;
  /** divides the step, if the integrator does */
  readonly adaptive: AdaptiveSteps | undefined;
  /** the bits of all displacements in a step: below 2 in size as long as each of them is, in m; a line for each chunk of a job */
  readonly #moved: Block<Float64Array>;

  constructor(
    bodies: readonly { readonly body: Body; readonly integrator: Integrator; readonly fresh: boolean }[],
    constraintState: readonly ConstraintState[],
    readonly state: State,
    previous?: Program,
    contact?: { readonly options: ContactOptions; readonly memory: ContactMemory },
  ) {
    const different = firstOfAlike(bodies);
    refuseOthers(different);
    refuseFlow(different);
    refuseCurved(different);
    refuseFlowing(different);
    refuseMisfits(bodies, constraintState, different);
    const adaptive = refuseMixedSteps(bodies);
    const sizes = bodies.map(({ body }) => roundedUp(Math.max(body.coordinates, body.velocities)));
    const behind = sizes.reduce((sum, size) => sum + size, 0);
    this.stateBlocks = new StateBlocks(bodies, constraintState, behind);
    let start = 0;
    this.placed = bodies.map(({ body, integrator }, i): Placed => {
      const own = this.stateBlocks.ofBody(body.id);
      const placed = { body, integrator, start, size: sizes[i], ...(own ? { state: own } : {}) };
      start += placed.size;
      return placed;
    });
    this.#byId = new Map(this.placed.map((p) => [p.body.id, p]));
    // bodies that have made a step keep their state; fresh ones start as defined, whatever had their id before
    const moves: { from: Placed; to: Placed }[] = [];
    for (let i = 0; previous && i < bodies.length; i++) {
      const to = this.placed[i];
      const from = bodies[i].fresh ? undefined : previous.find(to.body.id);
      if (from && from.size === to.size) moves.push({ from, to });
    }
    const kept = new Set(moves.map(({ to }) => to.body.id));
    const stateMoves = this.stateBlocks.moves(previous?.stateBlocks, (id) => !kept.has(id));
    previous?.release();
    state.resize(
      start + this.stateBlocks.size,
      [...moves, ...stateMoves],
      different.flatMap(({ integrator }) => [...integrator.history, ...(integrator.keeps ?? [])]),
    );
    this.#uniforms = state.arena.f64(8);
    this.#moved = state.arena.f64(unionNumbers * (state.arena.team?.chunks ?? 1));
    this.#substep = state.arena.f64(8);
    beginBodies(this.placed, state, kept);
    this.stateBlocks.begin(state, stateMoves);
    writeMobility(state, this.placed);
    this.#far = farTimes * extentOf(this.placed, state.column('q'));

    this.#archetypes = findRuns(this.placed).map((run) => {
      const uniforms = state.arena.f64(8);
      return { uniforms, archetype: new Archetype(run, state, uniforms.address, this.#moved.address) };
    });
    const unrolled = new Set(this.#archetypes.flatMap(({ archetype }) => archetype.placed));
    const others = this.placed.filter((p) => !unrolled.has(p));
    // bodies whose step is one solve need neither forces nor an integrator's formulas
    const pushed = others.filter((p) => !p.integrator.solved);
    const loose = this.stateBlocks.withOrder(2);
    this.#forces = new ElementForces(pushed, loose, state, this.#uniforms.address);
    const shifts = constraintState.some(({ constraint }) => constraint.method.shiftsRates);
    const [uniforms, unions] = [this.#uniforms.address, this.#moved.address];
    this.#curved = pushed.filter(({ body }) => body.curved);
    const explicit = this.placed.filter((p) => !p.integrator.solved);
    const own = adaptive ? this.#substep.address : uniforms;
    this.#integratorPasses = integratorPassesOf(explicit, loose, state, own, unions, undefined, shifts);
    this.#otherPasses = unrolled.size
      ? integratorPassesOf(pushed, loose, state, own, unions, undefined, shifts)
      : this.#integratorPasses;
    this.#prediction = predictionOf(
      pushed,
      this.#forces.batches,
      loose,
      state,
      this.#uniforms,
      unions,
      this.#forces.parted,
    );
    this.stateRates = new StateRates(this.placed, this.stateBlocks, state, uniforms, own, shifts);
    this.stages = Math.max(1, ...this.#integratorPasses.map((m) => m.stages));
    const solved = others.filter((p) => p.integrator.implicit);
    this.implicit = solved.length ? new ImplicitBodies(solved, state) : undefined;
    this.compliance = new StateCompliance(state, [
      ...this.placed.filter(({ body }) => body.curved || body.inverseMass.apply).map((p) => blockCompliance(p, state)),
      ...(this.implicit?.compliances ?? []),
    ]);
    this.prescribed = new PrescribedMotions(this.placed, state);
    this.contacts = contact ? new Contacts(this.placed, state, contact.options, contact.memory, this) : undefined;
    this.constraintSet = new ConstraintSet(this, uniforms);
    this.setStep();
    const first = this.placed.find(({ integrator }) => integrator.adaptive);
    this.adaptive = first && adaptive ? new AdaptiveSteps(this, adaptive, first.start) : undefined;
  }
  #bind(batch: Batch): void {
    batch.bind(this.state.addressOf, this.#uniforms.address, this.state.phase);
  }

  find(id: string): Placed {
    return this.#byId.get(id) as Placed;
  }

  changeStep(h: number, started: readonly Placed[]): void {
    this.constraintSet.settle();
    changeStaggering(this.state, h, [...started, ...started.flatMap((p) => this.stateBlocks.movingWith(p.body.id))]);
    this.state.h = h;
    this.setStep();
  }
  setSubstep(h: number): void {
    this.#substep.view()[0] = h;
    this.#substep.view()[1] = 1 / h;
  }
  /** After a change of h: the uniforms and the compliances c and d (see Integrator). */
  setStep(): void {
    const { h } = this.state;
    for (const uniforms of [this.#uniforms, ...this.#archetypes.map((a) => a.uniforms)]) {
      uniforms.view()[0] = h;
      uniforms.view()[1] = 1 / h;
    }
    const [w, c, d] = ['w', 'c', 'd'].map((name) => this.state.column(name));
    const put = ({ start, size }: Stretch, integrator: Integrator, drag: number): void => {
      const factors = complianceFactors(integrator, drag, h);
      for (let i = start; i < start + size; i++) {
        c[i] = factors.c * w[i];
        d[i] = factors.d * w[i];
      }
    };
    let last: Placed | undefined;
    for (let i = 0; i < this.placed.length; i++) {
      const placed = this.placed[i];
      if (last && areAlike(last, placed)) {
        c.copyWithin(placed.start, last.start, last.start + last.size);
        d.copyWithin(placed.start, last.start, last.start + last.size);
      } else put(placed, placed.integrator, placed.body.drag);
      last = placed;
    }
    for (const region of this.stateBlocks.withOrder(2)) put(region, region.scheme.pass, 0);
    this.constraintSet.stepChanged();
  }

  /**
   * After a change of gravity or loads. A jump of a force changes staggered velocities, as if it
   * had jumped at the time of q (see Integrator.lag): of bodies that have `started`.
   */
  setExternal(gravity: readonly number[], loads: readonly Push[], started: readonly Placed[]): void {
    const { state } = this;
    this.constraintSet.settle();
    const before = started.length ? state.column('external').slice() : undefined;
    writeExternal(state, this.placed, gravity, loads);
    this.#prediction?.loadsChanged();
    this.#uniforms.view().set(gravity, 2);
    state.gravity.set(gravity);
    const runs = this.#archetypes.map(({ archetype: { placed } }) => [placed[0], placed[placed.length - 1]]);
    this.#pushes = loads.filter(({ coordinate }) =>
      runs.some(([a, b]) => a.start <= coordinate && coordinate < b.start + b.size),
    );
    for (const { uniforms, archetype } of this.#archetypes) {
      uniforms.view().set(gravity, 2);
      uniforms.view()[5] = archetype.placed[0].body.drag;
      archetype.weigh(gravity);
    }
    if (!before) return;
    for (const placed of started) {
      const changed = ownOf(state, 'external', placed).map((force, i) => force - before[placed.start + i]);
      jump(state, placed, changed);
    }
  }
  /** Where the points of a body are whose points are formulas; undefined where they are nodes. */
  pointsOf(placed: Placed): PointReader | undefined {
    if (!placed.body.points) return undefined;
    const reader = this.#readers.get(placed) ?? new PointReader(placed, this.state);
    this.#readers.set(placed, reader);
    return reader;
  }
  readonly #readers = new Map<Placed, PointReader>();
  #own(column: string, stretch: Stretch): Float64Array {
    return ownOf(this.state, column, stretch);
  }
  velocities(placed: Placed): Float64Array {
    return velocitiesNow(this.state, placed);
  }
  setVelocities(placed: Placed, velocities: Float64Array, starting: boolean): void {
    this.constraintSet.settle();
    setVelocities(this.state, placed, velocities, starting);
  }

  /** Puts a body back to its start, at rest, without history. */
  putBack(placed: Placed): void {
    this.constraintSet.settle();
    for (const name of this.state.lasting) this.#own(name, placed).fill(0);
    placed.body.start(this.#own('q', placed), this.#own('v', placed));
    this.#own('v', placed).fill(0);
    this.stateBlocks.restartBody(this.state, placed.body.id);
  }

  /** First coordinate of every block behind a member: those of its anchors, each with its own, then its method's. */
  writeBlocks(constraintState: ConstraintState, index: number, out: Int32Array, first: number): void {
    const own = this.stateBlocks.of(constraintState, index);
    const anchors = constraintState.anchors[index];
    const owned = own && anchors.map((a) => own.splice(0, a.own?.length ?? 0));
    let at = first;
    for (let k = 0; k < anchors.length; k++) {
      const { body, blocks } = anchors[k];
      const start = body === undefined ? 0 : this.find(body).start;
      for (let b = 0; b < blocks.length; b++) out[at++] = start + blocks[b];
      if (owned) for (const block of owned[anchors[k].with ?? k]) out[at++] = block;
    }
    if (own) out.set(own, at);
  }
  ownsBlocks(constraintState: ConstraintState): boolean {
    return this.stateBlocks.blocksOf(constraintState) !== undefined;
  }
  readonly schemeOf: Placing['schemeOf'] = (...which) => this.stateBlocks.schemeOf(...which);
  lookahead({ body }: Anchor): number {
    return body === undefined ? 0 : this.find(body).integrator.lookahead;
  }
  // --- what dynamics/step.ts calls, in this order ---------------------------------------------------------------------------
  /** f = external - drag v + forces of elements; where nothing acts in between, p and u at once. */
  forces(stage: number, fresh: boolean): void {
    if (stage === 0) this.#moved.view().fill(0);
    this.#fused = this.#fuses && !fresh && !this.constraintSet.acts('onForce') && !this.constraintSet.acts('onRate');
    if (this.#fused && this.#prediction)
      for (let i = 0; i < this.#prediction.run.length; i++) this.#prediction.run[i]();
    else this.#otherForces();
    for (let i = 0; i < this.#archetypes.length; i++) {
      if (this.#fused) this.#archetypes[i].archetype.predict();
      else this.#archetypes[i].archetype.forces();
    }
    if (this.#fused && this.#pushes.length) pushPrediction(this.state, this.#pushes);
    this.stateRates.forces(stage);
  }
  /** of bodies outside archetypes */
  #otherForces(): void {
    this.#forces.run();
    for (let i = 0; i < this.#curved.length; i++) this.#addInertialForces(this.#curved[i]);
  }
  /** Schemes of several stages need inertial forces; others may have them in the drift. */
  #addInertialForces(placed: Placed): void {
    if (!movesByRates(placed.integrator) && placed.body.curved?.drift) return;
    placed.body.curved?.inertialForces?.(this.#own('q', placed), this.#own('v', placed), this.#own('f', placed));
  }
  /** Some bodies have a fused pass of forces and prediction. */
  get #fuses(): boolean {
    if (this.stateRates.pushes) return false;
    return this.stages === 1 && (this.#archetypes.length > 0 || this.#prediction !== undefined);
  }
  start(fresh: readonly Placed[]): void {
    for (const stretch of joinedMoving(fresh)) this.#firstSteps.start(this.state, stretch);
    if (!this.stateBlocks.regions.length) return;
    for (const { body } of fresh)
      for (const region of this.stateBlocks.movingWith(body.id)) startStaggered(this.state, region);
  }
  completeStarts(): void {
    this.#firstSteps.complete(this.state);
  }
  advance(stage: number): void {
    this.stateRates.advance(stage);
    if (this.#fused && this.#prediction) return;
    const integratorPasses = this.#fused ? this.#otherPasses : this.#integratorPasses;
    if (stage === 0) this.implicit?.advance();
    for (let i = 0; i < integratorPasses.length; i++) integratorPasses[i].advance(stage);
  }
  /** p and u become q and v. Returns false if something may have diverged. */
  commit(): boolean {
    for (let i = 0; i < this.#curved.length; i++) transportVelocities(this.#curved[i], this.state);
    for (let i = 0; i < this.#integratorPasses.length; i++) this.#integratorPasses[i].finish();
    this.stateRates.finish();
    this.state.exchange();
    return areBelowTwo(this.#moved.view());
  }
  /** A node that moves farther in one step has diverged. */
  get far(): number {
    return this.#far;
  }

  /** All elements, whichever path computes their forces. */
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
    this.#prediction?.release();
    for (const batch of this.#energies ?? []) batch.release();
    this.constraintSet.release();
    for (const reader of this.#readers.values()) reader.release();
    this.#forces.release();
    this.implicit?.release();
    this.contacts?.release();
    this.stateRates.release();
    for (const block of [this.#uniforms, this.#moved, this.#substep, ...this.#archetypes.map((a) => a.uniforms)])
      this.state.arena.release(block);
  }
}
