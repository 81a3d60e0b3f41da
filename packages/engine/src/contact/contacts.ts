/**
 * Contact: bodies touch, rub, stack and roll. One mechanism for impact, rest and friction.            [contact notes, sec. 2 to 4]
 *
 *   detect/    which places may touch in a step, and the certificate that nothing passes through
 *   step/      the impulses of an island, and where bodies go
 *   retries/   what is done with a step that is not solved or not certified at once
 *   solved/    bodies whose step is a solve: ropes, solids under an implicit integrator
 *   coulomb/   the impulse problem with friction
 *
 * It acts on the velocities u and the coordinates p that integrators leave. A step that cannot be certified or solved is halved (halves.ts).
 */
import type { SolvedBodies } from '../constraints/method.ts';
import type { Placed } from '../forces/placed.ts';
import type { State } from '../state/state.ts';
import type { Collider } from './collider/collider.ts';
import { collidersOf } from './colliders.ts';
import { coulombTolerance } from './coulomb/coulomb.ts';
import { grown } from './coulomb/impulse-rows.ts';
import { Detector } from './detect/detector.ts';
import { PlacedVertices } from './detect/placed-vertices.ts';
import { Pose, type Row } from './detect/row.ts';
import { RowPool } from './detect/row-pool.ts';
import { findLever } from './levers.ts';
import type { ContactMemory } from './memory.ts';
import { refuseObstacles } from './obstacles.ts';
import { type ContactOptions, Materials } from './options.ts';
import { type Overlap, overlapsAt, refuseDeep } from './overlap.ts';
import { fields, RecordTable } from './record-table.ts';
import { addRecords } from './records.ts';
import { type ContactReport, emptyReport } from './report.ts';
import { Arcs } from './retries/arcs.ts';
import { Failures } from './retries/failures.ts';
import { FixedRims } from './retries/fixed-rims.ts';
import { Halves, type Part } from './retries/halves.ts';
import { LastAttempt } from './retries/last-attempt.ts';
import { Shortened } from './retries/shortened.ts';
import { isStaged, Schemes } from './schemes.ts';
import { SolvedRows } from './solved/solved-rows.ts';
import { SolvedSystems } from './solved/solved-systems.ts';
import { isWhole, WholeSolve } from './solved/whole-solve.ts';
import { StageForces } from './stage-forces.ts';
import { ActiveRows } from './step/active-rows.ts';
import { Bodies } from './step/bodies.ts';
import { acceptedResidual } from './step/island-report.ts';
import { IslandRounds } from './step/island-rounds.ts';
import { IslandSolve, still, touching } from './step/island-solve.ts';
import { Islands } from './step/islands.ts';
import { type LinkBatch, Links } from './step/links.ts';
import { LoneContact } from './step/lone/lone-contact.ts';
import { RowsSystem } from './step/rows-system.ts';
import { MadeSpan, type Span } from './step/span.ts';

export type { ContactReport } from './report.ts';

const mostPasses = 12;
const mostDetections = 4;
/** Of the longest motion of a body in a step: how much farther others may go than without contacts, in heaps with a tolerance. */
const heapSlack = 0.3;
/** Of the impulse that a contact of a scheme of several stages had in the last step: the first guess of the first of two. */
const halfOfStaged = 0.5;

export class Contacts {
  readonly colliders: readonly Collider[];
  readonly thickness: number;
  readonly report: ContactReport = emptyReport();
  readonly #detector: Detector;
  readonly #pool: RowPool;
  readonly #materials: Materials;
  readonly #bodies: Bodies;
  readonly #start: Pose;
  readonly #end: Pose;
  /** vertices at the end of the step */
  readonly #placedEnd: PlacedVertices;
  readonly #system: RowsSystem;
  readonly #solve: IslandSolve;
  readonly #failures: Failures;
  readonly #rims: FixedRims;
  readonly #halves: Halves;
  readonly #arcs: Arcs;
  readonly #shortened: Shortened;
  readonly #islands: Islands;
  /** bodies whose step is a solve */
  readonly #systems: SolvedSystems;
  readonly #rounds: IslandRounds;
  readonly #links: Links;
  readonly #schemes: Schemes;
  readonly #stageForces: StageForces;
  /** of each body: whether islands of this step move it */
  readonly #touched: Uint8Array;
  readonly #last = new LastAttempt();
  readonly #moving: readonly Collider[];
  readonly #meets: (a: number, b: number) => boolean;
  /** of this step; memory that those of the last one take after it */
  #records = new RecordTable();
  /** of each row: where its record of the last step begins */
  #known = new Int32Array(0);

  constructor(
    placed: readonly Placed[],
    private readonly state: State,
    options: ContactOptions,
    readonly memory: ContactMemory,
    private readonly program: {
      readonly constraintSet: { readonly groups: readonly LinkBatch[]; readonly systems: readonly SolvedBodies[] };
      forces(stage: number, fresh: boolean): void;
    },
  ) {
    const ids = placed.map(({ body }) => body.id);
    const { tolerance = coulombTolerance } = options;
    this.#materials = new Materials(ids, options);
    const { colliders, thickness, touching, itself } = collidersOf(placed, options, this.#materials);
    this.colliders = colliders;
    this.thickness = thickness;
    this.#pool = new RowPool(colliders, state.column('q').length);
    const w = state.column('w');
    const moves = colliders.map(({ placed: { start, size } }) => w.subarray(start, start + size).some((x) => x > 0));
    // constraints couple those that touch nothing
    this.#moving = colliders.filter(
      ({ placed: { integrator } }, k) => moves[k] && (touching[k] || integrator.driftsFrom || integrator.stagesFrom),
    );
    this.#meets = (a, b) => (moves[a] || moves[b]) && (a === b ? itself[a] : this.#materials.meets(a, b));
    this.#systems = new SolvedSystems(state, colliders, () => program.constraintSet.systems);
    this.#detector = new Detector(
      colliders,
      this.#meets,
      thickness,
      this.#pool,
      state,
      (c) => this.#systems.owns(c),
      () => program.constraintSet.groups,
      tolerance > coulombTolerance ? heapSlack : 0,
    );
    this.#start = this.#detector.pose;
    this.#end = new Pose(colliders);
    this.#placedEnd = new PlacedVertices(colliders);
    this.#failures = new Failures(this.#pool, thickness);
    this.#rims = new FixedRims(this.#pool);
    this.#shortened = new Shortened(this.#detector, this.#end, thickness, this.#moving);
    this.#bodies = new Bodies(state);
    this.#halves = new Halves(state, colliders, this.#moving);
    this.#arcs = new Arcs(this.#detector, this.#pool, thickness, this.#moving, state.column('q').length);
    this.#schemes = new Schemes(state, colliders, this.#moving);
    this.#stageForces = new StageForces(state, this.#moving, () => program.forces(1, true));
    this.#islands = new Islands(this.#systems);
    const solvedRows = new SolvedRows(state, this.#systems);
    this.#system = new RowsSystem(state, solvedRows, this.#systems);
    this.#links = new Links(state, colliders, () => program.constraintSet.groups);
    this.#touched = new Uint8Array(colliders.length);
    this.#solve = new IslandSolve(this.#system, this.#bodies, this.#end, thickness, this.#links, state, tolerance);
    this.#rounds = new IslandRounds(
      this.#islands,
      this.#links,
      new ActiveRows(this.#pool, thickness, this.#systems),
      new LoneContact(colliders, state, thickness, this.#end),
      this.#solve,
      new WholeSolve(this.#solve, solvedRows, this.#systems, state),
      this.#end,
      thickness,
      state,
      this.#touched,
      tolerance,
    );
    const hasSoft = colliders.some(({ halfSpace, core: { nodes, local } }) => !halfSpace && nodes && !local);
    const isExact = tolerance === coulombTolerance;
    this.#isPassive = hasSoft && isExact && !this.#materials.bounces && !colliders.some(isStaged);
    memory.rename(ids);
  }
  /** Rows that stay open have no part in a step (active-rows.ts), unless constraints hold bodies, or the step of one is a solve. Scenes without soft bodies gain little. */
  readonly #isPassive: boolean;
  /** of this step: it does not matter which open rows are found, so that they are looked for as far as bodies move relative to each other */
  #isFollowed = false;

  release(): void {
    this.#detector.release();
  }
  /** Where bodies were within the last step, if it was made in parts. */
  get parts(): readonly Part[] {
    return this.#halves.parts;
  }
  /** Bodies that are too close where they are, by more than rounding. */
  overlaps(): Overlap[] {
    return overlapsAt(this.state.column('q'), this.#detector, this.#pool, this.#meets, this.thickness);
  }
  /** Refuses overlaps that are deeper than the thickness: nothing tells which way is out. */
  refuseOverlaps(): void {
    refuseDeep(this.overlaps(), this.thickness);
  }

  /** Corrects the prediction p, u. */
  apply(): void {
    const { state, memory } = this;
    const last = memory.table;
    if (this.#records === last) this.#records = new RecordTable();
    const q = this.#schemes.start();
    this.#stageForces.begin();
    do {
      memory.table = last;
      this.#once(q);
    } while (this.#stageForces.correct(q));
    if (this.#pool.count) this.#links.record(state.h);
    memory.table = this.#records;
    this.#records = last;
    memory.h = state.h;
  }
  #once(q: Float64Array): void {
    const { state } = this;
    Object.assign(this.report, emptyReport());
    const [p, u] = [state.column('p'), state.column('u')];
    const { groups, systems } = this.program.constraintSet;
    this.#systems.begin();
    this.#halves.begin();
    this.#isFollowed = this.#isPassive && !groups.length && !systems.length;
    this.#detector.detect(q, p, false, this.#isFollowed);
    this.#records.clear();
    if (!this.#pool.count) return;
    const made = this.#halves.span(0, 0);
    this.#links.begin();
    this.#touched.fill(0);
    // what slips at the time of q is asked where friction at rest is another one
    this.#schemes.begin(q, made.v0, this.#materials.tellsRest ? made.now : undefined);
    made.freeU.set(u);
    made.freeP.set(p);
    const impactU = this.#schemes.impactU(made, made.impactU);
    const span = new MadeSpan({ ...made, h: state.h, until: 1, impactU, q, u, p });
    this.#advance(span, 0, true);
    this.#schemes.end(span);
    if (this.#schemes.anyStaged) this.#settle(span);
    this.#systems.end();
  }
  /** Velocities of schemes of several stages at the end of the step, between places that touch there. */
  #settle({ p, u, ...rest }: Span): void {
    const pool = this.#pool;
    this.#detector.detect(p, p, false);
    pool.keep((row) => row.gap <= touching * this.thickness);
    if (!pool.count) return;
    const made = this.#halves.span(0, 1);
    made.freeU.set(u);
    made.p.set(p);
    const gained = made.v0;
    for (let c = 0; c < gained.length; c++) gained[c] = rest.freeU[c] - rest.v0[c];
    const span = new MadeSpan({
      ...rest,
      q: p,
      v0: made.freeU,
      now: made.freeU,
      freeU: made.freeU,
      impactU: made.freeU,
      freeP: p,
      u,
      p: made.p,
    });
    this.memory.table = this.#records;
    this.#describe(span, 1);
    for (let k = 0; k < pool.count; k++) findLever(pool.rows[k], p, pool.rows[k].mu > 0);
    this.#islands.of(pool.memory, pool, this.state.column('w'), this.#links, this.#rounds.found);
    this.#links.evaluate(p);
    for (const island of this.#rounds.found) {
      if (!island.units.some(({ collider }) => isStaged(collider))) {
        for (const { impulse } of island.rows) impulse.fill(0);
        continue;
      }
      const { residual, newtonSteps, addedEnergy } = this.#solve.settle(island, span, gained);
      this.report.newtonSteps += newtonSteps;
      this.report.residual = Math.max(this.report.residual, residual);
      this.report.addedEnergy += addedEnergy;
      if (residual > acceptedResidual) this.report.converged = false;
    }
    this.#record(span);
  }

  /** One (sub)step. `detected`: rows of the free motion are known. */
  #advance(span: Span, level: number, detected: boolean): void {
    const { report } = this;
    this.#last.clear();
    for (let again = 0; again < mostDetections; again++) {
      if (again > 0 || !detected)
        this.#detector.detect(span.q, again ? span.p : span.freeP, again > 0, again === 0 && this.#isFollowed);
      if (again > 0) this.#restart(span);
      if (!this.#pool.count) return;
      if (!this.#certified(span, level)) break;
      if (!this.#detector.outgrown || again === mostDetections - 1) {
        this.#record(span);
        return;
      }
      if (report.converged && this.#rounds.found.some(isWhole)) this.#last.keep(this.#pool, true);
    }
    // a step with bodies whose step is a solve cannot be halved: it is shortened where it passes through something, accepted, and reported
    if (this.#halves.endsAt(level) || this.#rounds.found.some(isWhole)) {
      report.converged = false;
      this.#halves.lose();
      if (this.#rounds.anyWhole && this.#shortened.withdraws(span, this.#pool)) this.#restart(span);
      this.#record(span);
      report.shortened = Math.min(report.shortened, this.#shortened.until(span));
      return;
    }
    report.halvings++;
    this.#halve(span, level);
  }
  #restart(span: Span): void {
    span.u.set(span.freeU);
    span.p.set(span.freeP);
    this.#systems.restart(span);
  }
  /** Solves all islands, and again with more rows, until nothing passes through; false where that fails. */
  #certified(span: Span, level: number): boolean {
    const { report } = this;
    const pool = this.#pool;
    for (let pass = 0; pass < mostPasses; pass++) {
      this.#describe(span, halfOfStaged);
      const rounds = this.#rounds;
      const isMade = rounds.run(span, level, this.#halves.endsAt(level));
      const isFine = isMade && !(rounds.accepted && rounds.anyWhole && this.#shortened.isRunaway(span));
      report.rows = Math.max(report.rows, pool.count);
      report.islands = Math.max(report.islands, rounds.found.length);
      report.newtonSteps += rounds.newtonSteps;
      if (rounds.accepted) report.converged = false;
      const { anyWhole, found } = rounds;
      const isSolved = isFine && (rounds.accepted || rounds.isSolved);
      this.#end.at(span.p);
      this.#start.at(span.q);
      if (!isSolved && !anyWhole && this.#rims.fix(this.#start, this.#end)) {
        this.#restart(span);
        for (let k = 0; k < pool.count; k++) pool.rows[k].solved = false;
        continue;
      }
      if (!isFine) return false;
      // impulses on bodies whose step is a solve are among its forces, and guesses mean those
      if (!anyWhole) this.#last.keep(pool);
      refuseObstacles(found, this.#links);
      if (isSolved && this.#rims.add(this.#start, this.#end)) continue;
      if (this.#isFollowed && this.#detector.follow(span.q, span.p) > 0) {
        pool.sort();
        continue;
      }
      this.#placedEnd.begin(span.p);
      const moved = this.#isFollowed ? this.#detector.moved : this.#detector.motions(span.q, span.p);
      const added = this.#failures.add(this.#detector, span, this.#placedEnd, moved, pass);
      if (added === undefined) return false;
      if (added === 0) {
        if (isSolved && !anyWhole && !this.#halves.endsAt(level) && this.#arcs.fail(span)) return false;
        report.residual = Math.max(report.residual, rounds.residual);
        report.error = Math.max(report.error, rounds.error);
        report.addedEnergy += rounds.addedEnergy;
        return isSolved;
      }
      report.passes++;
      pool.sort();
    }
    return false;
  }
  /** Friction, restitution and first guesses of all rows. */
  #describe(span: Span, partOfStaged: number): void {
    const pool = this.#pool;
    const { memory, places, rows, count } = pool;
    const { anyStaged } = this.#schemes;
    const { values } = this.memory.table;
    this.#known = grown(this.#known, count);
    this.memory.find(pool, this.#known);
    for (let k = 0; k < count; k++) {
      const at = places[k];
      const known = this.#known[k];
      const { atRest, inMotion, restitution } = this.#materials.of(memory.body[2 * at], memory.body[2 * at + 1]);
      memory.restitution[at] = restitution;
      const sticks =
        known < 0 ? atRest !== inMotion && this.#isStill(rows[k], span) : values[known + fields.sticks] !== 0;
      memory.mu[at] = sticks ? atRest : inMotion;
      const isHalf = anyStaged && (isStaged(rows[k].a.collider) || isStaged(rows[k].b.collider));
      const part = isHalf ? partOfStaged : 1;
      for (let line = 0; line < 3; line++)
        memory.guess[3 * at + line] = known < 0 ? 0 : part * values[known + fields.impulse + line];
    }
    this.#last.give(pool);
  }
  #isStill(row: Row, { q, now }: Span): boolean {
    findLever(row, q, true);
    return this.#system.slip(row, q, now) < still;
  }
  #halve(span: Span, level: number): void {
    const halves = this.#halves;
    if (level === 0) halves.start(span);
    const one = halves.first(span, level + 1);
    this.#part(one, level + 1);
    const two = halves.second(span, one, level + 1);
    this.#part(two, level + 1);
    halves.join(span, two, this.#touched);
  }
  #part(span: Span, level: number): void {
    const { halvings } = this.report;
    this.#advance(span, level, false);
    if (this.report.halvings === halvings) this.#halves.keep(span);
  }

  /** Keeps what pushed in this (sub)step. */
  #record(span: Span): void {
    const pool = this.#pool;
    this.#last.clear();
    for (const { links } of this.#rounds.found) this.#links.accept(links);
    addRecords(pool, this.#end.at(span.p), this.#records);
  }
}
