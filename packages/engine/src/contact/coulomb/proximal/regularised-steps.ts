/**
 * Whole Newton steps about the best impulses so far. With a small proximal term they jump between sets of contacts, with a large one they converge
 * from anywhere but go a short way: the term shrinks while they converge and grows where they do not.
 */
import { grown } from '../impulse-rows.ts';
import type { SmoothingNewton } from '../newton/smoothing-newton.ts';
import { coulombTolerance, type Regular, regular } from '../solver-settings.ts';
import { copy, type Stride } from '../stride.ts';

/** The best impulses that were seen. */
export interface Best {
  /** Takes x if it is better; returns its residual, which may be known. */
  keep(x: Float64Array, residual?: number): number;
  /** of the best */
  residual(): number;
}

export class RegularisedSteps {
  #next = new Float64Array(0);
  #c = new Float64Array(0);

  constructor(
    private readonly cone: SmoothingNewton,
    private readonly stride: Stride,
    private readonly best: Best,
  ) {}

  /** From x, in place; true if the best ends at the residual. */
  run(x: Float64Array, tolerance: number, limit: number, { eps: first, steps }: Regular): boolean {
    const { cone, best } = this;
    const { N, scale, c0, e } = cone;
    this.#next = grown(this.#next, N);
    this.#c = grown(this.#c, N);
    const [next, c] = [this.#next, this.#c];
    const start = cone.steps;
    let eps = first;
    let residual = best.keep(x);
    let poor = 0;
    let isLast = false;
    for (let round = 0; round < steps && cone.steps - start < steps && eps <= regular.most; round++) {
      // one round more than is needed: it costs little where steps converge
      const least = best.residual();
      if (least < tolerance && (isLast || least < 0.01 * tolerance)) return true;
      isLast = least < tolerance;
      if (poor > regular.poor && least < coulombTolerance) return true;
      cone.regularise(eps);
      for (let i = 0; i < N; i++) c[i] = c0[i] - e[i] * x[i];
      copy(x, next, N);
      const solved = cone.whole(next, c, Math.max(limit, regular.inexact * residual * scale), regular.inner);
      let after = cone.residual(next);
      if (!(solved && after < 2 * residual) && !(after < 0.5 * residual)) {
        eps *= regular.grow;
        continue;
      }
      if (solved) eps *= regular.shrink;
      if (solved && after > 0.5 * residual) {
        this.stride.lengthen(x, next);
        after = cone.residual(next);
      }
      poor = after > 0.9 * residual ? poor + 1 : 0;
      copy(next, x, N);
      residual = best.keep(x, after);
    }
    return best.residual() < coulombTolerance;
  }
}
