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
import { type CoulombReport, coulomb, coulombTolerance } from '../coulomb/coulomb.ts';
import { gapOf } from '../detect/gap.ts';
import type { Pose, Row } from '../detect/row.ts';
import type { Bodies } from './bodies.ts';
import type { Island } from './islands.ts';
import { leastNorm } from './least-norm.ts';
import type { RowsSystem } from './rows-system.ts';

const mostReflections = 50;
const mostPasses = 8;
/** Gaps at the end of a step are this near to what rows promise, m for coordinates of the order of 1 m. */
const gapTolerance = 1e-14;
/** Of the gaps that a step is accepted with. */
export const acceptedGap = 1e-10;
/** First solves are asked for more than is demanded, so that forces at rest have ten digits. */
const firstTolerance = 1e-11;

/** A (sub)step: where it starts and where it goes. All arrays are over the coordinates of the state. */
export interface Span {
  readonly h: number;
  readonly q: Float64Array;
  readonly v0: Float64Array;
  /** velocities and coordinates without contacts */
  readonly freeU: Float64Array;
  readonly freeP: Float64Array;
  /** with contacts */
  readonly u: Float64Array;
  readonly p: Float64Array;
}
export interface IslandReport {
  residual: number;
  newtonSteps: number;
  admmIterations: number;
  /** the largest error of a gap, m */
  error: number;
}

export class IslandSolve {
  readonly #report: IslandReport = { residual: 0, newtonSteps: 0, admmIterations: 0, error: 0 };
  #n = 0;
  #brief = false;
  #rows: readonly Row[] = [];
  #island!: Island;
  #span!: Span;
  #lambda = new Float64Array(0);
  #b = new Float64Array(0);
  #bu = new Float64Array(0);
  #mu = new Float64Array(0);
  #target = new Float64Array(0);
  #g = new Float64Array(0);

  constructor(
    private readonly system: RowsSystem,
    private readonly bodies: Bodies,
    /** of bodies at p */
    private readonly pose: Pose,
    private readonly thickness: number,
  ) {}

  /** Leaves u and p of its units, and the impulses of its rows. `brief`: a step that is hard to solve may be halved instead. */
  solve(island: Island, span: Span, brief: boolean): IslandReport {
    this.#brief = brief;
    const { rows } = island;
    const { system } = this;
    const report = this.#report;
    report.residual = report.newtonSteps = report.admmIterations = report.error = 0;
    const n = rows.length;
    this.#n = n;
    this.#rows = rows;
    this.#island = island;
    this.#span = span;
    this.#grow(n);
    system.assemble(rows, span.q);
    const { h } = span;
    system.velocities(span.freeU, this.#bu);
    const struck = this.#targets(h);
    for (let i = 0; i < n; i++) {
      this.#mu[i] = rows[i].mu;
      this.#lambda.set(rows[i].guess, 3 * i);
    }
    this.#coulomb(this.#target, firstTolerance);
    const most = this.#energyBefore();
    if (struck) this.#guard(most, h);
    const first = this.#lambda.slice(0, 3 * n);
    this.#passes();
    const rest = this.#report.error;
    if (!this.#guardPasses(first, most) && rest > gapTolerance && rest <= acceptedGap) this.#closeGaps();
    this.#separate();
    for (let i = 0; i < n; i++) for (let k = 0; k < 3; k++) rows[i].impulse[k] = this.#lambda[3 * i + k];
    return report;
  }
  #grow(n: number): void {
    if (this.#mu.length === n) return;
    this.#lambda = new Float64Array(3 * n);
    this.#b = new Float64Array(3 * n);
    this.#bu = new Float64Array(3 * n);
    this.#mu = new Float64Array(n);
    this.#target = new Float64Array(n);
    this.#g = new Float64Array(n);
  }
  #coulomb(target: Float64Array, tolerance: number): void {
    const n = this.#n;
    const b = this.#b;
    b.set(this.#bu);
    for (let i = 0; i < n; i++) b[3 * i] -= target[i];
    const done: CoulombReport = coulomb({ n, G: this.system.G, b, mu: this.#mu }, this.#lambda, tolerance, this.#brief);
    const report = this.#report;
    report.newtonSteps += done.newtonSteps;
    report.admmIterations += done.admmIterations;
    report.residual = Math.max(report.residual, done.residual);
  }

  /** Targets of normal velocities; returns whether a row with restitution is struck. */
  #targets(h: number): boolean {
    const n = this.#n;
    const rows = this.#rows;
    const target = this.#target;
    let bouncy = false;
    for (let i = 0; i < n; i++) {
      this.#g[i] = Math.max(0, rows[i].gap);
      target[i] = -this.#g[i] / h;
      if (rows[i].restitution > 0) bouncy = true;
    }
    if (!bouncy) return false;
    const { G } = this.system;
    const N = 3 * n;
    const jv = new Float64Array(N);
    this.system.velocities(this.#span.v0, jv);
    const v = new Float64Array(n);
    const change = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      v[i] = jv[3 * i];
      change[i] = this.#bu[3 * i] - jv[3 * i];
    }
    const isStruck = new Uint8Array(n);
    let any = false;
    for (let round = 0; round < mostReflections; round++) {
      const hit: number[] = [];
      for (let i = 0; i < n; i++)
        if (rows[i].restitution > 0 && v[i] < -1e-12 && this.#g[i] + h * (v[i] + change[i]) < 0) hit.push(i);
      if (!hit.length) break;
      any = true;
      for (const i of hit) isStruck[i] = 1;
      // the least impulses that stop the approach, twice: a problem without friction
      const m = hit.length;
      const problem = {
        n: m,
        G: new Float64Array(9 * m * m),
        b: new Float64Array(3 * m),
        mu: new Float64Array(m),
      };
      for (let r = 0; r < 3 * m; r++) {
        for (let c = 0; c < 3 * m; c++)
          problem.G[r * 3 * m + c] =
            G[(3 * hit[Math.floor(r / 3)] + (r % 3)) * N + 3 * hit[Math.floor(c / 3)] + (c % 3)];
        if (r % 3 === 0) problem.b[r] = v[hit[r / 3]];
      }
      const x = new Float64Array(3 * m);
      coulomb(problem, x, 1e-13);
      for (let i = 0; i < n; i++) for (let k = 0; k < m; k++) v[i] += 2 * G[3 * i * N + 3 * hit[k]] * x[3 * k];
    }
    for (let i = 0; i < n; i++) if (isStruck[i]) target[i] = rows[i].restitution * Math.max(0, v[i]);
    return any;
  }

  /** What impulses may add to the kinetic energy after the kick, J: what the kick took, or nothing. */
  #energyBefore(): number {
    const { v0, freeU, q } = this.#span;
    return Math.max(0, -this.bodies.workOfForces(this.#island.units, q, v0, freeU));
  }
  /** lambda.J u + lambda.G lambda/2 */
  #energyOf(lambda: Float64Array): number {
    const N = 3 * this.#n;
    const { G } = this.system;
    let sum = 0;
    for (let i = 0; i < N; i++) {
      let row = 0;
      for (let j = 0; j < N; j++) row += G[i * N + j] * lambda[j];
      sum += lambda[i] * (this.#bu[i] + 0.5 * row);
    }
    return sum;
  }
  /** lambda between `low`, which is admissible, and its present value, as near to that as the energy allows. */
  #blend(low: Float64Array, most: number): boolean {
    const lambda = this.#lambda;
    const atLow = this.#energyOf(low);
    const atHigh = this.#energyOf(lambda);
    const limit = Math.max(most, atLow);
    const scale = Math.abs(atLow) + Math.abs(atHigh) + most;
    if (atHigh <= limit + 1e-14 * scale) return false;
    // a quadratic in theta through both ends
    const middle = new Float64Array(lambda.length);
    for (let i = 0; i < middle.length; i++) middle[i] = 0.5 * (low[i] + lambda[i]);
    const atMiddle = this.#energyOf(middle);
    const a = 2 * (atLow + atHigh - 2 * atMiddle);
    const b = atHigh - atLow - a;
    const c = atLow - limit;
    const root = a > 0 ? (-b + Math.sqrt(Math.max(0, b * b - 4 * a * c))) / (2 * a) : -c / b;
    const theta = Math.min(1, Math.max(0, root));
    for (let i = 0; i < lambda.length; i++) lambda[i] = low[i] + theta * (lambda[i] - low[i]);
    return true;
  }
  #guard(most: number, h: number): void {
    if (this.#energyOf(this.#lambda) <= most * (1 + 1e-14)) return;
    const high = this.#lambda.slice();
    const target0 = this.#target.map((_, i) => -this.#g[i] / h);
    for (let i = 0; i < this.#n; i++) this.#lambda.set(this.#rows[i].guess, 3 * i);
    this.#coulomb(target0, firstTolerance);
    const low = this.#lambda.slice();
    this.#lambda.set(high);
    this.#blend(low, most);
    // the promise of struck rows is what is left of it
    const u = new Float64Array(3 * this.#n);
    this.#normals(u);
    for (let i = 0; i < this.#n; i++) if (this.#lambda[3 * i] > 0) this.#target[i] = u[3 * i];
  }
  /** J u+ */
  #normals(out: Float64Array): void {
    const N = 3 * this.#n;
    const { G } = this.system;
    for (let i = 0; i < N; i++) {
      let sum = this.#bu[i];
      for (let j = 0; j < N; j++) sum += G[i * N + j] * this.#lambda[j];
      out[i] = sum;
    }
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
  /** Until true gaps are what the linear rows promised. */
  #passes(): void {
    const n = this.#n;
    const rows = this.#rows;
    const { h } = this.#span;
    const target = this.#target;
    const errors = new Float64Array(n);
    const u = new Float64Array(3 * n);
    const shifted = new Float64Array(n);
    for (let pass = 0; ; pass++) {
      this.#move();
      let worst = 0;
      let size = 1;
      let broken = false;
      let pushing = 0;
      for (let i = 0; i < n; i++) {
        const gap = this.#gapAt(i);
        const isPushing = this.#lambda[3 * i] > 0;
        errors[i] = isPushing ? gap - (this.#g[i] + h * target[i]) : Math.min(0, gap);
        shifted[i] = gap;
        if (isPushing) pushing++;
        else if (gap < -1e-13) broken = true;
        worst = Math.max(worst, Math.abs(errors[i]));
        for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(rows[i].point[k]));
      }
      this.#report.error = worst;
      if (worst <= gapTolerance * size || pass === mostPasses - 1) return;
      // the true remainder replaces the linear one in the targets
      const again = (): void => {
        this.#normals(u);
        const corrected = new Float64Array(n);
        for (let i = 0; i < n; i++) corrected[i] = target[i] - (shifted[i] - (this.#g[i] + h * u[3 * i])) / h;
        this.#coulomb(corrected, coulombTolerance);
      };
      if (broken || !pushing) again();
      else if (!this.#correct(errors)) again();
    }
  }
  /** One least-norm correction with the present set of pushing and sticking rows; false where the set would change. */
  #correct(errors: Float64Array): boolean {
    const n = this.#n;
    const N = 3 * n;
    const { h } = this.#span;
    const lambda = this.#lambda;
    const list: number[] = [];
    for (let i = 0; i < n; i++) if (lambda[3 * i] > 0) list.push(3 * i);
    const normals = list.length;
    for (let i = 0; i < n; i++) {
      if (!(lambda[3 * i] > 0 && this.#mu[i] > 0)) continue;
      const t = Math.sqrt(lambda[3 * i + 1] * lambda[3 * i + 1] + lambda[3 * i + 2] * lambda[3 * i + 2]);
      if (t < this.#mu[i] * lambda[3 * i] * (1 - 1e-9)) list.push(3 * i + 1, 3 * i + 2);
    }
    const m = list.length;
    const sticking = new Uint8Array(n);
    for (let r = normals; r < m; r++) sticking[Math.floor(list[r] / 3)] = 1;
    // slipping rows: the tangential impulse follows the normal one
    const full = this.system.G;
    const G = new Float64Array(m * m);
    for (let c = 0; c < m; c++) {
      const at = list[c];
      const slips = c < normals && !sticking[at / 3];
      const s1 = slips ? lambda[at + 1] / lambda[at] : 0;
      const s2 = slips ? lambda[at + 2] / lambda[at] : 0;
      for (let r = 0; r < m; r++) {
        const row = list[r] * N + at;
        G[r * m + c] = full[row] + (slips ? s1 * full[row + 1] + s2 * full[row + 2] : 0);
      }
    }
    const x = new Float64Array(m);
    for (let r = 0; r < normals; r++) x[r] = -errors[list[r] / 3] / h;
    if (!leastNorm(G, m, x)) return false;
    for (let r = 0; r < normals; r++) if (lambda[list[r]] + x[r] < 0) return false;
    for (let r = 0; r < normals; r++) {
      const i = list[r] / 3;
      if (sticking[i]) continue;
      const factor = (lambda[list[r]] + x[r]) / lambda[list[r]];
      lambda[3 * i + 1] *= factor;
      lambda[3 * i + 2] *= factor;
    }
    for (let r = 0; r < m; r++) lambda[list[r]] += x[r];
    return true;
  }

  /** Passes that would add energy are taken back in part; p alone closes the gaps that this leaves. */
  #guardPasses(first: Float64Array, most: number): boolean {
    if (!this.#blend(first, most)) return false;
    this.#move();
    this.#closeGaps();
    return true;
  }
  /** p alone moves to where rows promised. */
  #closeGaps(): void {
    const n = this.#n;
    const { h } = this.#span;
    const want = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      want[i] = Math.min(0, this.#rows[i].gap) + (this.#lambda[3 * i] > 0 ? this.#g[i] + h * this.#target[i] : 0);
    }
    this.#displace(want);
  }
  /** Rows that start too close separate slowly: p moves, velocities do not. */
  #separate(): void {
    const n = this.#n;
    const want = new Float64Array(n);
    let any = false;
    for (let i = 0; i < n; i++) {
      const { gap } = this.#rows[i];
      want[i] = gap < 0 ? gap + Math.min(-gap, 0.1 * this.thickness) : 0;
      if (gap < -gapTolerance) any = true;
    }
    if (any) this.#displace(want);
  }
  /** p moves by W J^T nu until gaps are at least `want`. */
  #displace(want: Float64Array): void {
    const n = this.#n;
    const N = 3 * n;
    for (let round = 0; round < 6; round++) {
      const list: number[] = [];
      const errors: number[] = [];
      let worst = 0;
      for (let i = 0; i < n; i++) {
        const short = want[i] - gapOf(this.#rows[i], this.pose);
        if (short <= 0) continue;
        list.push(3 * i);
        errors.push(short);
        worst = Math.max(worst, short);
      }
      this.#report.error = worst;
      if (worst <= gapTolerance) return;
      const m = list.length;
      const G = new Float64Array(m * m);
      for (let r = 0; r < m; r++) for (let c = 0; c < m; c++) G[r * m + c] = this.system.G[list[r] * N + list[c]];
      const x = Float64Array.from(errors);
      if (!leastNorm(G, m, x)) return;
      const nu = new Float64Array(N);
      for (let r = 0; r < m; r++) nu[list[r]] = x[r];
      this.bodies.displace(this.#island.units, this.system, nu, this.#span, this.pose);
    }
  }
}
