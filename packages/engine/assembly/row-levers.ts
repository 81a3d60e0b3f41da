/** Where rows push, and couples of the corners of their features: see packages/engine/src/contact/levers.ts for the plain loops. Sums have the order of those, so that both agree to the last bit. */
import { getF, getI, setF } from './memory';
import { cornerOf, getByte, isOfNodes, RowLists, types, weightOf } from './row-lists';

/** See levers.ts. */
const parallel: f64 = 1e-2;
const flat: f64 = 1e-9;
/** See row-memory.ts. */
const couplesOfCorners: u8 = 1;

/** places of both sides */
let ax: f64 = 0;
let ay: f64 = 0;
let az: f64 = 0;
let bx: f64 = 0;
let by: f64 = 0;
let bz: f64 = 0;
/** place, direction, moment and turning that was found last */
let px: f64 = 0;
let py: f64 = 0;
let pz: f64 = 0;
let mx: f64 = 0;
let my: f64 = 0;
let mz: f64 = 0;
let ox: f64 = 0;
let oy: f64 = 0;
let oz: f64 = 0;
/** of the corners of a side: their mean, and what they resist turning with */
let cx: f64 = 0;
let cy: f64 = 0;
let cz: f64 = 0;
let Ixx: f64 = 0;
let Iyy: f64 = 0;
let Izz: f64 = 0;
let Ixy: f64 = 0;
let Iyz: f64 = 0;
let Izx: f64 = 0;

/** Of rows that are asked for; `known` of those that helpers carry couples of is 0, and they are as they were. */
export function findLevers(s: RowLists, count: i32): void {
  for (let k = 0; k < count; k++) store<u8>(s.known + <usize>k, findLever(s, getI(s.places, k)) ? 1 : 0);
}
function findLever(s: RowLists, at: i32): bool {
  const type = getByte(s.type, at);
  const a = 2 * at;
  const b = a + 1;
  const lever = s.lever + <usize>at * 24;
  const point = s.point + <usize>at * 24;
  const isOnPlane = type === types.plane || type === types.rim;
  const softA = !isOnPlane && isOfNodes(s, a);
  const softB = !isOnPlane && isOfNodes(s, b);
  if (softA && softB) return betweenNodes(s, at, type);
  store<u8>(s.hasCouples + <usize>at, 0);
  store<u16>(s.helpers + <usize>a, 0);
  setF(lever, 0, getF(point, 0));
  setF(lever, 1, getF(point, 1));
  setF(lever, 2, getF(point, 2));
  if (softA === softB) return true;
  placeOf(s, softA ? a : b);
  setF(lever, 0, px);
  setF(lever, 1, py);
  setF(lever, 2, pz);
  return true;
}
function betweenNodes(s: RowLists, at: i32, type: i32): bool {
  const a = 2 * at;
  const b = a + 1;
  const countA = getByte(s.count, a);
  const countB = getByte(s.count, b);
  const edges = countA === 2 && countB === 2;
  const rubs = getF(s.mu, at) > 0;
  let ux: f64 = 0;
  let uy: f64 = 0;
  let uz: f64 = 0;
  let vx: f64 = 0;
  let vy: f64 = 0;
  let vz: f64 = 0;
  let cosine: f64 = 0;
  let square: f64 = 0;
  if (edges) {
    axisOf(s, a);
    ux = px;
    uy = py;
    uz = pz;
    axisOf(s, b);
    vx = px;
    vy = py;
    vz = pz;
    cosine = ux * vx + uy * vy + uz * vz;
    square = 1 - cosine * cosine;
  }
  const first = type === types.linear ? 0 : 1;
  if (countA < 3 && countB < 3 && !(edges && square >= parallel && first > 0)) return false;
  if (rubs && type === types.face) {
    const side = countA === 1 ? b : a;
    if (
      getByte(s.count, side) === 3 &&
      !(weightOf(s, side, 0) > 0 && weightOf(s, side, 1) > 0 && weightOf(s, side, 2) > 0)
    )
      return false;
  }
  placeOf(s, a);
  ax = px;
  ay = py;
  az = pz;
  placeOf(s, b);
  bx = px;
  by = py;
  bz = pz;
  store<u8>(s.hasCouples + <usize>at, couplesOfCorners);
  store<u16>(s.helpers + <usize>a, 0);
  const lever = s.lever + <usize>at * 24;
  const point = s.point + <usize>at * 24;
  setF(lever, 0, getF(point, 0));
  setF(lever, 1, getF(point, 1));
  setF(lever, 2, getF(point, 2));
  const couples = s.couples + <usize>at * 432;
  memory.fill(couples, 0, 432);
  if (edges || countA !== 1) {
    gatherCorners(s, a);
    for (let line = first; line < 3; line++) {
      const t = s.frame + <usize>(9 * at + 3 * line) * 8;
      if (edges) {
        const part = (along(t, ux, uy, uz) - along(t, vx, vy, vz) * cosine) / square;
        momentOf(bx - ax, by - ay, bz - az, ux, uy, uz, part);
      } else momentOf(bx - ax, by - ay, bz - az, getF(t, 0), getF(t, 1), getF(t, 2), 1);
      addCouple(s, a, countA, couples + <usize>line * 24);
    }
  }
  if (edges || countA === 1) {
    gatherCorners(s, b);
    for (let line = first; line < 3; line++) {
      const t = s.frame + <usize>(9 * at + 3 * line) * 8;
      if (edges) {
        const part = (along(t, vx, vy, vz) - along(t, ux, uy, uz) * cosine) / square;
        momentOf(ax - bx, ay - by, az - bz, vx, vy, vz, part);
      } else momentOf(ax - bx, ay - by, az - bz, getF(t, 0), getF(t, 1), getF(t, 2), 1);
      addCouple(s, b, countB, couples + 216 + <usize>line * 24);
    }
  }
  return true;
}
function along(t: usize, x: f64, y: f64, z: f64): f64 {
  return getF(t, 0) * x + getF(t, 1) * y + getF(t, 2) * z;
}
/** The place of a side of nodes. */
function placeOf(s: RowLists, side: i32): void {
  px = py = pz = 0;
  for (let k = 0; k < getByte(s.count, side); k++) {
    const weight = weightOf(s, side, k);
    const x = cornerOf(s, side, k);
    px += weight * getF(x, 0);
    py += weight * getF(x, 1);
    pz += weight * getF(x, 2);
  }
}
/** The direction of an edge. */
function axisOf(s: RowLists, side: i32): void {
  const i = cornerOf(s, side, 0);
  const j = cornerOf(s, side, 1);
  px = getF(j, 0) - getF(i, 0);
  py = getF(j, 1) - getF(i, 1);
  pz = getF(j, 2) - getF(i, 2);
  const size = sqrt(px * px + py * py + pz * pz);
  px /= size;
  py /= size;
  pz /= size;
}
/** d x direction, times `by` */
function momentOf(dx: f64, dy: f64, dz: f64, x: f64, y: f64, z: f64, by: f64): void {
  mx = by * (dy * z - dz * y);
  my = by * (dz * x - dx * z);
  mz = by * (dx * y - dy * x);
}
function gatherCorners(s: RowLists, side: i32): void {
  const n = getByte(s.count, side);
  cx = cy = cz = 0;
  for (let k = 0; k < n; k++) {
    const x = cornerOf(s, side, k);
    cx += getF(x, 0) / <f64>n;
    cy += getF(x, 1) / <f64>n;
    cz += getF(x, 2) / <f64>n;
  }
  Ixx = Iyy = Izz = Ixy = Iyz = Izx = 0;
  for (let k = 0; k < n; k++) {
    const x = cornerOf(s, side, k);
    const rx = getF(x, 0) - cx;
    const ry = getF(x, 1) - cy;
    const rz = getF(x, 2) - cz;
    Ixx += ry * ry + rz * rz;
    Iyy += rx * rx + rz * rz;
    Izz += rx * rx + ry * ry;
    Ixy -= rx * ry;
    Iyz -= ry * rz;
    Izx -= rx * rz;
  }
}
/** Forces of these corners with the moment. */
function addCouple(s: RowLists, side: i32, count: i32, out: usize): void {
  if (count < 2) return;
  if (count === 2 ? !turnEdge() : !turnFace()) return;
  for (let k = 0; k < count; k++) {
    const x = cornerOf(s, side, k);
    const rx = getF(x, 0) - cx;
    const ry = getF(x, 1) - cy;
    const rz = getF(x, 2) - cz;
    setF(out, 9 * k, oy * rz - oz * ry);
    setF(out, 9 * k + 1, oz * rx - ox * rz);
    setF(out, 9 * k + 2, ox * ry - oy * rx);
  }
}
function turnEdge(): bool {
  const moment = 0.5 * (Ixx + Iyy + Izz);
  ox = mx / moment;
  oy = my / moment;
  oz = mz / moment;
  return moment > 0;
}
function turnFace(): bool {
  const trace = Ixx + Iyy + Izz;
  const A = Iyy * Izz - Iyz * Iyz;
  const B = Ixx * Izz - Izx * Izx;
  const C = Ixx * Iyy - Ixy * Ixy;
  const D = Iyz * Izx - Izz * Ixy;
  const E = Ixy * Izx - Ixx * Iyz;
  const F = Ixy * Iyz - Iyy * Izx;
  const det = Ixx * A + Ixy * D + Izx * F;
  if (!(det > flat * trace * trace * trace)) return false;
  ox = (A * mx + D * my + F * mz) / det;
  oy = (D * mx + B * my + E * mz) / det;
  oz = (F * mx + E * my + C * mz) / det;
  return true;
}
