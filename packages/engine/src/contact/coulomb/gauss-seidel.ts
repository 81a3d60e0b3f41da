/**
 * Sweeps of projected Gauss-Seidel over contacts: not exact, but cheap, and they find which contacts push, stick and slip.
 *
 *   normal      lambda_n <- max(0, lambda_n - u_n / G_nn)
 *   tangents    lambda_t <- disk(lambda_t - u_t / (largest of G_tt), mu lambda_n)
 *
 * Velocities of bodies are kept up to date, so that a sweep costs as much as a product with G.
 */
import { grown, slotNumbers, stride } from './impulse-rows.ts';
import { type CoulombProblem, clamped, rowKinds } from './problem.ts';

export class GaussSeidel {
  #v = new Float64Array(0);
  /** 1/G of each line */
  #masses = new Float64Array(0);
  #problem!: CoulombProblem;

  /** Improves lambda in place; stops where a sweep changes it by less than `enough` of its size. */
  sweep(problem: CoulombProblem, lambda: Float64Array, most: number, enough: number): void {
    this.#problem = problem;
    const { rows, kinds, mu } = problem;
    this.#v = grown(this.#v, rows.size);
    this.#masses = grown(this.#masses, 3 * rows.count);
    rows.spread(lambda, this.#v);
    for (let i = 0; i < rows.count; i++)
      for (let line = 0; line < 3; line++) this.#masses[3 * i + line] = this.#massAlong(i, line);
    for (let k = 0; k < most; k++) {
      let changed = 0;
      let size = 0;
      for (let i = 0; i < rows.count; i++) {
        if (kinds[i] === rowKinds.absent) continue;
        const by =
          kinds[i] === rowKinds.holds
            ? this.#hold(i, lambda)
            : kinds[i] === rowKinds.bounded
              ? this.#bound(i, lambda)
              : this.#push(i, mu[i], lambda);
        changed = Math.max(changed, by);
        size = Math.max(size, Math.abs(lambda[3 * i]));
      }
      if (changed <= enough * size) return;
    }
  }
  #massAlong(i: number, line: number): number {
    const { firstSlot, J, Y } = this.#problem.rows;
    let sum = 0;
    for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
      const at = slotNumbers * s + stride * line;
      for (let k = at; k < at + stride; k++) sum += J[k] * Y[k];
    }
    return sum > 0 ? 1 / sum : 0;
  }
  #velocity(i: number, line: number): number {
    const { firstSlot, slotUnit, unitAt, unitSize, J } = this.#problem.rows;
    let sum = this.#problem.b[3 * i + line];
    for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
      const from = unitAt[slotUnit[s]];
      const at = slotNumbers * s + stride * line;
      for (let k = 0; k < unitSize[slotUnit[s]]; k++) sum += J[at + k] * this.#v[from + k];
    }
    return sum;
  }
  #change(i: number, line: number, by: number): void {
    const { firstSlot, slotUnit, unitAt, unitSize, Y } = this.#problem.rows;
    for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++) {
      const to = unitAt[slotUnit[s]];
      const at = slotNumbers * s + stride * line;
      for (let k = 0; k < unitSize[slotUnit[s]]; k++) this.#v[to + k] += by * Y[at + k];
    }
  }
  #hold(i: number, lambda: Float64Array): number {
    let most = 0;
    for (let line = 0; line < 3; line++) {
      const by = -this.#masses[3 * i + line] * this.#velocity(i, line);
      if (by === 0) continue;
      lambda[3 * i + line] += by;
      this.#change(i, line, by);
      most = Math.max(most, Math.abs(by));
    }
    return most;
  }
  #bound(i: number, lambda: Float64Array): number {
    const { lower, upper } = this.#problem;
    const k = 3 * i;
    const by = clamped(lambda[k] - this.#masses[k] * this.#velocity(i, 0), i, lower, upper) - lambda[k];
    if (by === 0) return 0;
    lambda[k] += by;
    this.#change(i, 0, by);
    return Math.abs(by);
  }
  #push(i: number, mu: number, lambda: Float64Array): number {
    const k = 3 * i;
    const normal = Math.max(0, lambda[k] - this.#masses[k] * this.#velocity(i, 0));
    const by = normal - lambda[k];
    if (by !== 0) this.#change(i, 0, by);
    lambda[k] = normal;
    const bound = mu * normal;
    if (bound === 0 && lambda[k + 1] === 0 && lambda[k + 2] === 0) return Math.abs(by);
    const mass = Math.min(this.#masses[k + 1], this.#masses[k + 2]);
    let t1 = lambda[k + 1] - mass * this.#velocity(i, 1);
    let t2 = lambda[k + 2] - mass * this.#velocity(i, 2);
    const size = Math.sqrt(t1 * t1 + t2 * t2);
    if (size > bound) {
      t1 *= bound / size;
      t2 *= bound / size;
    }
    const [d1, d2] = [t1 - lambda[k + 1], t2 - lambda[k + 2]];
    this.#change(i, 1, d1);
    this.#change(i, 2, d2);
    lambda[k + 1] = t1;
    lambda[k + 2] = t2;
    return Math.max(Math.abs(by), Math.abs(d1), Math.abs(d2));
  }
}
