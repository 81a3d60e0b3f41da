/**
 * C -= A W in registers: A is m x k by columns (`lda` bytes apart), W is k x 4, 2 or 1, packed by rows. Outer products, two
 * rows in the lanes: no sum across lanes. Row i of the product goes to row i of C, or to row relative[i].
 *
 * Every sum runs over k ascending, whichever loop a row meets, so that results do not depend on where a tile begins.
 */
import { atF, getI } from './memory';

/** Where rows go, told at compile time: an integer type stands for consecutive rows, a float type for scattered ones. */
export type Consecutive = i32;
export type Scattered = f64;

/** Rows i and i + 1 of a column of C. */
function subtract2<Rows>(c: usize, relative: usize, i: i32, s: v128): void {
  if (isInteger<Rows>()) {
    const q = atF(c, i);
    v128.store(q, f64x2.sub(v128.load(q), s));
  } else {
    const q = atF(c, getI(relative, i));
    store<f64>(q, load<f64>(q) - f64x2.extract_lane(s, 0));
    const r = atF(c, getI(relative, i + 1));
    store<f64>(r, load<f64>(r) - f64x2.extract_lane(s, 1));
  }
}
/** Rows i to i + 3 of columns of C: where they are is looked up once for all columns. */
function subtract4<Rows>(c: usize, i: i32, o0: usize, o1: usize, o2: usize, o3: usize, s0: v128, s1: v128): void {
  if (isInteger<Rows>()) {
    const q = atF(c, i);
    v128.store(q, f64x2.sub(v128.load(q), s0));
    v128.store(q, f64x2.sub(v128.load(q, 16), s1), 16);
  } else {
    store<f64>(c + o0, load<f64>(c + o0) - f64x2.extract_lane(s0, 0));
    store<f64>(c + o1, load<f64>(c + o1) - f64x2.extract_lane(s0, 1));
    store<f64>(c + o2, load<f64>(c + o2) - f64x2.extract_lane(s1, 0));
    store<f64>(c + o3, load<f64>(c + o3) - f64x2.extract_lane(s1, 1));
  }
}
/** Rows i to i + 2. */
function subtract3<Rows>(c: usize, i: i32, o0: usize, o1: usize, o2: usize, s0: v128, s1: v128): void {
  const top = isInteger<Rows>() ? atF(c, i) : c;
  const q = isInteger<Rows>() ? top + 8 : c + o1;
  const r = isInteger<Rows>() ? top + 16 : c + o2;
  store<f64>(top + o0, load<f64>(top + o0) - f64x2.extract_lane(s0, 0));
  store<f64>(q, load<f64>(q) - f64x2.extract_lane(s0, 1));
  store<f64>(r, load<f64>(r) - f64x2.extract_lane(s1, 0));
}
/** Bytes from the top of a column to row i of the product. */
function offset<Rows>(relative: usize, i: i32): usize {
  return isInteger<Rows>() ? 0 : (<usize>getI(relative, i)) << 3;
}
function subtract1<Rows>(c: usize, relative: usize, i: i32, s: f64): void {
  const q = atF(c, isInteger<Rows>() ? i : getI(relative, i));
  store<f64>(q, load<f64>(q) - s);
}

export function tile4<Rows>(
  a0: usize,
  lda: usize,
  m: i32,
  k: i32,
  w0: usize,
  relative: usize,
  c0: usize,
  c1: usize,
  c2: usize,
  c3: usize,
): void {
  let i = 0;
  for (; i + 2 < m; i += 4) {
    const three = i + 3 === m; // the fourth row is read, and left
    let a = atF(a0, i);
    let w = w0;
    let s00 = f64x2.splat(0);
    let s10 = f64x2.splat(0);
    let s01 = f64x2.splat(0);
    let s11 = f64x2.splat(0);
    let s02 = f64x2.splat(0);
    let s12 = f64x2.splat(0);
    let s03 = f64x2.splat(0);
    let s13 = f64x2.splat(0);
    for (let q = 0; q < k; q++, a += lda, w += 32) {
      const x0 = v128.load(a);
      const x1 = v128.load(a, 16);
      const b0 = v128.load64_splat(w);
      s00 = f64x2.add(s00, f64x2.mul(x0, b0));
      s10 = f64x2.add(s10, f64x2.mul(x1, b0));
      const b1 = v128.load64_splat(w, 8);
      s01 = f64x2.add(s01, f64x2.mul(x0, b1));
      s11 = f64x2.add(s11, f64x2.mul(x1, b1));
      const b2 = v128.load64_splat(w, 16);
      s02 = f64x2.add(s02, f64x2.mul(x0, b2));
      s12 = f64x2.add(s12, f64x2.mul(x1, b2));
      const b3 = v128.load64_splat(w, 24);
      s03 = f64x2.add(s03, f64x2.mul(x0, b3));
      s13 = f64x2.add(s13, f64x2.mul(x1, b3));
    }
    const o0 = offset<Rows>(relative, i);
    const o1 = offset<Rows>(relative, i + 1);
    const o2 = offset<Rows>(relative, i + 2);
    if (three) {
      subtract3<Rows>(c0, i, o0, o1, o2, s00, s10);
      subtract3<Rows>(c1, i, o0, o1, o2, s01, s11);
      subtract3<Rows>(c2, i, o0, o1, o2, s02, s12);
      subtract3<Rows>(c3, i, o0, o1, o2, s03, s13);
      return;
    }
    const o3 = offset<Rows>(relative, i + 3);
    subtract4<Rows>(c0, i, o0, o1, o2, o3, s00, s10);
    subtract4<Rows>(c1, i, o0, o1, o2, o3, s01, s11);
    subtract4<Rows>(c2, i, o0, o1, o2, o3, s02, s12);
    subtract4<Rows>(c3, i, o0, o1, o2, o3, s03, s13);
  }
  for (; i + 1 < m; i += 2) {
    let a = atF(a0, i);
    let w = w0;
    let s0 = f64x2.splat(0);
    let s1 = f64x2.splat(0);
    let s2 = f64x2.splat(0);
    let s3 = f64x2.splat(0);
    for (let q = 0; q < k; q++, a += lda, w += 32) {
      const x = v128.load(a);
      s0 = f64x2.add(s0, f64x2.mul(x, v128.load64_splat(w)));
      s1 = f64x2.add(s1, f64x2.mul(x, v128.load64_splat(w, 8)));
      s2 = f64x2.add(s2, f64x2.mul(x, v128.load64_splat(w, 16)));
      s3 = f64x2.add(s3, f64x2.mul(x, v128.load64_splat(w, 24)));
    }
    subtract2<Rows>(c0, relative, i, s0);
    subtract2<Rows>(c1, relative, i, s1);
    subtract2<Rows>(c2, relative, i, s2);
    subtract2<Rows>(c3, relative, i, s3);
  }
  if (i < m) {
    let a = atF(a0, i);
    let w = w0;
    let s0: f64 = 0;
    let s1: f64 = 0;
    let s2: f64 = 0;
    let s3: f64 = 0;
    for (let q = 0; q < k; q++, a += lda, w += 32) {
      const x = load<f64>(a);
      s0 += x * load<f64>(w);
      s1 += x * load<f64>(w, 8);
      s2 += x * load<f64>(w, 16);
      s3 += x * load<f64>(w, 24);
    }
    subtract1<Rows>(c0, relative, i, s0);
    subtract1<Rows>(c1, relative, i, s1);
    subtract1<Rows>(c2, relative, i, s2);
    subtract1<Rows>(c3, relative, i, s3);
  }
}

export function tile2<Rows>(
  a0: usize,
  lda: usize,
  m: i32,
  k: i32,
  w0: usize,
  relative: usize,
  c0: usize,
  c1: usize,
): void {
  let i = 0;
  for (; i + 3 < m; i += 4) {
    let a = atF(a0, i);
    let w = w0;
    let s00 = f64x2.splat(0);
    let s10 = f64x2.splat(0);
    let s01 = f64x2.splat(0);
    let s11 = f64x2.splat(0);
    for (let q = 0; q < k; q++, a += lda, w += 16) {
      const x0 = v128.load(a);
      const x1 = v128.load(a, 16);
      const b0 = v128.load64_splat(w);
      s00 = f64x2.add(s00, f64x2.mul(x0, b0));
      s10 = f64x2.add(s10, f64x2.mul(x1, b0));
      const b1 = v128.load64_splat(w, 8);
      s01 = f64x2.add(s01, f64x2.mul(x0, b1));
      s11 = f64x2.add(s11, f64x2.mul(x1, b1));
    }
    const o0 = offset<Rows>(relative, i);
    const o1 = offset<Rows>(relative, i + 1);
    const o2 = offset<Rows>(relative, i + 2);
    const o3 = offset<Rows>(relative, i + 3);
    subtract4<Rows>(c0, i, o0, o1, o2, o3, s00, s10);
    subtract4<Rows>(c1, i, o0, o1, o2, o3, s01, s11);
  }
  for (; i < m; i++) {
    let a = atF(a0, i);
    let w = w0;
    let s0: f64 = 0;
    let s1: f64 = 0;
    for (let q = 0; q < k; q++, a += lda, w += 16) {
      const x = load<f64>(a);
      s0 += x * load<f64>(w);
      s1 += x * load<f64>(w, 8);
    }
    subtract1<Rows>(c0, relative, i, s0);
    subtract1<Rows>(c1, relative, i, s1);
  }
}

export function tile1<Rows>(a0: usize, lda: usize, m: i32, k: i32, w0: usize, relative: usize, c0: usize): void {
  let i = 0;
  for (; i + 7 < m; i += 8) {
    let a = atF(a0, i);
    let w = w0;
    let s0 = f64x2.splat(0);
    let s1 = f64x2.splat(0);
    let s2 = f64x2.splat(0);
    let s3 = f64x2.splat(0);
    for (let q = 0; q < k; q++, a += lda, w += 8) {
      const b = v128.load64_splat(w);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(a), b));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(a, 16), b));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(a, 32), b));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(a, 48), b));
    }
    subtract2<Rows>(c0, relative, i, s0);
    subtract2<Rows>(c0, relative, i + 2, s1);
    subtract2<Rows>(c0, relative, i + 4, s2);
    subtract2<Rows>(c0, relative, i + 6, s3);
  }
  for (; i < m; i++) {
    let a = atF(a0, i);
    let w = w0;
    let s: f64 = 0;
    for (let q = 0; q < k; q++, a += lda, w += 8) s += load<f64>(a) * load<f64>(w);
    subtract1<Rows>(c0, relative, i, s);
  }
}
