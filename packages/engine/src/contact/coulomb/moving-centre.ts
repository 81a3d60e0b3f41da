/**
 * Newton's method with a proximal term whose centre moves in every step.
 *
 *   x <- x + d,   d: one whole Newton step about x with the term eps = m c sqrt(residual)
 *   m shrinks where no contact changes and the residual stays: impulses drift along directions that move nothing, and go farther with a smaller term
 *   m grows again where the residual rises or falls fast
 *
 * A step after which the residual is larger is accepted: of 19 problems of heaps 1 to 5 were solved where it may not rise by 3 to 30 times, 11 where it may. But where
 * a part of it, up to a change of a contact, leaves the residual nearly as it is, the longest such part is made: without that, one contact that sticks and slips
 * by turns stops it.
 *
 * Coulomb's law is not monotone, and these problems are hard for that: the path of smoothed solutions turns back up to four times on its way (the determinant of its
 * matrix changes its sign), so that no method that goes straight along it arrives. 114 problems of 64 spheres that settle (20 to 190 Newton steps each): 13 were
 * not solved without this file, 5 are with it, in 0.75 of the time. Tried on them without success: k as a variable of Newton's method (Qi, Sun and Zhou), Anderson's
 * acceleration, other scales rho (0.003 to 1000), Gauss-Seidel over clusters of 40 and 90 contacts solved exactly (forces reach through the whole
 * heap), projections on the cones after each step. Following the path by its arc length arrives after some 300 Newton steps.
 */
import { grown } from './impulse-rows.ts';
import type { SmoothingNewton } from './newton/smoothing-newton.ts';

const term = { part: 0.03, least: 1e-9, most: 1e-2 } as const;
/** Of m: how it changes. */
const shrink = 0.05;
const grow = 20;
const recover = 2;
/** Of the residual: it falls fast, and rises. */
const fast = 0.3;
const rises = 3;
/** Changes of contacts that are tried, and beyond which of them a step ends. */
const mostTrials = 40;
const past = 1 + 1e-6;

const made = (): Float64Array => new Float64Array(0);

export class MovingCentre {
  #c = made();
  #next = made();
  #d = made();
  #changes = made();

  constructor(private readonly cone: SmoothingNewton) {}

  /** From x, in place, until the residual is met; x is where it ends, whatever its residual. `keep` sees every x with its residual. */
  run(x: Float64Array, tolerance: number, most: number, keep: (x: Float64Array) => number): boolean {
    const { cone } = this;
    const { N, n, c0, e, scale } = cone;
    this.#c = grown(this.#c, N);
    this.#next = grown(this.#next, N);
    this.#d = grown(this.#d, N);
    this.#changes = grown(this.#changes, 4 * n);
    const [c, next, d, changes] = [this.#c, this.#next, this.#d, this.#changes];
    let m = 1;
    let residual = keep(x);
    for (let step = 0; step < most && residual > tolerance; step++) {
      cone.regularise(Math.min(term.most, Math.max(term.least, m * term.part * Math.sqrt(residual))));
      for (let i = 0; i < N; i++) {
        next[i] = x[i];
        c[i] = c0[i] - e[i] * x[i];
      }
      cone.whole(next, c, 1e-16 * scale, 1);
      for (let i = 0; i < N; i++) d[i] = next[i] - x[i];
      const count = cone.changesAlong(x, d, changes);
      let after = cone.residual(next);
      if (after > rises * residual)
        for (let k = 0; k < count && k < mostTrials; k++) {
          const s = past * changes[k];
          for (let i = 0; i < N; i++) c[i] = x[i] + s * d[i];
          const there = cone.residual(c);
          if (!(there <= rises * residual)) break;
          after = there;
          next.set(c.subarray(0, N));
        }
      if (!(after < 1e300)) return false;
      if (after > rises * residual) m = Math.min(1, grow * m);
      else if (after > fast * residual) m *= count === 0 ? shrink : 1;
      else m = Math.min(1, recover * m);
      x.set(next.subarray(0, N));
      residual = keep(x);
    }
    return residual <= tolerance;
  }
}
