/**
 * What the last corrections of impulses did to errors, which tells what the next one will leave.
 *
 *   gamma = argmin |e - dE gamma|,   e - dE gamma, lambda - dL gamma          dE, dL: differences of the last errors and impulses
 *
 * Directions of rows turn on the way to p, so that corrections along those at the start leave a part of each error, a twentieth or a half, and take 8 to 12 passes for
 * nine digits. With three differences it is 4 to 6.
 */
import { grown } from '../../coulomb/impulse-rows.ts';

const mostKept = 3;
/** Of its length: what is left of a difference that the later ones explain. */
const alike = 1e-4;
/** Of a difference: corrections that leave two thirds of an error ask for as much. */
const most = 2;
const made = (): Float64Array => new Float64Array(0);

export class Secants {
  /** one behind another, the latest first: differences of errors and of impulses; errors again, orthogonal */
  #dE = made();
  #dL = made();
  #Q = made();
  #e = made();
  #lambda = made();
  #kept = 0;
  #any = false;
  readonly #R = new Float64Array(mostKept * mostKept);
  readonly #gamma = new Float64Array(mostKept);

  /** Forgets all; N: numbers of errors and of impulses. */
  begin(N: number): void {
    this.#dE = grown(this.#dE, mostKept * N);
    this.#dL = grown(this.#dL, mostKept * N);
    this.#Q = grown(this.#Q, mostKept * N);
    this.#e = grown(this.#e, N);
    this.#lambda = grown(this.#lambda, N);
    this.#kept = 0;
    this.#any = false;
  }
  /** Takes from errors and impulses what differences explain; false where there are none. */
  mix(errors: Float64Array, lambda: Float64Array, N: number): boolean {
    if (this.#any) this.#push(errors, lambda, N);
    this.#any = true;
    for (let i = 0; i < N; i++) {
      this.#e[i] = errors[i];
      this.#lambda[i] = lambda[i];
    }
    if (!this.#kept) return false;
    this.#solve(N);
    for (let k = 0; k < this.#kept; k++) if (!(Math.abs(this.#gamma[k]) <= most)) return false;
    for (let k = 0; k < this.#kept; k++) {
      const by = this.#gamma[k];
      if (by === 0) continue;
      for (let i = 0; i < N; i++) {
        errors[i] -= by * this.#dE[k * N + i];
        lambda[i] -= by * this.#dL[k * N + i];
      }
    }
    return true;
  }
  /** Errors and impulses of the last `mix` are as they were before; differences are forgotten. */
  undo(errors: Float64Array, lambda: Float64Array, N: number): void {
    for (let i = 0; i < N; i++) {
      errors[i] = this.#e[i];
      lambda[i] = this.#lambda[i];
    }
    this.#kept = 0;
  }
  #push(errors: Float64Array, lambda: Float64Array, N: number): void {
    const { length } = this.#gamma;
    this.#kept = Math.min(length, this.#kept + 1);
    for (let i = this.#kept * N - 1; i >= N; i--) {
      this.#dE[i] = this.#dE[i - N];
      this.#dL[i] = this.#dL[i - N];
    }
    for (let i = 0; i < N; i++) {
      this.#dE[i] = errors[i] - this.#e[i];
      this.#dL[i] = lambda[i] - this.#lambda[i];
    }
  }
  /** By Gram and Schmidt, from the latest to the first. */
  #solve(N: number): void {
    const [Q, R, gamma] = [this.#Q, this.#R, this.#gamma];
    const kept = this.#kept;
    for (let k = 0; k < kept; k++) {
      let before = 0;
      for (let i = 0; i < N; i++) {
        const x = this.#dE[k * N + i];
        Q[k * N + i] = x;
        before += x * x;
      }
      for (let j = 0; j < k; j++) {
        let sum = 0;
        for (let i = 0; i < N; i++) sum += Q[j * N + i] * Q[k * N + i];
        R[mostKept * j + k] = sum;
        for (let i = 0; i < N; i++) Q[k * N + i] -= sum * Q[j * N + i];
      }
      let after = 0;
      for (let i = 0; i < N; i++) after += Q[k * N + i] * Q[k * N + i];
      const size = after > alike * alike * before ? Math.sqrt(after) : 0;
      R[(mostKept + 1) * k] = size;
      let along = 0;
      for (let i = 0; i < N; i++) {
        Q[k * N + i] = size > 0 ? Q[k * N + i] / size : 0;
        along += Q[k * N + i] * this.#e[i];
      }
      gamma[k] = along;
    }
    for (let k = kept - 1; k >= 0; k--) {
      for (let c = k + 1; c < kept; c++) gamma[k] -= R[mostKept * k + c] * gamma[c];
      const size = R[(mostKept + 1) * k];
      gamma[k] = size > 0 ? gamma[k] / size : 0;
    }
  }
}
