/**
 * x <- (L D L^T)^-1 x in the order of elimination: one right-hand side, with the rows of a panel in the lanes, or four as
 * rows of four numbers, with right-hand sides in the lanes, so that L is read once for all.
 */
import { atF, atI, clear, getF, getI, setF } from './memory';
import { System } from './system';

export function solve(address: usize, x: usize): void {
  const system = changetype<System>(address);
  for (let s = 0, count = system.count; s < count; s++) forward(system, s, x);
  for (let s = system.count - 1; s >= 0; s--) backward(system, s, x);
}

/** b becomes A^-1 b, in the order of the caller; x is room for n numbers. */
export function solveGiven(address: usize, b: usize, x: usize): void {
  const system = changetype<System>(address);
  const order = system.order;
  for (let k = 0, n = system.n; k < n; k++) setF(x, k, getF(b, getI(order, k)));
  solve(address, x);
  for (let k = 0, n = system.n; k < n; k++) setF(b, getI(order, k), getF(x, k));
}

function forward(system: System, s: i32, x: usize): void {
  const first = getI(system.start, s);
  const width = getI(system.start, s + 1) - first;
  const from = getI(system.rowsAt, s);
  const below = getI(system.rowsEnd, s) - from - width;
  const ld = (<usize>getI(system.stride, s)) << 3;
  const own = atF(x, first);
  const panel = atF(system.panels, getI(system.panelAt, s));
  let column = panel;
  for (let c = 0; c < width; c++, column += ld) {
    const t = getF(own, c);
    for (let i = c + 1; i < width; i++) setF(own, i, getF(own, i) - getF(column, i) * t);
  }
  if (below === 0) return;
  // The rectangle, two columns at a time, summed in a dense vector.
  const work = system.work;
  const tail = atI(system.rows, from + width);
  column = atF(panel, width);
  clear(work, below);
  let c = 0;
  for (; c + 1 < width; c += 2, column += 2 * ld) {
    const t0 = v128.load64_splat(atF(own, c));
    const t1 = v128.load64_splat(atF(own, c + 1));
    let p = column;
    let w = work;
    let i = 0;
    for (; i + 1 < below; i += 2, p += 16, w += 16) {
      const products = f64x2.add(f64x2.mul(v128.load(p), t0), f64x2.mul(v128.load(p + ld), t1));
      v128.store(w, f64x2.add(v128.load(w), products));
    }
    if (i < below) {
      store<f64>(w, load<f64>(w) + (load<f64>(p) * getF(own, c) + load<f64>(p + ld) * getF(own, c + 1)));
    }
  }
  if (c < width) {
    const t = getF(own, c);
    for (let i = 0; i < below; i++) setF(work, i, getF(work, i) + getF(column, i) * t);
  }
  for (let i = 0; i < below; i++) {
    const q = atF(x, getI(tail, i));
    store<f64>(q, load<f64>(q) - getF(work, i));
  }
}

function backward(system: System, s: i32, x: usize): void {
  const first = getI(system.start, s);
  const width = getI(system.start, s + 1) - first;
  const from = getI(system.rowsAt, s);
  const below = getI(system.rowsEnd, s) - from - width;
  const ld = (<usize>getI(system.stride, s)) << 3;
  const own = atF(x, first);
  const inverse = atF(system.inverse, first);
  const work = system.work;
  const tail = atI(system.rows, from + width);
  for (let i = 0; i < below; i++) setF(work, i, getF(x, getI(tail, i)));
  let column = atF(system.panels, getI(system.panelAt, s)) + <usize>(width - 1) * ld;
  for (let c = width - 1; c >= 0; c--, column -= ld) {
    let p = atF(column, width);
    let w = work;
    let i = 0;
    let v0 = f64x2.splat(0);
    let v1 = f64x2.splat(0);
    for (; i + 3 < below; i += 4, p += 32, w += 32) {
      v0 = f64x2.add(v0, f64x2.mul(v128.load(p), v128.load(w)));
      v1 = f64x2.add(v1, f64x2.mul(v128.load(p, 16), v128.load(w, 16)));
    }
    v0 = f64x2.add(v0, v1);
    let t = f64x2.extract_lane(v0, 0) + f64x2.extract_lane(v0, 1);
    for (; i < below; i++, p += 8, w += 8) t += load<f64>(p) * load<f64>(w);
    for (let q = c + 1; q < width; q++) t += getF(column, q) * getF(own, q);
    setF(own, c, getF(own, c) * getF(inverse, c) - t);
  }
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
