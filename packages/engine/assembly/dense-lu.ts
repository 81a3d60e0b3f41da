/**
 * P A = L U of a small dense matrix, with partial pivots, two pivots and four rows at a time. Lines are an even number of numbers apart, `line` bytes.
 * Each number of the factors has its sums in the order of the plain loops (src/linalg/dense/lu.ts); a solve has four at a time.
 *
 * Rows without a number under a pivot are left out, and pivot rows end where they have nothing but zeros behind. Contacts couple where they share a body or a node: in `contact/soft-pile` that is 0.4 of the work
 * of problems of up to 40 contacts.
 */
import { getF, getI, setF, setI } from './memory';

/** 1, or 0 where a pivot vanishes or is not a number. pivots: the row that was exchanged with each row (n) */
export function factorDense(n: i32, a: usize, line: usize, pivots: usize): i32 {
  const end = a + <usize>n * line;
  // behind an odd number of columns is one that nobody writes
  if (n & 1) for (let ii = a; ii < end; ii += line) setF(ii, n, 0);
  let k = 0;
  for (; k + 1 < n; k += 2) {
    const kk = a + <usize>k * line;
    if (!bringPivot(n, a, line, k, pivots)) return 0;
    const inverse = 1 / getF(kk, k);
    const beside = getF(kk, k + 1);
    for (let ii = kk + line; ii < end; ii += line) {
      const own = getF(ii, k);
      if (own === 0) continue;
      const x = own * inverse;
      setF(ii, k, x);
      setF(ii, k + 1, getF(ii, k + 1) - x * beside);
    }
    if (!bringPivot(n, a, line, k + 1, pivots)) return 0;
    const ll = kk + line;
    const from = (<usize>(k + 2)) << 3;
    const to = endOf(kk, ll, from, line);
    const x = getF(ll, k);
    if (x !== 0) {
      const own = f64x2.splat(x);
      for (let at = from; at < to; at += 16)
        v128.store(ll + at, f64x2.sub(v128.load(ll + at), f64x2.mul(own, v128.load(kk + at))));
    }
    eliminate(ll + line, end, line, kk, k, to, 1 / getF(ll, k + 1));
  }
  return k === n || bringPivot(n, a, line, k, pivots) ? 1 : 0;
}
/** Where two rows have nothing but zeros behind. */
function endOf(p: usize, q: usize, from: usize, line: usize): usize {
  let to = line;
  while (to > from && !v128.any_true(v128.or(v128.load(p + to - 16), v128.load(q + to - 16)))) to -= 16;
  return to;
}
/** Rows from `row` on less their parts of rows k and k + 1, which are at kk: of the first these are known. */
function eliminate(row: usize, end: usize, line: usize, kk: usize, k: i32, to: usize, inverse: f64): void {
  const ll = kk + line;
  const from = (<usize>(k + 2)) << 3;
  for (;;) {
    const r0 = nextRow(row, end, line, k);
    const r1 = r0 < end ? nextRow(r0 + line, end, line, k) : end;
    const r2 = r1 < end ? nextRow(r1 + line, end, line, k) : end;
    const r3 = r2 < end ? nextRow(r2 + line, end, line, k) : end;
    if (r3 === end) {
      if (r0 < end) eliminateOne(r0, kk, ll, k, from, to, inverse);
      if (r1 < end) eliminateOne(r1, kk, ll, k, from, to, inverse);
      if (r2 < end) eliminateOne(r2, kk, ll, k, from, to, inverse);
      return;
    }
    const x0 = f64x2.splat(getF(r0, k));
    const x1 = f64x2.splat(getF(r1, k));
    const x2 = f64x2.splat(getF(r2, k));
    const x3 = f64x2.splat(getF(r3, k));
    const y0 = f64x2.splat(multiplier(r0, k + 1, inverse));
    const y1 = f64x2.splat(multiplier(r1, k + 1, inverse));
    const y2 = f64x2.splat(multiplier(r2, k + 1, inverse));
    const y3 = f64x2.splat(multiplier(r3, k + 1, inverse));
    for (let at = from; at < to; at += 16) {
      const p = v128.load(kk + at);
      const q = v128.load(ll + at);
      v128.store(r0 + at, less(v128.load(r0 + at), x0, p, y0, q));
      v128.store(r1 + at, less(v128.load(r1 + at), x1, p, y1, q));
      v128.store(r2 + at, less(v128.load(r2 + at), x2, p, y2, q));
      v128.store(r3 + at, less(v128.load(r3 + at), x3, p, y3, q));
    }
    row = r3 + line;
  }
}
function eliminateOne(row: usize, kk: usize, ll: usize, k: i32, from: usize, to: usize, inverse: f64): void {
  const x = f64x2.splat(getF(row, k));
  const y = f64x2.splat(multiplier(row, k + 1, inverse));
  for (let at = from; at < to; at += 16)
    v128.store(row + at, less(v128.load(row + at), x, v128.load(kk + at), y, v128.load(ll + at)));
}
/** The next row, from `row` on, that has a number under the pivots k and k + 1; or the end. */
function nextRow(row: usize, end: usize, line: usize, k: i32): usize {
  while (row < end && getF(row, k) === 0 && getF(row, k + 1) === 0) row += line;
  return row;
}
function multiplier(row: usize, k: i32, inverse: f64): f64 {
  const y = getF(row, k) * inverse;
  setF(row, k, y);
  return y;
}
function less(value: v128, x: v128, p: v128, y: v128, q: v128): v128 {
  return f64x2.sub(f64x2.sub(value, f64x2.mul(x, p)), f64x2.mul(y, q));
}
/** Exchanges row k with that of its pivot; 0 where there is none. */
function bringPivot(n: i32, a: usize, line: usize, k: i32, pivots: usize): bool {
  const best = pivotOf(n, a, line, k);
  if (best < 0) return false;
  setI(pivots, k, best);
  if (best !== k) exchange(a + <usize>k * line, a + <usize>best * line, line);
  return true;
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
