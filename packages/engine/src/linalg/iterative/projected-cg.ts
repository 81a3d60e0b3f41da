/**
 * Projected conjugate gradients: the x that satisfies J x = b and costs least energy, with the multipliers of the rows.
 *
 *   A x = J^T lambda,   J x = b          A symmetric, positive definite on the directions with J x = 0
 *
 * N. I. M. Gould, M. E. Hribar, J. Nocedal, On the solution of equality constrained quadratic programming problems arising in
 * optimization, SIAM J. Sci. Comput. 23 (2001), algorithm 6.2 with the residual update of section 6. G is a diagonal near that of A:
 *
 *   x = G^-1 J^T y,  (J G^-1 J^T) y = b                        where the rows are met; every direction that follows keeps J x
 *   r = A x;    r <- r - J^T w,  (J G^-1 J^T) w = J G^-1 r      w is added to lambda
 *   g = G^-1 r,  p = -g + beta p,  alpha = r.g / p.A p
 *
 * An iteration costs one product with A and one solve with J G^-1 J^T, which is as sparse as the rows share coordinates. The
 * rows are met to rounding from the beginning; the tolerance says how well the rest is in balance.
 */
export interface ProjectedSystem {
  /** out = A x */
  multiply(x: Float64Array, out: Float64Array): void;
  /** out = J x */
  rows(x: Float64Array, out: Float64Array): void;
  /** out -= J^T y */
  subtractForces(y: Float64Array, out: Float64Array): void;
  /** y becomes (J G^-1 J^T)^-1 y */
  solveRows(y: Float64Array): void;
}
export interface ProjectedReport {
  readonly iterations: number;
  /** what is left out of balance, as a part of the tolerance's reference */
  readonly residual: number;
  /** false: a direction with p.A p <= 0 was met */
  readonly positive: boolean;
}

export class ProjectedCg {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  readonly #r: Float64Array;
  readonly #g: Float64Array;
  readonly #p: Float64Array;
  readonly #q: Float64Array;
  readonly #w: Float64Array;

  constructor(
    readonly n: number, // coordinates
    readonly m: number, // rows
  ) {
    [this.x, this.#r, this.#g, this.#p, this.#q] = Array.from({ length: 5 }, () => new Float64Array(n));
    [this.lambda, this.#w] = [new Float64Array(m), new Float64Array(m)];
  }

  /** The size of a problem, for `least`: r.G^-1 r of the forces at the first x. */
  size = 0;

  solve(
    system: ProjectedSystem,
    inverse: Float64Array, // of G^-1                     (n)
    b: Float64Array, //    what J x is to be           (m)
    options: {
      /** of the size of this problem */
      readonly tolerance: number;
      /** size to which the tolerance refers at least: that of an earlier, larger problem */
      readonly least: number;
      readonly limit: number;
    },
  ): ProjectedReport {
    const { n, x, lambda } = this;
    const [r, g, p, q, w] = [this.#r, this.#g, this.#p, this.#q, this.#w];
    w.set(b);
    system.solveRows(w);
    x.fill(0);
    system.subtractForces(w, x);
    for (let i = 0; i < n; i++) x[i] *= -inverse[i];
    system.multiply(x, r);
    this.size = weighted(r, inverse);
    lambda.fill(0);
    let rg = this.#project(system, inverse);
    const reference = Math.max(this.size, options.least);
    const goal = options.tolerance * options.tolerance * reference;
    let iterations = 0;
    for (let i = 0; i < n; i++) p[i] = -g[i];
    while (rg > goal && iterations < options.limit) {
      system.multiply(p, q);
      let curvature = 0;
      for (let i = 0; i < n; i++) curvature += p[i] * q[i];
      if (!(curvature > 0)) return { iterations, residual: Number.NaN, positive: false };
      const alpha = rg / curvature;
      for (let i = 0; i < n; i++) {
        x[i] += alpha * p[i];
        r[i] += alpha * q[i];
      }
      const before = rg;
      rg = this.#project(system, inverse);
      const beta = rg / before;
      for (let i = 0; i < n; i++) p[i] = beta * p[i] - g[i];
      iterations++;
    }
    return { iterations, residual: reference > 0 ? Math.sqrt(rg / reference) : 0, positive: true };
  }
  /** r loses what the rows can carry, g = G^-1 r; returns r.g. */
  #project(system: ProjectedSystem, inverse: Float64Array): number {
    const { n, m, lambda } = this;
    const [r, g, w] = [this.#r, this.#g, this.#w];
    for (let i = 0; i < n; i++) g[i] = inverse[i] * r[i];
    system.rows(g, w);
    system.solveRows(w);
    system.subtractForces(w, r);
    for (let k = 0; k < m; k++) lambda[k] += w[k];
    let sum = 0;
    for (let i = 0; i < n; i++) {
      g[i] = inverse[i] * r[i];
      sum += r[i] * g[i];
    }
    return sum;
  }
}

function weighted(r: Float64Array, inverse: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < r.length; i++) sum += r[i] * r[i] * inverse[i];
  return sum;
}
