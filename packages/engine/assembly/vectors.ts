/** Sums and products of flat vectors. Segments: three numbers for each of the rows bounds[s] to bounds[s + 1]. */
import { getI, setF } from './memory';

export function dot(n: i32, a: usize, b: usize): f64 {
  let s = f64x2.splat(0);
  let t = f64x2.splat(0);
  let i: i32 = 0;
  for (; i + 3 < n; i += 4, a += 32, b += 32) {
    s = f64x2.add(s, f64x2.mul(v128.load(a), v128.load(b)));
    t = f64x2.add(t, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
  }
  s = f64x2.add(s, t);
  let sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  for (; i < n; i++, a += 8, b += 8) sum += load<f64>(a) * load<f64>(b);
  return sum;
}

/** b += a */
export function addTo(n: i32, a: usize, b: usize): void {
  let i: i32 = 0;
  for (; i + 1 < n; i += 2, a += 16, b += 16) v128.store(b, f64x2.add(v128.load(b), v128.load(a)));
  for (; i < n; i++, a += 8, b += 8) store<f64>(b, load<f64>(b) + load<f64>(a));
}

/** x += c p, r -= c q in segments [first, last), c at an address; sums[s]: the segment's part of r.r */
export function advanceCg(
  first: i32,
  last: i32,
  bounds: usize,
  c: usize,
  p: usize,
  q: usize,
  x: usize,
  r: usize,
  sums: usize,
): void {
  const k = load<f64>(c);
  for (let s = first; s < last; s++) {
    const skipped = <usize>getI(bounds, s) * 24;
    const n = 3 * (getI(bounds, s + 1) - getI(bounds, s));
    setF(sums, s, advance(n, k, p + skipped, q + skipped, x + skipped, r + skipped));
  }
}
/** Returns r.r */
function advance(n: i32, c: f64, p: usize, q: usize, x: usize, r: usize): f64 {
  const k = f64x2.splat(c);
  let s = f64x2.splat(0);
  let i: i32 = 0;
  for (; i + 1 < n; i += 2, p += 16, q += 16, x += 16, r += 16) {
    v128.store(x, f64x2.add(v128.load(x), f64x2.mul(k, v128.load(p))));
    const left = f64x2.sub(v128.load(r), f64x2.mul(k, v128.load(q)));
    v128.store(r, left);
    s = f64x2.add(s, f64x2.mul(left, left));
  }
  let sum = f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
  for (; i < n; i++, p += 8, q += 8, x += 8, r += 8) {
    store<f64>(x, load<f64>(x) + c * load<f64>(p));
    const left = load<f64>(r) - c * load<f64>(q);
    store<f64>(r, left);
    sum += left * left;
  }
  return sum;
}

/** b = a + c b in rows [from, to), c at an address */
export function addScaled(from: i32, to: i32, c: usize, a: usize, b: usize): void {
  const k = f64x2.splat(load<f64>(c));
  const n = 3 * (to - from);
  a += <usize>from * 24;
  b += <usize>from * 24;
  let i: i32 = 0;
  for (; i + 1 < n; i += 2, a += 16, b += 16) v128.store(b, f64x2.add(v128.load(a), f64x2.mul(k, v128.load(b))));
  for (; i < n; i++, a += 8, b += 8) store<f64>(b, load<f64>(a) + load<f64>(c) * load<f64>(b));
}

/**
 * whole = w (x - q) - b + g and r = mask .* whole in segments [first, last). sums[2 s]: the segment's part of 1/2 w (x - q)^2 - b (x - q),
 * sums[2 s + 1]: that of r.r; see src/methods/displacement/solid/incremental-potential.ts.
 */
export function inertia(
  first: i32,
  last: i32,
  bounds: usize,
  x: usize,
  q: usize,
  w: usize,
  b: usize,
  g: usize,
  mask: usize,
  whole: usize,
  r: usize,
  sums: usize,
): void {
  for (let s = first; s < last; s++) {
    let sum: f64 = 0;
    const begin = <usize>getI(bounds, s) * 24;
    const end = <usize>getI(bounds, s + 1) * 24;
    for (let i: usize = begin; i < end; i += 8) {
      const d = load<f64>(x + i) - load<f64>(q + i);
      const push = load<f64>(w + i) * d;
      const given = load<f64>(b + i);
      sum += d * (0.5 * push - given);
      const all = push - given + load<f64>(g + i);
      store<f64>(whole + i, all);
      store<f64>(r + i, load<f64>(mask + i) * all);
    }
    setF(sums, 2 * s, sum);
    setF(sums, 2 * s + 1, dot(<i32>((end - begin) >> 3), r + begin, r + begin));
  }
}
