/** F_k of one contact, and its slopes: see packages/engine/src/contact/coulomb/newton/cone.ts, whose operations these are. */
import { getF, setF } from './memory';

/** x and y: of all contacts, a: the first number of this one. out: F_k (3), dP_k (9), slope of the shift (2). lower, upper: of a bounded row, in units of x. */
export function coneBlock(
  x: usize,
  y: usize,
  a: i32,
  kind: i32,
  mu: f64,
  k: f64,
  out: usize,
  lower: f64,
  upper: f64,
): void {
  const S = out + 24;
  const q = out + 96;
  for (let m = 0; m < 11; m++) setF(S, m, 0);
  if (kind === 1) {
    for (let r = 0; r < 3; r++) {
      setF(out, r, getF(y, a + r));
      setF(S, 4 * r, 1);
    }
    return;
  }
  if (kind === 2) {
    for (let r = 0; r < 3; r++) setF(out, r, getF(x, a + r));
    return;
  }
  if (kind === 3) {
    const z = getF(x, a) - getF(y, a);
    const above = z - lower;
    const below = z - upper;
    const s1 = sqrt(above * above + 4 * k * k);
    const s2 = sqrt(below * below + 4 * k * k);
    const up = upper < Infinity ? (below + s2) / 2 : 0;
    setF(out, 0, getF(x, a) - (lower > -Infinity ? lower + (above + s1) / 2 : z) + up);
    setF(out, 1, getF(x, a + 1));
    setF(out, 2, getF(x, a + 2));
    setF(S, 0, lower > -Infinity ? (1 + (s1 > 0 ? above / s1 : 0)) / 2 : 1);
    if (upper < Infinity) setF(S, 0, getF(S, 0) - (1 + (s2 > 0 ? below / s2 : 0)) / 2);
    return;
  }
  if (!(mu > 0)) {
    const z = getF(x, a) - getF(y, a);
    const root = sqrt(z * z + 4 * k * k);
    setF(out, 0, getF(x, a) - (z + root) / 2);
    setF(out, 1, getF(x, a + 1));
    setF(out, 2, getF(x, a + 2));
    setF(S, 0, (1 + (root > 0 ? z / root : 0)) / 2);
    return;
  }
  if (k === 0) {
    diskBlock(x, y, a, out);
    return;
  }
  const y1 = getF(y, a + 1);
  const y2 = getF(y, a + 2);
  const shift = sqrt(y1 * y1 + y2 * y2 + k * k);
  setF(q, 0, y1 / shift);
  setF(q, 1, y2 / shift);
  const zn = getF(x, a) - getF(y, a) - shift;
  const z1 = getF(x, a + 1) - y1;
  const z2 = getF(x, a + 2) - y2;
  const size = sqrt(z1 * z1 + z2 * z2);
  const d1 = size > 0 ? z1 / size : 1;
  const d2 = size > 0 ? z2 / size : 0;
  const low = zn - size;
  const high = zn + size;
  const qLow = sqrt(low * low + 4 * k * k);
  const qHigh = sqrt(high * high + 4 * k * k);
  const f1 = (low + qLow) / 2;
  const f2 = (high + qHigh) / 2;
  const g1 = (1 + low / qLow) / 2;
  const g2 = (1 + high / qHigh) / 2;
  setF(out, 0, getF(x, a) - (f1 + f2) / 2);
  setF(out, 1, getF(x, a + 1) - ((f2 - f1) / 2) * d1);
  setF(out, 2, getF(x, a + 2) - ((f2 - f1) / 2) * d2);
  let across: f64;
  if (size > 1e-14 * (k + abs(zn))) across = (f2 - f1) / (2 * size);
  else across = (1 + zn / sqrt(zn * zn + 4 * k * k)) / 2;
  if (g1 === 1 && g2 === 1) across = 1;
  const mean = (g1 + g2) / 2;
  const half = (g2 - g1) / 2;
  setF(S, 0, mean);
  setF(S, 1, half * d1);
  setF(S, 3, half * d1);
  setF(S, 2, half * d2);
  setF(S, 6, half * d2);
  setF(S, 4, across + (mean - across) * d1 * d1);
  setF(S, 5, (mean - across) * d1 * d2);
  setF(S, 7, (mean - across) * d1 * d2);
  setF(S, 8, across + (mean - across) * d2 * d2);
}
/** At k = 0; the slopes are zero where nothing is written. */
function diskBlock(x: usize, y: usize, a: i32, out: usize): void {
  const S = out + 24;
  const zn = getF(x, a) - getF(y, a);
  if (!(zn > 0)) {
    for (let r = 0; r < 3; r++) setF(out, r, getF(x, a + r));
    return;
  }
  setF(out, 0, getF(y, a));
  setF(S, 0, 1);
  const z1 = getF(x, a + 1) - getF(y, a + 1);
  const z2 = getF(x, a + 2) - getF(y, a + 2);
  const size = sqrt(z1 * z1 + z2 * z2);
  if (size <= zn) {
    setF(out, 1, getF(y, a + 1));
    setF(out, 2, getF(y, a + 2));
    setF(S, 4, 1);
    setF(S, 8, 1);
    return;
  }
  const d1 = z1 / size;
  const d2 = z2 / size;
  const part = zn / size;
  setF(out, 1, getF(x, a + 1) - zn * d1);
  setF(out, 2, getF(x, a + 2) - zn * d2);
  setF(S, 3, d1);
  setF(S, 6, d2);
  setF(S, 4, part * d2 * d2);
  setF(S, 5, -part * d1 * d2);
  setF(S, 7, -part * d1 * d2);
  setF(S, 8, part * d1 * d1);
}
