/**
 * Cholesky's factor of a banded matrix, made once, for many right sides: A = L L^T, work and memory linear in n.
 *
 *   L_ij = (A_ij - sum_k L_ik L_jk) / L_jj,     L_ii = sqrt(A_ii - sum_k L_ik^2),     k from i - band on
 *
 * Rows lie one after another, from the entry `band` places left of the diagonal to the diagonal: (i, j) at (band + 1) i +
 * band + j - i. What would lie left of the first column is zero.
 */
export class BandCholesky {
  readonly #L: Float64Array;
  /** 1 / L_ii */
  readonly #inverse: Float64Array;

  constructor(
    lower: Float64Array, // (n x (band + 1)), positive definite; it is not changed
    readonly n: number,
    readonly band: number,
  ) {
    const L = lower.slice();
    const row = band + 1;
    this.#inverse = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      for (let j = Math.max(0, i - band); j <= i; j++) {
        let sum = L[row * i + band + j - i];
        for (let k = Math.max(0, i - band); k < j; k++) sum -= L[row * i + band + k - i] * L[row * j + band + k - j];
        if (j < i) L[row * i + band + j - i] = sum * this.#inverse[j];
        else if (sum > 0) this.#inverse[i] = 1 / Math.sqrt(sum);
        else throw new Error(`a banded matrix is not positive definite: pivot ${i} is ${sum}.`);
      }
    }
    this.#L = L;
  }

  /** A x = b for `columns` right sides side by side, x holding b: entry i of side k at first + columns i + k. */
  solve(x: Float64Array, first: number, columns: number): void {
    const { n, band } = this;
    const [L, inverse, row] = [this.#L, this.#inverse, band + 1];
    for (let i = 0; i < n; i++) {
      const at = first + columns * i;
      const own = row * i + band - i;
      for (let j = Math.max(0, i - band); j < i; j++)
        for (let k = 0; k < columns; k++) x[at + k] -= L[own + j] * x[first + columns * j + k];
      for (let k = 0; k < columns; k++) x[at + k] *= inverse[i];
    }
    for (let i = n - 1; i >= 0; i--) {
      const at = first + columns * i;
      const end = Math.min(n - 1, i + band);
      for (let j = i + 1; j <= end; j++)
        for (let k = 0; k < columns; k++) x[at + k] -= L[row * j + band + i - j] * x[first + columns * j + k];
      for (let k = 0; k < columns; k++) x[at + k] *= inverse[i];
    }
  }
}
