/**
 * Left-looking supernodal LDL^T with 1 x 1 pivots.
 *
 * E. G. Ng, B. W. Peyton, Block sparse Cholesky algorithms on advanced uniprocessor computers, SIAM J. Sci. Comput. 14
 * (1993). A panel first receives the updates of every earlier panel that has rows among its columns, then is factored as a
 * dense trapezoid. Panels that wait to update another hang in its list; afterwards each moves on to the list of the panel
 * that owns its next row.
 *
 * A panel holds unit-lower L by columns; what lies above the diagonal is scratch, written by the tiles that straddle it and
 * read by nobody.
 */
import { atF, atI, clear, getF, getI, setF, setI } from './memory';
import { takePivot } from './pivot';
import { forward } from './solve';
import { System } from './system';
import { Consecutive, Scattered, tile1, tile2, tile4 } from './tiles';

export function factor(address: usize): void {
  eliminate(address, 0);
}
/** And the first half of a solve, panel by panel while they are in the cache: b becomes x, in the order of elimination. */
export function factorWith(address: usize, b: usize, x: usize): void {
  const system = changetype<System>(address);
  for (let k = 0, n = system.n; k < n; k++) setF(x, k, getF(b, getI(system.order, k)));
  eliminate(address, x);
}
function eliminate(address: usize, x: usize): void {
  const system = changetype<System>(address);
  const count = system.count;
  const panels = system.panels;
  const last = getI(system.subtree, count - 1);
  const earlier = (<usize>getI(system.panelAt, last)) << 3;
  const begin = system.lasting !== 0 && (system.direct ? areSame(system, earlier) : isSame(system)) ? last : 0;
  if (system.direct && begin === 0) {
    memory.copy(panels, system.values, earlier);
    memory.copy(system.taken, system.values, earlier);
  }
  let taken = begin ? system.earlier : 0;
  memory.fill(system.head, 0xff, (<usize>count) << 2);
  const kept = getI(system.start, begin);
  memory.fill(atF(system.scale, kept), 0, (<usize>(system.n - kept)) << 3);
  system.dependentCount = 0;
  system.unsure = 0;
  system.negativeCount = 0;
  for (let j = 0; j < kept; j++) if (getF(system.pivots, j) < 0) system.negativeCount++;

  if (x) for (let s = 0; s < begin; s++) forward(system, s, x);
  for (let s = begin; s < count; s++) {
    if (s === last) system.lasting = system.dependentCount === 0 && system.unsure === 0 ? 1 : 0;
    const from = getI(system.rowsAt, s);
    const height = getI(system.rowsEnd, s) - from;
    const first = getI(system.start, s);
    const width = getI(system.start, s + 1) - first;
    const rows = atI(system.rows, from);
    const panel = atF(panels, getI(system.panelAt, s));
    const ld = (<usize>getI(system.stride, s)) << 3;
    if (!system.direct) taken = takeEntries(system, taken, s);
    let k = getI(system.head, s);
    if (k >= 0) {
      const map = system.map;
      for (let i = 0; i < height; i++) setI(map, getI(rows, i), i);
    }
    startScale(system, first, panel, ld, width, height);
    while (k >= 0) {
      const after = getI(system.next, k);
      update(system, s, k, panel, ld);
      k = after;
    }
    factorPanel(system, first, panel, ld, width, height);
    finishScale(system, rows, width, height);
    if (x) forward(system, s, x);
    setI(system.position, s, width);
    enqueue(system, s, rows, width, height);
  }
}

/**
 * Whether the entries of all trees but the last are what they were: what hangs together with nothing that changes (the twist of
 * rods, which is linear) is factored once.
 */
function isSame(system: System): bool {
  const values = system.values;
  let taken = system.taken;
  let move = system.moves;
  for (const end = move + ((<usize>system.earlier) << 3); move < end; move += 8, taken += 8) {
    if (load<i64>(values + load<u32>(move)) !== load<i64>(taken)) return false;
  }
  return true;
}
/** The same in the form of panels, so many bytes of them. */
function areSame(system: System, bytes: usize): bool {
  const values = system.values;
  const taken = system.taken;
  for (let at: usize = 0; at < bytes; at += 8) {
    if (load<i64>(values + at) !== load<i64>(taken + at)) return false;
  }
  return true;
}
/** A into panel s, from an entry on, when its turn comes: then it stays in the cache. Returns the entry behind. */
function takeEntries(system: System, p: i32, s: i32): i32 {
  const panels = system.panels;
  const values = system.values;
  const end = (<usize>getI(system.panelAt, s + 1)) << 3;
  // columns are of even length
  for (let at = (<usize>getI(system.panelAt, s)) << 3; at < end; at += 16) v128.store(panels + at, f64x2.splat(0));
  const last = system.moves + ((<usize>system.entryCount) << 3);
  const first = system.moves + ((<usize>p) << 3);
  let move = first;
  if (p < system.earlier) {
    for (let taken = atF(system.taken, p); move < last && load<u32>(move, 4) < end; move += 8, taken += 8)
      store<f64>(taken, load<f64>(values + load<u32>(move)));
    move = first;
  }
  for (; move < last; move += 8) {
    const to = load<u32>(move, 4);
    if (to >= end) break;
    store<f64>(panels + to, load<f64>(values + load<u32>(move)));
  }
  return p + <i32>((move - first) >> 3);
}

/** Hangs panel s into the list of the panel that owns its row number `at`. */
function enqueue(system: System, s: i32, rows: usize, at: i32, height: i32): void {
  if (at >= height) return;
  const owner = getI(system.nodeOf, getI(rows, at));
  setI(system.next, s, getI(system.head, owner));
  setI(system.head, owner, s);
}

/** Panel s receives the update of panel k, from k's next row on, of which the first ones are columns of s. */
function update(system: System, s: i32, k: i32, panel: usize, ld: usize): void {
  const first = getI(system.start, s);
  const end = getI(system.start, s + 1);
  const kFirst = getI(system.start, k);
  const kWidth = getI(system.start, k + 1) - kFirst;
  const kFrom = getI(system.rowsAt, k);
  const kHeight = getI(system.rowsEnd, k) - kFrom;
  const kRows = atI(system.rows, kFrom);
  const kPanel = atF(system.panels, getI(system.panelAt, k));
  const kLd = (<usize>getI(system.stride, k)) << 3;
  const pack = system.packed;
  const map = system.map;
  const p0 = getI(system.position, k);
  let p1 = p0 + 1;
  while (p1 < kHeight && getI(kRows, p1) < end) p1++;
  const columns = p1 - p0;
  const height = kHeight - p0;

  // Rows that are consecutive in the target, as amalgamation makes common, need no scattering.
  const top = getI(map, getI(kRows, p0));
  const together = getI(map, getI(kRows, kHeight - 1)) - top === height - 1;
  const relative = system.relative;
  if (!together) for (let i = 0; i < height; i++) setI(relative, i, getI(map, getI(kRows, p0 + i)));

  for (let j = 0; j < columns; ) {
    const left = columns - j;
    const w = left >= 3 ? 4 : left; // three columns are done as four, the last one with zeros
    const real = min(w, left);
    const a = atF(kPanel, p0 + j);
    const m = height - j;
    packRows(pack, a, kLd, atF(system.pivots, kFirst), kWidth, w, real);
    const r = atI(kRows, p0 + j);
    const shift = together ? top + j : 0;
    const rel = atI(relative, j);
    const c0 = atF(panel + <usize>(getI(r, 0) - first) * ld, shift);
    if (w === 1) {
      if (together) tile1<Consecutive>(a, kLd, m, kWidth, pack, rel, c0);
      else tile1<Scattered>(a, kLd, m, kWidth, pack, rel, c0);
    } else {
      const c1 = atF(panel + <usize>(getI(r, 1) - first) * ld, shift);
      if (w === 2) {
        if (together) tile2<Consecutive>(a, kLd, m, kWidth, pack, rel, c0, c1);
        else tile2<Scattered>(a, kLd, m, kWidth, pack, rel, c0, c1);
      } else {
        const c2 = atF(panel + <usize>(getI(r, 2) - first) * ld, shift);
        const c3 = real === 4 ? atF(panel + <usize>(getI(r, 3) - first) * ld, shift) : c2;
        if (together) tile4<Consecutive>(a, kLd, m, kWidth, pack, rel, c0, c1, c2, c3);
        else tile4<Scattered>(a, kLd, m, kWidth, pack, rel, c0, c1, c2, c3);
      }
    }
    j += real;
  }
  setI(system.position, k, p1);
  enqueue(system, k, kRows, p1, kHeight);
}

/** to[q][c] = L(row c, q) d_q for the `real` rows from a on, zero for the rest of the w. */
function packRows(to: usize, a: usize, lda: usize, d: usize, k: i32, w: i32, real: i32): void {
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
function factorPanel(system: System, first: i32, panel: usize, ld: usize, width: i32, height: i32): void {
  const pack = system.packed;
  const growth = system.growth;
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

/** The scale of the panel's own columns gets |a_jj|, or |a_jj| + a_jj (see pivot.ts); growth begins with nothing. */
function startScale(system: System, first: i32, panel: usize, ld: usize, width: i32, height: i32): void {
  const scale = atF(system.scale, first);
  for (let c = 0; c < width; c++) {
    const a = getF(panel + <usize>c * ld, c);
    setF(scale, c, getF(scale, c) + abs<f64>(a) + (system.saddle ? a : 0));
  }
  clear(system.growth, height);
}
/** What the panel contributed to the pivots of its rows further down. */
function finishScale(system: System, rows: usize, width: i32, height: i32): void {
  const growth = system.growth;
  const scale = system.scale;
  for (let i = width; i < height; i++) {
    const q = atF(scale, getI(rows, i));
    store<f64>(q, load<f64>(q) + getF(growth, i));
  }
}
