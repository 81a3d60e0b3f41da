/**
 * Sweeps of projected Gauss-Seidel over contacts: not exact, but cheap, and they find which contacts push, stick and slip.
 *
 *   normal      lambda_n <- max(0, lambda_n - u_n / G_nn)
 *   tangents    lambda_t <- disk(lambda_t - u_t / (largest of G_tt), mu lambda_n)
 *
 * Velocities of bodies are kept up to date, so that a sweep costs as much as a product with G. The block G_ii of a row gives what its
 * normal does to its tangents: velocities are read once for a row.
 */
import { grown, type ImpulseRows, slotNumbers, stride } from './impulse-rows.ts';
import { type CoulombProblem, clamped, rowKinds } from './problem.ts';

export class GaussSeidel {
  #v = new Float64Array(0);
  /** G_ii, line by line   (9 n), and 1/G of each line   (3 n) */
  #own = new Float64Array(0);
  #masses = new Float64Array(0);
  /** rows that these are of */
  #version = -1;
  #rows: ImpulseRows | undefined;
  /** velocities of a row, and changes of its impulses */
  readonly #u = new Float64Array(3);
  readonly #d = new Float64Array(3);

  /** Improves lambda in place; stops where a sweep changes it by less than `enough` of its size. Returns the sweeps made. */
  sweep(problem: CoulombProblem, lambda: Float64Array, most: number, enough: number): number {
    const { rows, kinds, b } = problem;
    this.#prepare(rows);
    rows.spread(lambda, this.#v);
    const { firstSlot, slotUnit, unitAt, unitSize, J, Y } = rows;
    const [v, u, d] = [this.#v, this.#u, this.#d];
    for (let sweep = 0; sweep < most; sweep++) {
      let changed = 0;
      let size = 0;
      for (let i = 0; i < rows.count; i++) {
        if (kinds[i] === rowKinds.absent) continue;
        let u0 = b[3 * i];
        let u1 = b[3 * i + 1];
        let u2 = b[3 * i + 2];
        for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
          const unit = slotUnit[s];
          const end = unitAt[unit] + unitSize[unit];
          for (let k = unitAt[unit], at = slotNumbers * s; k < end; k++, at++) {
            const value = v[k];
            u0 += J[at] * value;
            u1 += J[at + stride] * value;
            u2 += J[at + 2 * stride] * value;
          }
        }
        u[0] = u0;
        u[1] = u1;
        u[2] = u2;
        if (kinds[i] === rowKinds.pushes) this.#push(i, problem.mu[i], lambda);
        else if (kinds[i] === rowKinds.holds) this.#hold(i);
        else this.#bound(i, lambda, problem);
        const d0 = d[0];
        const d1 = d[1];
        const d2 = d[2];
        const moved = Math.max(Math.abs(d0), Math.abs(d1), Math.abs(d2));
        if (moved > 0) {
          changed = Math.max(changed, moved);
          lambda[3 * i] += d0;
          lambda[3 * i + 1] += d1;
          lambda[3 * i + 2] += d2;
          for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
            const unit = slotUnit[s];
            const end = unitAt[unit] + unitSize[unit];
            for (let k = unitAt[unit], at = slotNumbers * s; k < end; k++, at++)
              v[k] += d0 * Y[at] + d1 * Y[at + stride] + d2 * Y[at + 2 * stride];
          }
        }
        size = Math.max(size, Math.abs(lambda[3 * i]));
      }
      if (changed <= enough * size) return sweep + 1;
    }
    return most;
  }
  #prepare(rows: ImpulseRows): void {
    if (this.#rows === rows && this.#version === rows.version) return;
    this.#rows = rows;
    this.#version = rows.version;
    this.#v = grown(this.#v, rows.size);
    this.#own = grown(this.#own, 9 * rows.count);
    this.#masses = grown(this.#masses, 3 * rows.count);
    const { firstSlot, J, Y } = rows;
    for (let i = 0; i < rows.count; i++)
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
            const at = slotNumbers * s;
            for (let k = at; k < at + stride; k++) sum += J[k + stride * r] * Y[k + stride * c];
          }
          this.#own[9 * i + 3 * r + c] = sum;
        }
        const along = this.#own[9 * i + 4 * r];
        this.#masses[3 * i + r] = along > 0 ? 1 / along : 0;
      }
  }
  /** Changes of impulses, from velocities: line by line, each with what the lines before do to it. */
  #hold(i: number): void {
    const [u, d, own] = [this.#u, this.#d, this.#own];
    for (let r = 0; r < 3; r++) {
      let along = u[r];
      for (let c = 0; c < r; c++) along += own[9 * i + 3 * r + c] * d[c];
      d[r] = -this.#masses[3 * i + r] * along;
    }
  }
  #bound(i: number, lambda: Float64Array, { lower, upper }: CoulombProblem): void {
    const k = 3 * i;
    this.#d[0] = clamped(lambda[k] - this.#masses[k] * this.#u[0], i, lower, upper) - lambda[k];
    this.#d[1] = this.#d[2] = 0;
  }
  #push(i: number, mu: number, lambda: Float64Array): void {
    const [u, d, own] = [this.#u, this.#d, this.#own];
    const k = 3 * i;
    const normal = Math.max(0, lambda[k] - this.#masses[k] * u[0]);
    const by = normal - lambda[k];
    d[0] = by;
    const bound = mu * normal;
    const mass = Math.min(this.#masses[k + 1], this.#masses[k + 2]);
    let t1 = lambda[k + 1] - mass * (u[1] + own[9 * i + 3] * by);
    let t2 = lambda[k + 2] - mass * (u[2] + own[9 * i + 6] * by);
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    if (size > bound) {
      t1 *= bound / size;
      t2 *= bound / size;
    }
    d[1] = t1 - lambda[k + 1];
    d[2] = t2 - lambda[k + 2];
  }
}
