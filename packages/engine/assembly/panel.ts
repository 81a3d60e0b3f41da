/**
 * Dense work on one panel, which holds unit-lower L by columns. What lies above the diagonal is scratch, written by the tiles that
 * straddle it and read by nobody.
 */
import { atF, getF, setF } from './memory';
import { takePivot } from './pivot';
import { System } from './system';
import { Consecutive, tile1, tile2, tile4 } from './tiles';

/** to[q][c] = L(row c, q) d_q for the `real` rows from a on, zero for the rest of the w. */
export function packRows(to: usize, a: usize, lda: usize, d: usize, k: i32, w: i32, real: i32): void {
  if (w === 4) {
    const three = real === 3;
    const none = f64x2.splat(0);
    for (let q = 0; q < k; q++, a += lda, to += 32) {
      const f = v128.load64_splat(atF(d, q));
      const last = f64x2.mul(v128.load(a, 16), f);
      v128.store(to, f64x2.mul(v128.load(a), f));
      v128.store(to, three ? v128.shuffle<f64>(last, none, 0, 2) : last, 16);
    }
    return;
  }
  for (let q = 0; q < k; q++, a += lda) {
    const f = getF(d, q);
    for (let c = 0; c < w; c++, to += 8) store<f64>(to, getF(a, c) * f);
  }
}

/** Dense LDL^T of a panel, four columns at a time: updates by the columns before, then the four among themselves. */
export function factorPanel(
  system: System,
  first: i32,
  panel: usize,
  ld: usize,
  width: i32,
  height: i32,
  growth: usize, // what the panel adds to the scale of its rows   (height), 0 at first
): void {
  const pack = system.packed;
  const scale = atF(system.scale, first);
  for (let j = 0; j < width; j += 4) {
    const w = min(4, width - j);
    const c0 = panel + <usize>j * ld;
    if (j > 0) {
      const a = atF(panel, j);
      const m = height - j;
      packRows(pack, a, ld, atF(system.pivots, first), j, w === 3 ? 4 : w, w);
      const t = atF(c0, j);
      if (w === 1) tile1<Consecutive>(a, ld, m, j, pack, 0, t);
      else if (w === 2) tile2<Consecutive>(a, ld, m, j, pack, 0, t, t + ld);
      else tile4<Consecutive>(a, ld, m, j, pack, 0, t, t + ld, t + 2 * ld, t + <usize>(w - 1) * ld);
    }
    const end = w === 4 ? j + 4 : height;
    for (let c = 0; c < w; c++) {
      const column = c0 + <usize>c * ld;
      const row = j + c;
      setF(scale, row, getF(scale, row) + getF(growth, row) - (system.saddle ? getF(column, row) : 0));
      const r = takePivot(system, first + row, getF(column, row));
      // Columns to the right within the four, with this one not yet divided: l_tj d = a_tj.
      for (let t = c + 1; t < w; t++) {
        subtractTimes(column, c0 + <usize>t * ld, getF(column, j + t) * r, j + t, end);
      }
      divideColumn(column, r, row + 1, end);
      grow(column, growth, shareOf(system, first + row), row + 1, end);
    }
    if (w < 4) return;
    divideFour(c0, ld, atF(system.inverse, first + j), j, height);
    for (let c = 0; c < 4; c++) grow(c0 + <usize>c * ld, growth, shareOf(system, first + j + c), end, height);
  }
}

/** What a pivot adds to the scale of a row, over l^2: see pivot.ts. */
function shareOf(system: System, j: i32): f64 {
  if (!system.saddle) return getF(system.scale, j);
  const d = getF(system.pivots, j);
  return d < 0 ? -2 * d : 0;
}

/** to[i] -= f from[i] */
function subtractTimes(from: usize, to: usize, f: f64, i: i32, end: i32): void {
  const v = f64x2.splat(f);
  for (; i + 1 < end; i += 2) {
    const q = atF(to, i);
    v128.store(q, f64x2.sub(v128.load(q), f64x2.mul(v, v128.load(atF(from, i)))));
  }
  if (i < end) setF(to, i, getF(to, i) - f * getF(from, i));
}

/** column[i] *= r */
function divideColumn(column: usize, r: f64, i: i32, end: i32): void {
  const v = f64x2.splat(r);
  for (; i + 1 < end; i += 2) {
    const q = atF(column, i);
    v128.store(q, f64x2.mul(v128.load(q), v));
  }
  if (i < end) setF(column, i, getF(column, i) * r);
}

/**
 * The rows below four columns whose own rows, from j on, are done: each column loses what those to its left have of it, and is
 * divided. One pass, with the four in registers.
 */
function divideFour(c0: usize, ld: usize, inverse: usize, j: i32, height: i32): void {
  const c1 = c0 + ld;
  const c2 = c1 + ld;
  const c3 = c2 + ld;
  const r0 = v128.load64_splat(inverse);
  const r1 = v128.load64_splat(inverse, 8);
  const r2 = v128.load64_splat(inverse, 16);
  const r3 = v128.load64_splat(inverse, 24);
  // columns are subtracted before they are divided: a_ic l_tc
  const f01 = v128.load64_splat(atF(c0, j + 1));
  const f02 = v128.load64_splat(atF(c0, j + 2));
  const f03 = v128.load64_splat(atF(c0, j + 3));
  const f12 = v128.load64_splat(atF(c1, j + 2));
  const f13 = v128.load64_splat(atF(c1, j + 3));
  const f23 = v128.load64_splat(atF(c2, j + 3));
  for (let i = j + 4; i < height; i += 2) {
    const at = (<usize>i) << 3;
    const x0 = v128.load(c0 + at);
    const x1 = f64x2.sub(v128.load(c1 + at), f64x2.mul(f01, x0));
    const x2 = f64x2.sub(f64x2.sub(v128.load(c2 + at), f64x2.mul(f02, x0)), f64x2.mul(f12, x1));
    const x3 = f64x2.sub(
      f64x2.sub(f64x2.sub(v128.load(c3 + at), f64x2.mul(f03, x0)), f64x2.mul(f13, x1)),
      f64x2.mul(f23, x2),
    );
    v128.store(c0 + at, f64x2.mul(x0, r0));
    v128.store(c1 + at, f64x2.mul(x1, r1));
    v128.store(c2 + at, f64x2.mul(x2, r2));
    v128.store(c3 + at, f64x2.mul(x3, r3));
  }
}

/** growth[i] += l_i^2 s */
function grow(column: usize, growth: usize, s: f64, i: i32, end: i32): void {
  if (s === 0) return;
  const v = f64x2.splat(s);
  for (; i + 1 < end; i += 2) {
    const g = atF(growth, i);
    const l = v128.load(atF(column, i));
    v128.store(g, f64x2.add(v128.load(g), f64x2.mul(f64x2.mul(l, l), v)));
  }
  if (i < end) {
    const l = getF(column, i);
    setF(growth, i, getF(growth, i) + l * l * s);
  }
}
