/**
 * The impulses of one island in one step.                                                          [contact notes, sec. 3]
 *
 *   u = v0 + kick,  g = max(0, gap),  target = -g/h
 *   restitution: generalised reflections of v0 find which rows are struck; there target = e max(0, n.v)
 *   lambda = coulomb(G, n.u - target, t.u),  u+ = u + W J^T lambda
 *   guard: restitution with friction may not raise the kinetic energy; lambda = lambda0 + theta (lambda - lambda0), lambda0 with e = 0
 *   p = drift(q, u+); passes bring true gaps at p to what the linear rows promised
 *
 * Restitution reads the velocity before the kick: a ball with e = 1 keeps its height over 4000 steps; with u it grows to 2.9.
 * g >= 0 makes rest admissible: no row adds energy, and neither penetration terms nor slop are needed.
 *
 * The passes may not add energy either: beyond that of the first solve the rest of the gap is closed by moving p alone.
 */
import { Coulomb, coulombTolerance } from '../coulomb/coulomb.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import { type CoulombProblem, rowKinds } from '../coulomb/problem.ts';
import { gapOf } from '../detect/gap.ts';
import type { Pose, Row } from '../detect/row.ts';
import type { Bodies } from './bodies.ts';
import type { Island } from './islands.ts';
import { LeastNorm, lines } from './least-norm.ts';
import type { Links } from './links.ts';
import { Reflections } from './reflections.ts';
import type { RowsSystem } from './rows-system.ts';
import type { Span } from './span.ts';

const mostPasses = 12;
const mostDisplacements = 8;
/** Gaps at the end of a step are this near to what rows promise, m for coordinates of the order of 1 m. */
const gapTolerance = 1e-14;
/**
 * Of the gaps that a step is accepted with, m. A hundredth of the thickness was tried: the pile of 30 makes fewer halvings (27 for 119 in
 * 300 steps) and takes as long.
 */
export const acceptedGap = 1e-10;
/** Of the thickness: gaps that passes leave are closed by moving p alone up to this, which no velocity feels. */
const closable = 1e-3;
/** First solves are asked for more than is demanded, so that forces at rest have ten digits. */
const firstTolerance = 1e-11;

export interface IslandReport {
  residual: number;
  newtonSteps: number;
  admmIterations: number;
  /** the largest error of a gap, m */
  error: number;
  /** J: kinetic energy above the larger one of those before and after forces */
  addedEnergy: number;
}

const made = (): Float64Array => new Float64Array(0);

export class IslandSolve {
  readonly #report: IslandReport = { residual: 0, newtonSteps: 0, admmIterations: 0, error: 0, addedEnergy: 0 };
  readonly #coulomb = new Coulomb();
  readonly #leastNorm = new LeastNorm();
  readonly #reflections = new Reflections();
  /** contacts, and all rows: those of constraints are behind */
  #contacts = 0;
  #n = 0;
  #brief = false;
  #rows: readonly Row[] = [];
  #island!: Island;
  #span!: Span;
  /** over lines of rows   (3n) */
  #lambda = made();
  #b = made();
  #bu = made();
  #u = made();
  #first = made();
  #low = made();
  #errors = made();
  /** over rows   (n) */
  #mu = made();
  #kinds = new Uint8Array(0);
  #target = made();
  #shifted = made();
  #corrected = made();
  #g = made();
  #want = made();
  #moved = new Uint8Array(0);
  /** over the velocities of units */
  #motion = made();

  constructor(
    private readonly system: RowsSystem,
    private readonly bodies: Bodies,
    /** of bodies at p */
    private readonly pose: Pose,
    private readonly thickness: number,
    private readonly links: Links,
  ) {}

  /** Leaves u and p of its units, and the impulses of its rows. `brief`: a step that is hard to solve may be halved instead. */
  solve(island: Island, span: Span, brief: boolean): IslandReport {
    this.#brief = brief;
    const { rows } = island;
    const { system } = this;
    const report = this.#report;
    report.residual = report.newtonSteps = report.admmIterations = report.error = report.addedEnergy = 0;
    this.#contacts = rows.length;
    this.#n = rows.length + island.links.length;
    this.#rows = rows;
    this.#island = island;
    this.#span = span;
    system.assemble(island, span.q, this.links);
    this.#grow();
    const { h } = span;
    system.velocities(span.freeU, span.q, this.#bu);
    for (let i = 0; i < this.#contacts; i++) {
      this.#kinds[i] = rowKinds.pushes;
      this.#mu[i] = rows[i].mu;
      for (let k = 0; k < 3; k++) this.#lambda[3 * i + k] = rows[i].guess[k];
    }
    for (let i = this.#contacts; i < this.#n; i++) {
      this.#kinds[i] = rowKinds.holds;
      this.#mu[i] = this.#target[i] = this.#g[i] = 0;
      // the prediction meets its constraints: contacts may not change that
      this.#bu.fill(0, 3 * i, 3 * i + 3);
      this.#lambda.fill(0, 3 * i, 3 * i + 3);
    }
    const struck = this.#targets(h);
    this.#solveCoulomb(this.#target, firstTolerance);
    const most = this.#energyBefore();
    if (struck) this.#guard(most, h);
    copy(this.#lambda, this.#first, 3 * this.#n);
    this.#passes();
    const rest = this.#report.error;
    if (!this.#guardPasses(most) && rest > gapTolerance && rest <= closable * this.thickness) this.#closeGaps();
    this.#separate();
    report.addedEnergy = Math.max(0, this.#energyOf(this.#lambda) - most);
    for (let i = 0; i < this.#contacts; i++) for (let k = 0; k < 3; k++) rows[i].impulse[k] = this.#lambda[3 * i + k];
    this.links.keepImpulses(island.links, this.#lambda, 3 * this.#contacts);
    return report;
  }
  #grow(): void {
    const n = this.#n;
    this.#lambda = grown(this.#lambda, 3 * n);
    this.#b = grown(this.#b, 3 * n);
    this.#bu = grown(this.#bu, 3 * n);
    this.#u = grown(this.#u, 3 * n);
    this.#first = grown(this.#first, 3 * n);
    this.#low = grown(this.#low, 3 * n);
    this.#errors = grown(this.#errors, 3 * n);
    this.#mu = grown(this.#mu, n);
    this.#kinds = grown(this.#kinds, n);
    this.#target = grown(this.#target, n);
    this.#shifted = grown(this.#shifted, n);
    this.#corrected = grown(this.#corrected, n);
    this.#g = grown(this.#g, n);
    this.#want = grown(this.#want, n);
    this.#moved = grown(this.#moved, n);
    this.#motion = grown(this.#motion, this.system.rows.size);
  }
  get #problem(): CoulombProblem {
    return { rows: this.system.rows, kinds: this.#kinds, b: this.#b, mu: this.#mu };
  }
  #solveCoulomb(target: Float64Array, tolerance: number): void {
    const b = this.#b;
    copy(this.#bu, b, 3 * this.#n);
    for (let i = 0; i < this.#contacts; i++) b[3 * i] -= target[i];
    const done = this.#coulomb.solve(this.#problem, this.#lambda, tolerance, this.#brief);
    const report = this.#report;
    report.newtonSteps += done.newtonSteps;
    report.admmIterations += done.admmIterations;
    report.residual = Math.max(report.residual, done.residual);
  }

  /** Targets of normal velocities; returns whether a row with restitution is struck. */
  #targets(h: number): boolean {
    const n = this.#contacts;
    const rows = this.#rows;
    const target = this.#target;
    let bouncy = false;
    for (let i = 0; i < n; i++) {
      this.#g[i] = Math.max(0, rows[i].gap);
      target[i] = -this.#g[i] / h;
      if (rows[i].restitution > 0) bouncy = true;
    }
    if (!bouncy) return false;
    this.system.velocities(this.#span.v0, this.#span.q, this.#u);
    const reflected = this.#reflections.find(this.system.rows, rows, this.#g, h, this.#u, this.#bu);
    if (!reflected) return false;
    const { struck, v } = this.#reflections;
    for (let i = 0; i < n; i++) if (struck[i]) target[i] = rows[i].restitution * Math.max(0, v[i]);
    return true;
  }
  /** What impulses may add to the kinetic energy after the kick, J: what the kick took, or nothing. */
  #energyBefore(): number {
    const { v0, freeU, q } = this.#span;
    return Math.max(0, -this.bodies.workOfForces(this.#island.units, q, v0, freeU));
  }
  /** lambda.J u + lambda.G lambda/2 */
  #energyOf(lambda: Float64Array): number {
    const { rows } = this.system;
    rows.spread(lambda, this.#motion);
    rows.velocities(this.#motion, this.#u);
    let sum = 0;
    for (let i = 0; i < 3 * this.#n; i++) sum += lambda[i] * (this.#bu[i] + 0.5 * this.#u[i]);
    return sum;
  }
  /** lambda between `low`, which is admissible, and its present value, as near to that as the energy allows. */
  #blend(low: Float64Array, most: number): boolean {
    const lambda = this.#lambda;
    const N = 3 * this.#n;
    const atLow = this.#energyOf(low);
    const atHigh = this.#energyOf(lambda);
    const limit = Math.max(most, atLow);
    const scale = Math.abs(atLow) + Math.abs(atHigh) + most;
    if (atHigh <= limit + 1e-14 * scale) return false;
    // a quadratic in theta through both ends
    const middle = this.#b;
    for (let i = 0; i < N; i++) middle[i] = 0.5 * (low[i] + lambda[i]);
    const atMiddle = this.#energyOf(middle);
    const a = 2 * (atLow + atHigh - 2 * atMiddle);
    const b = atHigh - atLow - a;
    const c = atLow - limit;
    const root = a > 0 ? (-b + Math.sqrt(Math.max(0, b * b - 4 * a * c))) / (2 * a) : -c / b;
    const theta = Math.min(1, Math.max(0, root));
    for (let i = 0; i < N; i++) lambda[i] = low[i] + theta * (lambda[i] - low[i]);
    return true;
  }
  #guard(most: number, h: number): void {
    if (this.#energyOf(this.#lambda) <= most * (1 + 1e-14)) return;
    const N = 3 * this.#n;
    copy(this.#lambda, this.#first, N);
    for (let i = 0; i < this.#contacts; i++) {
      this.#corrected[i] = -this.#g[i] / h;
      for (let k = 0; k < 3; k++) this.#lambda[3 * i + k] = this.#rows[i].guess[k];
    }
    this.#solveCoulomb(this.#corrected, firstTolerance);
    copy(this.#lambda, this.#low, N);
    copy(this.#first, this.#lambda, N);
    this.#blend(this.#low, most);
    // the promise of struck rows is what is left of it
    this.#velocitiesAfter(this.#u);
    for (let i = 0; i < this.#contacts; i++) if (this.#lambda[3 * i] > 0) this.#target[i] = this.#u[3 * i];
  }
  /** J u+ */
  #velocitiesAfter(out: Float64Array): void {
    const { rows } = this.system;
    rows.spread(this.#lambda, this.#motion);
    rows.velocities(this.#motion, out);
    for (let i = 0; i < 3 * this.#n; i++) out[i] += this.#bu[i];
  }

  #move(): void {
    const { freeU, u } = this.#span;
    this.system.push(this.#lambda, freeU, u);
    this.bodies.drift(this.#island.units, this.#span, this.pose);
  }
  /** The gap of a row at p, less what it lacks at the start. */
  #gapAt(i: number): number {
    return gapOf(this.#rows[i], this.pose) - Math.min(0, this.#rows[i].gap);
  }
  /** Errors of the rows of constraints at p; returns the largest. */
  #linkErrors(): number {
    const { links } = this.#island;
    if (!links.length) return 0;
    return this.links.errorsAt(this.#span, this.#island, this.#errors, 3 * this.#contacts);
  }
  /** Until true gaps are what the linear rows promised. */
  #passes(): void {
    const n = this.#contacts;
    const rows = this.#rows;
    const { h } = this.#span;
    const target = this.#target;
    const errors = this.#errors;
    for (let pass = 0; ; pass++) {
      this.#move();
      let worst = 0;
      let size = 1;
      let broken = false;
      let pushing = this.#island.links.length;
      for (let i = 0; i < n; i++) {
        const gap = this.#gapAt(i);
        const isPushing = this.#lambda[3 * i] > 0;
        errors[3 * i] = isPushing ? gap - (this.#g[i] + h * target[i]) : Math.min(0, gap);
        errors[3 * i + 1] = errors[3 * i + 2] = 0;
        this.#shifted[i] = gap;
        if (isPushing) pushing++;
        else if (gap < -1e-13) broken = true;
        worst = Math.max(worst, Math.abs(errors[3 * i]));
        for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(rows[i].point[k]));
      }
      worst = Math.max(worst, this.#linkErrors());
      this.#report.error = worst;
      if (worst <= gapTolerance * size || pass === mostPasses - 1) return;
      if (broken || !pushing || !this.#correct()) this.#again();
    }
  }
  /** The true remainder replaces the linear one in the targets. */
  #again(): void {
    const { h } = this.#span;
    this.#velocitiesAfter(this.#u);
    for (let i = 0; i < this.#contacts; i++)
      this.#corrected[i] = this.#target[i] - (this.#shifted[i] - (this.#g[i] + h * this.#u[3 * i])) / h;
    this.#solveCoulomb(this.#corrected, coulombTolerance);
  }
  /** One least-norm correction with the present set of pushing and sticking rows; false where the set would change. */
  #correct(): boolean {
    const n = this.#contacts;
    const { h } = this.#span;
    const lambda = this.#lambda;
    const least = this.#leastNorm;
    least.begin(this.system.rows);
    for (let i = 0; i < n; i++) {
      const normal = lambda[3 * i];
      if (!(normal > 0)) continue;
      const [t1, t2] = [lambda[3 * i + 1], lambda[3 * i + 2]];
      const sticks = this.#mu[i] > 0 && Math.sqrt(t1 * t1 + t2 * t2) < this.#mu[i] * normal * (1 - 1e-9);
      least.use[i] = sticks ? lines.all : this.#mu[i] > 0 ? lines.slipping : lines.normal;
      least.slip[2 * i] = t1 / normal;
      least.slip[2 * i + 1] = t2 / normal;
      least.wanted[3 * i] = -this.#errors[3 * i] / h;
    }
    for (let i = n; i < this.#n; i++) {
      least.use[i] = lines.all;
      for (let a = 3 * i; a < 3 * i + 3; a++) least.wanted[a] = -this.#errors[a] / h;
    }
    if (!least.solve()) return false;
    least.impulses();
    const { x } = least;
    for (let i = 0; i < n; i++) if (lambda[3 * i] > 0 && lambda[3 * i] + x[3 * i] < 0) return false;
    for (let i = 0; i < this.#n; i++)
      if (least.use[i] !== lines.none) for (let a = 3 * i; a < 3 * i + 3; a++) lambda[a] += x[a];
    return true;
  }

  /** Passes that would add energy are taken back in part; p alone closes the gaps that this leaves. */
  #guardPasses(most: number): boolean {
    if (!this.#blend(this.#first, most)) return false;
    this.#move();
    this.#closeGaps();
    return true;
  }
  /** p alone moves to where rows promised. */
  #closeGaps(): void {
    const { h } = this.#span;
    for (let i = 0; i < this.#contacts; i++)
      this.#want[i] = Math.min(0, this.#rows[i].gap) + (this.#lambda[3 * i] > 0 ? this.#g[i] + h * this.#target[i] : 0);
    this.#displace(this.#want);
  }
  /** Rows that start too close separate slowly: p moves, velocities do not. */
  #separate(): void {
    let any = false;
    for (let i = 0; i < this.#contacts; i++) {
      const { gap } = this.#rows[i];
      this.#want[i] = gap < 0 ? gap + Math.min(-gap, 0.1 * this.thickness) : 0;
      if (gap < -gapTolerance) any = true;
    }
    if (any) this.#displace(this.#want);
  }
  /**
   * p moves by W J^T nu until gaps are at least `want`. A row that was moved once stays where it is wanted: a ball between the floor and a wall
   * that overlaps it would otherwise be pushed back and forth.
   */
  #displace(want: Float64Array): void {
    const least = this.#leastNorm;
    const moved = this.#moved.fill(0);
    for (let round = 0; round < mostDisplacements; round++) {
      let worst = 0;
      least.begin(this.system.rows);
      for (let i = 0; i < this.#contacts; i++) {
        const short = want[i] - gapOf(this.#rows[i], this.pose);
        if (short <= 0 && !moved[i]) continue;
        moved[i] = 1;
        least.use[i] = lines.normal;
        least.wanted[3 * i] = short;
        worst = Math.max(worst, short);
      }
      worst = Math.max(worst, this.#linkErrors());
      for (let i = this.#contacts; i < this.#n; i++) {
        least.use[i] = lines.all;
        for (let a = 3 * i; a < 3 * i + 3; a++) least.wanted[a] = -this.#errors[a];
      }
      this.#report.error = worst;
      if (worst <= gapTolerance || !least.solve()) return;
      this.bodies.displace(this.#island.units, least.dv, this.#span, this.pose);
    }
  }
}
function copy(from: Float64Array, to: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = from[i];
}
