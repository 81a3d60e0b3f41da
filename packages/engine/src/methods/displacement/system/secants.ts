/**
 * Broyden's method for iterations with one factor: each step s with the factor B of the first is corrected by what the steps before
 * it have shown of the Jacobian, which B does not have: later positions, and damping forces that change with them.
 *
 *   z = -B^-1 F,    z += s_{j+1} (s_j . z) / (s_j . s_j)  for j = 0 ... k - 1,    s_{k+1} = z / (1 - (s_k . z) / (s_k . s_k))
 *
 * Products are those of coordinates alone: a secant equation holds in any norm, and multipliers have another unit. Without it the
 * ropes of MIC08 need up to 1.5 iterations more in a step.
 */

/** Steps with one factor, at most. */
const mostSteps = 8;

export class Secants {
  /** of each step: what it adds to coordinates, then to multipliers */
  readonly #steps: Float64Array[] = [];
  readonly #squares = new Float64Array(mostSteps);
  #count = 0;

  /** The step with a new factor: x holds motions, then minus the new multipliers. */
  begin(x: Float64Array, lambda: Float64Array, primal: number): void {
    this.#count = 0;
    this.#take(x, lambda, primal);
  }
  /** A step with the same factor, corrected in place; false if there were too many of them. */
  improve(x: Float64Array, lambda: Float64Array, primal: number): boolean {
    const last = this.#count - 1;
    if (last < 0 || last + 1 === mostSteps) return false;
    for (let j = 0; j < last; j++) this.#add(x, primal, lambda, this.#along(j, x, primal), this.#steps[j + 1]);
    const left = 1 - this.#along(last, x, primal);
    if (!(left > 0.5)) return false;
    for (let k = 0; k < primal; k++) x[k] /= left;
    for (let r = 0; r < lambda.length; r++) x[primal + r] = (x[primal + r] + lambda[r]) / left - lambda[r];
    this.#take(x, lambda, primal);
    return true;
  }
  #along(j: number, x: Float64Array, primal: number): number {
    const s = this.#steps[j];
    let sum = 0;
    for (let k = 0; k < primal; k++) sum += s[k] * x[k];
    return this.#squares[j] > 0 ? sum / this.#squares[j] : 0;
  }
  #add(x: Float64Array, primal: number, lambda: Float64Array, by: number, s: Float64Array): void {
    for (let k = 0; k < primal; k++) x[k] += by * s[k];
    for (let r = 0; r < lambda.length; r++) x[primal + r] -= by * s[primal + r];
  }
  #take(x: Float64Array, lambda: Float64Array, primal: number): void {
    const size = primal + lambda.length;
    if (this.#steps[this.#count]?.length !== size) this.#steps[this.#count] = new Float64Array(size);
    const s = this.#steps[this.#count];
    let square = 0;
    for (let k = 0; k < primal; k++) {
      s[k] = x[k];
      square += x[k] * x[k];
    }
    for (let r = 0; r < lambda.length; r++) s[primal + r] = -x[primal + r] - lambda[r];
    this.#squares[this.#count++] = square;
  }
}
