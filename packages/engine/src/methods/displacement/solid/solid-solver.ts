/**
 * The step of solids, bodies whose elements act on nodes: Newton on the incremental potential, with the true Hessian.
 *
 *   start     x = q + h (2 v - v of the step before), or where the step begins if Phi is less there; a free solid x = y, where
 *             inertia and loads alone would take it
 *   Newton    A d = -r by conjugate gradients, truncated at negative curvature (linalg/blocks), to 1e-3 or what is asked
 *   search    halve until Phi <= Phi + 1e-4 a r.d; where Phi changes by rounding only, until |r.d| falls to 0.9; else the whole of d, if
 *             that halves |r| and |r.d|; no node goes farther than the solid is long (longest-move.ts)
 *   end       |r| <= tolerance x the size of loads (IncrementalPotential.scale)
 *
 * A step that does not converge is accepted, and its residual is reported; it does not throw. Only q, v and u are kept from step to
 * step; the preconditioner is built in each.
 *
 * Tried, and lost (12,000 tets, E = 1e6, h = 5 ms; this takes 14 ms): block-Jacobi alone 15.5, at 33 ms 50 for 27; a kept LDL^T as
 * preconditioner 9.6, but it is hidden state; Newton with LDL^T 25 to 59; with a Hessian made positive in each element, Newton creeps.
 */
import type { BatchView, SolvedMatrix, StepReport } from '../../../constraints/method.ts';
import type { Placed } from '../../../forces/placed.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import { aggregatesOf } from '../../../linalg/blocks/aggregates.ts';
import { BlockCg } from '../../../linalg/blocks/block-cg.ts';
import { BlockFactor } from '../../../linalg/blocks/block-factor.ts';
import { RigidPreconditioner } from '../../../linalg/blocks/preconditioner.ts';
import { when } from '../../../solve/diagnostics.ts';
import type { State } from '../../../state/state.ts';
import { refusal } from '../failure.ts';
import { IncrementalPotential } from './incremental-potential.ts';
import { longestMove, partWithin } from './longest-move.ts';
import { solidMatrix } from './solid-matrix.ts';
import { leastNodes } from './solid-parts.ts';
import { met, SolidRows } from './solid-rows.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

/** Of the response to impulses, relative: contacts correct the rest in their next pass. */
const responseResidual = 1e-8;
/** Of the loads: what the solve with impulses is asked for. */
const nearlyZero = 1e-13;
/** Of the loads: small solids at rest are solved so far, as they would be with a factor. Another of Newton's steps costs little. */
const asByFactor = 1e-10;
/** Nodes of solids that are factorised for contacts, at most: 22,000 of them take 6 s. */
const mostFactored = 12000;
const mostNewton = 60;
const mostIterations = 6000;
const mostHalvings = 40;
const leastReduction = 1e-3;
/** After so many consecutive line searches with steps below `short` the solve is accepted: there is a kink in the energy. */
const mostShort = 8;
const short = 1 / 64;

export class SolidSolver {
  readonly #potential: IncrementalPotential;
  readonly #preconditioner: RigidPreconditioner;
  readonly #cg: BlockCg;
  #rows: SolidRows;
  /** m: how far a node may go in one of Newton's steps */
  readonly #longestMove: number;
  /** of the loads: what Newton's steps go on to, where rounding allows */
  readonly #aim: number;
  readonly #b: Numbers;
  readonly #d: Numbers;
  readonly #v: Numbers;
  readonly #old: Numbers;
  readonly #other: Numbers;
  readonly report: { -readonly [K in keyof StepReport]: StepReport[K] };

  constructor(
    readonly placed: readonly Placed[],
    private readonly state: State,
  ) {
    const { arena } = state;
    this.#potential = new IncrementalPotential(placed, state);
    const { elements, size } = this.#potential;
    const start = new Float64Array(state.size);
    for (const { body, start: first, size: own } of placed)
      body.start(start.subarray(first, first + own), new Float64Array(own));
    const positions = new Float64Array(size);
    this.#potential.gather(start, positions);
    this.#longestMove = longestMove(positions);
    this.#aim = this.#potential.isStatic && elements.nodes.count < leastNodes ? asByFactor : Number.POSITIVE_INFINITY;
    this.#preconditioner = new RigidPreconditioner(
      arena,
      elements.matrix,
      aggregatesOf(positions, elements.nodes.pieces),
    );
    this.#cg = new BlockCg(arena, elements.matrix, this.#preconditioner);
    this.#rows = new SolidRows([], this.#potential, this.#preconditioner, state);
    const numbers = (): Numbers => arena.f64(size);
    [this.#b, this.#d, this.#v, this.#old, this.#other] = [numbers(), numbers(), numbers(), numbers(), numbers()];
    this.#isLarge = elements.nodes.count > mostFactored;
    this.#matrix = solidMatrix({
      state,
      potential: this.#potential,
      preconditioner: this.#preconditioner,
      scratch: [this.#b, this.#d],
      linearise: () => this.#linearise(),
      factor: () => this.#factor,
      version: () => this.#version,
    });
    const bodies = placed.map(({ body }) => body.id);
    this.report = { bodies, residual: 0, tolerance: 1e-6, converged: true, newton: 0, iterations: 0 };
  }
  /** Other constraints. */
  take(shapes: readonly BatchView[], tolerance: number): void {
    this.#rows.release();
    this.#rows = new SolidRows(shapes, this.#potential, this.#preconditioner, this.state);
    this.report.tolerance = tolerance;
  }
  get rows() {
    return this.#rows.rows;
  }
  get lambda(): Float64Array {
    return this.#rows.lambda;
  }
  release(): void {
    this.#rows.release();
    this.#cg.release();
    this.#factor?.release();
    this.#preconditioner.release();
    this.#potential.release();
    for (const block of [this.#b, this.#d, this.#v, this.#old, this.#other]) this.state.arena.release(block);
  }

  /** p and u at t + h. */
  step(): void {
    const { report } = this;
    const potential = this.#potential;
    const rows = this.#rows;
    this.#prepared = this.#built = this.#linear = false;
    rows.refresh();
    if (potential.isStatic && rows.free) this.#refuseFree();
    potential.gatherColumn('v', this.#v);
    potential.begin(this.#v);
    report.newton = 0;
    report.iterations = 0;
    const scale = this.#start();
    potential.rounding.force = 0;
    this.#tell(this.#newton(Math.min(report.tolerance, this.#aim) * scale), scale);
    if (rows.free) potential.balance();
    this.#finish();
  }
  /**
   * The step with other external forces, from p, as near as rounding allows: forces of contacts are what the residual leaves of them. Where the
   * matrix was factorised, the factor preconditions.
   */
  again(): void {
    const { report } = this;
    const potential = this.#potential;
    if (this.#linear) {
      potential.gatherColumn('v', this.#v);
      potential.begin(this.#v);
      potential.gatherColumn('p', potential.elements.x);
      this.#phi = potential.value();
    } else this.step();
    if (this.#rows.count || this.#isLarge) return;
    this.#linearise();
    report.newton = report.iterations = 0;
    const scale = potential.scale(this.#v);
    this.#tell(this.#newton(nearlyZero * scale, this.#factor), scale);
    // one iteration for each of Newton's steps: the factor is that of the matrix up to a thousandth
    this.#linear = this.#isPositive && report.iterations <= report.newton;
    if (this.#rows.free) potential.balance();
    this.#finish();
  }
  /** What is left of forces, over loads; where these are less than what rounding makes of stiffness, over that. */
  #tell(left: number, loads: number): void {
    const { report } = this;
    const size = Math.max(loads, this.#potential.rounding.force / report.tolerance);
    report.converged = left <= report.tolerance * size;
    report.residual = left === 0 ? 0 : left / size;
  }
  /** Its matrix, as contacts use it; none where rows are kept by projection, or a factor would be too large. */
  get matrix(): SolvedMatrix | undefined {
    if (this.#rows.count || this.#isLarge) return undefined;
    return this.#matrix;
  }
  readonly #matrix: SolvedMatrix;
  readonly #isLarge: boolean;
  #factor: BlockFactor | undefined;
  /** the factor is nearly that of the last solution; the matrix was positive definite */
  #linear = false;
  #version = 0;
  #isPositive = true;
  #linearise(): void {
    if (this.#linear) return;
    this.#linear = true;
    this.#version++;
    const potential = this.#potential;
    potential.assemble();
    if (!this.#built) this.#preconditioner.build(potential.x);
    this.#built = true;
    this.#factor ??= new BlockFactor(potential.elements.matrix);
    this.#isPositive = this.#factor.factor(potential.mask.view());
  }
  /** How impulses, N s, change mean velocities of the step, to first order, at its end (see SolvedBodies): by the factor, or by conjugate gradients. */
  respond(f: Float64Array, out: Float64Array): void {
    const [potential, rows, b] = [this.#potential, this.#rows, this.#b];
    const { matrix } = this;
    if (matrix) {
      this.#linearise();
      const other = this.#other.view();
      potential.gather(f, other);
      matrix.solve(other);
      potential.scatter(other, out);
      return;
    }
    if (!this.#prepared) this.#prepare(true);
    potential.gather(f, b.view());
    const [v, unknown] = [b.view(), potential.mask.view()];
    for (let i = 0; i < v.length; i++) v[i] *= unknown[i];
    const project = rows.count ? (r: Numbers): void => rows.project(r) : undefined;
    project?.(b);
    this.#cg.solve(b, this.#d, potential.mask, responseResidual * norm(v), mostIterations, project);
    const perSquare = 1 / (this.state.h * this.state.h);
    const d = this.#d.view();
    for (let i = 0; i < d.length; i++) d[i] *= perSquare;
    potential.scatter(d, out);
  }
  /** Newton's steps from x, until |r| <= goal; with a factor, until it falls no more. Returns |r|. */
  #newton(goal: number, factor?: BlockFactor): number {
    const { report } = this;
    const [potential, rows, b] = [this.#potential, this.#rows, this.#b];
    const project = rows.count ? (r: Numbers): void => rows.project(r) : undefined;
    if (project) {
      this.#prepare(true);
      rows.correct();
    }
    let phi = (project ? undefined : this.#phi) ?? potential.value();
    this.#phi = undefined;
    let shortSearches = 0;
    let last = Infinity;
    for (;;) {
      let left = potential.norm;
      potential.copy(potential.r, b);
      if (project) {
        project(b);
        left = norm(b.view());
      }
      if (left <= goal || shortSearches === mostShort) return left;
      if (factor && left <= report.tolerance * 1e-3 * (goal / nearlyZero) && left > 0.3 * last) return left;
      last = left;
      if (report.newton >= mostNewton || report.iterations >= mostIterations) return left;
      if (project === undefined || report.newton > 0) this.#prepare(report.newton === 0 && !factor);
      if (report.newton === 0) potential.findRounding();
      if (left <= potential.rounding.force && !factor) return left;
      report.newton++;
      potential.kernels.negate(potential.size, b.address, b.address);
      const reduced = Math.max(leastReduction * left, 0.5 * goal);
      const limit = mostIterations - report.iterations;
      this.#cg.solve(b, this.#d, potential.mask, reduced, limit, project, factor);
      report.iterations += this.#cg.report.iterations;
      const found = this.#search(phi);
      if (found === undefined) return left;
      shortSearches = this.#stepLength < short ? shortSearches + 1 : 0;
      phi = found;
    }
  }
  /** of this step: the matrix, the preconditioner */
  #prepared = false;
  #built = false;
  /** The matrix at x, and with it the preconditioner. */
  #prepare(preconditioner: boolean): void {
    this.#prepared = true;
    this.#potential.assemble();
    if (!preconditioner) return;
    this.#built = true;
    this.#preconditioner.build(this.#potential.x);
    if (!this.#rows.count) return;
    this.#rows.evaluate();
    this.#rows.factor();
  }
  /** x where the search begins. Returns the size of the loads. */
  #start(): number {
    const potential = this.#potential;
    const { size, isStatic, kernels } = potential;
    const { x } = potential.elements;
    const [v, old] = [this.#v, this.#old];
    const other = this.#other;
    potential.gatherColumn('u', old);
    potential.copy(potential.q, x);
    this.#rows.evaluate();
    potential.copy(potential.q, other);
    const places = other.view();
    if (this.#rows.free && !isStatic) {
      const [b, inertia] = [potential.b.view(), potential.w.view()];
      for (let i = 0; i < size; i++) places[i] += b[i] / inertia[i];
    }
    this.#rows.prescribe(places);
    potential.copy(other, x);
    const least = potential.value();
    const scale = potential.scale(v);
    this.#phi = least;
    if (isStatic) return scale;
    const vectors = [potential.q, v, old, other, potential.mask, x].map((own) => own.address);
    kernels.extrapolate(size, this.state.h, ...(vectors as [number, number, number, number, number, number]));
    this.#phi = potential.value();
    if (this.#phi < least) return scale;
    potential.copy(other, x);
    this.#phi = undefined;
    return scale;
  }
  /** Phi at x, if it is known, and r with it */
  #phi: number | undefined;
  /** length of the last search, in parts of d */
  #stepLength = 1;
  /** Line search: moves x along d to a smaller Phi, which is returned. Undefined if there is none: x stays. */
  #search(phi: number): number | undefined {
    const potential = this.#potential;
    const { size, kernels } = potential;
    const { x } = potential.elements;
    const [d, other] = [this.#d.view(), this.#other];
    const slopeAlong = (): number => kernels.dot(size, potential.r.address, this.#d.address);
    let slope = slopeAlong();
    if (!(slope < 0)) {
      this.#preconditioner.apply(this.#b, this.#d, potential.mask); // b = -r
      slope = slopeAlong();
      if (!(slope < 0)) return undefined;
    }
    const work = potential.workAlong(d);
    const before = potential.norm;
    const most = partWithin(d, this.#longestMove);
    potential.copy(x, other);
    for (let halvings = 0, a = most; halvings < mostHalvings; halvings++, a *= 0.5) {
      kernels.stepAlong(size, other.address, a, this.#d.address, x.address);
      if (this.#rows.count) this.#rows.correct();
      const there = potential.value();
      this.#stepLength = a;
      const change = there - phi + 0.5 * a * (work + potential.workAlong(d));
      if (change <= 1e-4 * a * slope) return there;
      const flat = Math.abs(change) <= 1e-11 * Math.abs(phi);
      if (flat && Math.abs(slopeAlong()) <= 0.9 * Math.abs(slope)) return there;
      // rounding of Phi hides what is left to gain: r tells
      if (halvings > 0 || a < 1 || this.#rows.count || Math.abs(change) > potential.rounding.energy) continue;
      if (potential.norm <= 0.5 * before && Math.abs(slopeAlong()) <= 0.5 * Math.abs(slope)) return there;
    }
    // the same of a stiff solid
    if (most === 1 && !this.#rows.count) {
      kernels.stepAlong(size, other.address, 1, this.#d.address, x.address);
      const there = potential.value();
      this.#stepLength = 1;
      if (potential.norm <= 0.5 * before && Math.abs(slopeAlong()) <= 0.5 * Math.abs(slope)) return there;
    }
    potential.copy(other, x);
    potential.value();
    return undefined;
  }
  #finish(): void {
    const potential = this.#potential;
    const { size, isStatic, kernels } = potential;
    const { x } = potential.elements;
    const rows = this.#rows;
    const u = this.#old;
    if (isStatic) u.view().fill(0);
    else kernels.rates(size, x.address, potential.q.address, this.state.h, u.address);
    potential.scatterColumn(x, 'p');
    potential.scatterColumn(u, 'u');
    if (!rows.rows.size) return;
    this.#b.view().set(potential.r.view());
    rows.tell(this.#b);
    rows.rows.evaluate(rows.lambda);
    if (rows.worst() <= met) return;
    const why = 'its constraints cannot be met';
    throw refusal({ why, unmet: rows.unmet() }, rows.rows, rows.lambda, this.placed, this.state, 1);
  }
  #refuseFree(): never {
    const names = this.report.bodies.map((id) => `"${id}"`).join(', ');
    throw new Error(
      `${when(this.state)}body ${names} is at rest under quasi-static, and nothing supports it, so that it has no equilibrium. Fix nodes of it, or nail it.`,
    );
  }
}

const norm = (a: Float64Array): number => Math.sqrt(a.reduce((sum, x) => sum + x * x, 0));
