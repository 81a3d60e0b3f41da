/**
 * Sweeps of projected Gauss-Seidel over contacts and rows of constraints: see packages/engine/src/contact/coulomb/sweeps/gauss-seidel.ts.
 *
 *   slotAt   slots of row i: from slotAt[i] to slotAt[i + 1]
 *   units    of each slot: where its unit begins in v, in bytes
 *   slots    of each slot: J and Y = J W, 3 lines of 6 numbers each
 *   v        velocities, 6 for each unit; v += W J^T of what is added to lambda
 *   own      of each row: the block G_ii line by line (9), then 1/G of each line (3)
 *   kinds    of each row: 0 pushes, 1 holds, 2 absent, 3 bounded
 *   data     of each row: b (3), mu, lower, upper
 *
 * Sums have the order of the plain loops.
 */
import { getF, getI, setF } from './memory';

/** bytes of a slot, and of one of its lines */
const slotBytes: usize = 288;
const line: usize = 48;
/** numbers of a row */
const ownNumbers = 12;
const dataNumbers = 6;

/** Improves lambda in place; stops where a sweep changes it by at most `enough` of its size. Returns the sweeps made. */
export function sweepContacts(
  count: i32,
  slotAt: usize,
  units: usize,
  slots: usize,
  own: usize,
  kinds: usize,
  data: usize,
  lambda: usize,
  v: usize,
  most: i32,
  enough: f64,
): i32 {
  for (let sweep = 1; sweep <= most; sweep++) {
    let changed: f64 = 0;
    let size: f64 = 0;
    let s = getI(slotAt, 0);
    for (let i = 0; i < count; i++) {
      const from = s;
      const to = getI(slotAt, i + 1);
      s = to;
      const kind = getI(kinds, i);
      if (kind === 2) continue;
      const row = data + <usize>(dataNumbers * i) * 8;
      const G = own + <usize>(ownNumbers * i) * 8;
      const at = lambda + <usize>(3 * i) * 8;
      const l0 = getF(at, 0);
      const u0 = along(getF(row, 0), from, to, units, slots, v);
      // an open contact that stays open: most of a heap that falls
      const isAlongNormal = kind === 0 && getF(at, 1) === 0 && getF(at, 2) === 0;
      if (isAlongNormal && l0 === 0 && u0 >= 0) continue;
      if (isAlongNormal && getF(row, 3) === 0) {
        const normal = max(0, l0 - getF(G, 9) * u0);
        if (normal !== l0) {
          changed = max(changed, abs(normal - l0));
          setF(at, 0, l0 + (normal - l0));
          pushNormal(from, to, units, slots, v, f64x2.splat(normal - l0));
        }
        size = max(size, normal);
        continue;
      }
      let d0: f64 = 0;
      let d1: f64 = 0;
      let d2: f64 = 0;
      if (kind === 3) {
        const z = l0 - getF(G, 9) * u0;
        d0 = min(max(z, getF(row, 4)), getF(row, 5)) - l0;
      } else {
        const u1 = along(getF(row, 1), from, to, units, slots + line, v);
        const u2 = along(getF(row, 2), from, to, units, slots + 2 * line, v);
        if (kind === 1) {
          d0 = -getF(G, 9) * u0;
          d1 = -getF(G, 10) * (u1 + getF(G, 3) * d0);
          d2 = -getF(G, 11) * (u2 + getF(G, 6) * d0 + getF(G, 7) * d1);
        } else {
          const normal = max(0, l0 - getF(G, 9) * u0);
          d0 = normal - l0;
          const bound = getF(row, 3) * normal;
          const mass = min(getF(G, 10), getF(G, 11));
          const l1 = getF(at, 1);
          const l2 = getF(at, 2);
          let t1 = l1 - mass * (u1 + getF(G, 3) * d0);
          let t2 = l2 - mass * (u2 + getF(G, 6) * d0);
          const length = sqrt(t1 * t1 + t2 * t2);
          if (length > bound) {
            const part = bound / length;
            t1 *= part;
            t2 *= part;
          }
          d1 = t1 - l1;
          d2 = t2 - l2;
        }
      }
      const moved = max(abs(d0), max(abs(d1), abs(d2)));
      if (moved > 0) {
        changed = max(changed, moved);
        setF(at, 0, l0 + d0);
        setF(at, 1, getF(at, 1) + d1);
        setF(at, 2, getF(at, 2) + d2);
        push(from, to, units, slots, v, f64x2.splat(d0), f64x2.splat(d1), f64x2.splat(d2));
      }
      size = max(size, abs(l0 + d0));
    }
    if (changed <= enough * size) return sweep;
  }
  return most;
}

/** u + J v of one line. */
function along(u: f64, from: i32, to: i32, units: usize, slots: usize, v: usize): f64 {
  for (let s = from; s < to; s++) {
    const J = slots + <usize>s * slotBytes;
    const x = v + <usize>getI(units, s);
    u += load<f64>(J) * load<f64>(x);
    u += load<f64>(J, 8) * load<f64>(x, 8);
    u += load<f64>(J, 16) * load<f64>(x, 16);
    u += load<f64>(J, 24) * load<f64>(x, 24);
    u += load<f64>(J, 32) * load<f64>(x, 32);
    u += load<f64>(J, 40) * load<f64>(x, 40);
  }
  return u;
}

/** v += Y^T d */
function push(from: i32, to: i32, units: usize, slots: usize, v: usize, d0: v128, d1: v128, d2: v128): void {
  for (let s = from; s < to; s++) {
    const Y = slots + <usize>s * slotBytes + 3 * line;
    const x = v + <usize>getI(units, s);
    for (let at: usize = 0; at < line; at += 16)
      v128.store(
        x + at,
        f64x2.add(
          v128.load(x + at),
          f64x2.add(
            f64x2.add(f64x2.mul(d0, v128.load(Y + at)), f64x2.mul(d1, v128.load(Y + at, 48))),
            f64x2.mul(d2, v128.load(Y + at, 96)),
          ),
        ),
      );
  }
}

/** v += Y^T d of the normal alone. */
function pushNormal(from: i32, to: i32, units: usize, slots: usize, v: usize, d: v128): void {
  for (let s = from; s < to; s++) {
    const Y = slots + <usize>s * slotBytes + 3 * line;
    const x = v + <usize>getI(units, s);
    for (let at: usize = 0; at < line; at += 16)
      v128.store(x + at, f64x2.add(v128.load(x + at), f64x2.mul(d, v128.load(Y + at))));
  }
}
