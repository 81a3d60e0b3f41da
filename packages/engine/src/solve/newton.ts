/** Stagnation test of Newton's iteration: it continues while corrections reduce the residual. */

/** Corrections at most, and how many of them may stagnate. */
const mostPasses = 60;
const mostStalls = 3;
/** A correction stagnates if it leaves more than this part of the residual. */
const stalled = 2 / 3;

export class NewtonProgress {
  passes = 0;
  #before = Number.POSITIVE_INFINITY;
  #stalls = 0;
  /** The active set has changed. */
  restart(): void {
    this.passes = 0;
    this.#before = Number.POSITIVE_INFINITY;
    this.#stalls = 0;
  }
  /** Whether to continue, with this residual. */
  continues(worst: number): boolean {
    if (!(worst <= stalled * this.#before)) this.#stalls++;
    this.#before = worst;
    return this.passes++ < mostPasses && this.#stalls <= mostStalls;
  }
}
