/**
 * The energy that impulses add, and impulses that add no more than is allowed.
 *
 *   lambda.J u + lambda.G lambda/2            of the velocities u after forces: the kinetic energy
 *   the same with (v0 + u)/2 for u            the work lambda.J (v0 + u+)/2: what the total shows where velocities lag half a step
 */

import type { ImpulseResponse } from './impulse-response.ts';
import { grown } from './impulse-rows.ts';

export class ImpulseEnergy {
  #middle = new Float64Array(0);
  /** of the terms of the last sum, J */
  size = 0;

  /** response: of the rows */
  constructor(private readonly response: ImpulseResponse) {}

  /** lambda.J u + lambda.G lambda/2, J */
  of(
    N: number, //            lines of rows
    lambda: Float64Array, // (N)
    Ju: Float64Array, //     velocities without impulses (N)
  ): number {
    const own = this.response.velocities(lambda);
    let sum = 0;
    let size = 0;
    for (let i = 0; i < N; i++) {
      sum += lambda[i] * (Ju[i] + 0.5 * own[i]);
      size += Math.abs(lambda[i] * Ju[i]) + Math.abs(0.5 * lambda[i] * own[i]);
    }
    this.size = size;
    return sum;
  }
  /** lambda between `low`, which is admissible, and its present value, as near to that as the energy allows. */
  blend(N: number, low: Float64Array, lambda: Float64Array, Ju: Float64Array, most: number): boolean {
    const atLow = this.of(N, low, Ju);
    const atHigh = this.of(N, lambda, Ju);
    const limit = Math.max(most, atLow);
    if (atHigh <= limit + 1e-14 * (this.size + most)) return false;
    // a quadratic in theta through both ends
    this.#middle = grown(this.#middle, N);
    for (let i = 0; i < N; i++) this.#middle[i] = 0.5 * (low[i] + lambda[i]);
    const atMiddle = this.of(N, this.#middle, Ju);
    const a = 2 * (atLow + atHigh - 2 * atMiddle);
    const b = atHigh - atLow - a;
    const c = atLow - limit;
    const root = a > 0 ? (-b + Math.sqrt(Math.max(0, b * b - 4 * a * c))) / (2 * a) : -c / b;
    const theta = Math.min(1, Math.max(0, root));
    for (let i = 0; i < N; i++) lambda[i] = low[i] + theta * (lambda[i] - low[i]);
    return true;
  }
}
