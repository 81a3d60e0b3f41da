/**
 * Contact: bodies touch, rub, stack and roll. One mechanism for impact, rest and friction.            [contact notes, sec. 2 to 4]
 *
 *   detect/    which places may touch in a step, and the certificate that nothing passes through
 *   step/      the impulses of an island, and where bodies go
 *   solved/    bodies whose step is a solve: ropes, solids under an implicit integrator
 *   coulomb/   the impulse problem with friction
 *
 * It acts between the prediction and its acceptance, on the velocities u and the coordinates p that integrators leave. A step that cannot
 * be certified or solved is made in two halves: the kick belongs to the first, so that bodies in free flight go where they would.
 */
import { drift } from '../bodies/drift.ts';
import type { SolvedBodies } from '../constraints/method.ts';
import type { Placed } from '../forces/placed.ts';
import { type State, stretchOf } from '../state/state.ts';
import type { Collider } from './collider/collider.ts';
import { collidersOf } from './colliders.ts';
import { coulombTolerance } from './coulomb/coulomb.ts';
import { Detector } from './detect/detector.ts';
import { gapOf } from './detect/gap.ts';
import { Pose } from './detect/row.ts';
import { RowPool } from './detect/row-pool.ts';
import type { ContactMemory, ContactRecord } from './memory.ts';
import { type ContactOptions, contactFault, Materials } from './options.ts';
import { type Overlap, overlapsAt, refuseDeep } from './overlap.ts';
import { type ContactReport, emptyReport } from './report.ts';
import { SolvedRows } from './solved/solved-rows.ts';
import { SolvedSystems } from './solved/solved-systems.ts';
import { isWhole, WholeSolve } from './solved/whole-solve.ts';
import { Bodies } from './step/bodies.ts';
import { Failures } from './step/failures.ts';
import { acceptedGap } from './step/island-report.ts';
import { IslandSolve, still } from './step/island-solve.ts';
import { type Island, Islands, isOne } from './step/islands.ts';
import { LastAttempt } from './step/last-attempt.ts';
import { type LinkBatch, Links } from './step/links.ts';
import { RowsSystem } from './step/rows-system.ts';
import type { Span } from './step/span.ts';

export type { ContactReport } from './report.ts';

const mostPasses = 12;
const mostDetections = 4;
const mostHalvings = 8;
/** Of the thickness: errors of gaps that a step with bodies whose step is a solve is accepted with. */
const tolerable = 0.1;

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
  readonly #system: RowsSystem;
  readonly #solve: IslandSolve;
  readonly #failures: Failures;
  readonly #islands: Islands;
  /** bodies whose step is a solve */
  readonly #systems: SolvedSystems;
  readonly #whole: WholeSolve;
  readonly #links: Links;
  /** bodies that islands of this step move */
  readonly #touched: Uint8Array;
  readonly #found: Island[] = [];
  readonly #last = new LastAttempt();
  readonly #spans: Span[][] = [];
  readonly #moving: readonly Collider[];
  readonly #meets: (a: number, b: number) => boolean;
  /** of this step */
  #records: ContactRecord[] = [];

  constructor(
    placed: readonly Placed[],
    private readonly state: State,
    options: ContactOptions,
    readonly memory: ContactMemory,
    constraints: () => { readonly groups: readonly LinkBatch[]; readonly systems: readonly SolvedBodies[] },
  ) {
    const ids = placed.map(({ body }) => body.id);
    this.#materials = new Materials(ids, options);
    const { colliders, thickness, touching, itself } = collidersOf(placed, options, this.#materials);
    this.colliders = colliders;
    this.thickness = thickness;
    this.#pool = new RowPool(colliders.length);
    const w = state.column('w');
    const moves = colliders.map(({ placed: { start, size } }) => w.subarray(start, start + size).some((x) => x > 0));
    // constraints couple those that touch nothing
    this.#moving = colliders.filter(
      ({ placed: { integrator } }, k) => moves[k] && (touching[k] || integrator.driftsFrom),
    );
    this.#meets = (a, b) => (moves[a] || moves[b]) && (a === b ? itself[a] : this.#materials.meets(a, b));
    this.#detector = new Detector(colliders, this.#meets, thickness, this.#pool);
    this.#start = this.#detector.pose;
    this.#end = new Pose(colliders);
    this.#failures = new Failures(this.#pool, thickness);
    this.#bodies = new Bodies(state);
    this.#systems = new SolvedSystems(state, colliders, () => constraints().systems);
    this.#islands = new Islands(this.#systems);
    const solvedRows = new SolvedRows(state, this.#systems);
    this.#system = new RowsSystem(state, solvedRows, this.#systems);
    this.#links = new Links(state, colliders, () => constraints().groups);
    this.#touched = new Uint8Array(colliders.length);
    this.#solve = new IslandSolve(this.#system, this.#bodies, this.#end, thickness, this.#links);
    this.#whole = new WholeSolve(this.#solve, solvedRows, this.#systems, state);
    memory.rename(ids);
  }

  /** Bodies that are too close where they are, by more than rounding. */
  overlaps(): Overlap[] {
    return overlapsAt(this.state.column('q'), this.#detector, this.#pool, this.#meets, 1e-6 * this.thickness);
  }
  /** Refuses overlaps that are deeper than the thickness: nothing tells which way is out. */
  refuseOverlaps(): void {
    refuseDeep(this.overlaps(), this.thickness);
  }
  /** What pushes may be held by constraints that contacts can keep (links.ts). */
  #refuseObstacles(islands: readonly Island[]): void {
    for (const { units, rows } of islands) {
      if (!rows.some((row) => row.impulse[0] > 0)) continue;
      for (const unit of units) {
        const obstacle = this.#links.obstacleAt(unit);
        if (!obstacle) continue;
        const { collider, first } = unit;
        const { body, start } = collider.placed;
        const place = isOne(collider) ? `body "${body.id}"` : `node ${(first - start) / 3} of body "${body.id}"`;
        throw contactFault(
          '',
          `${place} is pushed while constraint "${obstacle.id}" holds it, which contacts cannot keep: ${obstacle.why}. Hold it by equalities under "lagrange" or "local", or take the body out: "bodies": { "${body.id}": { "collides": false } }.`,
        );
      }
    }
  }

  /** Corrects the prediction p, u. */
  apply(): void {
    const { state, report, memory } = this;
    Object.assign(report, emptyReport());
    const [q, p, u] = [state.column('q'), state.column('p'), state.column('u')];
    this.#systems.begin();
    this.#detector.detect(q, p, false);
    this.#records = [];
    if (this.#pool.count) {
      const span = this.#span(0, 0);
      this.#links.begin();
      this.#touched.fill(0);
      span.v0.set(state.column('v'));
      this.#beforeForces(span.v0);
      span.freeU.set(u);
      span.freeP.set(p);
      this.#advance({ ...span, h: state.h, until: 1, q, u, p }, 0, true);
      this.#systems.end();
      this.#links.record(state.h);
      this.#keepReadings(span.freeU, u);
    }
    memory.records = this.#records;
    memory.h = state.h;
  }
  /**
   * Velocities at the time of q are read from the last two stored ones where those lag (see Integrator.lag). An impact is no acceleration: of a
   * rigid body that was struck, the earlier velocity changes as well.
   */
  #keepReadings(free: Float64Array, u: Float64Array): void {
    const v = this.state.column('v');
    for (const collider of this.#moving) {
      const { placed } = collider;
      if (!placed.integrator.lag || !isOne(collider)) continue;
      const { start, size } = placed;
      let byForces = 0;
      let byContacts = 0;
      for (let c = start; c < start + size; c++) {
        byForces = Math.max(byForces, Math.abs(free[c] - v[c]));
        byContacts = Math.max(byContacts, Math.abs(u[c] - free[c]));
      }
      if (byContacts > 3 * byForces) for (let c = start; c < start + size; c++) v[c] += u[c] - free[c];
    }
  }
  /** Velocities before the kick, where they are not the stored ones. */
  #beforeForces(v: Float64Array): void {
    for (const { placed } of this.#moving) {
      const column = placed.integrator.driftsFrom?.half;
      if (column === undefined) continue;
      const a = this.state.column(column);
      for (let c = placed.start; c < placed.start + placed.size; c++) v[c] -= 0.5 * this.state.h * a[c];
    }
  }
  /** Work arrays of a level of halving. */
  #span(level: number, half: number): Span {
    this.#spans[level] ??= [];
    const made = (): Float64Array => new Float64Array(this.state.column('q').length);
    this.#spans[level][half] ??= {
      h: 0,
      until: 1,
      q: made(),
      v0: made(),
      freeU: made(),
      freeP: made(),
      u: made(),
      p: made(),
    };
    return this.#spans[level][half];
  }

  /** One (sub)step. `detected`: rows of the free motion are known. */
  #advance(span: Span, level: number, detected: boolean): void {
    const { report } = this;
    this.#last.clear();
    for (let again = 0; again < mostDetections; again++) {
      if (again > 0 || !detected) this.#detector.detect(span.q, again ? span.p : span.freeP, again > 0);
      if (again > 0) {
        span.u.set(span.freeU);
        span.p.set(span.freeP);
        this.#systems.restart(span);
      }
      if (!this.#pool.count) return;
      if (!this.#certified(span, level)) break;
      if (!this.#detector.outgrown || again === mostDetections - 1) {
        this.#record(span);
        return;
      }
    }
    // a step with bodies whose step is a solve cannot be halved: it is accepted, and reported
    if (level === mostHalvings || this.#found.some(isWhole)) {
      report.converged = false;
      this.#record(span);
      return;
    }
    report.halvings++;
    this.#halve(span, level);
  }
  /** Solves all islands, and again with more rows, until nothing passes through; false where that fails. */
  #certified(span: Span, level: number): boolean {
    const { report } = this;
    const pool = this.#pool;
    const w = this.state.column('w');
    for (let pass = 0; pass < mostPasses; pass++) {
      this.#describe(span);
      this.#end.at(span.p);
      const islands = this.#found;
      this.#islands.of(pool.rows, pool.count, w, this.#links, islands);
      for (const { units } of islands) for (const { collider } of units) this.#touched[collider.index] = 1;
      this.#links.evaluate(span.q);
      report.rows = Math.max(report.rows, pool.count);
      report.islands = Math.max(report.islands, islands.length);
      let residual = 0;
      let error = 0;
      let addedEnergy = 0;
      let fine = true;
      let accepted = false;
      const anyWhole = islands.some(isWhole);
      for (let k = 0; k < islands.length && fine; k++) {
        const island = islands[k];
        const done = isWhole(island)
          ? this.#whole.solve(island, span)
          : this.#solve.solve(island, span, level < mostHalvings);
        report.newtonSteps += done.newtonSteps;
        residual = Math.max(residual, done.residual);
        error = Math.max(error, done.error);
        addedEnergy += done.addedEnergy;
        fine = level === mostHalvings || (residual <= 1.01 * coulombTolerance && error <= acceptedGap);
        if (!fine && level === 0 && anyWhole && error <= tolerable * this.thickness) {
          // a step that cannot be halved is accepted, and reported
          report.converged = false;
          fine = true;
          accepted = true;
        }
      }
      if (!fine) return false;
      // impulses on bodies whose step is a solve are among its forces, and guesses mean those
      if (!anyWhole) this.#last.keep(pool.rows, pool.count);
      this.#refuseObstacles(islands);
      this.#end.at(span.p);
      this.#start.at(span.q);
      const added = this.#failures.add(
        this.#detector.pairs,
        this.#start,
        this.#end,
        this.#detector.motions(span.q, span.p),
        pass,
      );
      if (added === undefined) return false;
      if (added === 0) {
        report.residual = Math.max(report.residual, residual);
        report.error = Math.max(report.error, error);
        report.addedEnergy += addedEnergy;
        return accepted || (residual <= 1.01 * coulombTolerance && error <= acceptedGap);
      }
      report.passes++;
      pool.sort();
    }
    return false;
  }
  /** Friction, restitution and first guesses of all rows. */
  #describe(span: Span): void {
    const pool = this.#pool;
    this.memory.remember(pool.rows, pool.count, (row, record) => {
      const [a, b] = [row.a.collider.index, row.b.collider.index];
      const [atRest, inMotion] = this.#materials.friction(a, b);
      row.restitution = this.#materials.restitution(a, b);
      const sticks = record ? record.sticks : atRest !== inMotion && this.#system.slip(row, span.q, span.v0) < still;
      row.mu = sticks ? atRest : inMotion;
      for (let k = 0; k < 3; k++) row.guess[k] = record ? record.impulse[k] : 0;
    });
    this.#last.give(pool.rows, pool.count);
  }
  #halve(span: Span, level: number): void {
    const h = 0.5 * span.h;
    const middle = span.until - h / this.state.h;
    const [one, two] = [this.#span(level + 1, 0), this.#span(level + 1, 1)];
    one.q.set(span.q);
    one.v0.set(span.v0);
    one.freeU.set(span.freeU);
    this.#go({ ...one, h, until: middle }, level);
    two.q.set(one.p);
    two.v0.set(one.u);
    this.#transport(span.q, one.p, two.v0);
    two.freeU.set(two.v0);
    this.#go({ ...two, h, until: span.until }, level);
    // others are where they would be without contacts
    for (const { placed, index } of this.#moving) {
      if (!this.#touched[index]) continue;
      stretchOf(span.p, placed).set(stretchOf(two.p, placed));
      stretchOf(span.u, placed).set(stretchOf(two.u, placed));
      placed.body.curved?.transport?.(stretchOf(two.q, placed), stretchOf(span.q, placed), stretchOf(span.u, placed));
    }
  }
  #go(span: Span, level: number): void {
    span.freeP.set(span.q);
    for (const { placed } of this.colliders) {
      const { start, body } = placed;
      if (body.curved)
        drift(
          body.curved,
          stretchOf(span.q, placed),
          stretchOf(span.freeU, placed),
          span.h,
          stretchOf(span.freeP, placed),
        );
      else for (let c = start; c < start + body.coordinates; c++) span.freeP[c] = span.q[c] + span.h * span.freeU[c];
    }
    span.u.set(span.freeU);
    span.p.set(span.freeP);
    this.#advance(span, level + 1, false);
  }
  #transport(from: Float64Array, to: Float64Array, v: Float64Array): void {
    for (const { placed } of this.#moving)
      placed.body.curved?.transport?.(stretchOf(from, placed), stretchOf(to, placed), stretchOf(v, placed));
  }

  /** Keeps what pushed in this (sub)step. */
  #record(span: Span): void {
    const pool = this.#pool;
    for (const { links } of this.#found) this.#links.accept(links);
    this.#end.at(span.p);
    const before = this.#records.length;
    for (let k = 0; k < pool.count; k++) {
      const row = pool.rows[k];
      const [n, t1, t2] = row.impulse;
      if (!(n > 0)) continue;
      const { frame } = row;
      const total = [0, 1, 2].map((axis) => n * frame[axis] + t1 * frame[3 + axis] + t2 * frame[6 + axis]);
      const made: ContactRecord = {
        pair: row.pair,
        key: row.key,
        a: row.a.collider.index,
        b: row.b.collider.index,
        sticks: row.sticks,
        gap: gapOf(row, this.#end),
        impulse: [n, t1, t2],
        normal: [frame[0], frame[1], frame[2]],
        total: total as [number, number, number],
        point: [row.point[0], row.point[1], row.point[2]],
      };
      const known = before ? this.#records.find((r) => r.pair === made.pair && r.key === made.key) : undefined;
      if (known) {
        // the two halves of a step
        for (let axis = 0; axis < 3; axis++) {
          made.impulse[axis] += known.impulse[axis];
          made.total[axis] += known.total[axis];
        }
        Object.assign(known, made);
      } else this.#records.push(made);
    }
    // rows are sorted
    if (before) this.#records.sort((x, y) => x.pair - y.pair || x.key - y.key);
  }
}
