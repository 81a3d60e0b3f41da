/**
 * The step of Newton's method over contacts that can change, where they are few: see smoothing-newton.ts for the symbols.
 *
 *   (K + S Q D G D) dx = -f               K = (I - S) + S Q E;  of rows that are open, S = 0 and dx = -f
 */
import { DenseLu } from '../../../linalg/dense/dense-lu.ts';
import { grown } from '../impulse-rows.ts';
import { mostLines } from '../matrix/contact-matrix.ts';

export class ContactStep {
  readonly #matrix = new DenseLu(mostLines);
  /** rows that are used */
  readonly #list = new Int32Array(mostLines / 3);
  #v = new Float64Array(0);

  /** Into dx; false where it is left to the matrix over units: rows that can change are many, or it is singular. */
  find(
    n: number,
    G: Float64Array, //   (3n x 3n)
    D: Float64Array, //   (3n)
    K: Float64Array, //   (9n)
    SQ: Float64Array, //  (9n)
    f: Float64Array, //   (3n)
    dx: Float64Array, //  (3n)
  ): boolean {
    const list = this.#list;
    const matrix = this.#matrix;
    const { A, x: b } = matrix;
    const N = 3 * n;
    let used = 0;
    let isAnyOpen = false;
    for (let i = 0; i < n; i++) {
      const a = 3 * i;
      if (isZero(SQ, 9 * i)) {
        for (let r = a; r < a + 3; r++) {
          dx[r] = -f[r];
          if (f[r] !== 0) isAnyOpen = true;
        }
        continue;
      }
      if (used === list.length) return false;
      list[used++] = i;
      dx[a] = dx[a + 1] = dx[a + 2] = 0;
    }
    matrix.begin(3 * used);
    const size = matrix.line;
    if (isAnyOpen) {
      this.#v = grown(this.#v, N);
      for (let c = 0; c < N; c++) this.#v[c] = D[c] * dx[c];
    }
    for (let p = 0; p < used; p++) {
      const i = list[p];
      const at = 9 * i;
      for (let r = 0; r < 3; r++) {
        const s0 = SQ[at + 3 * r] * D[3 * i];
        const s1 = SQ[at + 3 * r + 1] * D[3 * i + 1];
        const s2 = SQ[at + 3 * r + 2] * D[3 * i + 2];
        const line = (3 * p + r) * size;
        const g0 = 3 * i * N;
        const g1 = g0 + N;
        const g2 = g1 + N;
        for (let q = 0; q < used; q++) {
          const j = 3 * list[q];
          for (let c = j, to = line + 3 * q; c < j + 3; c++, to++)
            A[to] = (s0 * G[g0 + c] + s1 * G[g1 + c] + s2 * G[g2 + c]) * D[c];
        }
        const own = line + 3 * p;
        A[own] += K[at + 3 * r];
        A[own + 1] += K[at + 3 * r + 1];
        A[own + 2] += K[at + 3 * r + 2];
        let sum = -f[3 * i + r];
        if (isAnyOpen)
          for (let c = 0; c < N; c++) {
            const v = this.#v[c];
            if (v !== 0) sum -= (s0 * G[g0 + c] + s1 * G[g1 + c] + s2 * G[g2 + c]) * v;
          }
        b[3 * p + r] = sum;
      }
    }
    if (!matrix.factor()) return false;
    matrix.solve();
    for (let p = 0; p < used; p++) for (let r = 0; r < 3; r++) dx[3 * list[p] + r] = b[3 * p + r];
    return true;
  }
}

export function isZero(a: Float64Array, at: number): boolean {
  for (let m = at; m < at + 9; m++) if (a[m] !== 0) return false;
  return true;
}
