/**
 * P A = L U of a small dense matrix, with partial pivots, two columns and two rows at a time. Lines are an even number of numbers apart, `line` bytes.
 * Each number of the factors has its sums in the order of the plain loops (src/linalg/dense/lu.ts); a solve has four at a time.
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
    setF(x, i, getF(x, i) - dot(at, x, 0, i));
  }
  for (let i = n - 1; i >= 0; i--) {
    setF(x, i, (getF(x, i) - dot(at, x, i + 1, n)) / getF(at, i));
    at -= line;
  }
}
/** Of numbers from..to of two lines: those at odd ends first, then four sums of every fourth. */
function dot(a: usize, x: usize, from: i32, to: i32): f64 {
  let sum: f64 = 0;
  if (from & 1 && from < to) {
    sum = getF(a, from) * getF(x, from);
    from++;
  }
  if ((to - from) & 1 && from < to) {
    to--;
    sum += getF(a, to) * getF(x, to);
  }
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  for (; from + 3 < to; from += 4) {
    const p = a + ((<usize>from) << 3);
    const q = x + ((<usize>from) << 3);
    even = f64x2.add(even, f64x2.mul(v128.load(p), v128.load(q)));
    odd = f64x2.add(odd, f64x2.mul(v128.load(p, 16), v128.load(q, 16)));
  }
  if (from < to) {
    const at = (<usize>from) << 3;
    even = f64x2.add(even, f64x2.mul(v128.load(a + at), v128.load(x + at)));
  }
  even = f64x2.add(even, odd);
  return sum + (f64x2.extract_lane(even, 0) + f64x2.extract_lane(even, 1));
}
