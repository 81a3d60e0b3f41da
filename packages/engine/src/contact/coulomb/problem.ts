/**
 * The impulse problem of contacts with Coulomb friction.                                        [contact notes, sec. 4]
 *
 *   u = G lambda + b        blocks of three: normal, two tangents
 *   u_n >= 0,  lambda_n >= 0,  u_n lambda_n = 0                       a contact pushes, and only where it is closed
 *   |lambda_t| <= mu lambda_n;  lambda_t opposes u_t at that bound, or u_t = 0
 *
 * This is true Coulomb friction, not its convex relaxation, which lifts sliding bodies (0.4 m/s at v = 1 m/s, mu = 0.5).
 *
 * The residual is that of the natural map, relative:
 *
 *   z = lambda - rho u,  rho = 3 / tr G_ii,  r = max |lambda - (max(0, z_n), disk(z_t, mu max(0, z_n)))| / max(|lambda|, rho |b|)
 */
export interface CoulombProblem {
  /** contacts */
  readonly n: number;
  /** N s to m/s, row-major   (3n x 3n) */
  readonly G: Float64Array;
  /** velocities without impulses, m/s; a target is subtracted from normal ones   (3n) */
  readonly b: Float64Array;
  /** friction   (n) */
  readonly mu: Float64Array;
}

/** rho of each contact   (n) */
export function scalesOf({ n, G }: CoulombProblem, rho: Float64Array): void {
  const N = 3 * n;
  for (let i = 0; i < n; i++) {
    const at = 3 * i * N + 3 * i;
    rho[i] = 3 / (G[at] + G[at + N + 1] + G[at + 2 * N + 2]);
  }
}

/** out = G x + b */
export function velocitiesOf({ n, G, b }: CoulombProblem, x: Float64Array, out: Float64Array): void {
  const N = 3 * n;
  for (let i = 0; i < N; i++) {
    let sum = b[i];
    const row = i * N;
    for (let j = 0; j < N; j++) sum += G[row + j] * x[j];
    out[i] = sum;
  }
}

/** The relative residual; u: workspace (3n), left with the velocities. */
export function residualOf(problem: CoulombProblem, rho: Float64Array, lambda: Float64Array, u: Float64Array): number {
  const { n, b, mu } = problem;
  velocitiesOf(problem, lambda, u);
  let worst = 0;
  let scale = 1e-300;
  for (let i = 0; i < n; i++) {
    const k = 3 * i;
    const zn = lambda[k] - rho[i] * u[k];
    const z1 = lambda[k + 1] - rho[i] * u[k + 1];
    const z2 = lambda[k + 2] - rho[i] * u[k + 2];
    const normal = zn > 0 ? zn : 0;
    const bound = mu[i] * normal;
    const size = Math.sqrt(z1 * z1 + z2 * z2);
    const part = size > bound ? bound / size : 1;
    worst = Math.max(
      worst,
      Math.abs(lambda[k] - normal),
      Math.abs(lambda[k + 1] - part * z1),
      Math.abs(lambda[k + 2] - part * z2),
    );
    for (let a = k; a < k + 3; a++) scale = Math.max(scale, Math.abs(lambda[a]), rho[i] * Math.abs(b[a]));
  }
  return worst / scale;
}
