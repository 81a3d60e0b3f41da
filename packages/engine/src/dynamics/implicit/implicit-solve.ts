/**
 * Bodies under implicit Euler: f at the end of the step, to first order.          [GBT06, eq. 10; errata: E4]
 *
 *   M dv = h f(q + h (v + dv), v + dv)     =>     S dv = h (f + h K v),    S = M - h D - h^2 K
 *
 * with K = df/dq and D = df/dv over all coordinates of a body, its drag in D. This is the increment of v; in the form
 * S v^{t+h} = M v + h f, as it is often written, f has to be that without damping, or damping acts twice.
 *
 * A force g put inside the solve moves all of the body: p by h^2 S^-1 g, u by h S^-1 g, not by h^2 W g and h W g. Those are
 * what a constraint does after it (`post`). For constraints inside (`schur`) each body is a factorised compliance.
 *
 * Each body is solved separately, by conjugate gradients: its motion does not depend on other bodies, not even in the last bit; each
 * takes as many iterations as it needs; and where S is not positive definite, the body is known. The iteration starts from the last
 * dv, which is v - u and part of every snapshot.
 */

import { Refusal } from '../../base/refusal.ts';
import type { BodyCompliance, InverseCompliance, Response, SolveReport } from '../../constraints/compliance.ts';
import type { StepReport } from '../../constraints/method.ts';
import type { Placed } from '../../forces/placed.ts';
import type { CgReport } from '../../linalg/iterative/cg.ts';
import { ownOf, type State } from '../../state/state.ts';
import { type ImplicitSystem, implicitSystem } from './implicit-system.ts';

export interface ImplicitOptions {
  /** relative residual of the solve, unless rounding is larger */
  readonly tolerance?: number;
}
export const implicitDefaults = { tolerance: 1e-12 } as const;

export class ImplicitBodies {
  readonly #bodies: readonly ImplicitBody[];

  constructor(placed: readonly Placed[], state: State, options: ImplicitOptions = {}) {
    const { tolerance } = { ...implicitDefaults, ...options };
    this.#bodies = placed.map((p) => new ImplicitBody(p, state, tolerance));
  }
  /** What forces inside the solve do, body by body. */
  get compliances(): readonly BodyCompliance[] {
    return this.#bodies;
  }
  /** u = v + dv; f is in its column */
  advance(): void {
    for (let i = 0; i < this.#bodies.length; i++) this.#bodies[i].advance();
  }
  /** Of the last solve of each body. */
  get reports(): readonly CgReport[] {
    return this.#bodies.map((b) => b.report);
  }
  stepReports(): StepReport[] {
    return this.#bodies.map((b) => b.stepReport());
  }
  release(): void {
    for (const body of this.#bodies) body.release();
  }
}

/** A solution with a larger residual is refused. */
const poor = 1e-6;

class ImplicitBody implements BodyCompliance, InverseCompliance {
  readonly form = 'factorised';
  readonly responses: readonly Response[] = ['c', 'd'];
  readonly constant = false;
  readonly inverse: InverseCompliance = this;
  readonly start: number;
  readonly size: number;
  readonly #system: ImplicitSystem;
  /** M + h drag M, 0 for what cannot move */
  readonly #inertia: Float64Array;
  readonly #b: Float64Array;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  /** no node of it is fixed */
  readonly #free: boolean;
  /** the relative residual that rounding allows */
  #rounding = 0;
  report: CgReport = { iterations: 0, residual: 0, positive: true };

  constructor(
    private readonly placed: Placed,
    private readonly state: State,
    private readonly wanted: number,
  ) {
    const { body, start, size } = placed;
    [this.start, this.size] = [start, size];
    this.#system = implicitSystem(placed, state);
    const numbers = (): Float64Array => new Float64Array(size);
    [this.#inertia, this.#b, this.#x, this.#y] = [1, 2, 3, 4].map(numbers);
    const w = this.#own('w');
    this.#free = body.coordinates === 3 * body.nodeCount && w.subarray(0, body.coordinates).every((wi) => wi > 0);
  }
  #own(column: string): Float64Array {
    return ownOf(this.state, column, this.placed);
  }

  advance(): void {
    const { h } = this.state;
    const [v, u, f] = ['v', 'u', 'f'].map((name) => this.#own(name));
    const [b, dv, inertia] = [this.#b, this.#x, this.#inertia];
    this.#prepare(h);
    this.#system.stiffness(v, b);
    for (let i = 0; i < b.length; i++) {
      b[i] = inertia[i] > 0 ? h * f[i] - b[i] : 0;
      dv[i] = inertia[i] > 0 ? v[i] - u[i] : 0;
    }
    this.#solve();
    for (let i = 0; i < u.length; i++) u[i] = v[i] + dv[i];
  }
  /** the wanted residual, or that of rounding if it is larger */
  get tolerance(): number {
    return Math.max(this.wanted, this.#rounding);
  }
  /** S/h^2 x */
  multiply(x: Float64Array, out: Float64Array, at: number): void {
    const own = this.#x;
    const result = this.#y;
    const { size } = this;
    const perStep = 1 / (this.state.h * this.state.h);
    for (let i = 0; i < size; i++) own[i] = x[at + i];
    this.#system.multiply(own, result);
    for (let i = 0; i < size; i++) out[at + i] = perStep * result[i];
  }
  diagonal(out: Float64Array, at: number): void {
    const [own, { h }] = [this.#y, this.state];
    this.#system.diagonal(own);
    for (let i = 0; i < own.length; i++) out[at + i] = this.#inertia[i] > 0 ? own[i] / (h * h) : 0;
  }
  /** How far forces move p: h^2 S^-1 f, by the S of the step that is being made, from `advance` until p and q are exchanged. */
  apply(f: Float64Array, out: Float64Array): void {
    const { h } = this.state;
    const [b, x] = [this.#b, this.#x];
    for (let i = 0; i < b.length; i++) b[i] = this.#inertia[i] > 0 ? h * h * f[i] : 0;
    x.fill(0);
    this.#solve();
    out.set(x);
  }
  scale(of: Response): number {
    return of === 'd' ? 1 / this.state.h : 1;
  }
  get timescale(): number {
    return this.state.h;
  }

  /** S at q and v, and its inertial part. */
  #prepare(h: number): void {
    const w = this.#own('w');
    const inertia = this.#inertia;
    for (let i = 0; i < w.length; i++) inertia[i] = w[i] > 0 ? (1 + h * this.placed.body.drag) / w[i] : 0;
    this.#rounding = 8 * Number.EPSILON * this.#system.prepare(h, inertia);
  }
  #solve(): void {
    const [b, x] = [this.#b, this.#x];
    this.report = this.#system.solve(b, x, this.tolerance);
    const { positive, residual } = this.report;
    if (Number.isNaN(residual)) this.#overflow();
    else if (!positive || residual > poor) this.refuse(this.report);
    else if (this.#free) this.#balance();
  }
  /**
   * Removes the mean of the residual, which would push a free body as a whole, by a shift of sum r / sum M: momentum is conserved to
   * rounding whatever the tolerance, to 1e-14 instead of 2e-11 over 1000 steps of 50 times Verlet's longest. (K and D do not change
   * with a shift.)
   */
  #balance(): void {
    const { coordinates } = this.placed.body;
    const [b, x, y, inertia] = [this.#b, this.#x, this.#y, this.#inertia];
    this.#system.multiply(x, y);
    for (let axis = 0; axis < 3; axis++) {
      let [left, total] = [0, 0];
      for (let i = axis; i < coordinates; i += 3) {
        left += b[i] - y[i];
        total += inertia[i];
      }
      for (let i = axis; i < coordinates; i += 3) x[i] += left / total;
    }
  }
  /** An infinite force: W b moves the node beyond all bounds, which the check for divergence finds. */
  #overflow(): void {
    const [b, x, inertia] = [this.#b, this.#x, this.#inertia];
    for (let i = 0; i < x.length; i++) x[i] = inertia[i] > 0 ? b[i] / inertia[i] : 0;
  }
  /** One linear solve and its relative residual. */
  stepReport(): StepReport {
    const { iterations, residual } = this.report;
    return {
      bodies: [this.placed.body.id],
      residual,
      tolerance: this.tolerance,
      converged: residual <= this.tolerance,
      newton: 1,
      iterations,
    };
  }
  refuse({ positive, residual }: SolveReport): never {
    const { time, h } = this.state;
    const why = positive
      ? `its equations are solved only to a relative residual of ${residual.toPrecision(2)}`
      : 'it is compressed and would buckle within the step (M - h D - h^2 K is not positive definite)';
    throw new Error(
      `body "${this.placed.body.id}", at t = ${Number(time.toPrecision(4))} s: the step of ${Number(h.toPrecision(4))} s is too long for implicit-euler: ${why}. Take a shorter step, or compress it less.`,
    );
  }
  release(): void {
    this.#system.release();
  }
}

/** Only mass points: M is diagonal, and q lives in the space of v. */
export function refuseOthers(bodies: readonly Pick<Placed, 'body' | 'integrator'>[]): void {
  const wrong = bodies.find(({ body, integrator }) => integrator.implicit && (body.inverseMass.apply || body.curved));
  if (!wrong) return;
  const { id, kind, mass } = wrong.body;
  const why = `"${wrong.integrator.kind}" moves mass points only, and this body is of kind "${kind}". Use "${mass ? 'backward-euler' : 'euler-cromer'}".`;
  throw new Refusal('misfit', { body: id, field: 'integrator' }, why, [id]);
}
