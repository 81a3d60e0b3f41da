/**
 * Anderson's acceleration of a fixed point x = g(x): the next x is g(x), less what the last differences say is still missing.
 *
 *   f = g(x) - x,   gamma = argmin |f - dF gamma|,   next = g(x) - dG gamma            dF, dG: differences of the last f and g
 */
const mostKept = 5;
/** Of the normal equations, relative: differences that are nearly the same count once. */
const regular = 1e-12;

export class Anderson {
  #count = 0;
  #size = 0;
  #part = 1;
  readonly #f: Float64Array[] = [];
  readonly #g: Float64Array[] = [];
  readonly #gamma = new Float64Array(mostKept);
  readonly #A = new Float64Array(mostKept * mostKept);

  /** part: of f, that the first steps take. */
  begin(size: number, part: number): void {
    this.#part = part;
    this.#count = 0;
    this.#size = size;
  }
  /** x becomes the next one; g: the answer to x. */
  next(x: Float64Array, g: Float64Array): void {
    const n = this.#size;
    const f = new Float64Array(n);
    for (let i = 0; i < n; i++) f[i] = g[i] - x[i];
    if (this.#count === mostKept + 1) {
      this.#f.push(this.#f.shift() as Float64Array);
      this.#g.push(this.#g.shift() as Float64Array);
      this.#count--;
    }
    this.#f[this.#count] = f;
    this.#g[this.#count++] = g.slice(0, n);
    const m = this.#count - 1;
    this.#solve(f, m);
    for (let i = 0; i < n; i++) {
      let next = m ? g[i] : x[i] + this.#part * f[i];
      for (let k = 0; k < m; k++) next -= this.#gamma[k] * (this.#g[k + 1][i] - this.#g[k][i]);
      x[i] = next;
    }
  }
  /** gamma by the normal equations: Gauss's elimination of a positive matrix. */
  #solve(f: Float64Array, m: number): void {
    const [A, gamma] = [this.#A, this.#gamma];
    const n = this.#size;
    const difference = (k: number, i: number): number => this.#f[k + 1][i] - this.#f[k][i];
    for (let k = 0; k < m; k++) {
      gamma[k] = 0;
      for (let i = 0; i < n; i++) gamma[k] += difference(k, i) * f[i];
      for (let j = 0; j < m; j++) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += difference(k, i) * difference(j, i);
        A[mostKept * k + j] = sum;
      }
      A[mostKept * k + k] *= 1 + regular;
    }
    for (let k = 0; k < m; k++) {
      const pivot = A[mostKept * k + k];
      for (let j = k + 1; j < m; j++) {
        const factor = pivot > 0 ? A[mostKept * j + k] / pivot : 0;
        for (let c = k; c < m; c++) A[mostKept * j + c] -= factor * A[mostKept * k + c];
        gamma[j] -= factor * gamma[k];
      }
    }
    for (let k = m - 1; k >= 0; k--) {
      for (let c = k + 1; c < m; c++) gamma[k] -= A[mostKept * k + c] * gamma[c];
      const pivot = A[mostKept * k + k];
      gamma[k] = pivot > 0 ? gamma[k] / pivot : 0;
    }
  }
}
