/**
 * The energy that impulses add, and impulses that add no more than is allowed.
 *
 *   lambda.J u + lambda.G lambda/2            of the velocities u after forces: the kinetic energy
 *   the same with (v0 + u)/2 for u            the work lambda.J (v0 + u+)/2: what the total shows where velocities lag half a step
 */
import { grown, type ImpulseRows } from './impulse-rows.ts';

const made = (): Float64Array => new Float64Array(0);

export class ImpulseEnergy {
  #u = made();
  #motion = made();
  #middle = made();
  /** what u was made of */
  #lambda = made();
  #rows: ImpulseRows | undefined;
  #version = -1;

  /** of the terms of the last sum, J */
  size = 0;

  /** lambda.J u + lambda.G lambda/2, J */
  of(
    rows: ImpulseRows,
    lambda: Float64Array, // (3n)
    Ju: Float64Array, //     velocities without impulses (3n)
  ): number {
    const N = 3 * rows.count;
    this.#respond(rows, lambda);
    let sum = 0;
    this.size = 0;
    for (let i = 0; i < N; i++) {
      sum += lambda[i] * (Ju[i] + 0.5 * this.#u[i]);
      this.size += Math.abs(lambda[i] * Ju[i]) + Math.abs(0.5 * lambda[i] * this.#u[i]);
    }
    return sum;
  }
  /** u = G lambda, unless it is that already: the same impulses are compared with several velocities. */
  #respond(rows: ImpulseRows, lambda: Float64Array): void {
    const N = 3 * rows.count;
    if (this.#isKnown(rows, lambda)) return;
    this.#u = grown(this.#u, N);
    this.#motion = grown(this.#motion, rows.size);
    this.#lambda = grown(this.#lambda, N);
    for (let i = 0; i < N; i++) this.#lambda[i] = lambda[i];
    this.#rows = rows;
    this.#version = rows.version;
    rows.spread(lambda, this.#motion);
    rows.velocities(this.#motion, this.#u);
  }
  #isKnown(rows: ImpulseRows, lambda: Float64Array): boolean {
    if (this.#rows !== rows || this.#version !== rows.version) return false;
    for (let i = 0; i < 3 * rows.count; i++) if (this.#lambda[i] !== lambda[i]) return false;
    return true;
  }
  /** lambda between `low`, which is admissible, and its present value, as near to that as the energy allows. */
  blend(rows: ImpulseRows, low: Float64Array, lambda: Float64Array, Ju: Float64Array, most: number): boolean {
    const N = 3 * rows.count;
    const atLow = this.of(rows, low, Ju);
    const atHigh = this.of(rows, lambda, Ju);
    const limit = Math.max(most, atLow);
    if (atHigh <= limit + 1e-14 * (this.size + most)) return false;
    // a quadratic in theta through both ends
    this.#middle = grown(this.#middle, N);
    for (let i = 0; i < N; i++) this.#middle[i] = 0.5 * (low[i] + lambda[i]);
    const atMiddle = this.of(rows, this.#middle, Ju);
    const a = 2 * (atLow + atHigh - 2 * atMiddle);
    const b = atHigh - atLow - a;
    const c = atLow - limit;
    const root = a > 0 ? (-b + Math.sqrt(Math.max(0, b * b - 4 * a * c))) / (2 * a) : -c / b;
    const theta = Math.min(1, Math.max(0, root));
    for (let i = 0; i < N; i++) lambda[i] = low[i] + theta * (lambda[i] - low[i]);
    return true;
  }
}
