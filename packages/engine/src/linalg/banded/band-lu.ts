/**
 * Banded systems by elimination with row exchanges, P A = L U: the safe path, for unknowns in any order. Two to four times the
 * work of band-ldlt.ts, and three times the storage, as exchanges let rows of U grow to twice the half band. [notes, sec. 6]
 *
 * What is factored is S A S with entries of about 1, whatever the units: s_i = 1 / sqrt(a_ii) for primal unknowns, and
 * 1 / max |a_ij| s_j over the unknowns j that a multiplier or slider i waits for. So a column without a pivot above 1e-11
 * depends on those before it. That is less sharp than in band-ldlt.ts: of 98 rods it finds all 23 that are redundant, of 279
 * rods 92 of 93. The unknown is then left out, with its row, and the elimination starts again: the row itself has been
 * exchanged and added to others by then.
 */

import type { BandOrder } from '../ordering/rcm.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { Band } from './band.ts';

/** The largest candidate for a pivot being this small, there is none. */
const rounding = 1e-11;

export class BandLu extends Band {
  readonly kind = 'banded-lu';
  #rows: Float64Array; //           by rows: columns from k - half band to k + 2 half bands   (n x (3 half band + 1))
  readonly #last: Int32Array; //    row that each column reaches down to, without exchanges
  readonly #swapped: Int32Array; // row that took the place of each
  readonly #unit: Float64Array; //  s of each unknown
  readonly #out: Uint8Array; //     1 for unknowns that are left out or depend on others
  readonly #x: Float64Array;

  constructor(pattern: Pattern, band: BandOrder, rank?: Uint8Array) {
    super(pattern, band, rank);
    this.#rows = new Float64Array(this.n * (3 * band.halfBand + 1));
    this.#last = new Int32Array(this.n);
    this.#swapped = new Int32Array(this.n);
    this.#unit = new Float64Array(this.n);
    this.#out = new Uint8Array(this.n);
    this.#x = new Float64Array(this.n);
  }
  protected widen(halfBand: number): void {
    this.#rows = new Float64Array(this.n * (3 * halfBand + 1));
  }

  factor(): void {
    this.foundCount = 0;
    for (let i = 0; i < this.n; i++) this.#out[i] = 1 - this.active[i];
    this.#measure();
    for (;;) {
      this.#scatter();
      const lost = this.#eliminate();
      if (lost < 0) return;
      this.found[this.foundCount++] = this.order[lost];
      this.#out[this.order[lost]] = 1;
    }
  }
  /** S, rank by rank. */
  #measure(): void {
    const { n, rows, columns, values, rank } = this;
    const unit = this.#unit.fill(0);
    const highest = rank.reduce((most, one) => Math.max(most, one), 0);
    for (let r = 0; r <= highest; r++) {
      for (let e = 0; e < values.length; e++) {
        const i = rank[rows[e]] === r ? rows[e] : columns[e];
        const j = i === rows[e] ? columns[e] : rows[e];
        if (rank[i] !== r) continue;
        const size = i === j ? Math.sqrt(Math.abs(values[e])) : rank[j] < r ? Math.abs(values[e]) * unit[j] : 0;
        if (size > unit[i]) unit[i] = size;
      }
      for (let i = 0; i < n; i++) if (rank[i] === r) unit[i] = unit[i] > 0 ? 1 / unit[i] : 1;
    }
  }
  #scatter(): void {
    const { n, rows, columns, values, place } = this;
    const A = this.#rows.fill(0);
    const last = this.#last;
    const unit = this.#unit,
      out = this.#out;
    const half = this.halfBand;
    const stride = 3 * half + 1;
    for (let k = 0; k < n; k++) last[k] = k;
    for (let e = 0; e < values.length; e++) {
      const p = place[rows[e]],
        q = place[columns[e]];
      const a = out[rows[e]] | out[columns[e]] ? 0 : values[e] * unit[rows[e]] * unit[columns[e]];
      A[p * stride + q - p + half] = a;
      A[q * stride + p - q + half] = a;
      if (p > last[q]) last[q] = p;
      if (q > last[p]) last[p] = q;
    }
    for (let k = 0; k < n; k++) {
      if (k > 0 && last[k - 1] > last[k]) last[k] = last[k - 1];
      if (out[this.order[k]] === 1) A[k * stride + half] = 1; // its equation: x = 0
    }
  }
  /** The first column without a pivot, or -1. */
  #eliminate(): number {
    const { n } = this;
    const A = this.#rows,
      last = this.#last;
    const half = this.halfBand;
    const below = 3 * half; // from an entry to that below it
    for (let k = 0; k < n; k++) {
      const diagonal = k * (below + 1) + half;
      let best = k;
      for (let i = k + 1; i <= last[k]; i++)
        if (Math.abs(A[diagonal + (i - k) * below]) > Math.abs(A[diagonal + (best - k) * below])) best = i;
      if (Math.abs(A[diagonal + (best - k) * below]) <= rounding) return k;
      this.#swapped[k] = best;
      const width = last[last[k]] - k; // columns of the rows that may be swapped to this place
      if (best !== k) {
        for (let m = 0, to = diagonal, from = diagonal + (best - k) * below; m <= width; m++, to++, from++) {
          const a = A[to];
          A[to] = A[from];
          A[from] = a;
        }
      }
      const inverse = 1 / A[diagonal];
      for (let i = k + 1; i <= last[k]; i++) {
        const at = diagonal + (i - k) * below;
        if (A[at] === 0) continue;
        const l = A[at] * inverse;
        A[at] = l;
        for (let m = 1; m <= width; m++) A[at + m] -= l * A[diagonal + m];
      }
    }
    return -1;
  }

  solve(b: Float64Array): void {
    const { n, order } = this;
    const A = this.#rows,
      last = this.#last,
      unit = this.#unit,
      out = this.#out,
      swapped = this.#swapped,
      x = this.#x;
    const half = this.halfBand;
    const below = 3 * half;
    for (let k = 0; k < n; k++) x[k] = out[order[k]] ? 0 : unit[order[k]] * b[order[k]];
    for (let k = 0; k < n; k++) {
      const xk = x[swapped[k]];
      x[swapped[k]] = x[k];
      x[k] = xk;
      for (let i = k + 1, at = k * (below + 1) + half + below; i <= last[k]; i++, at += below) x[i] -= A[at] * xk;
    }
    for (let k = n - 1; k >= 0; k--) {
      const diagonal = k * (below + 1) + half;
      let sum = x[k];
      for (let m = 1; m <= last[last[k]] - k; m++) sum -= A[diagonal + m] * x[k + m];
      x[k] = sum / A[diagonal];
    }
    for (let k = 0; k < n; k++) b[order[k]] = unit[order[k]] * x[k];
  }
  protected override unit(row: number): number {
    return 1 / this.#unit[row];
  }
}
