/**
 * Newton steps between sweeps of Gauss-Seidel: each does what the other cannot.
 *
 *   d = a whole Newton step about the present impulses, with a proximal term in proportion to the residual
 *   lambda <- sweeps(cones(lambda + t d)),   t = 1, 0.3, 0.09 ...: the first that leaves a third of the residual, or else the best
 *
 * Sweeps find which contacts push, stick and slip but for a few, and stall where forces balance each other over many bodies; Newton's step is exact there,
 * but jumps between sets of contacts where many are wrong. Projecting a step on the cones and sweeping takes the place of a line search along F,
 * which has kinks that stop it. Heaps of 64 to 1000 spheres, problems of which 20 to 200 contacts change: 3 to 15 Newton steps for 17 to 89 without sweeps between them.
 *
 * It ends near where impulses must go far along directions that move nothing: the residual stays as it is on the way. moving-centre.ts goes on from there.
 */

import { grown } from '../impulse-rows.ts';
import type { SmoothingNewton } from '../newton/smoothing-newton.ts';
import { type CoulombProblem, clamped, rowKinds } from '../problem.ts';
import type { GaussSeidel } from './gauss-seidel.ts';

/** Sweeps at first, after each trial step, and where all of them are worse; the part of the residual that is the proximal term, and its bounds. */
const sweeps = { first: 20, after: 20, stuck: 100 } as const;
const term = { part: 0.01, least: 1e-6, most: 0.1 } as const;
/** Trial steps: each is this part of the one before, down to the least. */
const trials = { part: 0.3, least: 1e-3 } as const;
/** Of the residual: a step is good at once, and poor. In place of a poor one the longest is made that leaves the residual nearly as it is. */
const good = 0.3;
const poor = 0.7;
const slack = 1.05;
/** Steps, and how many poor ones may follow each other. */
export const patience = { short: { steps: 8, poor: 2 }, long: { steps: 25, poor: 5 } } as const;

const made = (): Float64Array => new Float64Array(0);

export class SweptNewton {
  /** impulses (3n): the present ones, in newton seconds */
  lambda = made();
  /** of these */
  residual = Infinity;
  #x = made();
  #c = made();
  #trial = made();
  #best = made();
  #far = made();
  #steps = 0;
  #poor = 0;

  constructor(
    private readonly cone: SmoothingNewton,
    private readonly gaussSeidel: GaussSeidel,
  ) {}

  /** From a guess, with so many sweeps. */
  begin(problem: CoulombProblem, guess: Float64Array, most: number = sweeps.first): void {
    const N = 3 * problem.rows.count;
    this.lambda = grown(this.lambda, N);
    this.#x = grown(this.#x, N);
    this.#c = grown(this.#c, N);
    this.#trial = grown(this.#trial, N);
    this.#best = grown(this.#best, N);
    this.#far = grown(this.#far, N);
    this.#steps = this.#poor = 0;
    for (let i = 0; i < N; i++) this.lambda[i] = guess[i];
    this.gaussSeidel.sweep(problem, this.lambda, most, 1e-12);
    this.residual = this.#residualOf(this.lambda);
  }
  /** Until the residual is met; false where it stalls before. Where steps converge, one more gives redundant impulses more digits. */
  until(tolerance: number, most: { readonly steps: number; readonly poor: number }): boolean {
    while (this.residual > 0.01 * tolerance && this.#steps < most.steps && this.#poor < most.poor) {
      const isMet = this.residual <= tolerance;
      this.#steps++;
      const before = this.residual;
      this.#step();
      this.#poor = this.residual > poor * before ? this.#poor + 1 : 0;
      if (isMet) break;
    }
    return this.residual <= tolerance;
  }
  #residualOf(lambda: Float64Array): number {
    const { N, D } = this.cone;
    for (let i = 0; i < N; i++) this.#x[i] = lambda[i] / D[i];
    return this.cone.residual(this.#x);
  }
  #take(lambda: Float64Array, residual: number): void {
    this.lambda.set(lambda.subarray(0, this.cone.N));
    this.residual = residual;
  }
  #step(): void {
    const { cone, lambda } = this;
    const { N, D, c0, e, scale } = cone;
    const [x, c, trial] = [this.#x, this.#c, this.#trial];
    cone.regularise(Math.min(term.most, Math.max(term.least, term.part * this.residual)));
    for (let i = 0; i < N; i++) {
      x[i] = lambda[i] / D[i];
      c[i] = c0[i] - e[i] * x[i];
    }
    cone.whole(x, c, 1e-16 * scale, 1);
    const to = c;
    for (let i = 0; i < N; i++) to[i] = D[i] * x[i];
    // a whole step without projection, where no contact changes
    let least = this.#residualOf(to);
    if (least < 0.1 * this.residual) {
      this.#take(to, least);
      return;
    }
    least = this.residual;
    let found = 0;
    let far = 0;
    for (let t = 1; t > trials.least && t > 0.1 * found; t *= trials.part) {
      for (let i = 0; i < N; i++) trial[i] = lambda[i] + t * (to[i] - lambda[i]);
      this.#project(trial);
      this.gaussSeidel.sweep(cone.problem, trial, sweeps.after, 1e-12);
      const residual = this.#residualOf(trial);
      if (far === 0 && residual < slack * this.residual) {
        far = residual;
        this.#far.set(trial.subarray(0, N));
      }
      if (!(residual < least)) continue;
      found = t;
      least = residual;
      this.#best.set(trial.subarray(0, N));
      if (least < good * this.residual) break;
    }
    if (found > 0 && least <= poor * this.residual) this.#take(this.#best, least);
    else if (far > 0) this.#take(this.#far, far);
    else {
      this.gaussSeidel.sweep(cone.problem, lambda, sweeps.stuck, 1e-12);
      this.residual = this.#residualOf(lambda);
    }
  }
  /** Onto cones and bounds. */
  #project(lambda: Float64Array): void {
    const { kinds, mu, lower, upper } = this.cone.problem;
    for (let i = 0; i < this.cone.n; i++) {
      const k = 3 * i;
      if (kinds[i] === rowKinds.bounded) lambda[k] = clamped(lambda[k], i, lower, upper);
      if (kinds[i] !== rowKinds.pushes) continue;
      const normal = Math.max(0, lambda[k]);
      const bound = mu[i] * normal;
      const size = Math.sqrt(lambda[k + 1] * lambda[k + 1] + lambda[k + 2] * lambda[k + 2]);
      const part = size > bound ? bound / size : 1;
      lambda[k] = normal;
      lambda[k + 1] *= part;
      lambda[k + 2] *= part;
    }
  }
}
