/**
 * Symmetric matrices of 3x3 blocks: the diagonal block of a row first, then blocks of its upper triangle, each row by row. A block
 * (i, j) stands for its transpose at (j, i) too.
 */
import { getF, getI, setF } from './memory';
import { addTo, dot } from './vectors';

/**
 * out = A x for segments of rows [first, last): rows bounds[s] to bounds[s + 1] of `out`, and what they add to rows behind them in the
 * segment's stretch of `halo`, rows halos[s] to halos[s + 1] of it. sums[s]: the segment's part of x.A x.
 */
export function blockProduct(
  first: i32,
  last: i32,
  bounds: usize,
  halos: usize,
  pointers: usize,
  indices: usize,
  values: usize,
  x: usize,
  out: usize,
  halo: usize,
  sums: usize,
): void {
  for (let s = first; s < last; s++) {
    const from = getI(bounds, s);
    const to = getI(bounds, s + 1);
    const begin = getI(halos, s);
    const beyond = getI(halos, s + 1) - begin;
    const behind = halo + <usize>begin * 24;
    memory.fill(out + <usize>from * 24, 0, <usize>(to - from) * 24);
    memory.fill(behind, 0, <usize>beyond * 24);
    productOfRows(from, to, pointers, indices, values, x, out, behind - <usize>to * 24);
    const own = dot(3 * (to - from), x + <usize>from * 24, out + <usize>from * 24);
    setF(sums, s, own + dot(3 * beyond, x + <usize>to * 24, behind));
  }
}
/** halo: that of row `to` is at halo + 24 to */
function productOfRows(
  from: i32,
  to: i32,
  pointers: usize,
  indices: usize,
  values: usize,
  x: usize,
  out: usize,
  halo: usize,
): void {
  let at = getI(pointers, from);
  let a = values + <usize>at * 72;
  for (let i = from; i < to; i++) {
    const end = getI(pointers, i + 1);
    const xi = x + <usize>i * 24;
    const u0 = load<f64>(xi);
    const u1 = load<f64>(xi, 8);
    const u2 = load<f64>(xi, 16);
    const u01 = v128.load(xi);
    let s0 = f64x2.mul(v128.load(a), u01);
    let s1 = f64x2.mul(v128.load(a, 24), u01);
    let s2 = f64x2.mul(v128.load(a, 48), u01);
    let t0 = load<f64>(a, 16) * u2;
    let t1 = load<f64>(a, 40) * u2;
    let t2 = load<f64>(a, 64) * u2;
    a += 72;
    at++;
    const w0 = f64x2.splat(u0);
    const w1 = f64x2.splat(u1);
    const w2 = f64x2.splat(u2);
    for (; at < end; at++, a += 72) {
      const column = getI(indices, at);
      const j = <usize>column * 24;
      const xj = x + j;
      const oj = (column < to ? out : halo) + j;
      const y = v128.load(xj);
      const y2 = load<f64>(xj, 16);
      const r0 = v128.load(a);
      const r1 = v128.load(a, 24);
      const r2 = v128.load(a, 48);
      const c0 = load<f64>(a, 16);
      const c1 = load<f64>(a, 40);
      const c2 = load<f64>(a, 64);
      s0 = f64x2.add(s0, f64x2.mul(r0, y));
      s1 = f64x2.add(s1, f64x2.mul(r1, y));
      s2 = f64x2.add(s2, f64x2.mul(r2, y));
      t0 += c0 * y2;
      t1 += c1 * y2;
      t2 += c2 * y2;
      const across = f64x2.add(f64x2.mul(r0, w0), f64x2.add(f64x2.mul(r1, w1), f64x2.mul(r2, w2)));
      v128.store(oj, f64x2.add(v128.load(oj), across));
      store<f64>(oj, load<f64>(oj, 16) + c0 * u0 + c1 * u1 + c2 * u2, 16);
    }
    const o = out + <usize>i * 24;
    store<f64>(o, load<f64>(o) + f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1) + t0);
    store<f64>(o, load<f64>(o, 8) + f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1) + t1, 8);
    store<f64>(o, load<f64>(o, 16) + f64x2.extract_lane(s2, 0) + f64x2.extract_lane(s2, 1) + t2, 16);
  }
}

/** What other segments add to the rows of segments [first, last): see blockProduct. */
export function addHalos(first: i32, last: i32, bounds: usize, halos: usize, halo: usize, out: usize): void {
  for (let s = first; s < last; s++) {
    const from = getI(bounds, s);
    const to = getI(bounds, s + 1);
    for (let t = 0; t < s; t++) {
      const begin = getI(halos, t);
      const behind = getI(bounds, t + 1);
      const start = max<i32>(from, behind);
      const end = min<i32>(to, behind + getI(halos, t + 1) - begin);
      if (start < end) addTo(3 * (end - start), halo + <usize>(begin + start - behind) * 24, out + <usize>start * 24);
    }
  }
}

/** Blocks that were summed the other way round, added to their places; pairs: from, to. */
export function addTransposed(count: i32, pairs: usize, values: usize): void {
  for (const end = pairs + ((<usize>count) << 3); pairs < end; pairs += 8) {
    const a = values + <usize>load<i32>(pairs) * 72;
    const b = values + <usize>load<i32>(pairs, 4) * 72;
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) setF(b, 3 * r + c, getF(b, 3 * r + c) + getF(a, 3 * c + r));
  }
}

/** A += diag(w) in rows [from, to), three numbers a row */
export function addDiagonal(from: i32, to: i32, pointers: usize, values: usize, w: usize): void {
  w += <usize>from * 24;
  for (let i = from; i < to; i++, w += 24) {
    const d = values + <usize>getI(pointers, i) * 72;
    store<f64>(d, load<f64>(d) + load<f64>(w));
    store<f64>(d, load<f64>(d, 32) + load<f64>(w, 8), 32);
    store<f64>(d, load<f64>(d, 64) + load<f64>(w, 16), 64);
  }
}

/** Rows and columns of unknowns whose mask is 0 become zero, in rows [from, to); others have 1. */
export function maskBlocks(from: i32, to: i32, pointers: usize, indices: usize, values: usize, mask: usize): void {
  let at = getI(pointers, from);
  let a = values + <usize>at * 72;
  for (let i = from; i < to; i++) {
    const mi = mask + <usize>i * 24;
    const whole = load<f64>(mi) * load<f64>(mi, 8) * load<f64>(mi, 16);
    for (const end = getI(pointers, i + 1); at < end; at++, a += 72) {
      const mj = mask + <usize>getI(indices, at) * 24;
      if (whole * load<f64>(mj) * load<f64>(mj, 8) * load<f64>(mj, 16) !== 0) continue;
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) setF(a, 3 * r + c, getF(a, 3 * r + c) * getF(mi, r) * getF(mj, c));
    }
  }
}

/**
 * Inverses of the diagonal blocks, each made positive definite by a growing shift of its diagonal where it is not. An unknown
 * that is masked (its entry is 0) counts 1. Rows [from, to).
 */
export function invertDiagonal(from: i32, to: i32, pointers: usize, values: usize, inverse: usize): void {
  for (let i = from; i < to; i++) {
    const d = values + <usize>getI(pointers, i) * 72;
    const o = inverse + <usize>i * 72;
    let a = load<f64>(d);
    const b = load<f64>(d, 8);
    const c = load<f64>(d, 16);
    let e = load<f64>(d, 32);
    const f = load<f64>(d, 40);
    let g = load<f64>(d, 64);
    if (a === 0) a = 1;
    if (e === 0) e = 1;
    if (g === 0) g = 1;
    let shift: f64 = 0.1 * (abs(a) + abs(e) + abs(g));
    for (let tries = 0; tries < 60; tries++, shift *= 2) {
      const minor = a * e - b * b;
      const A = e * g - f * f;
      const B = c * f - b * g;
      const C = b * f - c * e;
      const det = a * A + b * B + c * C;
      if (a > 0 && minor > 1e-12 * a * e && det > 1e-12 * minor * g) {
        const k = 1 / det;
        store<f64>(o, A * k);
        store<f64>(o, B * k, 8);
        store<f64>(o, C * k, 16);
        store<f64>(o, B * k, 24);
        store<f64>(o, (a * g - c * c) * k, 32);
        store<f64>(o, (b * c - a * f) * k, 40);
        store<f64>(o, C * k, 48);
        store<f64>(o, (b * c - a * f) * k, 56);
        store<f64>(o, minor * k, 64);
        break;
      }
      a += shift;
      e += shift;
      g += shift;
    }
  }
}
