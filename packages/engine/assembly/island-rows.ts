/**
 * The rows of an island of nodes as numbers: what packages/engine/src/contact/step/rows-system.ts and impulse-rows.ts do with nodes alone, to the same bits.
 */
import { FewContacts, line, slotBytes, velocitiesAlong } from './few-contacts';
import { fewOf, IslandLists, numbersOf, ofUnits, placeOf, rowsOf } from './island-lists';
import { getF, getI, setF, setI, take } from './memory';
import { getByte, weightOf } from './row-lists';

/** See packages/engine/src/contact/coulomb/matrix/few-contacts.ts: lines of a matrix over contacts. */
const fewLines = 72;
const mostLines = 120;
/** Of `hasCouples`: of corners alone. */
const ofCorners = 1;

/** J, J W, scales and velocities of the island, and its first guess. */
export function assemble(s: IslandLists): void {
  const f = fewOf(s);
  const n = s.rowCount;
  const units = s.unitCount;
  f.count = n;
  f.units = units;
  f.size = 3 * units;
  f.most = max(fewLines, min(mostLines, f.size)) / 3;
  f.isReady = 0;
  f.arranged = -1;
  const one = numbersOf(s);
  one.inertia = 0;
  const w = ofUnits(s, s.w);
  for (let k = 0; k < units; k++) {
    setI(s.unitAt, getI(s.first, s.unit + k), k);
    one.inertia += getF(w, 3 * k) > 0 ? 1 / getF(w, 3 * k) : 1;
  }
  f.slots = 0;
  setI(f.firstSlot, 0, 0);
  one.size = 0;
  const rows = rowsOf(s);
  for (let i = 0; i < n; i++) {
    const at = placeOf(s, i);
    addSide(s, f, i, at, 0, 1);
    addSide(s, f, i, at, 1, -1);
    setI(f.firstSlot, i + 1, f.slots);
    for (let k = 3 * at; k < 3 * at + 3; k++) one.size = max(one.size, abs(getF(rows.point, k)));
    setI(f.kinds, i, 0);
    setF(f.mu, i, getF(rows.mu, at));
    take(rows.guess + <usize>at * 24, s.lambda + <usize>i * 24, 3);
  }
  for (let k = 0; k < units; k++) setI(s.unitAt, getI(s.first, s.unit + k), -1);
  finish(f, w);
  one.rounding = (4 * f64.EPSILON * one.size) / one.h;
  velocities(s, f, s.freeU, s.bu);
  velocities(s, f, s.v0, s.middle);
  for (let k = 0; k < 3 * n; k++) setF(s.middle, k, 0.5 * (getF(s.middle, k) + getF(s.bu, k)));
}
/** Corners of a side that are units; those of one side are different nodes, and of two bodies, too. */
function addSide(s: IslandLists, f: FewContacts, i: i32, at: i32, side: i32, sign: f64): void {
  const rows = rowsOf(s);
  const own = 2 * at + side;
  const isNew = side === 0 || getI(rows.body, own) !== getI(rows.body, own - 1);
  const hasCouples = getByte(rows.hasCouples, at) === ofCorners;
  const count = getByte(rows.count, own);
  for (let k = 0; k < count; k++) {
    const unit = getI(s.unitAt, getI(rows.corner, 3 * own + k));
    if (unit < 0) continue;
    let t = isNew ? f.slots : getI(f.firstSlot, i);
    while (t < f.slots && getI(f.slotUnit, t) !== unit) t++;
    const weight = weightOf(rows, own, k);
    const frame = rows.frame + <usize>at * 72;
    const couple = rows.couples + ((<usize>(27 * own + 9 * k)) << 3);
    const J = f.J + <usize>t * slotBytes;
    if (t === f.slots) {
      f.slots++;
      setI(f.slotUnit, t, unit);
      setI(f.slotAt, t, 24 * unit);
      setI(f.slotSize, t, 3);
      for (let r = 0; r < 3; r++) for (let a = 0; a < 3; a++) setF(J, 6 * r + a, 0);
    }
    for (let r = 0; r < 3; r++)
      for (let a = 0; a < 3; a++) {
        const by = weight * getF(frame, 3 * r + a) + (hasCouples ? getF(couple, 3 * r + a) : 0);
        setF(J, 6 * r + a, getF(J, 6 * r + a) + sign * by);
      }
  }
}
/** Y = J W, and rho = 3 / tr G_ii of lines that move something. */
function finish(f: FewContacts, w: usize): void {
  for (let i = 0; i < f.count; i++) {
    const from = getI(f.firstSlot, i);
    const end = getI(f.firstSlot, i + 1);
    let trace: f64 = 0;
    let lines: f64 = 0;
    for (let r: usize = 0; r < 3; r++) {
      let own: f64 = 0;
      for (let t = from; t < end; t++) {
        const J = f.J + <usize>t * slotBytes + r * line;
        const Y = f.Y + <usize>t * slotBytes + r * line;
        const unit = 3 * getI(f.slotUnit, t);
        for (let k = 0; k < 3; k++) {
          const y = 0 + getF(J, k) * getF(w, unit + k);
          setF(Y, k, y);
          own += getF(J, k) * y;
        }
      }
      trace += own;
      if (own > 0) lines++;
    }
    setF(f.rho, i, trace > 0 ? lines / trace : 1);
  }
}
/** out = J v; what is no unit does not move. */
function velocities(s: IslandLists, f: FewContacts, v: usize, out: usize): void {
  take(ofUnits(s, v), f.v, f.size);
  velocitiesAlong(f, out);
  for (let k = 0; k < 3 * f.count; k++) setF(out, k, getF(out, k) + 0);
}
