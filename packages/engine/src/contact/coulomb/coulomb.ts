/**
 * Impulses of contacts with Coulomb friction, to a stated residual.                              [contact notes, sec. 4]
 *
 *   1 Newton from the last impulses, with a small proximal term about 0: among redundant forces the least norm, so that they are unique, symmetric
 *     and do not depend on the order of contacts. Of few rows, where that fails, from relaxed impulses (proximal/relaxed-start.ts), and else with a large term that becomes small (proximal/descent.ts). Then the proximal centre moves to the solution,
 *     until the residual is met (once or twice); where it does not get there, by whole steps with a small term. Of many rows only where they are near
 *   2 else a few Newton steps between sweeps of Gauss-Seidel (swept-newton.ts), and where these stall, Newton steps with a centre that moves along
 *     (moving-centre.ts); from where that ends to the least norm, if Newton gets there
 *   3 where that stalls: whole Newton steps about the present impulses, with a proximal term that shrinks while they converge; 2 with more sweeps
 *   4 where that stalls: a proximal term and Newton along a short smoothing path, a larger term where that fails; the smoothing path, ADMM and
 *     Newton from where it ends, other proximal terms from the best so far, more ADMM
 *
 * Spheres that settle in a box, 27 and 64 of them, 47 steps of the first second: 2874 Newton steps and 2 problems unsolved without 3 and with the shift at k = 0, 1271 with them.
 *
 * Where redundant forces meet the edges of their cones, the exact answer is far along a direction that hardly matters, and every move of the
 * centre makes the same small step: a box that pivots about one of four corners gets from 2e-9 to 6e-10 in 60 of them. Such steps are
 * lengthened: see stride.ts.
 *
 * Faces of two soft bodies that meet have redundant rows whose targets contradict each other; some of these problems are given up early, and the step
 * is halved. Newton alone stalls on 8 of 40 rods with G_nn < mu |G_nt| (Painleve); ADMM takes those. ADMM alone ends at 4e-8 on 100 spheres.
 */
import { Admm } from './admm.ts';
import { grown } from './impulse-rows.ts';
import { ContactMatrix } from './matrix/contact-matrix.ts';
import { UnitStructures } from './matrix/unit-structure.ts';
import { MovingCentre } from './moving-centre.ts';
import { SmoothingNewton } from './newton/smoothing-newton.ts';
import { type CoulombProblem, isBoundless, isOpen, rowKinds } from './problem.ts';
import { Descent } from './proximal/descent.ts';
import { RegularisedSteps } from './proximal/regularised-steps.ts';
import { RelaxedStart } from './proximal/relaxed-start.ts';
import {
  coulombTolerance,
  far,
  few,
  growing,
  ladder,
  leastNormTerm,
  leastSteps,
  many,
  mostProximal,
  mostSteps,
  mostSweeps,
  movingSteps,
  near,
  nearby,
  nearlySolved,
  type Regular,
  refinement,
  regular,
  towardsSteps,
} from './solver-settings.ts';
import { copy, Stride, sizeOf } from './stride.ts';
import { GaussSeidel } from './sweeps/gauss-seidel.ts';
import { patience, SweptNewton } from './sweeps/swept-newton.ts';

export { coulombTolerance };

export interface CoulombReport {
  residual: number;
  newtonSteps: number;
  admmIterations: number;
}

const made = (): Float64Array => new Float64Array(0);

export class Coulomb {
  readonly report: CoulombReport = { residual: 0, newtonSteps: 0, admmIterations: 0 };
  readonly #cone: SmoothingNewton;
  readonly #admm = new Admm();
  readonly #swept: SweptNewton;
  readonly #stride: Stride;
  readonly #moving: MovingCentre;
  readonly #relaxed: RelaxedStart;
  readonly #descent: Descent;
  readonly #steps: RegularisedSteps;
  #warm = made();
  #x = made();
  #next = made();
  #c = made();
  #best = made();
  /** of the best */
  #least = Infinity;

  constructor(structures = new UnitStructures(), contactMatrix = new ContactMatrix()) {
    this.#cone = new SmoothingNewton(structures, contactMatrix);
    this.#swept = new SweptNewton(this.#cone, new GaussSeidel());
    this.#stride = new Stride(this.#cone);
    this.#moving = new MovingCentre(this.#cone);
    this.#relaxed = new RelaxedStart(this.#cone);
    this.#descent = new Descent(this.#cone);
    const best = { keep: this.#keepAt, residual: () => this.#least };
    this.#steps = new RegularisedSteps(this.#cone, this.#stride, best);
  }
  /**
   * Solves the problem. `lambda` holds a guess, all zero where there is none, and is overwritten.
   * Where the residual is not met, the best impulses found are left; the report says so.
   */
  solve(
    problem: CoulombProblem,
    lambda: Float64Array,
    tolerance = coulombTolerance,
    /** give up after a few rungs, where a shorter step is another way */
    brief = false,
  ): CoulombReport {
    const { rows } = problem;
    const N = 3 * rows.count;
    const { report } = this;
    report.residual = report.newtonSteps = report.admmIterations = 0;
    if (isOpen(problem)) {
      lambda.fill(0, 0, N);
      return report;
    }
    const cone = this.#cone;
    cone.setup(problem);
    this.#warm = grown(this.#warm, N);
    this.#x = grown(this.#x, N);
    this.#next = grown(this.#next, N);
    this.#c = grown(this.#c, N);
    this.#best = grown(this.#best, N);
    const warm = this.#warm;
    const { D } = cone;
    const limit = tolerance * cone.scale * 0.03;
    const largest = sizeOf(lambda, N);
    // impulses beyond what the data can ask for are no guess
    if (largest > cone.demand) lambda.fill(0, 0, N);
    const isWarm = largest > 0 && largest <= cone.demand;
    for (let i = 0; i < N; i++) warm[i] = lambda[i] / D[i];
    this.#least = Infinity;
    if (isWarm && this.#refine(tolerance, limit)) return this.#finish(lambda, report.residual);
    if (this.#near(problem, lambda, tolerance, limit, isWarm)) return this.#finish(lambda, this.#least);
    if (
      this.#regularised(tolerance, limit) ||
      (!rows.coupling && this.#sweptFar(problem, lambda, tolerance)) ||
      ((!brief || rows.coupling) && this.#proximal(tolerance, limit))
    ) {
      this.#towardsLeastNorm(tolerance, limit);
      return this.#finish(lambda, this.#least);
    }
    if (isWarm && this.#fromGuess(tolerance, limit)) return this.#finish(lambda, this.#least);
    if (!brief && !isBoundless(this.#best.subarray(0, N), D, cone.demand)) this.#climb(problem, tolerance, limit);
    return this.#finish(lambda, this.#least);
  }
  /**
   * Newton with the small term about 0, from the last impulses if they are near; else sweeps and Newton steps by turns. True if it ends at the residual.
   */
  #near(problem: CoulombProblem, lambda: Float64Array, tolerance: number, limit: number, isWarm: boolean): boolean {
    const cone = this.#cone;
    const { N, D } = cone;
    const x = this.#x;
    const isFew = problem.rows.count <= few;
    if (isFew && !problem.rows.coupling) {
      const isFound = this.#findLeastNorm(limit);
      if (isFound && this.#settle(leastNormTerm, tolerance, limit)) return true;
      // what is left at the least norm takes steps with small terms
      if (isFound) {
        if (this.#regularised(tolerance, limit, regular.near)) return true;
      } else if (isWarm && this.#regularised(tolerance, limit)) {
        this.#towardsLeastNorm(tolerance, limit);
        return true;
      }
    } else if (isWarm && (this.report.residual < nearby || problem.rows.coupling)) {
      copy(this.#warm, x, N);
      if (this.#leastNorm(leastSteps, tolerance, limit)) return true;
    }
    if (problem.rows.coupling) {
      // a sweep would take a solve for each row
      this.#keep(x.fill(0, 0, N));
      return this.#leastNorm(15, tolerance, limit);
    }
    const swept = this.#swept;
    swept.begin(problem, lambda, isFew ? mostSweeps : undefined);
    if (isFew || !isWarm) {
      for (let i = 0; i < N; i++) x[i] = swept.lambda[i] / D[i];
      this.#keep(x);
      if (this.#leastNorm(15, tolerance, limit)) return true;
      if (!isWarm && this.#alongPath(limit) && this.#settle(leastNormTerm, tolerance, limit)) return true;
      if (isFew) return false;
    }
    const isMany = problem.rows.count > many;
    const isSwept = swept.until(tolerance, isMany ? patience.long : patience.short);
    for (let i = 0; i < N; i++) x[i] = swept.lambda[i] / D[i];
    this.#keep(x);
    const reached = isSwept || (!isMany && this.#moving.run(x, tolerance, movingSteps, this.#keepAt));
    if (reached) this.#towardsLeastNorm(tolerance, limit);
    return reached;
  }
  /** From the best impulses so far: many sweeps, then steps and sweeps by turns. Slow, but it converges where Newton's method alternates between two sets. */
  #sweptFar(problem: CoulombProblem, lambda: Float64Array, tolerance: number): boolean {
    const { N, D } = this.#cone;
    const [x, best, swept] = [this.#x, this.#best, this.#swept];
    for (let i = 0; i < N; i++) lambda[i] = D[i] * best[i];
    for (let round = 0; round < far.rounds; round++) {
      swept.begin(problem, lambda, far.sweeps);
      const reached = swept.until(tolerance, patience.long);
      for (let i = 0; i < N; i++) {
        lambda[i] = swept.lambda[i];
        x[i] = lambda[i] / D[i];
      }
      this.#keep(x);
      if (reached) return true;
    }
    return false;
  }
  /** x, of few rows, with the small term about 0: from the last impulses, from relaxed ones, and from 0. */
  #findLeastNorm(limit: number): boolean {
    const cone = this.#cone;
    const x = this.#x;
    cone.regularise(leastNormTerm);
    copy(this.#warm, x, cone.N);
    if (cone.newton(x, cone.c0, 0, limit, leastSteps)) return true;
    copy(this.#warm, x, cone.N);
    return this.#relaxed.run(x, limit) || this.#descent.run(x, limit);
  }
  /** From x: with the small term about 0, and then its centre moves. */
  #leastNorm(most: number, tolerance: number, limit: number): boolean {
    const cone = this.#cone;
    cone.regularise(leastNormTerm);
    return cone.newton(this.#x, cone.c0, 0, limit, most) && this.#settle(leastNormTerm, tolerance, limit);
  }
  /** x: from the last impulses, without a way through those of least norm. */
  #fromGuess(tolerance: number, limit: number): boolean {
    copy(this.#warm, this.#x, this.#cone.N);
    return this.#settle(leastNormTerm, tolerance, limit);
  }
  /** x: along the smoothing path from 0. Structures that are solved for the first time, as arches, get forces of least norm from it. */
  #alongPath(limit: number): boolean {
    const cone = this.#cone;
    cone.regularise(leastNormTerm);
    this.#x.fill(0, 0, cone.N);
    return cone.path(this.#x, cone.c0, limit);
  }
  /** Keeps x if it is the best so far; returns its residual. */
  #keep(x: Float64Array, residual = this.#cone.residual(x)): number {
    if (residual < this.#least) {
      this.#least = residual;
      copy(x, this.#best, this.#cone.N);
    }
    return residual;
  }
  readonly #keepAt = (x: Float64Array, residual?: number): number => this.#keep(x, residual);
  /** c of a proximal term about x. */
  #centre(x: Float64Array): void {
    const { N, c0, e } = this.#cone;
    for (let i = 0; i < N; i++) this.#c[i] = c0[i] - e[i] * x[i];
  }
  /** Moves the centre of a fixed proximal term, from x, until the residual is met; `persists`: where Newton fails, along a smoothing path. */
  #settle(eps: number, tolerance: number, limit: number, persists = false): boolean {
    const cone = this.#cone;
    const { N } = cone;
    const [x, next, c] = [this.#x, this.#next, this.#c];
    const start = cone.steps;
    let last = Infinity;
    let poor = 0;
    cone.regularise(eps);
    let residual = this.#keep(x);
    for (let round = 0; round < mostProximal; round++) {
      if (residual < tolerance) return true;
      poor = residual > 0.7 * last ? poor + 1 : 0;
      last = Math.min(last, residual);
      if (poor > 6 || cone.steps - start > mostSteps) break;
      this.#centre(x);
      copy(x, next, N);
      const solved = cone.newton(next, c, 0, limit, 10);
      let after = cone.residual(next);
      if (!solved && after > 0.5 * residual) {
        if (!persists) return false;
        copy(x, next, N);
        cone.path(next, c, limit, Math.min(1, 10 * residual), growing.path);
        after = cone.residual(next);
      }
      if (after > 0.7 * residual) {
        this.#stride.lengthen(x, next, limit);
        after = cone.residual(next);
      }
      copy(next, x, N);
      residual = this.#keep(x, after);
    }
    // more digits were asked for than are demanded
    return this.#least < coulombTolerance;
  }
  /** From the best so far: see regularised-steps.ts. */
  #regularised(tolerance: number, limit: number, how: Regular = regular.far): boolean {
    copy(this.#best, this.#x, this.#cone.N);
    return this.#steps.run(this.#x, tolerance, limit, how);
  }
  /** The same from the best so far, with smoothing where Newton fails, and a larger term where that fails. */
  #proximal(tolerance: number, limit: number): boolean {
    const cone = this.#cone;
    const { N } = cone;
    const [x, next, c] = [this.#x, this.#next, this.#c];
    copy(this.#best, x, N);
    const start = cone.steps;
    let eps = leastNormTerm;
    for (let round = 0; round < growing.rounds && cone.steps - start < growing.steps; round++) {
      const residual = this.#keep(x);
      if (residual < tolerance) return true;
      cone.regularise(eps);
      this.#centre(x);
      copy(x, next, N);
      let solved = cone.newton(next, c, 0, limit, 8);
      let after = cone.residual(next);
      if (!solved && after >= 0.3 * residual) {
        copy(x, next, N);
        solved = cone.path(next, c, limit, Math.min(1, 10 * residual), growing.path);
        after = cone.residual(next);
      }
      if (solved || after < 0.3 * residual) {
        if (solved && after > 0.7 * residual) this.#stride.lengthen(x, next, limit);
        copy(next, x, N);
      } else {
        eps *= 10;
        if (eps > growing.most) break;
      }
    }
    return this.#least < coulombTolerance;
  }
  /** From a solution to that of least norm, if Newton gets there. */
  #towardsLeastNorm(tolerance: number, limit: number): void {
    const cone = this.#cone;
    const { N, c0 } = cone;
    copy(this.#best, this.#x, N);
    cone.regularise(leastNormTerm);
    if (!cone.newton(this.#x, c0, 0, limit, towardsSteps)) return;
    copy(this.#best, this.#warm, N);
    const least = this.#least;
    this.#least = Infinity;
    if (this.#settle(leastNormTerm, tolerance, limit)) return;
    this.#least = least;
    copy(this.#warm, this.#best, N);
  }
  /** Rung by rung, until the residual is met. */
  #climb(problem: CoulombProblem, tolerance: number, limit: number): void {
    const cone = this.#cone;
    const { N, D, c0 } = cone;
    const [x, next] = [this.#x, this.#next];
    for (const rung of ladder) {
      if ('admm' in rung) {
        this.report.admmIterations += this.#admm.solve(problem, cone.prepared(), cone.rho, tolerance, rung.admm, next);
        for (let i = 0; i < N; i++) x[i] = next[i] / D[i];
        cone.regularise(leastNormTerm);
        this.#centre(x);
        copy(x, next, N);
        if (cone.newton(next, this.#c, 0, limit, 8) && cone.residual(next) < cone.residual(x)) copy(next, x, N);
        if (this.#keep(x) < tolerance || this.#proximal(tolerance, limit)) return;
        continue;
      }
      cone.regularise(rung.eps);
      if (this.#least < near) copy(this.#best, x, N);
      else {
        x.fill(0, 0, N);
        cone.path(x, c0, limit);
      }
      if (this.#settle(rung.eps, tolerance, limit, true)) return;
    }
  }
  /**
   * At rest the last impulses are nearly the answer: one step from them, with a proximal term about them that is large enough to leave
   * rounding out of redundant forces. True if that solves it.
   */
  #refine(tolerance: number, limit: number): boolean {
    const cone = this.#cone;
    const { N, c0, e } = cone;
    const [x, c, best, { report }] = [this.#warm, this.#c, this.#best, this];
    report.residual = cone.residual(x);
    copy(x, best, N);
    if (report.residual < 0.01 * tolerance) return true;
    if (report.residual > nearlySolved) return false;
    cone.regularise(refinement);
    for (let i = 0; i < N; i++) c[i] = c0[i] - e[i] * x[i];
    cone.newton(best, c, 0, limit, 1);
    report.residual = cone.residual(best);
    return report.residual < 0.1 * tolerance;
  }
  /**
   * Contacts do not pull, not even within the tolerance: a contact with an impulse of -3e-9 N s was left out of what is reported, and the momentum
   * of a drop changed without a cause.
   */
  #finish(lambda: Float64Array, residual: number): CoulombReport {
    const { n, N, D, steps, problem } = this.#cone;
    const best = this.#best;
    let isPulled = false;
    for (let i = 0; i < n; i++) {
      const k = 3 * i;
      if (problem.kinds[i] !== rowKinds.pushes || best[k] > 0) continue;
      if (best[k] !== 0 || best[k + 1] !== 0 || best[k + 2] !== 0) isPulled = true;
      best[k] = best[k + 1] = best[k + 2] = 0;
    }
    for (let i = 0; i < N; i++) lambda[i] = D[i] * best[i];
    this.report.residual = isPulled ? this.#cone.residual(best) : residual;
    this.report.newtonSteps = steps;
    return this.report;
  }
}
