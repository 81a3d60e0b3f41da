/**
 * Impulses of large heaps by sweeps alone, to a tolerance that sweeps reach.
 *
 * A heap that settles has new impacts in every step, and its impulses change by several percent of the largest one: 1000 spheres take 13 to 40 Newton steps of 20 ms
 * each to 1e-10, and 50 to 150 sweeps of 0.1 ms to 1e-3. At rest the last impulses are nearly the answer, and ten sweeps do.
 */

import { grown } from '../impulse-rows.ts';
import { type CoulombProblem, demandOf, isOpen, residualOf } from '../problem.ts';
import { GaussSeidel } from './gauss-seidel.ts';

/** Sweeps in all, and at most before the residual is looked at. */
const most = 600;
const between = 40;
/** Of the tolerance: sweeps that change impulses by less end. */
const part = 0.3;

export class HeapSweeps {
  readonly #gaussSeidel = new GaussSeidel();
  #rho = new Float64Array(0);
  #u = new Float64Array(0);
  #v = new Float64Array(0);

  /** Improves lambda until the residual is at most the tolerance, or all sweeps are made; returns the residual. */
  solve(problem: CoulombProblem, lambda: Float64Array, tolerance: number): number {
    const { rows } = problem;
    const n = rows.count;
    if (isOpen(problem)) {
      lambda.fill(0, 0, 3 * n);
      return 0;
    }
    this.#rho = grown(this.#rho, n);
    this.#u = grown(this.#u, 3 * n);
    this.#v = grown(this.#v, rows.size);
    rows.scales(this.#rho);
    const demand = demandOf(problem, this.#rho);
    let enough = part * tolerance;
    for (let made = 0; ; enough *= part) {
      made += this.#gaussSeidel.sweep(problem, lambda, between, enough);
      const residual = residualOf(problem, this.#rho, lambda, this.#u, this.#v, demand);
      if (residual <= tolerance || made >= most) return residual;
    }
  }
  /** Least normal impulses that make velocities b + G lambda at least 0: so many sweeps. */
  normals(problem: CoulombProblem, lambda: Float64Array, sweeps: number): void {
    this.#gaussSeidel.sweep(problem, lambda, sweeps, 1e-3);
  }
}
