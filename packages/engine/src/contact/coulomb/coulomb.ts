/**
 * Impulses of contacts with Coulomb friction, to a stated residual.                              [contact notes, sec. 4]
 *
 *   1 Newton from the last impulses, or along the smoothing path from 0, with a proximal term about 0: among redundant forces the
 *     least norm, so that they are unique, symmetric and do not depend on the order of contacts
 *   2 exactness: the proximal centre moves to the solution, until the residual is met (once or twice)
 *   3 where that stalls: ADMM and Newton from where it ends, then larger proximal terms from the best so far, then more ADMM
 *
 * Where redundant forces meet the edges of their cones, the exact answer is far along a direction that hardly matters, and every move of the
 * centre makes the same small step: a box that pivots about one of four corners gets from 2e-9 to 6e-10 in 60 of them. Such steps are
 * lengthened while the residual falls.
 *
 * Newton alone stalls on 8 of 40 rods with G_nn < mu |G_nt| (Painleve); ADMM takes those. ADMM alone ends at 4e-8 on 100 spheres.
 */
import { Admm } from './admm.ts';
import { GaussSeidel } from './gauss-seidel.ts';
import { grown } from './impulse-rows.ts';
import { type CoulombProblem, rowKinds } from './problem.ts';
import { SmoothingNewton } from './smoothing-newton.ts';

/** The residual that is demanded of every solve. */
export const coulombTolerance = 1e-10;

export interface CoulombReport {
  residual: number;
  newtonSteps: number;
  admmIterations: number;
}

type Rung = { readonly eps: number } | { readonly admm: number };
const ladder: readonly Rung[] = [
  { eps: 1e-6 },
  { admm: 500 },
  { eps: 1e-5 },
  { eps: 1e-4 },
  { eps: 1e-3 },
  { admm: 5000 },
];
/** A residual from which one step is tried, and the proximal term of that. */
const nearlySolved = 1e-9;
const refinement = 1e-3;
/** How many rungs a solve may take that can be halved instead. */
const briefRungs = 3;
/** A residual from which larger proximal terms go on from the best so far. */
const near = 1e-6;
const longestStride = 1 << 20;
/** of Gauss-Seidel, to come near */
const mostSweeps = 40;
const mostProximal = 200;
const mostSteps = 250;

const made = (): Float64Array => new Float64Array(0);

export class Coulomb {
  readonly report: CoulombReport = { residual: 0, newtonSteps: 0, admmIterations: 0 };
  readonly #cone = new SmoothingNewton();
  readonly #admm = new Admm();
  readonly #sweeps = new GaussSeidel();
  #warm = made();
  #x = made();
  #next = made();
  #c = made();
  #best = made();

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
    const [x, next, c, best, warm] = [this.#x, this.#next, this.#c, this.#best, this.#warm];
    const { D, c0, e } = cone;
    const limit = tolerance * cone.scale * 0.03;
    let isWarm = false;
    for (let i = 0; i < N; i++) {
      warm[i] = lambda[i] / D[i];
      if (lambda[i] !== 0) isWarm = true;
    }
    let least = Infinity;
    if (isWarm && this.#refine(tolerance, limit)) return this.#finish(lambda, report.residual);
    for (let r = 0; r < (brief ? briefRungs : ladder.length); r++) {
      const rung = ladder[r];
      const start = cone.steps;
      if ('admm' in rung) {
        report.admmIterations += this.#admm.solve(problem, cone.prepared(), cone.rho, tolerance, rung.admm, next);
        for (let i = 0; i < N; i++) x[i] = next[i] / D[i];
        cone.regularise(1e-6);
        for (let i = 0; i < N; i++) {
          c[i] = c0[i] - e[i] * x[i];
          next[i] = x[i];
        }
        if (cone.newton(next, c, 0, limit, 8) && cone.residual(next) < cone.residual(x)) copy(next, x, N);
      } else {
        cone.regularise(rung.eps);
        let solved = false;
        if (isWarm) {
          copy(warm, x, N);
          solved = cone.newton(x, c0, 0, limit, 8);
          isWarm = false;
        }
        if (!solved && r === 0) {
          this.#sweeps.sweep(problem, lambda, mostSweeps, 1e-4);
          for (let i = 0; i < N; i++) x[i] = lambda[i] / D[i];
          solved = cone.newton(x, c0, 0, limit, 15);
        }
        if (!solved && r > 0 && least < near) copy(best, x, N);
        else if (!solved) {
          x.fill(0, 0, N);
          cone.path(x, c0, limit);
        }
      }
      let last = Infinity;
      let poor = 0;
      for (let round = 0; round < mostProximal; round++) {
        const residual = cone.residual(x);
        if (residual < least) {
          least = residual;
          copy(x, best, N);
        }
        if (residual < tolerance) return this.#finish(lambda, least);
        poor = residual > 0.7 * last ? poor + 1 : 0;
        last = Math.min(last, residual);
        if (poor > 6 || cone.steps - start > mostSteps || 'admm' in rung) break;
        for (let i = 0; i < N; i++) {
          c[i] = c0[i] - e[i] * x[i];
          next[i] = x[i];
        }
        const solved = cone.newton(next, c, 0, limit, 10);
        if (!solved && cone.residual(next) > 0.5 * residual) {
          copy(x, next, N);
          cone.path(next, c, limit, Math.min(1, 10 * residual), 60);
        }
        if (cone.residual(next) > 0.7 * residual) this.#lengthen(x, next);
        copy(next, x, N);
      }
      // more digits were asked for than are demanded
      if (least < coulombTolerance) break;
    }
    return this.#finish(lambda, least);
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
  /** next = x + s (next - x), s doubled while the residual falls. */
  #lengthen(x: Float64Array, next: Float64Array): void {
    const cone = this.#cone;
    const { N } = cone;
    const trial = this.#c; // made anew in every round
    let least = cone.residual(next);
    let kept = 1;
    for (let s = 2; s <= longestStride; s *= 2) {
      for (let i = 0; i < N; i++) trial[i] = x[i] + s * (next[i] - x[i]);
      const residual = cone.residual(trial);
      if (!(residual < least)) break;
      least = residual;
      kept = s;
    }
    if (kept > 1) for (let i = 0; i < N; i++) next[i] = x[i] + kept * (next[i] - x[i]);
  }
  #finish(lambda: Float64Array, residual: number): CoulombReport {
    const { N, D, steps } = this.#cone;
    for (let i = 0; i < N; i++) lambda[i] = D[i] * this.#best[i];
    this.report.residual = residual;
    this.report.newtonSteps = steps;
    return this.report;
  }
}
function copy(from: Float64Array, to: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = from[i];
}

/** Nothing approaches: no impulse solves it. */
function isOpen({ rows, kinds, b }: CoulombProblem): boolean {
  for (let i = 0; i < rows.count; i++) {
    if (kinds[i] === rowKinds.pushes && b[3 * i] < 0) return false;
    if (kinds[i] === rowKinds.holds && (b[3 * i] !== 0 || b[3 * i + 1] !== 0 || b[3 * i + 2] !== 0)) return false;
  }
  return true;
}
