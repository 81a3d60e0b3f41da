/** A step of bodies with their constraints as approach.ts takes it: solves with a tether (system/tether.ts), of which each begins where the last ended. */
import type { Approached } from './approach.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { Problem } from './problem.ts';
import type { KktSystem } from './system/kkt-system.ts';

/** Newton's iterations in all, and in each solve: of one that is near enough a few do. */
const mostPasses = 600;
const mostPassesEach = 20;

export class ApproachedStep implements Approached {
  /** of the last solve */
  #lambda: Float64Array;
  readonly #most: number;

  constructor(
    private readonly system: KktSystem,
    private readonly problem: Problem,
    private readonly checkpoint: Checkpoint,
    private readonly solve: {
      /** the state at the beginning of the step, but for the last place */
      putBack(): void;
      /** from the last place, with at most so many iterations; true if it is found */
      attempt(most?: number): boolean;
      /** iterations so far */
      passes(): number;
    },
    private readonly h: number,
  ) {
    for (const shape of problem.shapes) shape.moveTargets(1);
    problem.start();
    this.#lambda = problem.lambda.slice();
    this.#most = solve.passes() + mostPasses;
    this.#keep();
  }
  #keep(): void {
    this.checkpoint.keepPrediction();
    this.system.tether.anchor();
    this.#lambda.set(this.problem.lambda);
  }
  solveNear(rate: number): boolean {
    const { tether } = this.system;
    tether.rate = rate;
    this.solve.putBack();
    this.problem.lambda.set(this.#lambda);
    const isFound = this.solve.attempt(rate > 0 ? mostPassesEach : undefined);
    tether.rate = 0;
    if (isFound) this.#keep();
    return isFound;
  }
  residual(): number {
    return this.system.imbalance(this.problem.lambda, this.h);
  }
  isSpent(): boolean {
    return this.solve.passes() > this.#most;
  }
}
