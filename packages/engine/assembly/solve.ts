/**
 * x <- (L D L^T)^-1 x in the order of elimination: one right-hand side, with the rows of a panel in the lanes, or four as
 * rows of four numbers, with right-hand sides in the lanes, so that L is read once for all.
 */
import { atF, atI, clear, getF, getI, setF, take } from './memory';
import { System } from './system';

export function solve(address: usize, x: usize): void {
  const system = changetype<System>(address);
  for (let s = 0, count = system.count; s < count; s++) forward(system, s, x);
  for (let s = system.count - 1; s >= 0; s--) backward(system, s, x, system.work);
}

/** What `factorWith` does behind the factorisation: b becomes x, in the order of elimination. */
export function solveFirst(address: usize, b: usize, x: usize): void {
  const system = changetype<System>(address);
  for (let k = 0, n = system.n; k < n; k++) setF(x, k, getF(b, getI(system.order, k)));
  for (let s = 0, count = system.count; s < count; s++) forward(system, s, x);
}
/** The second half, of what `factorWith` has left; into b, in the order of the caller. */
export function solveRest(address: usize, x: usize, b: usize): void {
  const system = changetype<System>(address);
  for (let s = system.count - 1; s >= 0; s--) backward(system, s, x, system.work);
  for (let k = 0, n = system.n; k < n; k++) setF(b, getI(system.order, k), getF(x, k));
}
/** b becomes A^-1 b, in the order of the caller; x is room for n numbers. */
export function solveGiven(address: usize, b: usize, x: usize): void {
  const system = changetype<System>(address);
  const order = system.order;
  for (let k = 0, n = system.n; k < n; k++) setF(x, k, getF(b, getI(order, k)));
  solve(address, x);
  for (let k = 0, n = system.n; k < n; k++) setF(b, getI(order, k), getF(x, k));
}

export function forward(system: System, s: i32, x: usize): void {
  reduce(system, s, x, system.work);
  addBelow(system, s, x, system.work, getI(system.rowsEnd, s) - getI(system.rowsAt, s));
}
/** The rows of a panel in y: its own, which are x then, and those below with what its columns take from them. */
export function reduce(system: System, s: i32, x: usize, y: usize): void {
  const first = getI(system.start, s);
  const width = getI(system.start, s + 1) - first;
  const height = getI(system.rowsEnd, s) - getI(system.rowsAt, s);
  const ld = (<usize>getI(system.stride, s)) << 3;
  const own = atF(x, first);
  take(own, y, width);
  clear(atF(y, width), height - width);
  let column = atF(system.panels, getI(system.panelAt, s));
  let c = 0;
  for (; c + 3 < width; c += 4, column += 4 * ld) forwardFour(column, ld, y, c, height);
  for (; c < width; c++, column += ld) {
    const t = getF(y, c);
    for (let i = c + 1; i < height; i++) setF(y, i, getF(y, i) - getF(column, i) * t);
  }
  take(y, own, width);
}
/** Rows below, up to the panel's `end`-th. */
export function addBelow(system: System, s: i32, x: usize, y: usize, end: i32): void {
  const rows = atI(system.rows, getI(system.rowsAt, s));
  for (let i = getI(system.start, s + 1) - getI(system.start, s); i < end; i++) {
    const q = atF(x, getI(rows, i));
    store<f64>(q, load<f64>(q) + getF(y, i));
  }
}
/** Columns c to c + 3: among themselves, then all rows below, with the four numbers in registers. */
function forwardFour(c0: usize, ld: usize, y: usize, c: i32, height: i32): void {
  const c1 = c0 + ld;
  const c2 = c1 + ld;
  const c3 = c2 + ld;
  const t0 = getF(y, c);
  const t1 = getF(y, c + 1) - getF(c0, c + 1) * t0;
  const t2 = getF(y, c + 2) - getF(c0, c + 2) * t0 - getF(c1, c + 2) * t1;
  const t3 = getF(y, c + 3) - getF(c0, c + 3) * t0 - getF(c1, c + 3) * t1 - getF(c2, c + 3) * t2;
  setF(y, c + 1, t1);
  setF(y, c + 2, t2);
  setF(y, c + 3, t3);
  const v0 = f64x2.splat(t0);
  const v1 = f64x2.splat(t1);
  const v2 = f64x2.splat(t2);
  const v3 = f64x2.splat(t3);
  let i = c + 4;
  for (; i + 1 < height; i += 2) {
    const at = (<usize>i) << 3;
    const left = f64x2.add(f64x2.mul(v128.load(c0 + at), v0), f64x2.mul(v128.load(c1 + at), v1));
    const right = f64x2.add(f64x2.mul(v128.load(c2 + at), v2), f64x2.mul(v128.load(c3 + at), v3));
    v128.store(y + at, f64x2.sub(v128.load(y + at), f64x2.add(left, right)));
  }
  if (i < height) {
    const left = getF(c0, i) * t0 + getF(c1, i) * t1;
    setF(y, i, getF(y, i) - (left + (getF(c2, i) * t2 + getF(c3, i) * t3)));
  }
}

/** y: room for the rows of a panel */
export function backward(system: System, s: i32, x: usize, y: usize): void {
  const first = getI(system.start, s);
  const width = getI(system.start, s + 1) - first;
  const from = getI(system.rowsAt, s);
  const height = getI(system.rowsEnd, s) - from;
  const ld = (<usize>getI(system.stride, s)) << 3;
  const own = atF(x, first);
  const inverse = atF(system.inverse, first);
  const rows = atI(system.rows, from);
  for (let i = 0; i < width; i++) setF(y, i, getF(own, i) * getF(inverse, i));
  for (let i = width; i < height; i++) setF(y, i, getF(x, getI(rows, i)));
  const panel = atF(system.panels, getI(system.panelAt, s));
  const fours = width & ~3;
  for (let c = width - 1; c >= fours; c--) {
    const column = panel + <usize>c * ld;
    let t: f64 = 0;
    for (let i = c + 1; i < height; i++) t += getF(column, i) * getF(y, i);
    setF(y, c, getF(y, c) - t);
  }
  for (let c = fours - 4; c >= 0; c -= 4) backwardFour(panel + <usize>c * ld, ld, y, c, height);
  take(y, own, width);
}
/** Columns c to c + 3: what all rows below take from them, then among themselves. */
function backwardFour(c0: usize, ld: usize, y: usize, c: i32, height: i32): void {
  const c1 = c0 + ld;
  const c2 = c1 + ld;
  const c3 = c2 + ld;
  let v0 = f64x2.splat(0);
  let v1 = f64x2.splat(0);
  let v2 = f64x2.splat(0);
  let v3 = f64x2.splat(0);
  let i = c + 4;
  for (; i + 1 < height; i += 2) {
    const at = (<usize>i) << 3;
    const t = v128.load(y + at);
    v0 = f64x2.add(v0, f64x2.mul(v128.load(c0 + at), t));
    v1 = f64x2.add(v1, f64x2.mul(v128.load(c1 + at), t));
    v2 = f64x2.add(v2, f64x2.mul(v128.load(c2 + at), t));
    v3 = f64x2.add(v3, f64x2.mul(v128.load(c3 + at), t));
  }
  let s0 = lanes(v0);
  let s1 = lanes(v1);
  let s2 = lanes(v2);
  let s3 = lanes(v3);
  if (i < height) {
    const t = getF(y, i);
    s0 += getF(c0, i) * t;
    s1 += getF(c1, i) * t;
    s2 += getF(c2, i) * t;
    s3 += getF(c3, i) * t;
  }
  const t3 = getF(y, c + 3) - s3;
  const t2 = getF(y, c + 2) - s2 - getF(c2, c + 3) * t3;
  const t1 = getF(y, c + 1) - s1 - getF(c1, c + 3) * t3 - getF(c1, c + 2) * t2;
  const t0 = getF(y, c) - s0 - getF(c0, c + 3) * t3 - getF(c0, c + 2) * t2 - getF(c0, c + 1) * t1;
  setF(y, c, t0);
  setF(y, c + 1, t1);
  setF(y, c + 2, t2);
  setF(y, c + 3, t3);
}
function lanes(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** x: n rows of four right-hand sides. */
export function solve4(address: usize, x: usize): void {
  const system = changetype<System>(address);
  for (let s = 0, count = system.count; s < count; s++) forward4(system, s, x);
  for (let s = system.count - 1; s >= 0; s--) backward4(system, s, x);
}

function forward4(system: System, s: i32, x: usize): void {
  const first = getI(system.start, s);
  const width = getI(system.start, s + 1) - first;
  const from = getI(system.rowsAt, s);
  const height = getI(system.rowsEnd, s) - from;
  const ld = (<usize>getI(system.stride, s)) << 3;
  const own = atF(x, 4 * first);
  const rows = atI(system.rows, from);
  const panel = atF(system.panels, getI(system.panelAt, s));
  for (let i = 1; i < height; i++) {
    const q = atF(x, 4 * getI(rows, i));
    let y0 = v128.load(q);
    let y1 = v128.load(q, 16);
    let p = atF(panel, i);
    let w = own;
    for (let c = min(i, width); c > 0; c--, p += ld, w += 32) {
      const l = v128.load64_splat(p);
      y0 = f64x2.sub(y0, f64x2.mul(l, v128.load(w)));
      y1 = f64x2.sub(y1, f64x2.mul(l, v128.load(w, 16)));
    }
    v128.store(q, y0);
    v128.store(q, y1, 16);
  }
}

function backward4(system: System, s: i32, x: usize): void {
  const first = getI(system.start, s);
  const width = getI(system.start, s + 1) - first;
  const from = getI(system.rowsAt, s);
  const height = getI(system.rowsEnd, s) - from;
  const ld = (<usize>getI(system.stride, s)) << 3;
  const own = atF(x, 4 * first);
  const rows = atI(system.rows, from);
  const inverse = atF(system.inverse, first);
  const work = system.work;
  for (let i = width; i < height; i++) {
    const q = atF(x, 4 * getI(rows, i));
    const w = atF(work, 4 * i);
    v128.store(w, v128.load(q));
    v128.store(w, v128.load(q, 16), 16);
  }
  let column = atF(system.panels, getI(system.panelAt, s)) + <usize>(width - 1) * ld;
  for (let c = width - 1; c >= 0; c--, column -= ld) {
    const q = atF(own, 4 * c);
    const f = v128.load64_splat(atF(inverse, c));
    let y0 = f64x2.mul(v128.load(q), f);
    let y1 = f64x2.mul(v128.load(q, 16), f);
    for (let i = c + 1; i < height; i++) {
      const l = v128.load64_splat(atF(column, i));
      const w = i < width ? atF(own, 4 * i) : atF(work, 4 * i);
      y0 = f64x2.sub(y0, f64x2.mul(l, v128.load(w)));
      y1 = f64x2.sub(y1, f64x2.mul(l, v128.load(w, 16)));
    }
    v128.store(q, y0);
    v128.store(q, y1, 16);
  }
}
