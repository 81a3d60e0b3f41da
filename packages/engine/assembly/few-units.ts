/**
 * A Newton step over units, of problems of few contacts: see packages/engine/src/contact/coulomb/newton/smoothing-newton.ts and matrix/unit-matrix.ts for the plain loops, whose bits these are.
 */
import { FewContacts, isZero, line, slotBytes } from './few-contacts';
import { clear, getF, getI, setF, setI } from './memory';
import { factorUnits, solveUnits } from './unit-factor';

/** bytes of a block of 6 x 6 numbers */
const block: usize = 288;
/** See unit-matrix.ts. */
const spare: f64 = 1.1;
const fewRows = 40;

/** dx from the last evaluation: 1; 0 where a row is singular; 2 where H is doubtful; 3 where its structure is to be made. */
export function directionOverUnits(s: FewContacts): i32 {
  const n = s.count;
  if (!s.isOverUnits) {
    s.isOverUnits = 1;
    if (s.most > 0) s.poor = 0;
  }
  for (let i = 0; i < n; i++) {
    const K = s.K + <usize>i * 72;
    const SQ = s.SQ + <usize>i * 72;
    const NN = s.NN + <usize>i * 72;
    const isUsed = !isZero(SQ);
    setI(s.used, i, isUsed ? 1 : 0);
    if (isUsed) {
      if (isDiagonal(K)) for (let m = 0; m < 9; m += 4) setF(K, m, 1 / getF(K, m));
      else if (!invert3(K, s.work)) return 0;
      for (let r = 0; r < 3; r++) {
        const d = getF(s.D, 3 * i + r);
        const k0 = getF(K, 3 * r);
        const k1 = getF(K, 3 * r + 1);
        const k2 = getF(K, 3 * r + 2);
        for (let c = 0; c < 3; c++) {
          const sum = k0 * getF(SQ, c) + k1 * getF(SQ, 3 + c) + k2 * getF(SQ, 6 + c);
          setF(NN, 3 * r + c, d * sum * getF(s.D, 3 * i + c));
        }
      }
    } else for (let m = 0; m < 9; m++) setF(K, m, m % 4 ? 0 : 1);
    for (let r = 0; r < 3; r++) {
      let sum: f64 = 0;
      for (let m = 0; m < 3; m++) sum += getF(K, 3 * r + m) * getF(s.f, 3 * i + m);
      setF(s.dx, 3 * i + r, -sum);
      setF(s.lambda, 3 * i + r, getF(s.D, 3 * i + r) * -sum);
    }
  }
  if (!isArranged(s)) return 3;
  assemble(s);
  if (!factorUnits(s.units, s.firstLater, s.later, s.sizes, s.blocks, s.unitPivots)) return 2;
  respond(s);
  for (let i = 0; i < n; i++) {
    if (!getI(s.used, i)) continue;
    const K = s.K + <usize>i * 72;
    const SQ = s.SQ + <usize>i * 72;
    const w0 = getF(s.lambda, 3 * i);
    const w1 = getF(s.lambda, 3 * i + 1);
    const w2 = getF(s.lambda, 3 * i + 2);
    const t0 = getF(SQ, 0) * w0 + getF(SQ, 1) * w1 + getF(SQ, 2) * w2;
    const t1 = getF(SQ, 3) * w0 + getF(SQ, 4) * w1 + getF(SQ, 5) * w2;
    const t2 = getF(SQ, 6) * w0 + getF(SQ, 7) * w1 + getF(SQ, 8) * w2;
    for (let r = 0; r < 3; r++) {
      const by = getF(K, 3 * r) * t0 + getF(K, 3 * r + 1) * t1 + getF(K, 3 * r + 2) * t2;
      setF(s.dx, 3 * i + r, getF(s.dx, 3 * i + r) - by);
    }
  }
  return 1;
}
/** The structure holds all rows that can change, and not many more. */
function isArranged(s: FewContacts): bool {
  if (s.arranged < 0) return false;
  if (s.count <= fewRows) return true;
  let count = 0;
  for (let i = 0; i < s.count; i++) {
    if (!getI(s.used, i)) continue;
    count++;
    if (!getI(s.structured, i)) return false;
  }
  return <f64>s.arranged <= spare * <f64>count + 8;
}
/** H = M + sum of J^T N J */
function assemble(s: FewContacts): void {
  const units = s.units;
  const NJ = s.NJ;
  clear(s.blocks, 36 * (units + 2 * getI(s.firstLater, units)));
  for (let k = 0; k < units; k++) {
    const from = s.mass + <usize>getI(s.order, k) * block;
    const to = s.blocks + <usize>k * block;
    const size = getI(s.sizes, k);
    for (let r = 0; r < size; r++) for (let c = 0; c < size; c++) setF(to, 6 * r + c, getF(from, 6 * r + c));
  }
  for (let i = 0; i < s.count; i++) {
    if (!getI(s.used, i)) continue;
    const N = s.NN + <usize>i * 72;
    const start = getI(s.firstSlot, i);
    const slots = getI(s.firstSlot, i + 1) - start;
    const pair = getI(s.firstPair, i);
    for (let t = 0; t < slots; t++) {
      const columns = getI(s.slotSize, start + t);
      const own = s.J + <usize>(start + t) * slotBytes;
      for (let c = 0; c < columns; c++) {
        const a = getF(own, c);
        const b = getF(own, 6 + c);
        const d = getF(own, 12 + c);
        setF(NJ, c, getF(N, 0) * a + getF(N, 1) * b + getF(N, 2) * d);
        setF(NJ, 6 + c, getF(N, 3) * a + getF(N, 4) * b + getF(N, 5) * d);
        setF(NJ, 12 + c, getF(N, 6) * a + getF(N, 7) * b + getF(N, 8) * d);
      }
      // two columns at a time
      if (columns & 1) for (let k = columns; k < 18; k += 6) setF(NJ, k, 0);
      for (let q = 0; q < slots; q++) {
        const other = s.J + <usize>(start + q) * slotBytes;
        const rows = getI(s.slotSize, start + q);
        const to = s.blocks + <usize>getI(s.pairs, pair + q * slots + t) * block;
        addTransposedProduct(other, NJ, rows, columns, to);
      }
    }
  }
}
/** A block += A^T B, A and B of three lines */
function addTransposedProduct(A: usize, B: usize, rows: i32, columns: i32, to: usize): void {
  for (let r = 0; r < rows; r++, to += line) {
    const a = f64x2.splat(getF(A, r));
    const b = f64x2.splat(getF(A, 6 + r));
    const d = f64x2.splat(getF(A, 12 + r));
    for (let at: usize = 0; at < (<usize>columns) << 3; at += 16) {
      const by = f64x2.add(
        f64x2.add(f64x2.mul(a, v128.load(B + at)), f64x2.mul(b, v128.load(B + at, 48))),
        f64x2.mul(d, v128.load(B + at, 96)),
      );
      v128.store(to + at, f64x2.add(v128.load(to + at), by));
    }
  }
}
/** lambda = D J H^-1 J^T lambda */
function respond(s: FewContacts): void {
  const n = s.count;
  const x = s.eliminated;
  clear(x, 6 * s.units);
  for (let i = 0; i < n; i++) {
    const x0 = getF(s.lambda, 3 * i);
    const x1 = getF(s.lambda, 3 * i + 1);
    const x2 = getF(s.lambda, 3 * i + 2);
    if (x0 === 0 && x1 === 0 && x2 === 0) continue;
    for (let t = getI(s.firstSlot, i); t < getI(s.firstSlot, i + 1); t++) {
      const to = x + <usize>getI(s.place, getI(s.slotUnit, t)) * line;
      const J = s.J + <usize>t * slotBytes;
      const size = getI(s.slotSize, t);
      for (let k = 0; k < size; k++)
        setF(to, k, getF(to, k) + (x0 * getF(J, k) + x1 * getF(J, 6 + k) + x2 * getF(J, 12 + k)));
    }
  }
  solveUnits(s.units, s.firstLater, s.later, s.sizes, s.blocks, s.unitPivots, x);
  for (let i = 0; i < n; i++) {
    let y0: f64 = 0;
    let y1: f64 = 0;
    let y2: f64 = 0;
    for (let t = getI(s.firstSlot, i); t < getI(s.firstSlot, i + 1); t++) {
      const from = x + <usize>getI(s.place, getI(s.slotUnit, t)) * line;
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
    setF(s.lambda, 3 * i, y0 * getF(s.D, 3 * i));
    setF(s.lambda, 3 * i + 1, y1 * getF(s.D, 3 * i + 1));
    setF(s.lambda, 3 * i + 2, y2 * getF(s.D, 3 * i + 2));
  }
}
/** Of contacts that stick. */
function isDiagonal(a: usize): bool {
  for (let m = 0; m < 9; m++) if (m % 4 ? getF(a, m) !== 0 : !(getF(a, m) > 0)) return false;
  return true;
}
/** A 3 x 3 block becomes its inverse, by elimination with pivots; work: 18 numbers. */
function invert3(a: usize, work: usize): bool {
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      setF(work, 6 * r + c, getF(a, 3 * r + c));
      setF(work, 6 * r + 3 + c, r === c ? 1 : 0);
    }
  for (let k = 0; k < 3; k++) {
    let best = k;
    for (let r = k + 1; r < 3; r++) if (abs(getF(work, 6 * r + k)) > abs(getF(work, 6 * best + k))) best = r;
    if (best !== k)
      for (let c = 0; c < 6; c++) {
        const t = getF(work, 6 * k + c);
        setF(work, 6 * k + c, getF(work, 6 * best + c));
        setF(work, 6 * best + c, t);
      }
    const pivot = getF(work, 6 * k + k);
    if (!(pivot !== 0)) return false;
    for (let c = 0; c < 6; c++) setF(work, 6 * k + c, getF(work, 6 * k + c) / pivot);
    for (let r = 0; r < 3; r++) {
      if (r === k) continue;
      const factor = getF(work, 6 * r + k);
      if (factor !== 0)
        for (let c = 0; c < 6; c++) setF(work, 6 * r + c, getF(work, 6 * r + c) - factor * getF(work, 6 * k + c));
    }
  }
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) setF(a, 3 * r + c, getF(work, 6 * r + 3 + c));
  return true;
}
