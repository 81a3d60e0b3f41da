/**
 * P A = L U of a small dense matrix, with partial pivots, two columns and two rows at a time. Lines are an even number of numbers apart, `line` bytes.
 * Each number has its sums in the order of the plain loops (src/linalg/dense/lu.ts).
 */
import { getF, getI, setF, setI } from './memory';

/** 1, or 0 where a pivot vanishes or is not a number. pivots: the row that was exchanged with each row (n) */
export function factorDense(n: i32, a: usize, line: usize, pivots: usize): i32 {
  for (let k = 0; k < n; k++) {
    const kk = a + <usize>k * line;
    const best = pivotOf(n, a, line, k);
    if (best < 0) return 0;
    setI(pivots, k, best);
    if (best !== k) exchange(kk, a + <usize>best * line, line);
    const inverse = 1 / getF(kk, k);
    let i = k + 1;
    for (; i + 1 < n; i += 2) {
      const ii = a + <usize>i * line;
      const jj = ii + line;
      const x = getF(ii, k) * inverse;
      const y = getF(jj, k) * inverse;
      setF(ii, k, x);
      setF(jj, k, y);
      if (x === 0 && y === 0) continue;
      if (!(k & 1)) {
        const own = getF(kk, k + 1);
        setF(ii, k + 1, getF(ii, k + 1) - x * own);
        setF(jj, k + 1, getF(jj, k + 1) - y * own);
      }
      const xs = f64x2.splat(x);
      const ys = f64x2.splat(y);
      for (let at = (<usize>(((k + 2) >> 1) << 1)) << 3; at < line; at += 16) {
        const own = v128.load(kk + at);
        v128.store(ii + at, f64x2.sub(v128.load(ii + at), f64x2.mul(xs, own)));
        v128.store(jj + at, f64x2.sub(v128.load(jj + at), f64x2.mul(ys, own)));
      }
    }
    if (i < n) {
      const ii = a + <usize>i * line;
      const x = getF(ii, k) * inverse;
      setF(ii, k, x);
      if (x === 0) continue;
      for (let c = k + 1; c < n; c++) setF(ii, c, getF(ii, c) - x * getF(kk, c));
    }
  }
  return 1;
}
/** The row with the largest number of column k, from row k on; -1 where there is none. */
function pivotOf(n: i32, a: usize, line: usize, k: i32): i32 {
  let best = k;
  let at = a + <usize>k * line;
  let largest = abs(getF(at, k));
  for (let i = k + 1; i < n; i++) {
    at += line;
    const size = abs(getF(at, k));
    if (size > largest) {
      largest = size;
      best = i;
    }
  }
  return largest > 0 ? best : -1;
}
function exchange(p: usize, q: usize, line: usize): void {
  for (let at: usize = 0; at < line; at += 16) {
    const x = v128.load(p + at);
    v128.store(p + at, v128.load(q + at));
    v128.store(q + at, x);
  }
}

/** x becomes A^-1 x */
export function solveDense(n: i32, a: usize, line: usize, pivots: usize, x: usize): void {
  for (let k = 0; k < n; k++) {
    const p = getI(pivots, k);
    if (p === k) continue;
    const t = getF(x, k);
    setF(x, k, getF(x, p));
    setF(x, p, t);
  }
  let at = a;
  for (let i = 1; i < n; i++) {
    at += line;
    let sum = getF(x, i);
    for (let j = 0; j < i; j++) sum -= getF(at, j) * getF(x, j);
    setF(x, i, sum);
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = getF(x, i);
    for (let j = i + 1; j < n; j++) sum -= getF(at, j) * getF(x, j);
    setF(x, i, sum / getF(at, i));
    at -= line;
  }
}
