/**
 * Closest places of features: see packages/engine/src/contact/detect/features/closest-on-cell.ts, segments.ts and geometry/closest.ts for the plain loops. Sums have the order of those, so that
 * both agree to the last bit.
 */
import { getF } from './memory';

/** See geometry/closest.ts. */
const flat: f64 = 1e-24;

/** weights of the closest place on a cell */
export let wa: f64 = 0;
export let wb: f64 = 0;
export let wc: f64 = 0;

/** Weights of the closest place on the cell of corners i, j and m, -1 behind the last. */
export function closestOnCell(y: usize, i: i32, j: i32, m: i32, px: f64, py: f64, pz: f64): void {
  const a = y + <usize>i * 24;
  wa = 1;
  wb = wc = 0;
  if (j < 0) return;
  const b = y + <usize>j * 24;
  if (m >= 0) closestOnTriangle(a, b, y + <usize>m * 24, px, py, pz);
  else closestOnSegment(a, b, px, py, pz);
}
/** Of the segments that were looked at last: where the closest places are, from 0 to 1; sin^2 of their angle is det/scale. */
export let along: f64 = 0;
export let alongOther: f64 = 0;
export let det: f64 = 0;
export let scale: f64 = 0;

/** The square of the distance of two segments. */
export function squaredBetweenSegments(a0: usize, a1: usize, b0: usize, b1: usize): f64 {
  const ux = getF(a1, 0) - getF(a0, 0);
  const uy = getF(a1, 1) - getF(a0, 1);
  const uz = getF(a1, 2) - getF(a0, 2);
  const vx = getF(b1, 0) - getF(b0, 0);
  const vy = getF(b1, 1) - getF(b0, 1);
  const vz = getF(b1, 2) - getF(b0, 2);
  const wx = getF(a0, 0) - getF(b0, 0);
  const wy = getF(a0, 1) - getF(b0, 1);
  const wz = getF(a0, 2) - getF(b0, 2);
  const A = ux * ux + uy * uy + uz * uz;
  const B = ux * vx + uy * vy + uz * vz;
  const C = vx * vx + vy * vy + vz * vz;
  const D = ux * wx + uy * wy + uz * wz;
  const E = vx * wx + vy * wy + vz * wz;
  det = A * C - B * B;
  scale = A * C;
  let p: f64 = det > 1e-12 * A * C ? clamped((B * E - C * D) / det) : 0;
  let t = (B * p + E) / C;
  if (!(t >= 0)) {
    t = 0;
    p = clamped(-D / A);
  } else if (t > 1) {
    t = 1;
    p = clamped((B - D) / A);
  }
  along = p;
  alongOther = t;
  return squared(wx + p * ux - t * vx, wy + p * uy - t * vy, wz + p * uz - t * vz);
}
/** Whether a segment is nearest to the other with an end: true only where `squaredBetweenSegments` finds one, too, with a third of its work. */
export function endsBeforeCrossing(a0: usize, a1: usize, b0: usize, b1: usize): bool {
  const ux = getF(a1, 0) - getF(a0, 0);
  const uy = getF(a1, 1) - getF(a0, 1);
  const uz = getF(a1, 2) - getF(a0, 2);
  const vx = getF(b1, 0) - getF(b0, 0);
  const vy = getF(b1, 1) - getF(b0, 1);
  const vz = getF(b1, 2) - getF(b0, 2);
  const wx = getF(a0, 0) - getF(b0, 0);
  const wy = getF(a0, 1) - getF(b0, 1);
  const wz = getF(a0, 2) - getF(b0, 2);
  const A = ux * ux + uy * uy + uz * uz;
  const B = ux * vx + uy * vy + uz * vz;
  const C = vx * vx + vy * vy + vz * vz;
  const D = ux * wx + uy * wy + uz * wz;
  const E = vx * wx + vy * wy + vz * wz;
  const squared = A * C - B * B;
  if (!(squared > 1e-12 * A * C)) return false;
  const p = B * E - C * D;
  if (p <= 0 || p >= squared) return true;
  const t = B * (p / squared) + E;
  return t <= 0 || t >= C;
}
function clamped(s: f64): f64 {
  return s > 0 ? (s < 1 ? s : 1) : 0;
}

function fraction(along: f64, squaredLength: f64): f64 {
  return squaredLength === 0 ? 0 : max<f64>(0, min<f64>(1, along / squaredLength));
}
/** |(1 - t) a + t b|^2 */
function squaredBetween(t: f64, ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64): f64 {
  const s = 1 - t;
  return squared(s * ax + t * bx, s * ay + t * by, s * az + t * bz);
}
export function squared(x: f64, y: f64, z: f64): f64 {
  return x * x + y * y + z * z;
}
function closestOnSegment(a: usize, b: usize, px: f64, py: f64, pz: f64): void {
  const ax = getF(a, 0) - px;
  const ay = getF(a, 1) - py;
  const az = getF(a, 2) - pz;
  const ux = getF(b, 0) - getF(a, 0);
  const uy = getF(b, 1) - getF(a, 1);
  const uz = getF(b, 2) - getF(a, 2);
  const t = fraction(-(ux * ax + uy * ay + uz * az), squared(ux, uy, uz));
  wa = 1 - t;
  wb = t;
}
function closestOnTriangle(a: usize, b: usize, c: usize, px: f64, py: f64, pz: f64): void {
  const ax = getF(a, 0) - px;
  const ay = getF(a, 1) - py;
  const az = getF(a, 2) - pz;
  const bx = getF(b, 0) - px;
  const by = getF(b, 1) - py;
  const bz = getF(b, 2) - pz;
  const cx = getF(c, 0) - px;
  const cy = getF(c, 1) - py;
  const cz = getF(c, 2) - pz;
  const ux = getF(b, 0) - getF(a, 0);
  const uy = getF(b, 1) - getF(a, 1);
  const uz = getF(b, 2) - getF(a, 2);
  const vx = getF(c, 0) - getF(a, 0);
  const vy = getF(c, 1) - getF(a, 1);
  const vz = getF(c, 2) - getF(a, 2);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = squared(nx, ny, nz);
  const ex = nz * ay - ny * az;
  const ey = nx * az - nz * ax;
  const ez = ny * ax - nx * ay;
  const uu = squared(ux, uy, uz);
  const vv = squared(vx, vy, vz);
  const ww = squared(vx - ux, vy - uy, vz - uz);
  const longest = max(max(uu, vv), ww);
  const isFlat = nn <= flat * longest * longest;
  // of a flat one, p counts as beyond every side
  const nb: f64 = isFlat ? 0 : vx * ex + vy * ey + vz * ez;
  const nc: f64 = isFlat ? 0 : -(ux * ex + uy * ey + uz * ez);
  const na: f64 = isFlat ? 0 : nn - nb - nc;
  if (na > 0 && nb > 0 && nc > 0) {
    wb = nb / nn;
    wc = min(nc / nn, 1 - wb);
    wa = 1 - wb - wc;
    return;
  }
  let opposite = -1;
  let t: f64 = 0;
  let least: f64 = 0;
  if (!(na > 0)) {
    opposite = 0;
    t = fraction((ux - vx) * bx + (uy - vy) * by + (uz - vz) * bz, ww);
    least = squaredBetween(t, bx, by, bz, cx, cy, cz);
  }
  if (!(nb > 0)) {
    const onSide = fraction(vx * cx + vy * cy + vz * cz, vv);
    const there = squaredBetween(onSide, cx, cy, cz, ax, ay, az);
    if (opposite < 0 || there < least) {
      opposite = 1;
      t = onSide;
      least = there;
    }
  }
  if (!(nc > 0)) {
    const onSide = fraction(-(ux * ax + uy * ay + uz * az), uu);
    const there = squaredBetween(onSide, ax, ay, az, bx, by, bz);
    if (opposite < 0 || there < least) {
      opposite = 2;
      t = onSide;
    }
  }
  wa = opposite === 0 ? 0 : opposite === 1 ? t : 1 - t;
  wb = opposite === 1 ? 0 : opposite === 2 ? t : 1 - t;
  wc = opposite === 2 ? 0 : opposite === 0 ? t : 1 - t;
}
