/**
 * Broyden's method with a memory of one step, for iterations with one factor B: each step is corrected by what the one before it, s, has shown
 * of the Jacobian that B does not have, later positions above all.
 *
 *   z = -B^-1 F,    s+ = z / (1 - (s . z) / (s . s))
 *
 * Products are those of coordinates alone: a secant equation holds in any norm, and multipliers have another unit. Without it the ropes of
 * MIC08 need up to 0.6 iterations more in a step, and a swinging rod two; with all steps since the factor 0.2 less, which take longer than that.
 */
export class Secant {
  #step = new Float64Array(0);
  #square = 0;

  /** The step with a new factor, the first numbers of x. */
  begin(x: Float64Array, primal: number): void {
    if (this.#step.length !== primal) this.#step = new Float64Array(primal);
    this.#take(x, 1, Number.POSITIVE_INFINITY);
  }
  /** A step with the same factor, corrected in place: motions, then what else changes with them. False if it is of no use, or a motion is above `most`. */
  improve(x: Float64Array, most: number): boolean {
    const s = this.#step;
    let along = 0;
    for (let k = 0; k < s.length; k++) along += s[k] * x[k];
    const left = this.#square > 0 ? 1 - along / this.#square : 1;
    if (!(left > 0.5)) return false;
    return this.#take(x, 1 / left, most);
  }
  /** Takes a step `by` times as long. */
  #take(x: Float64Array, by: number, most: number): boolean {
    const s = this.#step;
    let square = 0;
    let within = true;
    for (let k = 0; k < s.length; k++) {
      const one = x[k] * by;
      x[k] = one;
      s[k] = one;
      square += one * one;
      if (!(Math.abs(one) <= most)) within = false;
    }
    for (let k = s.length; k < x.length; k++) x[k] *= by;
    this.#square = square;
    return within;
  }
}
