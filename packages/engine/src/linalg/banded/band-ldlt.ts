/**
 * Banded systems in the order of rcm.ts, A = L D L^T without pivoting: work and storage are linear in the number of unknowns as
 * long as the band does not widen, and any entry inside the band may move (band.ts).                        [MIC08, sec. 6.2]
 *
 *   d_j = a_jj,   l_ij = a_ij / d_j,   a_ik -= l_ij a_kj   for i, k > j in the envelope, column by column
 *
 * In a saddle-point system multipliers follow the unknowns of their rows and sliders their multipliers, so that the sign of
 * each pivot is known. A row that depends on others has a pivot that is zero but for rounding (saddle-doubt.ts), and gets no
 * multiplier.
 *
 * `regularisation` > 0 takes so much from the diagonal of multipliers in the factor, though not in A: rows that depend on others
 * then share the force, and are met but for a small part, which `refine` takes away. 1e-7 over the mean of H's diagonal does.
 */

import { SaddleDoubt } from '../factor/saddle-doubt.ts';
import type { BandOrder } from '../ordering/rcm.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { Band } from './band.ts';

export interface BandLdltOptions {
  /** of each unknown, as in precedence.ts; `band` was made with it */
  readonly rank?: Uint8Array | undefined;
  readonly regularisation?: number;
}

/** Terms of u this small, against u, in a whole band: those before them are no larger. */
const negligible = 1e-8;

export class BandLdlt extends Band {
  readonly kind = 'banded';
  readonly #regularisation: number;
  #L: Float64Array; //                by columns: diagonal, then the entries below it   (n x (half band + 1))
  readonly #last: Int32Array; //      row that each column reaches down to
  readonly #inverse: Float64Array; // 1 / d; 0 for a row that is dropped
  readonly #made: Float64Array; //    m: the size of what each pivot is a difference of
  readonly #w: Float64Array;
  readonly #x: Float64Array;
  #negative = 0;
  readonly #doubt = new SaddleDoubt();

  constructor(pattern: Pattern, band: BandOrder, { rank, regularisation = 0 }: BandLdltOptions = {}) {
    super(pattern, band, rank);
    this.#regularisation = regularisation;
    this.#L = new Float64Array(this.n * (band.halfBand + 1));
    this.#last = new Int32Array(this.n);
    this.#inverse = new Float64Array(this.n);
    this.#made = new Float64Array(this.n);
    this.#w = new Float64Array(this.n);
    this.#x = new Float64Array(this.n);
  }
  protected widen(halfBand: number): void {
    this.#L = new Float64Array(this.n * (halfBand + 1));
  }
  /** Negative pivots: as many as there are multipliers that do not depend on others, or the system is not what it should be. */
  get negativeCount(): number {
    return this.#negative;
  }
  /** Multiplications and additions of the last factorisation, zeros inside the envelope included. */
  get flops(): number {
    return this.#last.reduce((sum, last, k) => sum + (last - k + 1) * (last - k + 1), 0);
  }

  /** A into the band; how far down each column reaches; the first terms of m. */
  #scatter(): void {
    const { n, rows, columns, values, place, order, rank } = this;
    const L = this.#L.fill(0);
    const last = this.#last;
    const stride = this.halfBand + 1;
    for (let k = 0; k < n; k++) last[k] = k;
    for (let e = 0; e < values.length; e++) {
      const p = place[rows[e]],
        q = place[columns[e]];
      const row = p > q ? p : q,
        column = p > q ? q : p;
      L[column * stride + row - column] = values[e];
      if (row > last[column]) last[column] = row;
    }
    for (let k = 0; k < n; k++) {
      if (k > 0 && last[k - 1] > last[k]) last[k] = last[k - 1];
      if (rank[order[k]] % 2 === 1) L[k * stride] -= this.#regularisation;
      this.#made[k] = Math.abs(L[k * stride]);
    }
  }
  factor(): void {
    this.#scatter();
    const L = this.#L;
    const made = this.#made;
    const stride = this.halfBand + 1;
    this.foundCount = 0;
    this.#negative = 0;
    this.#doubt.start();
    for (let j = 0; j < this.n; j++) {
      const diagonal = j * stride;
      const height = this.#last[j] - j;
      const inverse = this.#pivot(j, L[diagonal]);
      this.#inverse[j] = inverse;
      if (inverse === 0) {
        L.fill(0, diagonal + 1, diagonal + height + 1); // no effect on later rows
        continue;
      }
      for (let i = 1; i <= height; i++) {
        const a = L[diagonal + i];
        if (a === 0) continue;
        const l = a * inverse;
        const to = (j + i) * stride - i;
        for (let k = i; k <= height; k++) L[to + k] -= l * L[diagonal + k];
        L[diagonal + i] = l;
        made[j + i] += Math.abs(l * a);
      }
    }
  }
  /** 1 / d, or 0 when the row is left out or depends on others. */
  #pivot(j: number, d: number): number {
    const row = this.order[j];
    if (this.active[row] === 0) return 0;
    const multiplier = this.rank[row] % 2 === 1;
    const size = multiplier ? -d : d;
    if (this.#doubt.isDoubtful(size, this.#made[j], multiplier) && this.#doubt.isLost(size, this.#rounded(j))) {
      this.found[this.foundCount++] = row;
      return 0;
    }
    if (d < 0) this.#negative++;
    return 1 / d;
  }
  /** u of pivot j, from the columns before it; it ends where w has died away. */
  #rounded(j: number): number {
    const L = this.#L,
      w = this.#w,
      made = this.#made;
    const stride = this.halfBand + 1;
    w[j] = 1;
    let u = made[j];
    for (let k = j - 1, quiet = 0; k >= 0 && quiet <= this.halfBand; k--) {
      let wk = 0;
      for (let i = k + 1, at = k * stride + 1; i <= this.#last[k] && i <= j; i++, at++) wk -= L[at] * w[i];
      w[k] = wk;
      const term = wk * wk * made[k];
      quiet = term < negligible * u ? quiet + 1 : 0;
      u += term;
    }
    return u;
  }

  solve(b: Float64Array): void {
    const { n, order } = this;
    const L = this.#L,
      last = this.#last,
      inverse = this.#inverse,
      x = this.#x;
    const stride = this.halfBand + 1;
    for (let k = 0; k < n; k++) x[k] = b[order[k]];
    for (let j = 0; j < n; j++) {
      const xj = x[j];
      for (let i = j + 1, at = j * stride + 1; i <= last[j]; i++, at++) x[i] -= L[at] * xj;
    }
    for (let j = n - 1; j >= 0; j--) {
      let xj = x[j] * inverse[j];
      for (let i = j + 1, at = j * stride + 1; i <= last[j]; i++, at++) xj -= L[at] * x[i];
      x[j] = xj;
    }
    for (let k = 0; k < n; k++) b[order[k]] = x[k];
  }
  /** The diagonal entry of a multiplier is no measure of its size; the terms of its pivot are. */
  protected override unit(row: number): number {
    return Math.sqrt(this.#made[this.place[row]]);
  }
}
