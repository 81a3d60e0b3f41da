/**
 * Newton's method on the natural map of the second-order cone, with smoothing.                   [contact notes, sec. 4]
 *
 *   x = (mu lambda_n, lambda_t) / sqrt(rho),   y = sqrt(rho) (u_n / mu, u_t) = (G' + E) x + c        x and Y in the standard cone
 *   Y = y + (sqrt(|y_t|^2 + k^2), 0)                                             the shift of De Saxce makes it Coulomb's law
 *   F_k(x) = x - P_k(x - Y)                  P_k spectral: f(l) = (l + sqrt(l^2 + 4 k^2)) / 2 at l = z_n -+ |z_t|
 *   matrix  (I - S) + S (G' + E + slope of the shift),   S = dP_k
 *
 * E = eps in physical impulse is a proximal term: it picks the least norm among forces of redundant contacts, and x_c, its centre,
 * moves to x until nothing of it is left. A contact with mu = 0 is a scalar row without tangents. Contacts that are open at k = 0 leave
 * the linear system.
 */
import { factorLu, solveLu } from '../../linalg/dense/lu.ts';
import { type CoulombProblem, residualOf, scalesOf } from './problem.ts';

export class SmoothingNewton {
  readonly n: number;
  readonly N: number;
  readonly rho: Float64Array;
  /** lambda = D x */
  readonly D: Float64Array;
  /** b in units of y */
  readonly c0: Float64Array;
  /** the largest of c0 */
  readonly scale: number;
  readonly e: Float64Array;
  /** Newton steps made */
  steps = 0;
  readonly #A0: Float64Array;
  readonly #A: Float64Array;
  readonly #M: Float64Array;
  readonly #pivots: Int32Array;
  readonly #S: Float64Array;
  readonly #f: Float64Array;
  readonly #y: Float64Array;
  readonly #r: Float64Array;
  readonly #dx: Float64Array;
  readonly #trial: Float64Array;
  readonly #lambda: Float64Array;
  readonly #active: Int32Array;
  readonly #reduced: Float64Array;

  constructor(readonly problem: CoulombProblem) {
    const { n, G, b, mu } = problem;
    const N = 3 * n;
    this.n = n;
    this.N = N;
    this.rho = new Float64Array(n);
    scalesOf(problem, this.rho);
    this.D = new Float64Array(N);
    this.c0 = new Float64Array(N);
    this.e = new Float64Array(N);
    let scale = 0;
    for (let i = 0; i < n; i++) {
      const root = Math.sqrt(this.rho[i]);
      this.D[3 * i] = mu[i] > 0 ? root / mu[i] : root;
      this.D[3 * i + 1] = root;
      this.D[3 * i + 2] = root;
      for (let a = 3 * i; a < 3 * i + 3; a++) {
        this.c0[a] = b[a] * this.D[a];
        scale = Math.max(scale, Math.abs(this.c0[a]));
      }
    }
    this.scale = scale;
    this.#A0 = new Float64Array(N * N);
    for (let i = 0; i < N; i++) for (let j = 0; j < N; j++) this.#A0[i * N + j] = G[i * N + j] * this.D[i] * this.D[j];
    this.#A = new Float64Array(N * N);
    this.#M = new Float64Array(N * N);
    this.#pivots = new Int32Array(N);
    this.#S = new Float64Array(9 * n);
    this.#f = new Float64Array(N);
    this.#y = new Float64Array(N);
    this.#r = new Float64Array(n);
    this.#dx = new Float64Array(N);
    this.#trial = new Float64Array(N);
    this.#lambda = new Float64Array(N);
    this.#active = new Int32Array(n);
    this.#reduced = new Float64Array(N);
    this.regularise(1e-6);
  }
  /** Sets the proximal term. */
  regularise(eps: number): void {
    const { n, N, e } = this;
    const { mu } = this.problem;
    for (let i = 0; i < n; i++) {
      e[3 * i] = mu[i] > 0 ? eps / (mu[i] * mu[i]) : eps;
      e[3 * i + 1] = eps;
      e[3 * i + 2] = eps;
    }
    this.#A.set(this.#A0);
    for (let i = 0; i < N; i++) this.#A[i * N + i] += e[i];
  }
  residual(x: Float64Array): number {
    for (let i = 0; i < this.N; i++) this.#lambda[i] = this.D[i] * x[i];
    return residualOf(this.problem, this.rho, this.#lambda, this.#y);
  }

  /** F_k(x) into f, its S, y and the shift r; returns |F|^2. */
  #evaluate(x: Float64Array, c: Float64Array, k: number): number {
    const { n, N } = this;
    const { mu } = this.problem;
    const A = this.#A;
    const y = this.#y;
    const f = this.#f;
    const S = this.#S;
    for (let i = 0; i < N; i++) {
      let sum = c[i];
      const row = i * N;
      for (let j = 0; j < N; j++) sum += A[row + j] * x[j];
      y[i] = sum;
    }
    let total = 0;
    for (let i = 0; i < n; i++) {
      const a = 3 * i;
      const s = 9 * i;
      for (let m = s; m < s + 9; m++) S[m] = 0;
      if (!(mu[i] > 0)) {
        this.#r[i] = 0;
        const z = x[a] - y[a];
        const q = Math.sqrt(z * z + 4 * k * k);
        f[a] = x[a] - (z + q) / 2;
        f[a + 1] = x[a + 1];
        f[a + 2] = x[a + 2];
        S[s] = (1 + (q > 0 ? z / q : 0)) / 2;
      } else {
        const shift = Math.sqrt(y[a + 1] * y[a + 1] + y[a + 2] * y[a + 2] + k * k);
        this.#r[i] = shift;
        const zn = x[a] - y[a] - shift;
        const z1 = x[a + 1] - y[a + 1];
        const z2 = x[a + 2] - y[a + 2];
        const size = Math.sqrt(z1 * z1 + z2 * z2);
        const d1 = size > 0 ? z1 / size : 1;
        const d2 = size > 0 ? z2 / size : 0;
        const low = zn - size;
        const high = zn + size;
        const qLow = Math.sqrt(low * low + 4 * k * k);
        const qHigh = Math.sqrt(high * high + 4 * k * k);
        const f1 = (low + qLow) / 2;
        const f2 = (high + qHigh) / 2;
        const g1 = k > 0 ? (1 + low / qLow) / 2 : low > 0 ? 1 : 0;
        const g2 = k > 0 ? (1 + high / qHigh) / 2 : high > 0 ? 1 : 0;
        f[a] = x[a] - (f1 + f2) / 2;
        f[a + 1] = x[a + 1] - ((f2 - f1) / 2) * d1;
        f[a + 2] = x[a + 2] - ((f2 - f1) / 2) * d2;
        let across: number;
        if (size > 1e-14 * (1 + Math.abs(zn))) across = (f2 - f1) / (2 * size);
        else if (k > 0) across = (1 + zn / Math.sqrt(zn * zn + 4 * k * k)) / 2;
        else across = zn > 0 ? 1 : 0;
        const mean = (g1 + g2) / 2;
        const half = (g2 - g1) / 2;
        S[s] = mean;
        S[s + 1] = S[s + 3] = half * d1;
        S[s + 2] = S[s + 6] = half * d2;
        S[s + 4] = mean * d1 * d1 + across * (1 - d1 * d1);
        S[s + 5] = S[s + 7] = (mean - across) * d1 * d2;
        S[s + 8] = mean * d2 * d2 + across * (1 - d2 * d2);
      }
      total += f[a] * f[a] + f[a + 1] * f[a + 1] + f[a + 2] * f[a + 2];
    }
    return total;
  }
  #largest(): number {
    const f = this.#f;
    let worst = 0;
    for (let i = 0; i < this.N; i++) {
      const size = Math.abs(f[i]);
      if (!(size <= worst)) worst = size;
    }
    return worst;
  }
  /** dx with matrix dx = -f. Contacts without slope leave the system: dx = -f there. */
  #direction(): boolean {
    const { n, N } = this;
    const S = this.#S;
    const A = this.#A;
    const f = this.#f;
    const y = this.#y;
    const dx = this.#dx;
    const active = this.#active;
    let count = 0;
    for (let i = 0; i < n; i++) {
      let any = false;
      for (let m = 9 * i; m < 9 * i + 9; m++) if (S[m] !== 0) any = true;
      if (any) active[count++] = i;
    }
    for (let i = 0; i < N; i++) dx[i] = -f[i];
    if (count === 0) return true;
    const size = 3 * count;
    const M = this.#M;
    const rhs = this.#reduced;
    for (let ai = 0; ai < count; ai++) {
      const i = active[ai];
      const s = 9 * i;
      const row0 = 3 * i * N;
      const row1 = row0 + N;
      const row2 = row1 + N;
      const shift = this.#r[i];
      const q1 = shift > 0 ? y[3 * i + 1] / shift : 0;
      const q2 = shift > 0 ? y[3 * i + 2] / shift : 0;
      let r0 = -f[3 * i];
      let r1 = -f[3 * i + 1];
      let r2 = -f[3 * i + 2];
      let next = 0; // of `active`
      for (let j = 0; j < n; j++) {
        const isActive = next < count && active[next] === j;
        for (let b = 3 * j; b < 3 * j + 3; b++) {
          const a1 = A[row1 + b];
          const a2 = A[row2 + b];
          const a0 = A[row0 + b] + q1 * a1 + q2 * a2;
          const m0 = S[s] * a0 + S[s + 1] * a1 + S[s + 2] * a2;
          const m1 = S[s + 3] * a0 + S[s + 4] * a1 + S[s + 5] * a2;
          const m2 = S[s + 6] * a0 + S[s + 7] * a1 + S[s + 8] * a2;
          if (isActive) {
            const column = 3 * next + b - 3 * j;
            const at = 3 * ai * size + column;
            M[at] = m0;
            M[at + size] = m1;
            M[at + 2 * size] = m2;
          } else {
            r0 += m0 * f[b];
            r1 += m1 * f[b];
            r2 += m2 * f[b];
          }
        }
        if (isActive) next++;
      }
      const at = 3 * ai * size + 3 * ai;
      for (let row = 0; row < 3; row++)
        for (let column = 0; column < 3; column++)
          M[at + row * size + column] += (row === column ? 1 : 0) - S[s + 3 * row + column];
      rhs[3 * ai] = r0;
      rhs[3 * ai + 1] = r1;
      rhs[3 * ai + 2] = r2;
    }
    if (!factorLu(M, size, this.#pivots)) return false;
    solveLu(M, size, this.#pivots, rhs);
    for (let ai = 0; ai < count; ai++) for (let a = 0; a < 3; a++) dx[3 * active[ai] + a] = rhs[3 * ai + a];
    return true;
  }

  /** Newton's method with a halving line search, from x, in place. True if |F_k| <= tolerance. */
  newton(x: Float64Array, c: Float64Array, k: number, tolerance: number, most: number): boolean {
    const { N } = this;
    const trial = this.#trial;
    let total = this.#evaluate(x, c, k);
    let worst = this.#largest();
    for (let step = 0; step < most; step++) {
      if (worst <= tolerance) break;
      this.steps++;
      if (!this.#direction()) return false;
      let part = 1;
      let found = false;
      for (let halving = 0; halving < 10; halving++) {
        for (let i = 0; i < N; i++) trial[i] = x[i] + part * this.#dx[i];
        const there = this.#evaluate(trial, c, k);
        if (there < (1 - 1e-4 * part) * total) {
          total = there;
          found = true;
          break;
        }
        part *= 0.5;
      }
      if (!found) return false;
      x.set(trial);
      worst = this.#largest();
    }
    return worst <= tolerance;
  }
  /** Newton along the smoothing path: k from `first` of the scale towards 0. */
  path(x: Float64Array, c: Float64Array, tolerance: number, first = 1, most = 150): boolean {
    let k = first * this.scale;
    const start = this.steps;
    while (k > 0 && this.steps - start < most) {
      k *= this.newton(x, c, k, Math.max(0.3 * k, tolerance), 12) ? 0.3 : 0.7;
      if (k < 1e-8 * this.scale) k = 0;
    }
    return this.newton(x, c, 0, tolerance, 20);
  }
}
