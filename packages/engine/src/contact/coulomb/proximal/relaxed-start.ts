/** Newton's method with the small proximal term about 0, from relaxed impulses (newton/relaxation.ts): relaxation and whole steps by turns, and a line search where these fail. */
import type { SmoothingNewton } from '../newton/smoothing-newton.ts';
import { leastNormTerm, leastSteps, relaxation } from '../solver-settings.ts';

export class RelaxedStart {
  constructor(private readonly cone: SmoothingNewton) {}

  /** x, in place: of the least norm but for the proximal term; false where that is not found. */
  run(x: Float64Array, limit: number): boolean {
    const { cone } = this;
    const { c0 } = cone;
    const start = cone.steps;
    cone.regularise(leastNormTerm);
    for (let round = 0; round < relaxation.rounds && cone.steps - start < relaxation.most; round++) {
      cone.relax(x, relaxation.times, relaxation.part);
      if (cone.whole(x, c0, limit, relaxation.steps) || cone.newton(x, c0, 0, limit, leastSteps)) return true;
    }
    return false;
  }
}
