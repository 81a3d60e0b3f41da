/**
 * Conjugate gradients for A x = b, A symmetric positive definite and known only by what it does to a vector, with its
 * diagonal as preconditioner.
 *
 * M. R. Hestenes, E. Stiefel, Methods of conjugate gradients for solving linear systems, J. Res. NBS 49 (1952).
 *
 *   r = b - A x,  z = r / diagonal;   alpha = r.z / p.A p,  x += alpha p,  r -= alpha A p;   beta = r.z / (r.z)_before
 *
 * The residual is measured as sqrt(r.z / b.(b / diagonal)), which does not depend on the units of the rows. The r of the
 * recurrence drifts away from b - A x: where it is small enough, the true one is computed, and if that is not small enough the
 * search starts again from it.
 */
export interface CgOptions {
  /** relative residual to reach */
  readonly tolerance: number;
  /** most iterations */
  readonly limit: number;
}
export interface CgReport {
  readonly iterations: number;
  /** of the x that was left, b - A x computed afresh */
  readonly residual: number;
  /** false: a direction with p.A p <= 0 was found, or a diagonal entry <= 0. A is not positive definite; x is of no use. */
  readonly positive: boolean;
}

export class ConjugateGradient {
  readonly #r: Float64Array;
  readonly #z: Float64Array;
  readonly #p: Float64Array;
  readonly #q: Float64Array;

  constructor(readonly n: number) {
    this.#r = new Float64Array(n);
    this.#z = new Float64Array(n);
    this.#p = new Float64Array(n);
    this.#q = new Float64Array(n);
  }

  solve(
    apply: (x: Float64Array, out: Float64Array) => void, // out = A x
    diagonal: Float64Array, // of A                          (n)
    b: Float64Array, //        right-hand side               (n)
    x: Float64Array, //        a first guess, then the answer (n)
    { tolerance, limit }: CgOptions,
  ): CgReport {
    const n = this.n,
      r = this.#r,
      z = this.#z,
      p = this.#p,
      q = this.#q;
    for (let i = 0; i < n; i++) if (!(diagonal[i] > 0)) return { iterations: 0, residual: Number.NaN, positive: false };
    let size = 0;
    for (let i = 0; i < n; i++) size += (b[i] * b[i]) / diagonal[i];
    if (size === 0) {
      x.fill(0);
      return { iterations: 0, residual: 0, positive: true };
    }
    const goal = tolerance * tolerance * size;

    let iterations = 0;
    let positive = true;
    while (true) {
      apply(x, q);
      let rz = 0;
      for (let i = 0; i < n; i++) {
        r[i] = b[i] - q[i];
        z[i] = r[i] / diagonal[i];
        rz += r[i] * z[i];
      }
      if (!positive || !(rz > goal) || iterations >= limit) {
        return { iterations, residual: Math.sqrt(rz / size), positive };
      }
      p.set(z);
      while (rz > goal && iterations < limit) {
        apply(p, q);
        const curvature = dot(p, q);
        positive = curvature > 0;
        if (!positive) break;
        const alpha = rz / curvature;
        for (let i = 0; i < n; i++) {
          x[i] += alpha * p[i];
          r[i] -= alpha * q[i];
          z[i] = r[i] / diagonal[i];
        }
        const before = rz;
        rz = dot(r, z);
        const beta = rz / before;
        for (let i = 0; i < n; i++) p[i] = z[i] + beta * p[i];
        iterations++;
      }
    }
  }
}

/** Summed from the first to the last. */
function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
