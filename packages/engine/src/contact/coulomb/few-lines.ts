/**
 * Corrections of least-norm.ts where few lines take part, without a matrix over units.
 *
 *   A = J W F,  E = eps / rho           over the lines that take part; F: directions of forces
 *   (A + E) y = b - A Y,   Y += y       the change of velocities is W F Y: with H = M + F E^-1 J it is H^-1 F E^-1 = W F (A + E)^-1
 *   e = Y,   e = (A + E)^-1 E e,        x = Y - e: what moves nothing is left of e
 */
import { DenseLu } from '../../linalg/dense/dense-lu.ts';
import type { ImpulseRows } from './impulse-rows.ts';
import { lines } from './line-use.ts';
import { type ContactMatrix, isSmall } from './matrix/contact-matrix.ts';
import { linesFor, mostLines } from './matrix/few-contacts.ts';

export class FewLines {
  readonly #matrix = new DenseLu(mostLines);
  /** A once more, line by line, since factors overwrite it */
  readonly #A = new Float64Array(mostLines * mostLines);
  readonly #E = new Float64Array(mostLines);
  readonly #Y = new Float64Array(mostLines);
  /** of each line that takes part: 1 where its row slips, and the friction that follows */
  readonly #ways = new Float64Array(3 * mostLines);
  /** lines that take part, among all   (3n) */
  readonly #line = new Int32Array(mostLines);
  #count = 0;
  /** of all rows */
  #all = 0;

  constructor(private readonly contactMatrix: ContactMatrix) {}

  /** False where lines are many, or their matrix is singular. */
  factor(
    rows: ImpulseRows,
    use: Uint8Array, //     of `lines`   (n)
    slip: Float64Array, //  (2n)
    rho: Float64Array, //   (n)
    eps: number,
  ): boolean {
    if (!isSmall(rows)) return false;
    const line = this.#line;
    const most = linesFor(rows);
    let count = 0;
    for (let i = 0; i < rows.count; i++) {
      if (use[i] === lines.none) continue;
      const last = use[i] === lines.all ? 3 : 1;
      if (count + last > most) return false;
      for (let a = 0; a < last; a++) {
        this.#E[count] = eps / rho[i];
        line[count++] = 3 * i + a;
      }
    }
    this.#count = count;
    this.contactMatrix.prepare(rows);
    const { G } = this.contactMatrix;
    const N = 3 * rows.count;
    this.#all = N;
    const matrix = this.#matrix;
    matrix.begin(count);
    const [A, E, ways] = [this.#A, this.#E, this.#ways];
    for (let c = 0; c < count; c++) {
      const row = Math.floor(line[c] / 3);
      const slips = use[row] === lines.slipping;
      ways[3 * c] = slips ? 1 : 0;
      ways[3 * c + 1] = slips ? slip[2 * row] : 0;
      ways[3 * c + 2] = slips ? slip[2 * row + 1] : 0;
    }
    const { A: factors, line: width } = matrix;
    for (let r = 0; r < count; r++) {
      const from = N * line[r];
      for (let c = 0; c < count; c++) {
        const at = from + line[c];
        const value = ways[3 * c] === 0 ? G[at] : G[at] + ways[3 * c + 1] * G[at + 1] + ways[3 * c + 2] * G[at + 2];
        A[count * r + c] = value;
        factors[width * r + c] = value;
      }
      factors[width * r + r] = A[count * r + r] + E[r];
    }
    return matrix.factor();
  }
  /** Y, for changes of velocities that are wanted   (3n). */
  solve(wanted: Float64Array, rounds: number): void {
    const [A, Y, line, count, { x }] = [this.#A, this.#Y, this.#line, this.#count, this.#matrix];
    for (let k = 0; k < count; k++) Y[k] = 0;
    for (let round = 0; round < rounds; round++) {
      for (let r = 0; r < count; r++) {
        let sum = wanted[line[r]];
        if (round > 0) for (let c = 0; c < count; c++) sum -= A[count * r + c] * Y[c];
        x[r] = sum;
      }
      this.#matrix.solve();
      for (let k = 0; k < count; k++) Y[k] += x[k];
    }
  }
  /** Y becomes what is shortest of it. */
  impulses(rounds: number): void {
    const [Y, E, count, { x }] = [this.#Y, this.#E, this.#count, this.#matrix];
    for (let k = 0; k < count; k++) x[k] = Y[k];
    for (let round = 0; round <= rounds; round++) {
      for (let k = 0; k < count; k++) x[k] *= E[k];
      this.#matrix.solve();
    }
    for (let k = 0; k < count; k++) Y[k] -= x[k];
  }
  /** F Y over all lines   (3n). */
  forces(use: Uint8Array, slip: Float64Array, out: Float64Array): void {
    const line = this.#line;
    out.fill(0, 0, this.#all);
    for (let k = 0; k < this.#count; k++) {
      const i = line[k];
      out[i] = this.#Y[k];
      const row = Math.floor(i / 3);
      if (use[row] !== lines.slipping) continue;
      out[i + 1] = slip[2 * row] * this.#Y[k];
      out[i + 2] = slip[2 * row + 1] * this.#Y[k];
    }
  }
}
