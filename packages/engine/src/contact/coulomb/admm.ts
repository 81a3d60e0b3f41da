/**
 * The alternating direction method of multipliers, for problems where Newton's method stalls.     [contact notes, sec. 4]
 *
 *   x = (G' + (eta + rho) I)^-1 (eta x + rho z + y - c - shift(y))
 *   z = projection of x - y / rho onto the cones,   y <- y - rho (x - z)
 *
 * rho changes by 3 where the two residuals differ by 10; only then is the matrix factorised again. G' is scaled by sqrt(rho_i) of
 * each contact, with one factor in a block, so that cones stay cones.
 */
import { factorCholesky, solveCholesky } from '../../linalg/dense/lu.ts';
import { type CoulombProblem, residualOf } from './problem.ts';

const eta = 1e-9;

/** Improves lambda in place, from 0; returns the iterations made. */
export function admm(
  problem: CoulombProblem,
  scales: Float64Array, // rho of each contact (n)
  tolerance: number,
  most: number,
  lambda: Float64Array, // (3n), written
): number {
  const { n, G, b, mu } = problem;
  const N = 3 * n;
  const D = new Float64Array(N);
  for (let i = 0; i < N; i++) D[i] = Math.sqrt(scales[Math.floor(i / 3)]);
  const A = new Float64Array(N * N);
  let largest = 0;
  for (let i = 0; i < N; i++) {
    let sum = 0;
    for (let j = 0; j < N; j++) {
      A[i * N + j] = G[i * N + j] * D[i] * D[j];
      sum += Math.abs(A[i * N + j]);
    }
    largest = Math.max(largest, sum);
  }
  const factor = new Float64Array(N * N);
  let rho = 3e-4 * largest; // of the order of sqrt(least x largest eigenvalue) of a redundant problem
  const prepare = (): void => {
    factor.set(A);
    for (let i = 0; i < N; i++) factor[i * N + i] += rho + eta;
    factorCholesky(factor, N);
  };
  prepare();
  const [x, z, before, work] = [0, 1, 2, 3].map(() => new Float64Array(N));
  const y = new Float64Array(N);
  for (let i = 0; i < N; i++) y[i] = b[i] * D[i];
  let iterations = 0;
  while (iterations < most) {
    for (let i = 0; i < n; i++) {
      const k = 3 * i;
      const shift = mu[i] * Math.sqrt(y[k + 1] * y[k + 1] + y[k + 2] * y[k + 2]);
      for (let a = k; a < k + 3; a++) work[a] = eta * x[a] + rho * z[a] + y[a] - b[a] * D[a];
      work[k] -= shift;
    }
    x.set(work);
    solveCholesky(factor, N, x);
    before.set(z);
    for (let i = 0; i < N; i++) z[i] = x[i] - y[i] / rho;
    projectOntoCones(z, mu, n);
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
    if (residualOf(problem, scales, lambda, work) < tolerance) break;
    if (primal > 10 * dual) rho *= 3;
    else if (dual > 10 * primal) rho /= 3;
    else continue;
    prepare();
  }
  for (let i = 0; i < N; i++) lambda[i] = D[i] * z[i];
  return iterations;
}

/** Each block onto {|t| <= mu n}, in place. */
export function projectOntoCones(z: Float64Array, mu: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
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
