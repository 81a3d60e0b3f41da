/**
 * The alternating direction method of multipliers, for problems where Newton's method stalls.     [contact notes, sec. 4]
 *
 *   x = (G' + (eta + rho) I)^-1 (eta x + rho z + y - c - shift(y))
 *   z = projection of x - y / rho onto the cones,   y <- y - rho (x - z)
 *
 * rho changes by 3 where the two residuals differ by 10; only then is the matrix factorised again. G' is scaled by sqrt(rho_i) of
 * each contact, with one factor in a block, so that cones stay cones.
 */
import { grown } from './impulse-rows.ts';
import type { UnitMatrix } from './matrix/unit-matrix.ts';
import { type CoulombProblem, clamped, demandOf, residualOf, rowKinds } from './problem.ts';

const eta = 1e-9;
const made = (): Float64Array => new Float64Array(0);

export class Admm {
  #x = made();
  #y = made();
  #z = made();
  #before = made();
  #work = made();
  #D = made();
  #v = made();
  #used = new Uint8Array(0);
  readonly #N = new Float64Array(9);

  /**
   * Improves lambda in place, from 0; returns the iterations made.
   * (A + s)^-1 = (1 - D J (s M + J^T D D J)^-1 J^T D) / s, with A = D G D: a factor over bodies.
   */
  solve(
    problem: CoulombProblem,
    matrix: UnitMatrix,
    scales: Float64Array, // rho of each contact (n)
    tolerance: number,
    most: number,
    lambda: Float64Array, // (3n), written
  ): number {
    const { rows, b, mu, kinds } = problem;
    const n = rows.count;
    const N = 3 * n;
    this.#x = grown(this.#x, N);
    this.#y = grown(this.#y, N);
    this.#z = grown(this.#z, N);
    this.#before = grown(this.#before, N);
    this.#work = grown(this.#work, N);
    this.#D = grown(this.#D, N);
    this.#v = grown(this.#v, rows.size);
    const [D, x, y, z, before, work, v] = [this.#D, this.#x, this.#y, this.#z, this.#before, this.#work, this.#v];
    for (let i = 0; i < N; i++) {
      const absent = kinds[Math.floor(i / 3)] === rowKinds.absent;
      D[i] = absent ? 0 : Math.sqrt(scales[Math.floor(i / 3)]);
      x[i] = z[i] = 0;
      y[i] = b[i] * D[i];
    }
    let rho = 3e-4 * this.#largest(problem); // of the order of sqrt(least x largest eigenvalue) of a redundant problem
    this.#used = grown(this.#used, n);
    for (let i = 0; i < n; i++) this.#used[i] = kinds[i] === rowKinds.absent ? 0 : 1;
    matrix.use(this.#used);
    const prepare = (): boolean => {
      matrix.begin();
      for (let i = 0; i < n; i++) {
        this.#N[0] = this.#N[4] = this.#N[8] = (D[3 * i] * D[3 * i]) / (rho + eta);
        if (D[3 * i] > 0) matrix.add(i, this.#N, 0);
      }
      return matrix.factor();
    };
    if (!prepare()) return 0;
    const demand = demandOf(problem, scales);
    let iterations = 0;
    while (iterations < most) {
      for (let i = 0; i < n; i++) {
        const k = 3 * i;
        const shift = kinds[i] === rowKinds.pushes ? mu[i] * Math.sqrt(y[k + 1] * y[k + 1] + y[k + 2] * y[k + 2]) : 0;
        for (let a = k; a < k + 3; a++) work[a] = (eta * x[a] + rho * z[a] + y[a] - b[a] * D[a]) / (rho + eta);
        work[k] -= shift / (rho + eta);
      }
      for (let i = 0; i < N; i++) x[i] = D[i] * work[i];
      rows.forces(x, v);
      matrix.solve(v);
      rows.velocities(v, x);
      for (let i = 0; i < N; i++) x[i] = work[i] - (D[i] * x[i]) / (rho + eta);
      for (let i = 0; i < N; i++) {
        before[i] = z[i];
        z[i] = x[i] - y[i] / rho;
      }
      projectOntoCones(z, mu, kinds, n);
      for (let i = 0; i < n; i++)
        if (kinds[i] === rowKinds.bounded)
          z[3 * i] = clamped(D[3 * i] * z[3 * i], i, problem.lower, problem.upper) / D[3 * i];
      let primal = 0;
      let dual = 0;
      for (let i = 0; i < N; i++) {
        y[i] -= rho * (x[i] - z[i]);
        primal = Math.max(primal, Math.abs(x[i] - z[i]));
        dual = Math.max(dual, rho * Math.abs(z[i] - before[i]));
      }
      iterations++;
      if (iterations % 10) continue;
      for (let i = 0; i < N; i++) lambda[i] = D[i] * z[i];
      if (residualOf(problem, scales, lambda, work, v, demand) < tolerance) break;
      if (primal > 10 * dual) rho *= 3;
      else if (dual > 10 * primal) rho /= 3;
      else continue;
      if (!prepare()) break;
    }
    for (let i = 0; i < N; i++) lambda[i] = D[i] * z[i];
    return iterations;
  }
  /** Of the eigenvalues of D G D, by ten steps of the power method. */
  #largest({ rows }: CoulombProblem): number {
    const N = 3 * rows.count;
    const [D, x, work, v] = [this.#D, this.#before, this.#work, this.#v];
    let size = 1;
    for (let i = 0; i < N; i++) x[i] = 1 + (i % 7);
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < N; i++) work[i] = D[i] * x[i];
      rows.spread(work, v);
      rows.velocities(v, x);
      size = 0;
      for (let i = 0; i < N; i++) {
        x[i] *= D[i];
        size = Math.max(size, Math.abs(x[i]));
      }
      for (let i = 0; i < N; i++) x[i] /= size;
    }
    return size;
  }
}

/** Each block onto {|t| <= mu n}, in place. */
function projectOntoCones(z: Float64Array, mu: Float64Array, kinds: Uint8Array, n: number): void {
  for (let i = 0; i < n; i++) {
    if (kinds[i] !== rowKinds.pushes) continue;
    const k = 3 * i;
    const normal = z[k];
    const size = Math.sqrt(z[k + 1] * z[k + 1] + z[k + 2] * z[k + 2]);
    if (size <= mu[i] * normal) continue;
    const s = (normal + mu[i] * size) / (1 + mu[i] * mu[i]);
    const inside = s > 0;
    z[k] = inside ? s : 0;
    const part = inside && size > 0 ? (mu[i] * s) / size : 0;
    z[k + 1] *= part;
    z[k + 2] *= part;
  }
}
