/**
 * Newton's method on the natural map of the second-order cone, with smoothing.                   [contact notes, sec. 4]
 *
 *   x = (mu lambda_n, lambda_t) / sqrt(rho),   y = sqrt(rho) (u_n / mu, u_t) = (G' + E) x + c        x and Y in the standard cone
 *   Y = y + (sqrt(|y_t|^2 + k^2), 0)                                             the shift of De Saxce makes it Coulomb's law
 *   F_k(x) = x - P_k(x - Y)                  P_k spectral: f(l) = (l + sqrt(l^2 + 4 k^2)) / 2 at l = z_n -+ |z_t|  (cone.ts)
 *   matrix  (I - S) + S Q (G' + E),   S = dP_k, Q = I + slope of the shift
 *
 * At k = 0 the map is that of Alart and Curnier, with the same solutions: P projects z_n on z_n >= 0 and z_t on the disk |z_t| <= z_n, without a shift,
 * Q = I. It has no bend at y_t = 0. By itself that changed little: 47 problems of heaps of spheres took 2831 Newton steps instead of 2874.
 *
 * E = eps in physical impulse is a proximal term: it picks the least norm among forces of redundant contacts, and x_c, its centre,
 * moves to x until nothing of it is left. A contact with mu = 0 is a scalar row without tangents; rows of constraints have S = I, Q = I.
 *
 * G' = D J W J^T D, D diagonal, and all else is diagonal in blocks of three. So with K = (I - S) + S Q E and dv = W J^T D dx, the
 * system is one over the velocities of bodies:
 *
 *   (M + J^T N J) dv = -J^T D K^-1 f,   N = D K^-1 S Q D,       dx = -K^-1 (f + S Q D J dv)
 *
 * Its matrix is sparse as bodies touch (unit-matrix.ts). A dense one over contacts cost 24 ms a step for a stack of ten boxes.
 */

import { grown } from '../impulse-rows.ts';
import { ContactMatrix, isSmall } from '../matrix/contact-matrix.ts';
import { ends, type FewContacts, give } from '../matrix/few-contacts.ts';
import { UnitMatrix } from '../matrix/unit-matrix.ts';
import type { UnitStructures } from '../matrix/unit-structure.ts';
import { type CoulombProblem, demandOf, digits, residualOf, rowKinds } from '../problem.ts';
import { type ConeBlock, coneBlock } from './cone.ts';
import { coneExit } from './cone-exit.ts';
import { ContactStep, isZero } from './contact-step.ts';
import { invert3 } from './invert3.ts';
import { changesAlong } from './map-changes.ts';
import { relax } from './relaxation.ts';

/** Of |F|^2: a step that leaves more is poor, and two of them in a row are the end of a line search. The same number is in packages/engine/assembly/few-contacts.ts. */
const stalled = 0.9;
const made = (): Float64Array => new Float64Array(0);

export class SmoothingNewton {
  problem!: CoulombProblem;
  n = 0;
  N = 0;
  rho = made();
  /** lambda = D x */
  D = made();
  /** b in units of y */
  c0 = made();
  e = made();
  /** the largest of c0 */
  scale = 0;
  /** N s, of the data: see problem.ts */
  demand = 0;
  /** Newton steps made */
  steps = 0;
  readonly matrix: UnitMatrix;
  #K = made();
  #SQ = made();
  #NN = made();
  /** rows that can change: those that are not open */
  #used = new Uint8Array(0);
  #f = made();
  #y = made();
  #dx = made();
  #trial = made();
  #lambda = made();
  #v = made();
  readonly #block: ConeBlock = { f: new Float64Array(3), S: new Float64Array(9), q: new Float64Array(2) };

  constructor(
    private readonly structures: UnitStructures,
    contactMatrix = new ContactMatrix(),
  ) {
    this.#contactMatrix = contactMatrix;
    this.matrix = new UnitMatrix(structures);
  }
  setup(problem: CoulombProblem): void {
    this.problem = problem;
    const { rows, b, mu, kinds, rounding = 0 } = problem;
    const n = rows.count;
    const N = 3 * n;
    this.n = n;
    this.N = N;
    this.steps = 0;
    this.rho = grown(this.rho, n);
    this.D = grown(this.D, N);
    this.c0 = grown(this.c0, N);
    this.e = grown(this.e, N);
    this.#K = grown(this.#K, 9 * n);
    this.#SQ = grown(this.#SQ, 9 * n);
    this.#NN = grown(this.#NN, 9 * n);
    this.#used = grown(this.#used, n);
    this.#f = grown(this.#f, N);
    this.#y = grown(this.#y, N);
    this.#dx = grown(this.#dx, N);
    this.#trial = grown(this.#trial, N);
    this.#lambda = grown(this.#lambda, N);
    this.#v = grown(this.#v, rows.size);
    rows.scales(this.rho);
    let scale = 0;
    for (let i = 0; i < n; i++) {
      const root = Math.sqrt(this.rho[i]);
      this.D[3 * i] = mu[i] > 0 && kinds[i] === rowKinds.pushes ? root / mu[i] : root;
      this.D[3 * i + 1] = root;
      this.D[3 * i + 2] = root;
      for (let a = 3 * i; a < 3 * i + 3; a++) {
        this.c0[a] = b[a] * this.D[a];
        if (kinds[i] !== rowKinds.absent) scale = Math.max(scale, Math.abs(this.c0[a]), digits * rounding * root);
      }
    }
    this.scale = scale;
    this.demand = demandOf(problem, this.rho);
    this.#few = this.#contactMatrix.few(rows);
    if (this.#few) this.#few.takeProblem(problem, this.rho, this.D);
    this.regularise(1e-6);
    this.#prepared = false;
  }
  #prepared = false;
  /** its kernels, where rows are few */
  #few: FewContacts | undefined;
  /** where rows are few */
  readonly #contactMatrix: ContactMatrix;
  readonly #contactStep = new ContactStep();
  /** Sets the proximal term. */
  regularise(eps: number): void {
    const { n, e } = this;
    const { mu, kinds } = this.problem;
    for (let i = 0; i < n; i++) {
      e[3 * i] = mu[i] > 0 && kinds[i] === rowKinds.pushes ? eps / (mu[i] * mu[i]) : eps;
      e[3 * i + 1] = eps;
      e[3 * i + 2] = eps;
    }
    if (this.#few) give(e, this.#few.lists.e, this.N);
  }
  residual(x: Float64Array): number {
    const few = this.#few;
    if (few) {
      give(x, few.lists.x, this.N);
      return few.kernels.residualOfFew(few.address, this.demand, digits * (this.problem.rounding ?? 0));
    }
    for (let i = 0; i < this.N; i++) this.#lambda[i] = this.D[i] * x[i];
    return residualOf(this.problem, this.rho, this.#lambda, this.#y, this.#v, this.demand);
  }
  /** Relaxes x in place: see relaxation.ts. */
  relax(x: Float64Array, times: number, part: number): void {
    const few = this.#few;
    if (few) {
      give(x, few.lists.x, this.N);
      few.kernels.relaxFew(few.address, times, part);
      give(few.lists.x, x, this.N);
      return;
    }
    relax(this.problem, this.rho, this.D, x, times, part, this.#lambda, this.#y, this.#v);
  }
  /** How far x can go along d before a contact changes; see cone-exit.ts. */
  exit(x: Float64Array, d: Float64Array): number {
    this.#along(x, d);
    return coneExit(x, d, this.#y, this.#f, this.problem, this.D);
  }
  /** Where contacts change between x and x + d; see map-changes.ts. */
  changesAlong(x: Float64Array, d: Float64Array, out: Float64Array): number {
    this.#along(x, d);
    return changesAlong(x, d, this.#y, this.#f, this.problem, this.D, out);
  }
  /** Velocities at x into y, and how they change along d into f. */
  #along(x: Float64Array, d: Float64Array): void {
    const { N, D, c0 } = this;
    const { rows } = this.problem;
    const [y, Gd] = [this.#y, this.#f];
    for (const [from, to] of [
      [x, y],
      [d, Gd],
    ]) {
      for (let i = 0; i < N; i++) this.#lambda[i] = D[i] * from[i];
      rows.spread(this.#lambda, this.#v);
      rows.velocities(this.#v, to);
      for (let i = 0; i < N; i++) to[i] *= D[i];
    }
    for (let i = 0; i < N; i++) y[i] += c0[i];
  }
  /** Makes the matrix ready for the rows of the problem. */
  prepared(): UnitMatrix {
    if (!this.#prepared) this.matrix.prepare(this.problem.rows);
    this.#prepared = true;
    return this.matrix;
  }

  /** F_k(x) into f, with K and S Q; returns |F|^2. */
  #evaluate(x: Float64Array, c: Float64Array, k: number): number {
    const { n, N, D, e } = this;
    const { mu, kinds, rows, lower, upper } = this.problem;
    const y = this.#y;
    const f = this.#f;
    for (let i = 0; i < N; i++) this.#lambda[i] = D[i] * x[i];
    rows.spread(this.#lambda, this.#v);
    rows.velocities(this.#v, y);
    for (let i = 0; i < N; i++) y[i] = D[i] * y[i] + e[i] * x[i] + c[i];
    let total = 0;
    const { S, q, f: own } = this.#block;
    for (let i = 0; i < n; i++) {
      const a = 3 * i;
      if (kinds[i] === rowKinds.bounded && lower && upper)
        coneBlock(x, y, a, kinds[i], 0, k, this.#block, lower[i] / D[a], upper[i] / D[a]);
      else coneBlock(x, y, a, kinds[i], mu[i], k, this.#block);
      for (let r = 0; r < 3; r++) {
        f[a + r] = own[r];
        total += own[r] * own[r];
        const at = 9 * i + 3 * r;
        const s0 = S[3 * r];
        const s1 = S[3 * r + 1] + s0 * q[0];
        const s2 = S[3 * r + 2] + s0 * q[1];
        this.#SQ[at] = s0;
        this.#SQ[at + 1] = s1;
        this.#SQ[at + 2] = s2;
        this.#K[at] = s0 * e[a] - s0;
        this.#K[at + 1] = s1 * e[a + 1] - S[3 * r + 1];
        this.#K[at + 2] = s2 * e[a + 2] - S[3 * r + 2];
      }
      // I - S first: at contacts that stick it is exactly 0
      for (let r = 0; r < 3; r++) {
        const at = 9 * i + 4 * r;
        this.#K[at] = 1 - S[4 * r] + this.#SQ[at] * e[a + r];
      }
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
  /** dx of a Newton step from the last evaluation. */
  #direction(): boolean {
    const { n, N, D } = this;
    const { rows } = this.problem;
    if (isSmall(rows) && this.#contactStep.find(rows, this.#contactMatrix, D, this.#K, this.#SQ, this.#f, this.#dx))
      return true;
    const f = this.#f;
    const dx = this.#dx;
    const K = this.#K;
    const SQ = this.#SQ;
    const NN = this.#NN;
    // K^-1 (S Q | f): K becomes it in place, f stays
    for (let i = 0; i < n; i++) {
      this.#used[i] = isZero(SQ, 9 * i) ? 0 : 1;
      if (this.#used[i]) {
        if (!invert3(K, 9 * i)) return false;
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < 3; c++) {
            let sum = 0;
            for (let m = 0; m < 3; m++) sum += K[9 * i + 3 * r + m] * SQ[9 * i + 3 * m + c];
            NN[9 * i + 3 * r + c] = D[3 * i + r] * sum * D[3 * i + c];
          }
      } else {
        NN.fill(0, 9 * i, 9 * i + 9);
        for (let m = 0; m < 9; m++) K[9 * i + m] = m % 4 ? 0 : 1;
      }
      for (let r = 0; r < 3; r++) {
        let sum = 0;
        for (let m = 0; m < 3; m++) sum += K[9 * i + 3 * r + m] * f[3 * i + m];
        dx[3 * i + r] = -sum;
        this.#lambda[3 * i + r] = D[3 * i + r] * dx[3 * i + r];
      }
    }
    const matrix = this.prepared();
    matrix.use(this.#used);
    this.#assemble(matrix);
    if (!matrix.factor()) {
      this.#assemble(matrix);
      if (!matrix.factorDense()) return false;
    }
    const v = this.#v;
    rows.forces(this.#lambda, v);
    matrix.solve(v);
    const w = this.#lambda;
    rows.velocities(v, w);
    for (let i = 0; i < N; i++) w[i] *= D[i];
    for (let i = 0; i < n; i++) {
      if (!this.#used[i]) continue;
      const at = 9 * i;
      const w0 = w[3 * i];
      const w1 = w[3 * i + 1];
      const w2 = w[3 * i + 2];
      const t0 = SQ[at] * w0 + SQ[at + 1] * w1 + SQ[at + 2] * w2;
      const t1 = SQ[at + 3] * w0 + SQ[at + 4] * w1 + SQ[at + 5] * w2;
      const t2 = SQ[at + 6] * w0 + SQ[at + 7] * w1 + SQ[at + 8] * w2;
      for (let r = 0; r < 3; r++) {
        const row = at + 3 * r;
        dx[3 * i + r] -= K[row] * t0 + K[row + 1] * t1 + K[row + 2] * t2;
      }
    }
    return true;
  }
  #assemble(matrix: UnitMatrix): void {
    matrix.begin();
    for (let i = 0; i < this.n; i++) if (this.#used[i]) matrix.add(i, this.#NN, 9 * i);
  }

  /** Newton's method with a halving line search, from x, in place. True if |F_k| <= tolerance. */
  newton(x: Float64Array, c: Float64Array, k: number, tolerance: number, most: number): boolean {
    const few = this.#few;
    if (few) {
      const end = this.#inKernels(few, x, c, (again) =>
        few.kernels.newtonOfFew(few.address, k, tolerance, most, again),
      );
      if (end !== ends.left) return end === ends.met;
      most -= few.steps;
    }
    const { N } = this;
    const trial = this.#trial;
    let total = this.#evaluate(x, c, k);
    let worst = this.#largest();
    let poor = 0;
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
          poor = there > stalled * total ? poor + 1 : 0;
          total = there;
          found = true;
          break;
        }
        part *= 0.5;
      }
      if (!found || poor > 1) return false;
      for (let i = 0; i < N; i++) x[i] = trial[i];
      worst = this.#largest();
    }
    return worst <= tolerance;
  }
  /** Newton's method with whole steps, from x, in place: true if |F_0| <= tolerance. It ends where F_0 becomes as large as the impulses. */
  whole(x: Float64Array, c: Float64Array, tolerance: number, most: number): boolean {
    const few = this.#few;
    if (few) {
      const { kernels, address } = few;
      const end = this.#inKernels(few, x, c, (again) =>
        kernels.wholeNewtonOfFew(address, this.scale, tolerance, most, again),
      );
      if (end !== ends.left) return end === ends.met;
      most -= few.steps;
    }
    const { N } = this;
    this.#evaluate(x, c, 0);
    let worst = this.#largest();
    const limit = few ? few.lists.block[14] : Math.max(100 * worst, 0.1 * this.scale);
    for (let step = 0; step < most && worst > tolerance; step++) {
      this.steps++;
      if (!this.#direction()) return false;
      for (let i = 0; i < N; i++) x[i] += this.#dx[i];
      this.#evaluate(x, c, 0);
      worst = this.#largest();
      if (!(worst <= limit)) return false;
    }
    return worst <= tolerance;
  }
  /** How a call of a kernel ends, from x, in place. */
  #inKernels(few: FewContacts, x: Float64Array, c: Float64Array, call: (again: 0 | 1) => number): number {
    const { lists } = few;
    give(x, lists.x, this.N);
    give(c, lists.c, this.N);
    let end = call(0);
    while (end === ends.arrange && few.arrange(this.structures)) end = call(1);
    give(lists.x, x, this.N);
    this.steps += few.steps;
    return end === ends.arrange ? ends.left : end;
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
