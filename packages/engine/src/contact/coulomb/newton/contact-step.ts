/**
 * The step of Newton's method over contacts that can change, where they are few: see smoothing-newton.ts for the symbols.
 *
 *   (K + S Q D G D) dx = -f               K = (I - S) + S Q E;  of rows that are open, S = 0 and dx = -f
 */
import { DenseLu } from '../../../linalg/dense/dense-lu.ts';
import { grown, type ImpulseRows } from '../impulse-rows.ts';
import type { ContactMatrix } from '../matrix/contact-matrix.ts';
import { linesFor, mostLines } from '../matrix/few-contacts.ts';

export class ContactStep {
  readonly #matrix = new DenseLu(mostLines);
  /** rows that are used */
  readonly #list = new Int32Array(mostLines / 3);
  #v = new Float64Array(0);

  /** Into dx; false where it is left to the matrix over units: rows that can change are many, or it is singular. */
  find(
    rows: ImpulseRows,
    contactMatrix: ContactMatrix,
    D: Float64Array, //   (3n)
    K: Float64Array, //   (9n)
    SQ: Float64Array, //  (9n)
    f: Float64Array, //   (3n)
    dx: Float64Array, //  (3n)
  ): boolean {
    const list = this.#list;
    const matrix = this.#matrix;
    const { A, x: b } = matrix;
    const N = 3 * rows.count;
    const most = Math.floor(linesFor(rows) / 3);
    let used = 0;
    for (let i = 0; i < rows.count; i++) {
      if (isZero(SQ, 9 * i)) continue;
      if (used === most) return false;
      list[used++] = i;
    }
    const isAnyOpen = this.#open(rows.count, used, D, f, dx);
    contactMatrix.prepare(rows);
    const { G } = contactMatrix;
    const v = this.#v;
    matrix.begin(3 * used);
    const width = matrix.line;
    for (let p = 0; p < used; p++) {
      const i = list[p];
      const at = 9 * i;
      const g0 = 3 * i * N;
      const g1 = g0 + N;
      const g2 = g1 + N;
      for (let r = 0; r < 3; r++) {
        const s0 = SQ[at + 3 * r] * D[3 * i];
        const s1 = SQ[at + 3 * r + 1] * D[3 * i + 1];
        const s2 = SQ[at + 3 * r + 2] * D[3 * i + 2];
        const line = (3 * p + r) * width;
        // one of three, as of all lines of a contact that sticks
        const one = s1 === 0 && s2 === 0 ? g0 : s0 === 0 && s2 === 0 ? g1 : s0 === 0 && s1 === 0 ? g2 : -1;
        const s = s0 + s1 + s2;
        for (let q = 0, to = line; q < used; q++, to += 3) {
          const c = 3 * list[q];
          if (one >= 0) {
            A[to] = s * G[one + c] * D[c];
            A[to + 1] = s * G[one + c + 1] * D[c + 1];
            A[to + 2] = s * G[one + c + 2] * D[c + 2];
          } else {
            A[to] = (s0 * G[g0 + c] + s1 * G[g1 + c] + s2 * G[g2 + c]) * D[c];
            A[to + 1] = (s0 * G[g0 + c + 1] + s1 * G[g1 + c + 1] + s2 * G[g2 + c + 1]) * D[c + 1];
            A[to + 2] = (s0 * G[g0 + c + 2] + s1 * G[g1 + c + 2] + s2 * G[g2 + c + 2]) * D[c + 2];
          }
        }
        const own = line + 3 * p;
        A[own] += K[at + 3 * r];
        A[own + 1] += K[at + 3 * r + 1];
        A[own + 2] += K[at + 3 * r + 2];
        let sum = -f[3 * i + r];
        if (isAnyOpen)
          for (let c = 0; c < N; c++) if (v[c] !== 0) sum -= (s0 * G[g0 + c] + s1 * G[g1 + c] + s2 * G[g2 + c]) * v[c];
        b[3 * p + r] = sum;
      }
    }
    if (!matrix.factor()) return false;
    matrix.solve();
    for (let p = 0; p < used; p++) for (let r = 0; r < 3; r++) dx[3 * list[p] + r] = b[3 * p + r];
    return true;
  }
  /** dx of rows that are open, and D dx; returns whether any is not 0. */
  #open(n: number, used: number, D: Float64Array, f: Float64Array, dx: Float64Array): boolean {
    this.#v = grown(this.#v, 3 * n);
    let any = false;
    for (let i = 0, p = 0; i < n; i++) {
      const isUsed = p < used && this.#list[p] === i;
      if (isUsed) p++;
      for (let a = 3 * i; a < 3 * i + 3; a++) {
        dx[a] = isUsed ? 0 : -f[a];
        this.#v[a] = D[a] * dx[a];
        if (dx[a] !== 0) any = true;
      }
    }
    return any;
  }
}

export function isZero(a: Float64Array, at: number): boolean {
  for (let m = at; m < at + 9; m++) if (a[m] !== 0) return false;
  return true;
}
