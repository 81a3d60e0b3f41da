/**
 * The impulses of one island in one step.                                                          [contact notes, sec. 3]
 *
 *   u = v0 + kick,  g = max(0, gap),  target = -g/h
 *   restitution: generalised reflections of v0 find which rows are struck; there target = e max(0, n.v)
 *   lambda = coulomb(G, n.u - target, t.u),  u+ = u + W J^T lambda
 *   guard: restitution with friction may raise neither the kinetic energy nor the total, lambda.J (v0 + u+) <= 0;
 *          lambda = lambda0 + theta (lambda - lambda0), lambda0 with e = 0
 *   p = drift(q, u+); passes bring true gaps at p to what the linear rows promised
 * Restitution reads the velocity before the kick: a ball with e = 1 keeps its height over 4000 steps; with u it grows to 2.9.
 * g >= 0 makes rest admissible: no row adds energy, and neither penetration terms nor slop are needed.
 * The passes may not add energy either: beyond that of the first solve the rest of the gap is closed by moving p alone. Of the total they may
 * add what a lagging velocity shows: without restitution lambda.J (v0 + u+) / 2 <= k M k / 8, k the kick of forces, since lambda.J u+ <= 0.
 *
 * Long because targets, guards, passes and displacements work on the same numbers of an island.
 */
import { Coulomb, coulombTolerance } from '../coulomb/coulomb.ts';
import { ImpulseEnergy } from '../coulomb/impulse-energy.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import { LeastNorm, lines } from '../coulomb/least-norm.ts';
import { type CoulombProblem, rowKinds } from '../coulomb/problem.ts';
import { UnitStructures } from '../coulomb/unit-structure.ts';
import { gapOf } from '../detect/gap.ts';
import { type Pose, type Row, rowTypes } from '../detect/row.ts';
import type { Bodies } from './bodies.ts';
import { Displacement } from './displacement.ts';
import { acceptedGap, gapTolerance, type IslandReport } from './island-report.ts';
import type { Island } from './islands.ts';
import type { Links } from './links.ts';
import { Reflections } from './reflections.ts';
import type { RowsSystem } from './rows-system.ts';
import { isStaged } from './schemes.ts';
import type { Span } from './span.ts';

const mostPasses = 12;
/** m: rows that do not push are broken beyond this. */
const brokenGap = 1e-13;
/** m: errors below are not looked at for growth. */
const spoilt = 1e-12;
/** Of the thickness: gaps that passes leave are closed by moving p alone up to this, which no velocity feels. */
const closable = 1e-3;
/**
 * Of the thickness: rows that are closer touch, and are not brought closer. Where faces meet, rows are redundant, and rests of gaps divided by the
 * step are targets that contradict each other: two soft faces that rest on each other were not solved to more than 1e-7.
 */
export const touching = 1e-3;
/** First solves are asked for more than is demanded, so that forces at rest have ten digits. */
const firstTolerance = 1e-11;
/** m/s, and of the speed that the impulse of a contact gives: what slips slower sticks. Residuals leave a tenth of that. */
export const still = 1e-9;

const solvedReport: IslandReport = { residual: 0, newtonSteps: 0, admmIterations: 0, error: 0, addedEnergy: 0 };
const made = (): Float64Array => new Float64Array(0);

export class IslandSolve {
  readonly #report: IslandReport = { ...solvedReport };
  readonly #structures = new UnitStructures();
  readonly #coulomb = new Coulomb(this.#structures);
  readonly #leastNorm = new LeastNorm(this.#structures);
  readonly #reflections = new Reflections(this.#structures);
  readonly #energy = new ImpulseEnergy();
  /** contacts, and all rows: those of constraints are behind */
  #contacts = 0;
  #n = 0;
  #brief = false;
  #rounding = 0;
  #rows: readonly Row[] = [];
  #island!: Island;
  #span!: Span;
  /** over lines of rows   (3n) */
  #lambda = made();
  #b = made();
  #bu = made();
  /** velocities that an impact meets */
  #bi = made();
  /** the mean of those before and after forces */
  #middle = made();
  #u = made();
  #first = made();
  #best = made();
  #low = made();
  #errors = made();
  /** over rows   (n) */
  #rho = made();
  #mu = made();
  #kinds = new Uint8Array(0);
  #target = made();
  /** bounds of rows of constraints, N s */
  #lower = made();
  #upper = made();
  #shifted = made();
  #corrected = made();
  #g = made();
  #want = made();
  /** over the velocities of units */
  #motion = made();

  constructor(
    private readonly system: RowsSystem,
    private readonly bodies: Bodies,
    /** of bodies at p */
    private readonly pose: Pose,
    private readonly thickness: number,
    private readonly links: Links,
  ) {
    this.#displacement = new Displacement(system, bodies, pose, this.#leastNorm);
  }
  readonly #displacement: Displacement;

  /** Leaves u and p of its units, and the impulses of its rows. `brief`: a step that is hard to solve may be halved instead. */
  solve(island: Island, span: Span, brief: boolean): IslandReport {
    const { system } = this;
    const report = this.#report;
    const { h } = span;
    this.#begin(island, span, brief);
    system.velocities(span.v0, span.q, this.#u);
    if (span.impactU !== span.freeU) system.velocities(span.impactU, span.q, this.#bi);
    const asFree = span.impactU === span.freeU ? 0 : 3 * this.#contacts;
    for (let i = asFree; i < 3 * this.#n; i++) this.#bi[i] = this.#bu[i];
    for (let i = 0; i < 3 * this.#n; i++)
      this.#middle[i] = i < 3 * this.#contacts ? 0.5 * (this.#u[i] + this.#bi[i]) : this.#bu[i];
    const struck = this.#targets(h);
    this.#solveCoulomb(this.#target, firstTolerance);
    if (this.#isUnsolved) return report;
    const most = this.#energyBefore();
    if (struck) this.#guard(most, h);
    copy(this.#lambda, this.#first, 3 * this.#n);
    this.#passes();
    if (this.#isUnsolved) return report;
    // a step that is solved again cannot move p alone
    if (!system.solved.any) {
      const { error } = report;
      if (!this.#guardPasses(most) && error > gapTolerance && error <= closable * this.thickness) this.#closeGaps();
      this.#separate();
      report.addedEnergy = Math.max(0, Math.min(this.#energyOver(this.#bu), this.#energyOver(this.#bi)) - most);
    }
    this.#keep();
    return report;
  }
  /** Velocities at q alone, where nothing moves any more: leaves u of its units, and the impulses of its rows. No row is struck. */
  settle(island: Island, span: Span): IslandReport {
    this.#begin(island, span, false);
    // a body that kicks and drifts may approach another one: the next step stops it
    for (let i = 0; i < this.#contacts; i++) {
      const { a, b } = this.#rows[i];
      this.#target[i] = isStaged(a.collider) || isStaged(b.collider) ? 0 : Math.min(0, this.#bu[3 * i]);
    }
    for (let i = this.#contacts; i < this.#n; i++)
      if (this.#kinds[i] === rowKinds.bounded) this.#kinds[i] = rowKinds.absent;
    this.#solveCoulomb(this.#target, firstTolerance);
    this.system.push(this.#lambda, span);
    this.#report.addedEnergy = Math.max(0, this.#energyOver(this.#bu));
    this.#keep();
    return this.#report;
  }
  #energyOver(velocities: Float64Array): number {
    return this.#energy.of(this.system.rows, this.#lambda, velocities);
  }
  #begin(island: Island, span: Span, brief: boolean): void {
    const { rows } = island;
    this.#brief = brief;
    Object.assign(this.#report, solvedReport);
    this.#contacts = rows.length;
    this.#n = rows.length + island.links.length;
    this.#rows = rows;
    this.#island = island;
    this.#span = span;
    this.system.assemble(island, span, this.links);
    this.#grow();
    this.#rounding = (4 * Number.EPSILON * this.#size()) / span.h;
    this.system.velocities(span.freeU, span.q, this.#bu);
    for (let i = 0; i < this.#contacts; i++) {
      this.#kinds[i] = rowKinds.pushes;
      this.#mu[i] = rows[i].mu;
      for (let k = 0; k < 3; k++) this.#lambda[3 * i + k] = rows[i].guess[k];
    }
    for (let i = this.#contacts; i < this.#n; i++) this.#mu[i] = this.#target[i] = this.#g[i] = this.#corrected[i] = 0;
    if (island.links.length) this.links.prepare(span, island, this.#contacts, this.#linkNumbers);
    this.#lambda.fill(0, 3 * this.#contacts, 3 * this.#n);
  }
  #keep(): void {
    for (let i = 0; i < this.#contacts; i++)
      for (let k = 0; k < 3; k++) this.#rows[i].impulse[k] = this.#lambda[3 * i + k];
    this.#findSticking();
    this.links.keepImpulses(this.#island.links, this.#lambda, 3 * this.#contacts);
  }
  /**
   * A contact sticks where it does not slip, also at its bound: at the foot of a block that is pulled, the corners that carry least reach
   * their bounds before the block lets go, and friction in motion there would let it go early.
   */
  #findSticking(): void {
    const { rows } = this.system;
    rows.scales(this.#rho);
    this.#velocitiesAfter(this.#u);
    for (let i = 0; i < this.#contacts; i++) {
      const [u1, u2] = [this.#u[3 * i + 1], this.#u[3 * i + 2]];
      const push = this.#lambda[3 * i] / this.#rho[i];
      this.#rows[i].sticks = this.#mu[i] > 0 && Math.sqrt(u1 * u1 + u2 * u2) <= still * (1 + push);
    }
  }
  /** Of the coordinates where it touches, m. */
  #size(): number {
    let size = 0;
    for (let i = 0; i < this.#contacts; i++)
      for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(this.#rows[i].point[k]));
    return size;
  }
  #grow(): void {
    const n = this.#n;
    this.#lambda = grown(this.#lambda, 3 * n);
    this.#b = grown(this.#b, 3 * n);
    this.#bu = grown(this.#bu, 3 * n);
    this.#bi = grown(this.#bi, 3 * n);
    this.#middle = grown(this.#middle, 3 * n);
    this.#u = grown(this.#u, 3 * n);
    this.#first = grown(this.#first, 3 * n);
    this.#best = grown(this.#best, 3 * n);
    this.#low = grown(this.#low, 3 * n);
    this.#errors = grown(this.#errors, 3 * n);
    this.#rho = grown(this.#rho, n);
    this.#mu = grown(this.#mu, n);
    this.#kinds = grown(this.#kinds, n);
    this.#target = grown(this.#target, n);
    this.#shifted = grown(this.#shifted, n);
    this.#corrected = grown(this.#corrected, n);
    this.#lower = grown(this.#lower, n);
    this.#upper = grown(this.#upper, n);
    this.#g = grown(this.#g, n);
    this.#want = grown(this.#want, n);
    this.#motion = grown(this.#motion, this.system.rows.size);
  }
  get #problem(): CoulombProblem {
    const { rows } = this.system;
    const bounds = { lower: this.#lower, upper: this.#upper };
    return { rows, kinds: this.#kinds, b: this.#b, mu: this.#mu, ...bounds, rounding: this.#rounding };
  }
  get #linkNumbers(): Parameters<Links['prepare']>[3] {
    return { kinds: this.#kinds, lower: this.#lower, upper: this.#upper, velocities: this.#bu };
  }
  /** The step is to be halved: the rest of the work would be lost. */
  get #isUnsolved(): boolean {
    return this.#brief && this.#report.residual > coulombTolerance;
  }
  #solveCoulomb(target: Float64Array, tolerance: number): void {
    const b = this.#b;
    copy(this.#bu, b, 3 * this.#n);
    for (let i = 0; i < this.#n; i++) b[3 * i] -= target[i];
    const done = this.#coulomb.solve(this.#problem, this.#lambda, tolerance, this.#brief);
    this.#report.newtonSteps += done.newtonSteps;
    this.#report.admmIterations += done.admmIterations;
    this.#report.residual = Math.max(this.#report.residual, done.residual);
  }

  /** Targets of normal velocities; returns whether a row with restitution is struck. */
  #targets(h: number): boolean {
    const n = this.#contacts;
    const rows = this.#rows;
    const target = this.#target;
    let bouncy = false;
    for (let i = 0; i < n; i++) {
      this.#g[i] = rows[i].gap > touching * this.thickness ? rows[i].gap : 0;
      target[i] = -this.#g[i] / h;
      // rows that start too close separate slowly: here with a velocity, elsewhere `#separate` moves p alone
      if (this.system.solved.any && rows[i].gap < 0) target[i] = Math.min(-rows[i].gap, 0.1 * this.thickness) / h;
      if (rows[i].restitution > 0) bouncy = true;
    }
    if (!bouncy) return false;
    const reflected = this.#reflections.find(this.system.rows, rows, this.#kinds, this.#g, h, this.#u, this.#bu);
    if (!reflected) return false;
    const { struck, v } = this.#reflections;
    // of several stages forces act after an impact
    for (let i = 0; i < n; i++)
      if (struck[i]) {
        const after = this.#bu[3 * i] - this.#bi[3 * i];
        target[i] = Math.max(target[i], rows[i].restitution * Math.max(0, v[i]) + after);
      }
    return true;
  }
  /** What impulses may add to the kinetic energy after the kick, J: what the kick took, or nothing. */
  #energyBefore(): number {
    const { v0, impactU, q } = this.#span;
    return Math.max(0, -this.bodies.workOfForces(this.#island.units, q, v0, impactU));
  }
  /** k M k / 8 */
  #staggering(): number {
    const { v0, impactU, q } = this.#span;
    return 0.25 * this.bodies.energyOfImpulse(this.#island.units, q, v0, impactU);
  }
  #guard(most: number, h: number): void {
    if (!this.#addsEnergy(this.#bi, most) && !this.#addsEnergy(this.#middle, 0)) return;
    const N = 3 * this.#n;
    copy(this.#lambda, this.#first, N);
    for (let i = 0; i < this.#contacts; i++) {
      this.#corrected[i] = -this.#g[i] / h;
      for (let k = 0; k < 3; k++) this.#lambda[3 * i + k] = this.#rows[i].guess[k];
    }
    this.#corrected.fill(0, this.#contacts, this.#n);
    this.#solveCoulomb(this.#corrected, firstTolerance);
    copy(this.#lambda, this.#low, N);
    copy(this.#first, this.#lambda, N);
    this.#energy.blend(this.system.rows, this.#low, this.#lambda, this.#bi, most);
    this.#energy.blend(this.system.rows, this.#low, this.#lambda, this.#middle, 0);
    // the promise of struck rows is what is left of it
    this.#velocitiesAfter(this.#u);
    for (let i = 0; i < this.#contacts; i++) if (this.#lambda[3 * i] > 0) this.#target[i] = this.#u[3 * i];
  }
  #addsEnergy(velocities: Float64Array, most: number): boolean {
    const energy = this.#energy.of(this.system.rows, this.#lambda, velocities);
    return energy > most + 1e-14 * (this.#energy.size + most);
  }
  /** J u+ */
  #velocitiesAfter(out: Float64Array): void {
    const { rows } = this.system;
    rows.spread(this.#lambda, this.#motion);
    rows.velocities(this.#motion, out);
    for (let i = 0; i < 3 * this.#n; i++) out[i] += this.#bu[i];
  }

  #move(): void {
    this.system.push(this.#lambda, this.#span);
    this.bodies.drift(this.#island.units, this.#span, this.pose);
  }
  /** The gap at the start of a row that touches there: what it lacks, or the little that is left. */
  #rest(i: number): number {
    return this.#g[i] > 0 ? 0 : this.#rows[i].gap;
  }
  /** The gap of a row at p, less that rest. */
  #gapAt(i: number): number {
    return gapOf(this.#rows[i], this.pose) - this.#rest(i);
  }
  /**
   * Errors of the rows of constraints at p; returns the largest. A bounded row has one where it is free, or where it is on the wrong side of its
   * bound: broken.
   */
  #linkErrors(): number {
    const { links } = this.#island;
    const [errors, n] = [this.#errors, this.#contacts];
    let worst = 0;
    this.#linkBroken = false;
    if (links.length) this.links.errorsAt(this.#span, this.#island, errors, 3 * n);
    for (let i = n; i < this.#n; i++) {
      if (this.#kinds[i] === rowKinds.bounded) {
        const C = errors[3 * i];
        this.#shifted[i] = C;
        const [low, high] = [this.#isAtLower(i), this.#isAtUpper(i)];
        if ((low && C >= 0) || (high && C <= 0)) errors[3 * i] = 0;
        else if ((low || high) && Math.abs(C) > brokenGap) this.#linkBroken = true;
      }
      for (let a = 3 * i; a < 3 * i + 3; a++) worst = Math.max(worst, Math.abs(errors[a]));
    }
    return worst;
  }
  #linkBroken = false;
  #isAtLower(i: number): boolean {
    return this.#lambda[3 * i] <= this.#lower[i];
  }
  #isAtUpper(i: number): boolean {
    return this.#lambda[3 * i] >= this.#upper[i];
  }
  /** Until true gaps are what the linear rows promised. */
  #passes(): void {
    const n = this.#contacts;
    const { h } = this.#span;
    const target = this.#target;
    const errors = this.#errors;
    const size = this.#size();
    let least = Infinity;
    for (let pass = 0; ; pass++) {
      this.#move();
      let worst = 0;
      let broken = false;
      let pushing = this.#island.links.length;
      for (let i = 0; i < n; i++) {
        const gap = this.#gapAt(i);
        const isPushing = this.#lambda[3 * i] > 0;
        errors[3 * i] = isPushing ? gap - (this.#g[i] + h * target[i]) : Math.min(0, gap);
        errors[3 * i + 1] = errors[3 * i + 2] = 0;
        this.#shifted[i] = gap;
        if (isPushing) pushing++;
        else if (gap < -brokenGap) broken = true;
        worst = Math.max(worst, Math.abs(errors[3 * i]));
      }
      worst = Math.max(worst, this.#linkErrors());
      if (this.#linkBroken) broken = true;
      this.#report.error = worst;
      if (worst <= gapTolerance * Math.max(1, size)) return;
      // rows that are nearly the same, and slip in different directions, may end worse than they were
      if (worst > spoilt && worst > 10 * least) {
        copy(this.#best, this.#lambda, 3 * this.#n);
        this.#move();
        this.#report.error = least;
        return;
      }
      if (pass === mostPasses - 1) return;
      if (worst < least) copy(this.#lambda, this.#best, 3 * this.#n);
      least = Math.min(least, worst);
      if (broken || !pushing || !this.#correct()) this.#again();
      if (this.#isUnsolved) return;
    }
  }
  /** The true remainder replaces the linear one in the targets. */
  #again(): void {
    const { h } = this.#span;
    this.#velocitiesAfter(this.#u);
    for (let i = 0; i < this.#n; i++)
      this.#corrected[i] =
        this.#kinds[i] === rowKinds.holds
          ? 0
          : this.#target[i] - (this.#shifted[i] - (this.#g[i] + h * this.#u[3 * i])) / h;
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
      const isBounded = this.#kinds[i] === rowKinds.bounded;
      if (isBounded && (this.#isAtLower(i) || this.#isAtUpper(i))) continue;
      least.use[i] = isBounded ? lines.normal : lines.all;
      for (let a = 3 * i; a < 3 * i + 3; a++) least.wanted[a] = -this.#errors[a] / h;
    }
    if (!least.solve()) return false;
    least.impulses();
    const { x } = least;
    for (let i = 0; i < n; i++) if (lambda[3 * i] > 0 && lambda[3 * i] + x[3 * i] < 0) return false;
    for (let i = n; i < this.#n; i++) {
      if (this.#kinds[i] !== rowKinds.bounded || least.use[i] === lines.none) continue;
      const changed = lambda[3 * i] + x[3 * i];
      if (changed < this.#lower[i] || changed > this.#upper[i]) return false;
    }
    for (let i = 0; i < this.#n; i++)
      if (least.use[i] !== lines.none) for (let a = 3 * i; a < 3 * i + 3; a++) lambda[a] += x[a];
    return true;
  }

  /** Passes that would add energy are taken back in part; p alone closes the gaps that this leaves. */
  #guardPasses(most: number): boolean {
    const { rows } = this.system;
    const kinetic = this.#energy.blend(rows, this.#first, this.#lambda, this.#bi, most);
    const total = this.#energy.blend(rows, this.#first, this.#lambda, this.#middle, this.#staggering());
    if (!kinetic && !total) return false;
    this.#move();
    this.#closeGaps();
    return true;
  }
  /** p alone moves to where rows touch: a bounce that was taken back in part is no place to move to. */
  #closeGaps(): void {
    for (let i = 0; i < this.#contacts; i++) this.#want[i] = this.#rest(i);
    this.#report.error = this.#displaceBy();
  }
  /** Rows that start too close separate slowly: p moves, velocities do not. */
  #separate(): void {
    let any = false;
    for (let i = 0; i < this.#contacts; i++) {
      const { gap, type } = this.#rows[i];
      // a crease that the certificate found stays as it is
      const by = type === rowTypes.linear ? 0 : Math.min(-gap, 0.1 * this.thickness);
      this.#want[i] = gap < 0 ? gap + by : 0;
      if (gap < -gapTolerance && by > 0) any = true;
    }
    if (!any) return;
    this.bodies.keep(this.#island.units, this.#span);
    const error = this.#displaceBy();
    if (error <= acceptedGap) this.#report.error = error;
    // rows contradict each other: they stay as close as they are
    else this.bodies.putBack(this.#island.units, this.#span, this.pose);
  }
  #displaceBy(): number {
    const [kinds, errors] = [this.#kinds, this.#errors];
    return this.#displacement.until(this.#want, this.#island, this.#span, kinds, errors, () => this.#placeErrors());
  }
  /** Errors that p alone can mend: motors have none. */
  #placeErrors(): void {
    this.#linkErrors();
    const { links } = this.#island;
    for (let k = 0; k < links.length; k++) {
      const i = this.#contacts + k;
      if (this.#kinds[i] === rowKinds.bounded && !this.links.isOneSided(links[k])) this.#errors[3 * i] = 0;
    }
  }
}
function copy(from: Float64Array, to: Float64Array, count: number): void {
  to.set(from.subarray(0, count));
}
