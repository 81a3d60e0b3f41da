/**
 * The numbers of one island in one step, which targets, guards, passes and displacements share: rows as an impulse problem, its impulses, and where they
 * bring the bodies.
 *
 *   u = v0 + kick,  g = max(0, gap),  b = J u - target,  u+ = u + W J^T lambda,  p = drift(q, u+)
 */

import { type Coulomb, coulombTolerance } from '../coulomb/coulomb.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import type { Contradiction } from '../coulomb/newton/contradiction.ts';
import { OneContact } from '../coulomb/one-contact.ts';
import { type CoulombProblem, rowKinds } from '../coulomb/problem.ts';
import { few } from '../coulomb/solver-settings.ts';
import { sizeOf } from '../coulomb/stride.ts';
import { HeapSweeps } from '../coulomb/sweeps/heap-sweeps.ts';
import { WorkingSet } from '../coulomb/working-set.ts';
import { gapOf } from '../detect/gap.ts';
import type { Pose, Row, Side } from '../detect/row.ts';
import type { Bodies } from './bodies.ts';
import { acceptedResidual, type IslandReport } from './island-report.ts';
import type { Island } from './islands.ts';
import type { Links } from './links.ts';
import type { RowsSystem } from './rows-system.ts';
import type { Span } from './span.ts';

/** m: rows that do not push are broken beyond this. */
export const brokenGap = 1e-13;

/** Of the largest impulse, or of the bounds. */
const atBound = 1e-13;
const made = (): Float64Array => new Float64Array(0);

export class IslandProblem {
  readonly report: IslandReport = {
    residual: Number.NaN,
    newtonSteps: 0,
    admmIterations: 0,
    isHeap: false,
    error: Number.NaN,
    addedEnergy: Number.NaN,
    contradiction: undefined,
  };
  island!: Island;
  span!: Span;
  rows: readonly Row[] = [];
  /** contacts, and all rows: those of constraints are behind */
  contacts = 0;
  n = 0;
  /** it is solved by sweeps, to the tolerance that the scene gives: large, contacts between bodies and nodes only */
  isHeap = false;
  readonly sweeps = new HeapSweeps();
  /** m, of the coordinates where it touches */
  size = Number.NaN;
  /** over lines of rows (3n): impulses */
  lambda = made();
  /** velocities after forces, their mean with those before, and a workspace that begins with those before */
  bu = made();
  /** velocities that an impact meets (schemes.ts): bu, but for schemes of several stages */
  bi = made();
  middle = made();
  u = made();
  /** over rows   (n) */
  mu = made();
  kinds = new Uint8Array(0);
  /** normal velocities that are wanted, and gaps at the start that are not taken as touching */
  target = made();
  g = made();
  /** of rows of constraints, velocities that are wanted of impulses; other rows are not read   (3n) */
  linkTarget = made();
  /** whether a contact separates as fast as its target, wherever that leads: struck, with restitution */
  bounces = new Uint8Array(0);
  /** of constraints: whether a bounded row is on the wrong side of its bound */
  linkBroken = false;
  readonly #one = new OneContact();
  readonly #workingSet: WorkingSet;
  #brief = false;
  #mayHalve = false;
  /** m/s: smaller velocities are rounding errors */
  rounding = Number.NaN;
  #b = made();
  /** impulses that the last ones led to */
  #warm = made();
  /** bounds of rows of constraints, N s */
  #lower = made();
  #upper = made();

  constructor(
    readonly system: RowsSystem,
    readonly bodies: Bodies,
    /** of bodies at p */
    readonly pose: Pose,
    readonly thickness: number,
    readonly links: Links,
    private readonly coulomb: Coulomb,
    private readonly contradiction: Contradiction,
    /** of heaps */
    readonly tolerance: number,
  ) {
    this.#workingSet = new WorkingSet(coulomb);
  }
  /** `brief`: solvers give up early; `mayHalve`: a step that is hard to solve may be halved instead. */
  begin(island: Island, span: Span, brief: boolean, mayHalve = brief): void {
    const { rows, links } = island;
    const { report } = this;
    report.residual = report.error = report.addedEnergy = 0;
    report.newtonSteps = report.admmIterations = 0;
    report.contradiction = undefined;
    this.#brief = brief;
    this.#mayHalve = mayHalve;
    this.island = island;
    this.span = span;
    this.rows = rows;
    const contacts = rows.length;
    const n = contacts + links.length;
    this.contacts = contacts;
    this.n = n;
    const { system } = this;
    system.assemble(island, span, this.links);
    const isPlain = n === contacts && !system.solved.any && !system.coupled.any;
    this.isHeap = this.tolerance > coulombTolerance && contacts > few && isPlain;
    report.isHeap = this.isHeap;
    this.#grow();
    this.size = 0;
    const { places } = island;
    const memory = contacts ? rows[0].memory : undefined;
    for (let i = 0; memory && i < contacts; i++)
      for (let k = 3 * places[i]; k < 3 * places[i] + 3; k++)
        this.size = Math.max(this.size, Math.abs(memory.point[k]));
    this.rounding = (4 * Number.EPSILON * this.size) / span.h;
    this.system.velocities(span.freeU, span.q, this.bu);
    for (let i = 0; memory && i < contacts; i++) {
      this.kinds[i] = rowKinds.pushes;
      this.mu[i] = memory.mu[places[i]];
    }
    for (let i = contacts; i < n; i++) this.mu[i] = this.target[i] = this.g[i] = 0;
    this.linkTarget.fill(0, 3 * contacts, 3 * n);
    if (links.length) {
      const numbers = { kinds: this.kinds, lower: this.#lower, upper: this.#upper, velocities: this.bu };
      this.links.prepare(span, island, contacts, numbers);
    }
    this.guess();
    this.lambda.fill(0, 3 * contacts, 3 * n);
    this.system.velocities(span.v0, span.q, this.u);
    const hasStages = span.impactU !== span.freeU;
    if (hasStages) this.system.velocities(span.impactU, span.q, this.bi);
    for (let i = hasStages ? 3 * contacts : 0; i < 3 * n; i++) this.bi[i] = this.bu[i];
    for (let i = 0; i < 3 * n; i++) this.middle[i] = i < 3 * contacts ? 0.5 * (this.u[i] + this.bi[i]) : this.bu[i];
  }
  #grow(): void {
    const { n } = this;
    this.lambda = grown(this.lambda, 3 * n);
    this.#b = grown(this.#b, 3 * n);
    this.bu = grown(this.bu, 3 * n);
    this.bi = grown(this.bi, 3 * n);
    this.middle = grown(this.middle, 3 * n);
    this.u = grown(this.u, 3 * n);
    this.mu = grown(this.mu, n);
    this.kinds = grown(this.kinds, n);
    this.target = grown(this.target, n);
    this.g = grown(this.g, n);
    this.linkTarget = grown(this.linkTarget, 3 * n);
    this.bounces = grown(this.bounces, n);
    this.#lower = grown(this.#lower, n);
    this.#upper = grown(this.#upper, n);
  }
  /** Impulses of contacts are those of the last step. */
  guess(): void {
    if (!this.contacts) return;
    const { guess } = this.rows[0].memory;
    const { places } = this.island;
    for (let i = 0; i < this.contacts; i++)
      for (let k = 0; k < 3; k++) this.lambda[3 * i + k] = guess[3 * places[i] + k];
  }
  /** A step that is hard to solve may be halved instead. */
  get mayHalve(): boolean {
    return this.#mayHalve && !this.isHeap;
  }
  /** The step is to be halved: the rest of the work would be lost. */
  get isUnsolved(): boolean {
    return this.mayHalve && this.report.residual > acceptedResidual;
  }
  /** lambda, for these normal velocities. */
  solveCoulomb(target: Float64Array, tolerance: number): void {
    const { report, n, kinds, mu } = this;
    const b = this.#b;
    copy(this.bu, b, 3 * n);
    for (let i = 0; i < n; i++) b[3 * i] -= target[i];
    for (let a = 3 * this.contacts; a < 3 * n; a++) b[a] -= this.linkTarget[a];
    const [lower, upper, rounding] = [this.#lower, this.#upper, this.rounding];
    const problem: CoulombProblem = { rows: this.system.rows, kinds, b, mu, lower, upper, rounding };
    if (this.isHeap) tolerance = this.tolerance;
    const alone = this.#quick(problem, tolerance);
    if (alone <= tolerance) {
      report.residual = Math.max(report.residual, alone);
      return;
    }
    if (this.#wasContradictory && this.#contradicts(problem)) this.#brief = true;
    const isWarm = n <= few && !this.system.solved.any && sizeOf(this.lambda, 3 * n) > 0;
    let residual = this.#attempt(problem, this.lambda, tolerance);
    if (residual > coulombTolerance && (report.contradiction || this.#contradicts(problem))) {
      report.residual = Math.max(report.residual, residual);
      return;
    }
    // redundant impulses of the last step may lead to where no method gets on, in halves of the step as well; others are found without them
    if (isWarm && residual > coulombTolerance) {
      this.#warm = grown(this.#warm, 3 * n);
      copy(this.lambda, this.#warm, 3 * n);
      this.lambda.fill(0, 0, 3 * n);
      const cold = this.#attempt(problem, this.lambda, tolerance);
      if (cold > residual) copy(this.#warm, this.lambda, 3 * n);
      residual = Math.min(residual, cold);
    }
    if (residual > coulombTolerance && !this.system.solved.any) {
      residual = this.#workingSet.solve(problem, this.lambda, tolerance, residual);
      report.newtonSteps += this.#workingSet.newtonSteps;
    }
    this.#putAtBounds();
    report.residual = Math.max(report.residual, residual);
  }
  /** It is looked for before a problem is solved where the last one was: its parts are nearly the same. */
  #wasContradictory = false;
  #contradicts(problem: CoulombProblem): boolean {
    const found = this.system.solved.any ? undefined : this.contradiction.find(problem);
    this.#wasContradictory = found !== undefined;
    if (!found) return false;
    const { rows, contacts: first, links, island } = this;
    const pairs = found.filter((i) => i < first).map((i) => [rows[i].a, rows[i].b].map(bodyOf) as [string, string]);
    const ids = found.filter((i) => i >= first).map((i) => links.nameOf(island.links[i - first]));
    const contacts = [...new Map(pairs.map((pair) => [pair.join('/'), pair])).values()];
    this.report.contradiction = { contacts, constraints: [...new Set(ids)], speed: this.contradiction.speed };
    return true;
  }
  /**
   * Bounded rows that are at a bound but for rounding are at it: what is told by comparing with the bound, as whether a limit is open, depends on the last digit else. A limit that opened with an impulse of
   * -9e-19 N s of -0.03 to 0 was taken for one that holds, and its step was not solved, in halves neither.
   */
  #putAtBounds(): void {
    const { lambda, contacts, n } = this;
    if (n === contacts) return;
    const size = sizeOf(lambda, 3 * n);
    for (let i = contacts; i < n; i++) {
      if (this.kinds[i] !== rowKinds.bounded) continue;
      const [low, high] = [this.#lower[i], this.#upper[i]];
      const least = atBound * Math.max(size, low > -Infinity ? -low : 0, high < Infinity ? high : 0);
      if (lambda[3 * i] - low <= least) lambda[3 * i] = low;
      else if (high - lambda[3 * i] <= least) lambda[3 * i] = high;
    }
  }
  /** nu without friction, of rows of these kinds, which leaves b + J W J^T nu as rows ask for it: b in m, of places. False where it is not found. */
  solvePlaces(kinds: Uint8Array, b: Float64Array, nu: Float64Array): boolean {
    const { rows } = this.system;
    this.#frictionless = grown(this.#frictionless, this.n);
    const rounding = this.rounding * this.span.h;
    const places = { rows, kinds, b, mu: this.#frictionless, rounding };
    return this.#attempt(places, nu, 0.1 * coulombTolerance) <= coulombTolerance;
  }
  #frictionless = made();
  #attempt(problem: CoulombProblem, lambda: Float64Array, tolerance: number): number {
    const { report } = this;
    const { newtonSteps, admmIterations, residual } = this.coulomb.solve(problem, lambda, tolerance, this.#brief);
    report.newtonSteps += newtonSteps;
    report.admmIterations += admmIterations;
    return residual;
  }
  /** The residual by ways that suffice for most; infinite where there is none. */
  #quick(problem: CoulombProblem, tolerance: number): number {
    if (this.isHeap) return this.sweeps.solve(problem, this.lambda, tolerance);
    return this.system.solved.any ? Infinity : this.#one.solve(problem, this.lambda, tolerance);
  }
  /** J u+ */
  velocitiesAfter(out: Float64Array): void {
    const { n, bu } = this;
    const own = this.system.response.velocities(this.lambda);
    for (let i = 0; i < 3 * n; i++) out[i] = own[i] + bu[i];
  }
  /** u+ and p of the impulses. */
  move(): void {
    this.system.push(this.lambda, this.span);
    this.bodies.drift(this.island.units, this.span, this.pose);
  }
  /** The gap at the start of a row that touches there: what it lacks, or the little that is left. */
  rest(i: number): number {
    return this.g[i] > 0 ? 0 : this.rows[i].gap;
  }
  /** The gap of a row at p, less that rest. */
  gapAt(i: number): number {
    return gapOf(this.rows[i], this.pose) - this.rest(i);
  }
  isAtLower(i: number): boolean {
    return this.lambda[3 * i] <= this.#lower[i];
  }
  isAtUpper(i: number): boolean {
    return this.lambda[3 * i] >= this.#upper[i];
  }
  isWithinBounds(i: number, impulse: number): boolean {
    return impulse >= this.#lower[i] && impulse <= this.#upper[i];
  }
  /**
   * Errors of the rows of constraints at p; returns the largest. A bounded row has one where it is free, or where it is on the wrong side of its
   * bound: broken. `values`: of bounded rows, all the same.
   */
  linkErrors(errors: Float64Array, values?: Float64Array): number {
    const { contacts, n, kinds } = this;
    let worst = 0;
    this.linkBroken = false;
    if (n > contacts) this.links.errorsAt(this.span, this.island, errors, 3 * contacts);
    for (let i = contacts; i < n; i++) {
      if (kinds[i] === rowKinds.bounded) {
        const C = errors[3 * i];
        if (values) values[i] = C;
        const [low, high] = [this.isAtLower(i), this.isAtUpper(i)];
        if ((low && C >= 0) || (high && C <= 0)) errors[3 * i] = 0;
        else if ((low || high) && Math.abs(C) > brokenGap) this.linkBroken = true;
      }
      for (let a = 3 * i; a < 3 * i + 3; a++) worst = Math.max(worst, Math.abs(errors[a]));
    }
    return worst;
  }
}

const bodyOf = ({ collider }: Side): string => collider.placed.body.id;

export function copy(from: Float64Array, to: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = from[i];
}
