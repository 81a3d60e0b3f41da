/**
 * How far the next iteration of Newton's method would move, by the rate of convergence so far: the larger ratio of the last two.
 * An iteration that would only confirm the one before is not made. After two iterations there is one ratio, which is taken
 * ten times as large: the first move is long, and convergence seems quicker than it is.
 */
export class Convergence {
  #last = Number.POSITIVE_INFINITY;
  #ratio = 1;

  /** `moved`: by this iteration, the number `pass` counted from 0. */
  next(pass: number, moved: number): number {
    const ratio = pass === 0 ? 1 : moved / this.#last;
    const rate = pass === 1 ? 10 * ratio : Math.max(ratio, this.#ratio);
    this.#last = moved;
    this.#ratio = ratio;
    return rate < 0.5 ? rate * moved : moved;
  }
}

/**
 * A solve that stagnates is accepted only if its multipliers change by at most this part. Those of fully stretched rods grow without
 * bound while the residual decreases.
 */
const settledPart = 0.1;
export function isSettled(lambda: Float64Array, before: Float64Array): boolean {
  let [largest, change] = [0, 0];
  for (let r = 0; r < lambda.length; r++) {
    largest = Math.max(largest, Math.abs(lambda[r]));
    change = Math.max(change, Math.abs(lambda[r] - before[r]));
  }
  return change <= settledPart * largest;
}
