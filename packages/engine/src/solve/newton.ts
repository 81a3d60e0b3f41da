/** Corrections of rows go on while they gain; what is left then is rounding, or will not go. */

/** Corrections at most, and how many of them may gain nothing. */
const mostPasses = 60;
const mostStalls = 3;
/** A correction that leaves more than this share has gained nothing. */
const stalled = 2 / 3;

export class NewtonProgress {
  passes = 0;
  #before = Number.POSITIVE_INFINITY;
  #stalls = 0;
  /** Other rows take part. */
  restart(): void {
    this.passes = 0;
    this.#before = Number.POSITIVE_INFINITY;
    this.#stalls = 0;
  }
  /** So much is left: go on? */
  goesOn(worst: number): boolean {
    if (!(worst <= stalled * this.#before)) this.#stalls++;
    this.#before = worst;
    return this.passes++ < mostPasses && this.#stalls <= mostStalls;
  }
}
