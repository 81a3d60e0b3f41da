/** Longer steps of a proximal term, where every move of its centre makes the same step. */
import { grown } from './impulse-rows.ts';
import type { SmoothingNewton } from './newton/smoothing-newton.ts';

const longestStride = 1 << 20;
/** Newton steps of a smoothing path */
export const mostOfPath = 60;
const made = (): Float64Array => new Float64Array(0);

export class Stride {
  #c = made();
  #trial = made();
  #direction = made();

  constructor(private readonly cone: SmoothingNewton) {}

  /**
   * next = x + s (next - x). As long as no contact changes, every move of the centre makes the same step: s of them are made at once, up to
   * the first change. Beyond it s is doubled while the residual falls. Where contacts slip the way is curved: then Newton leads back to it, with the
   * centre at the change, if a limit is given. (A sliding box on three of its four corners needs that: targets that contradict each other by 6e-10 m/s leave one open.)
   */
  lengthen(x: Float64Array, next: Float64Array, limit?: number): void {
    const { cone } = this;
    const { N, c0, e } = cone;
    this.#c = grown(this.#c, N);
    this.#trial = grown(this.#trial, N);
    this.#direction = grown(this.#direction, N);
    const [d, trial, c] = [this.#direction, this.#trial, this.#c];
    for (let i = 0; i < N; i++) d[i] = next[i] - x[i];
    let least = cone.residual(next);
    let kept = 1;
    const change = cone.exit(x, d);
    if (change > 1 && change < longestStride) {
      for (let i = 0; i < N; i++) trial[i] = x[i] + change * d[i];
      const residual = cone.residual(trial);
      if (residual <= 1.001 * least) {
        least = Math.min(least, residual);
        kept = change;
      } else if (limit !== undefined) {
        for (let i = 0; i < N; i++) c[i] = c0[i] - e[i] * trial[i];
        if (!cone.newton(trial, c, 0, limit, 10)) cone.path(trial, c, limit, Math.min(1, 10 * residual), mostOfPath);
        if (cone.residual(trial) <= 1.001 * least) {
          copy(trial, next, N);
          return;
        }
      }
    }
    for (let s = 2 * kept; s <= longestStride; s *= 2) {
      for (let i = 0; i < N; i++) trial[i] = x[i] + s * d[i];
      const residual = cone.residual(trial);
      if (!(residual < least)) break;
      least = residual;
      kept = s;
    }
    if (kept > 1) for (let i = 0; i < N; i++) next[i] = x[i] + kept * d[i];
  }
}

export function copy(from: Float64Array, to: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = from[i];
}
/** The largest of the first so many. */
export function sizeOf(list: Float64Array, count: number): number {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, Math.abs(list[i]));
  return largest;
}
