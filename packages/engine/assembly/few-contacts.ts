/**
 * Newton's method on an impulse problem of few contacts: see packages/engine/src/contact/coulomb/newton/smoothing-newton.ts for the method and its symbols,
 * and newton/cone.ts, newton/contact-step.ts, matrix/contact-matrix.ts, impulse-rows.ts and problem.ts for the plain loops. Sums have the order of those, so that bits are the same.
 */

import { factorDense, solveDense } from './dense-lu';
import { coneBlock } from './few-contacts-cone';
import { directionOverUnits } from './few-units';
import { clear, getF, getI, setF, setI, take } from './memory';

/** In the order of `fields` in packages/engine/src/contact/coulomb/newton/few-contacts.ts. */
@unmanaged
export class FewContacts {
  /** rows, slots, and velocities of units */
  count: i32;
  slots: i32;
  size: i32;
  units: i32;
  /** rows that can change, at most, where Newton's matrix is over contacts: of more it is over units */
  most: i32;
  /** 1 if G is that of the rows */
  isReady: i32;
  /** rows that the structure of the matrix over units is made for; -1: there is none */
  arranged: i32;
  /** poor steps in a row of a line search; 1 after a step over units */
  poor: i32;
  isOverUnits: i32;
  /** of each row: its first slot; of each slot: its unit, where that begins among velocities, how many it has */
  firstSlot: usize;
  slotUnit: usize;
  slotAt: usize;
  slotSize: usize;
  /** of each slot 3 x 6 */
  J: usize;
  Y: usize;
  /** (3n x 3n) */
  G: usize;
  kinds: usize;
  mu: usize;
  lower: usize;
  upper: usize;
  b: usize;
  rho: usize;
  D: usize;
  e: usize;
  c: usize;
  x: usize;
  y: usize;
  f: usize;
  K: usize;
  SQ: usize;
  dx: usize;
  trial: usize;
  lambda: usize;
  v: usize;
  /** F_k (3), dP_k (9), slope of the shift (2); bound of F_0 of whole steps */
  block: usize;
  /** rows that can change; Newton's matrix, its right-hand side, and its pivots */
  list: usize;
  A: usize;
  right: usize;
  pivots: usize;
  /** of each unit: its last slot; of each slot: the one before on its unit, and its row */
  lastSlot: usize;
  slotBefore: usize;
  slotRow: usize;
  /** 1 where two rows share a unit   (n x n) */
  near: usize;
  /** rows that can change, 1 each; those of the structure; D K^-1 S Q D */
  used: usize;
  structured: usize;
  NN: usize;
  /** of each unit 6 x 6 */
  mass: usize;
  /** see unit-factor.ts; `place`: of each unit its place in the order */
  order: usize;
  place: usize;
  firstLater: usize;
  later: usize;
  sizes: usize;
  unitPivots: usize;
  blocks: usize;
  /** in the order of elimination, 6 numbers each */
  eliminated: usize;
  /** of each pair of slots of a row, row by row: its block; of each row: its first pair */
  pairs: usize;
  firstPair: usize;
  /** room for a few numbers */
  work: usize;
  /** N J of a slot, 3 x 6 */
  NJ: usize;
  /** Newton steps that were made */
  steps: i32;
}
export const slotBytes: usize = 144;
export const line: usize = 48;
/** Of |F|^2, what a poor step leaves: see smoothing-newton.ts. */
const stalled: f64 = 0.9;

/** G = J W J^T */
export function contactMatrix(s: FewContacts): void {
  s.isReady = 1;
  const n = s.count;
  const N = 3 * n;
  clear(s.G, N * N);
  for (let k = 0; k < n * n; k++) setI(s.near, k, 0);
  for (let u = 0; u < s.units; u++) setI(s.lastSlot, u, -1);
  for (let i = 0; i < n; i++) {
    const end = getI(s.firstSlot, i + 1);
    for (let t = getI(s.firstSlot, i); t < end; t++) {
      const unit = getI(s.slotUnit, t);
      setI(s.slotBefore, t, getI(s.lastSlot, unit));
      setI(s.lastSlot, unit, t);
      setI(s.slotRow, t, i);
      const size = getI(s.slotSize, t);
      const J = s.J + <usize>t * slotBytes;
      for (let o = t; o >= 0; o = getI(s.slotBefore, o)) {
        const j = getI(s.slotRow, o);
        const to = s.G + ((<usize>(3 * i * N + 3 * j)) << 3);
        setI(s.near, n * i + j, 1);
        setI(s.near, n * j + i, 1);
        addProduct(J, s.Y + <usize>o * slotBytes, size, to, (<usize>N) << 3);
      }
    }
  }
  for (let r = 0; r < N; r++) for (let c = r + 1; c < N; c++) setF(s.G, r * N + c, getF(s.G, c * N + r));
}
/** A block += J Y^T */
function addProduct(J: usize, Y: usize, size: i32, at: usize, width: usize): void {
  for (let r = 0; r < 3; r++, J += line, at += width) {
    let g0: f64 = 0;
    let g1: f64 = 0;
    let g2: f64 = 0;
    for (let k = 0; k < size; k++) {
      const value = getF(J, k);
      g0 += value * getF(Y, k);
      g1 += value * getF(Y, 6 + k);
      g2 += value * getF(Y, 12 + k);
    }
    setF(at, 0, getF(at, 0) + g0);
    setF(at, 1, getF(at, 1) + g1);
    setF(at, 2, getF(at, 2) + g2);
  }
}

/** out = J W J^T D x; lambda = D x */
export function velocitiesOf(s: FewContacts, x: usize, out: usize): void {
  const lambda = s.lambda;
  for (let i = 0; i < 3 * s.count; i++) setF(lambda, i, getF(s.D, i) * getF(x, i));
  spread(s, lambda);
  velocitiesAlong(s, out);
}
/** v = W J^T lambda, over the velocities of units */
export function spread(s: FewContacts, lambda: usize): void {
  const n = s.count;
  const v = s.v;
  clear(v, s.size);
  let t = getI(s.firstSlot, 0);
  for (let i = 0; i < n; i++) {
    const x0 = getF(lambda, 3 * i);
    const x1 = getF(lambda, 3 * i + 1);
    const x2 = getF(lambda, 3 * i + 2);
    const end = getI(s.firstSlot, i + 1);
    if (x0 === 0 && x1 === 0 && x2 === 0) {
      t = end;
      continue;
    }
    for (; t < end; t++) {
      const to = v + <usize>getI(s.slotAt, t);
      const Y = s.Y + <usize>t * slotBytes;
      setF(to, 0, getF(to, 0) + (x0 * getF(Y, 0) + x1 * getF(Y, 6) + x2 * getF(Y, 12)));
      setF(to, 1, getF(to, 1) + (x0 * getF(Y, 1) + x1 * getF(Y, 7) + x2 * getF(Y, 13)));
      setF(to, 2, getF(to, 2) + (x0 * getF(Y, 2) + x1 * getF(Y, 8) + x2 * getF(Y, 14)));
      const size = getI(s.slotSize, t);
      for (let k = 3; k < size; k++)
        setF(to, k, getF(to, k) + (x0 * getF(Y, k) + x1 * getF(Y, 6 + k) + x2 * getF(Y, 12 + k)));
    }
  }
}
/** out = J v */
export function velocitiesAlong(s: FewContacts, out: usize): void {
  const n = s.count;
  const v = s.v;
  let t = getI(s.firstSlot, 0);
  for (let i = 0; i < n; i++) {
    let y0: f64 = 0;
    let y1: f64 = 0;
    let y2: f64 = 0;
    for (const end = getI(s.firstSlot, i + 1); t < end; t++) {
      const from = v + <usize>getI(s.slotAt, t);
      const J = s.J + <usize>t * slotBytes;
      const v0 = getF(from, 0);
      const v1 = getF(from, 1);
      const v2 = getF(from, 2);
      y0 = y0 + getF(J, 0) * v0 + getF(J, 1) * v1 + getF(J, 2) * v2;
      y1 = y1 + getF(J, 6) * v0 + getF(J, 7) * v1 + getF(J, 8) * v2;
      y2 = y2 + getF(J, 12) * v0 + getF(J, 13) * v1 + getF(J, 14) * v2;
      const size = getI(s.slotSize, t);
      for (let k = 3; k < size; k++) {
        const value = getF(from, k);
        y0 += getF(J, k) * value;
        y1 += getF(J, 6 + k) * value;
        y2 += getF(J, 12 + k) * value;
      }
    }
    setF(out, 3 * i, y0);
    setF(out, 3 * i + 1, y1);
    setF(out, 3 * i + 2, y2);
  }
}

/** F_k(x) into f, with K and S Q; returns |F|^2. */
function evaluate(s: FewContacts, x: usize, k: f64): f64 {
  const n = s.count;
  const y = s.y;
  const f = s.f;
  const e = s.e;
  velocitiesOf(s, x, y);
  for (let i = 0; i < 3 * n; i++) setF(y, i, getF(s.D, i) * getF(y, i) + getF(e, i) * getF(x, i) + getF(s.c, i));
  let total: f64 = 0;
  const own = s.block;
  const S = own + 24;
  const q0 = own + 96;
  const q1 = own + 104;
  for (let i = 0; i < n; i++) {
    const a = 3 * i;
    const kind = getI(s.kinds, i);
    const d = getF(s.D, a);
    const isBounded = kind === 3;
    coneBlock(
      x,
      y,
      a,
      kind,
      getF(s.mu, i),
      k,
      own,
      isBounded ? getF(s.lower, i) / d : 0,
      isBounded ? getF(s.upper, i) / d : 0,
    );
    const SQ = s.SQ + ((<usize>(9 * i)) << 3);
    const K = s.K + ((<usize>(9 * i)) << 3);
    for (let r = 0; r < 3; r++) {
      const value = getF(own, r);
      setF(f, a + r, value);
      total += value * value;
      const at = 3 * r;
      const s0 = getF(S, at);
      const s1 = getF(S, at + 1) + s0 * load<f64>(q0);
      const s2 = getF(S, at + 2) + s0 * load<f64>(q1);
      setF(SQ, at, s0);
      setF(SQ, at + 1, s1);
      setF(SQ, at + 2, s2);
      setF(K, at, s0 * getF(e, a) - s0);
      setF(K, at + 1, s1 * getF(e, a + 1) - getF(S, at + 1));
      setF(K, at + 2, s2 * getF(e, a + 2) - getF(S, at + 2));
    }
    for (let r = 0; r < 3; r++) setF(K, 4 * r, 1 - getF(S, 4 * r) + getF(SQ, 4 * r) * getF(e, a + r));
  }
  return total;
}
function largest(s: FewContacts): f64 {
  let worst: f64 = 0;
  for (let i = 0; i < 3 * s.count; i++) {
    const size = abs(getF(s.f, i));
    if (!(size <= worst)) worst = size;
  }
  return worst;
}
export function isZero(a: usize): bool {
  for (let m = 0; m < 9; m++) if (getF(a, m) !== 0) return false;
  return true;
}
/** A step is found; see few-units.ts for other ends. */
const done = 1;
/** dx of a Newton step from the last evaluation. */
function direction(s: FewContacts): i32 {
  const n = s.count;
  const N = 3 * n;
  const list = s.list;
  let used = 0;
  for (let i = 0; i < n; i++) {
    if (isZero(s.SQ + ((<usize>(9 * i)) << 3))) continue;
    if (used === s.most) return directionOverUnits(s);
    setI(list, used++, i);
  }
  if (used > 0 && !s.isReady) contactMatrix(s);
  // rows that are open: lambda holds D dx
  let isAnyOpen = false;
  for (let i = 0, p = 0; i < n; i++) {
    const isUsed = p < used && getI(list, p) === i;
    if (isUsed) p++;
    for (let a = 3 * i; a < 3 * i + 3; a++) {
      const by = isUsed ? 0 : -getF(s.f, a);
      setF(s.dx, a, by);
      setF(s.lambda, a, getF(s.D, a) * by);
      if (by !== 0) isAnyOpen = true;
    }
  }
  const M = 3 * used;
  const width = (<usize>(M + (M & 1))) << 3;
  for (let p = 0; p < used; p++) {
    const i = getI(list, p);
    const g0 = s.G + ((<usize>(3 * i * N)) << 3);
    const g1 = g0 + ((<usize>N) << 3);
    const g2 = g1 + ((<usize>N) << 3);
    const K = s.K + ((<usize>(9 * i)) << 3);
    const SQ = s.SQ + ((<usize>(9 * i)) << 3);
    const near = s.near + ((<usize>(n * i)) << 2);
    for (let r = 0; r < 3; r++) {
      const s0 = getF(SQ, 3 * r) * getF(s.D, 3 * i);
      const s1 = getF(SQ, 3 * r + 1) * getF(s.D, 3 * i + 1);
      const s2 = getF(SQ, 3 * r + 2) * getF(s.D, 3 * i + 2);
      const to = s.A + <usize>(3 * p + r) * width;
      clear(to, M);
      // one of three, as of all lines of a contact that sticks
      const one: usize = s1 === 0 && s2 === 0 ? g0 : s0 === 0 && s2 === 0 ? g1 : s0 === 0 && s1 === 0 ? g2 : 0;
      if (one) {
        const sum = s0 + s1 + s2;
        for (let q = 0; q < used; q++) {
          const j = getI(list, q);
          if (!getI(near, j)) continue;
          const c = 3 * j;
          setF(to, 3 * q, sum * getF(one, c) * getF(s.D, c));
          setF(to, 3 * q + 1, sum * getF(one, c + 1) * getF(s.D, c + 1));
          setF(to, 3 * q + 2, sum * getF(one, c + 2) * getF(s.D, c + 2));
        }
      } else {
        for (let q = 0; q < used; q++) {
          const j = getI(list, q);
          if (!getI(near, j)) continue;
          const c = 3 * j;
          for (let a = 0; a < 3; a++) {
            const sum = s0 * getF(g0, c + a) + s1 * getF(g1, c + a) + s2 * getF(g2, c + a);
            setF(to, 3 * q + a, sum * getF(s.D, c + a));
          }
        }
      }
      for (let a = 0; a < 3; a++) setF(to, 3 * p + a, getF(to, 3 * p + a) + getF(K, 3 * r + a));
      let right = -getF(s.f, 3 * i + r);
      if (isAnyOpen)
        for (let c = 0; c < N; c++) {
          const by = getF(s.lambda, c);
          if (by !== 0) right -= (s0 * getF(g0, c) + s1 * getF(g1, c) + s2 * getF(g2, c)) * by;
        }
      setF(s.right, 3 * p + r, right);
    }
  }
  if (!factorDense(M, s.A, width, s.pivots)) return directionOverUnits(s);
  solveDense(M, s.A, width, s.pivots, s.right);
  for (let p = 0; p < used; p++)
    for (let r = 0; r < 3; r++) setF(s.dx, 3 * getI(list, p) + r, getF(s.right, 3 * p + r));
  return done;
}

/**
 * Newton's method with a halving line search, from x, in place. 1 if |F_k| <= tolerance, 0 if not, 2 where a step is left to others: x is where that begins; 3 where the structure of units
 * is to be made, and it goes on with `again`.
 */
export function newtonOfFew(s: FewContacts, k: f64, tolerance: f64, most: i32, again: i32): i32 {
  const N = 3 * s.count;
  const x = s.x;
  const trial = s.trial;
  if (!again) s.steps = s.poor = s.isOverUnits = 0;
  let total = evaluate(s, x, k);
  let worst = largest(s);
  while (s.steps < most) {
    if (worst <= tolerance) break;
    const end = direction(s);
    if (end !== done) return end;
    s.steps++;
    let part: f64 = 1;
    let found = false;
    for (let halving = 0; halving < 10; halving++) {
      for (let i = 0; i < N; i++) setF(trial, i, getF(x, i) + part * getF(s.dx, i));
      const there = evaluate(s, trial, k);
      if (there < (1 - 1e-4 * part) * total) {
        s.poor = there > stalled * total ? s.poor + 1 : 0;
        total = there;
        found = true;
        break;
      }
      part *= 0.5;
    }
    if (!found || s.poor > 1) return 0;
    take(trial, x, N);
    worst = largest(s);
  }
  return worst <= tolerance ? 1 : 0;
}
/** The same with whole steps, at k = 0; 0 also where F_0 becomes as large as the impulses. */
export function wholeNewtonOfFew(s: FewContacts, scale: f64, tolerance: f64, most: i32, again: i32): i32 {
  const N = 3 * s.count;
  const x = s.x;
  evaluate(s, x, 0);
  let worst = largest(s);
  if (!again) {
    s.steps = s.isOverUnits = 0;
    setF(s.block, 14, max(100 * worst, 0.1 * scale));
  }
  const limit = getF(s.block, 14);
  while (s.steps < most && worst > tolerance) {
    const end = direction(s);
    if (end !== done) return end;
    s.steps++;
    for (let i = 0; i < N; i++) setF(x, i, getF(x, i) + getF(s.dx, i));
    evaluate(s, x, 0);
    worst = largest(s);
    if (!(worst <= limit)) return 0;
  }
  return worst <= tolerance ? 1 : 0;
}
