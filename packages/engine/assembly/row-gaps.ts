/** True gaps of rows: see packages/engine/src/contact/detect/gap.ts for the plain loops. Sums have the order of those, so that both agree to the last bit. */
import { getF, getI, setF } from './memory';
import { cornerOf, getByte, isOfNodes, RowLists, types, weightOf } from './row-lists';

/** Of their length: edges go on so far beyond their ends. */
const beyond: f64 = 0.5;

/** Gaps of rows between nodes, `known` of others 0; `least`: the lesser of the true gap and that of the problem, of rows that are not active. */
export function findGaps(s: RowLists, count: i32, least: i32): void {
  for (let k = 0; k < count; k++) {
    const at = getI(s.places, k);
    const type = getByte(s.type, at);
    const isKnown =
      type !== types.plane &&
      type !== types.rim &&
      isOfNodes(s, 2 * at) &&
      isOfNodes(s, 2 * at + 1) &&
      !(least && getByte(s.active, at));
    store<u8>(s.known + <usize>k, isKnown ? 1 : 0);
    if (!isKnown) continue;
    const radius = getF(s.radius, at);
    let gap = atCorners(s, at, type) - radius;
    if (least) gap = min(along(s, at) - radius, gap);
    setF(s.gaps, k, gap);
  }
}
/** The true gap of a row between nodes. */
export function gapOfRow(s: RowLists, at: i32): f64 {
  return atCorners(s, at, getByte(s.type, at)) - getF(s.radius, at);
}
function atCorners(s: RowLists, at: i32, type: i32): f64 {
  const frame = s.frame + <usize>at * 72;
  const a = 2 * at;
  const b = a + 1;
  if (type === types.linear) return along(s, at);
  if (type === types.vertices) return betweenVertices(cornerOf(s, a, 0), cornerOf(s, b, 0), frame);
  if (type === types.edges)
    return betweenEdges(cornerOf(s, a, 0), cornerOf(s, a, 1), cornerOf(s, b, 0), cornerOf(s, b, 1), frame);
  const flipped = getByte(s.flipped, at) !== 0;
  const v = cornerOf(s, flipped ? b : a, 0);
  const own = flipped ? a : b;
  if (type === types.edge) return toLine(v, cornerOf(s, own, 0), cornerOf(s, own, 1), frame, flipped);
  const away = toPlane(v, cornerOf(s, own, 0), cornerOf(s, own, 1), cornerOf(s, own, 2), frame);
  return flipped ? -away : away;
}
/** Along the direction of the row, between places with its weights. */
function along(s: RowLists, at: i32): f64 {
  const frame = s.frame + <usize>at * 72;
  let dx: f64 = 0;
  let dy: f64 = 0;
  let dz: f64 = 0;
  for (let k = 0; k < getByte(s.count, 2 * at); k++) {
    const weight = weightOf(s, 2 * at, k);
    const x = cornerOf(s, 2 * at, k);
    dx += weight * getF(x, 0);
    dy += weight * getF(x, 1);
    dz += weight * getF(x, 2);
  }
  for (let k = 0; k < getByte(s.count, 2 * at + 1); k++) {
    const weight = weightOf(s, 2 * at + 1, k);
    const x = cornerOf(s, 2 * at + 1, k);
    dx -= weight * getF(x, 0);
    dy -= weight * getF(x, 1);
    dz -= weight * getF(x, 2);
  }
  return 0 + getF(frame, 0) * dx + getF(frame, 1) * dy + getF(frame, 2) * dz;
}
function betweenVertices(a: usize, b: usize, frame: usize): f64 {
  const dx = getF(a, 0) - getF(b, 0);
  const dy = getF(a, 1) - getF(b, 1);
  const dz = getF(a, 2) - getF(b, 2);
  const size = sqrt(dx * dx + dy * dy + dz * dz);
  return getF(frame, 0) * dx + getF(frame, 1) * dy + getF(frame, 2) * dz < 0 ? -size : size;
}
function toLine(v: usize, a: usize, b: usize, frame: usize, flipped: bool): f64 {
  const ux = getF(b, 0) - getF(a, 0);
  const uy = getF(b, 1) - getF(a, 1);
  const uz = getF(b, 2) - getF(a, 2);
  const wx = getF(v, 0) - getF(a, 0);
  const wy = getF(v, 1) - getF(a, 1);
  const wz = getF(v, 2) - getF(a, 2);
  const t = (ux * wx + uy * wy + uz * wz) / (ux * ux + uy * uy + uz * uz);
  const rx = wx - t * ux;
  const ry = wy - t * uy;
  const rz = wz - t * uz;
  const size = sqrt(rx * rx + ry * ry + rz * rz);
  const along = getF(frame, 0) * rx + getF(frame, 1) * ry + getF(frame, 2) * rz;
  return (flipped ? -along : along) < 0 ? -size : size;
}
function toPlane(v: usize, a: usize, b: usize, c: usize, frame: usize): f64 {
  const ux = getF(b, 0) - getF(a, 0);
  const uy = getF(b, 1) - getF(a, 1);
  const uz = getF(b, 2) - getF(a, 2);
  const vx = getF(c, 0) - getF(a, 0);
  const vy = getF(c, 1) - getF(a, 1);
  const vz = getF(c, 2) - getF(a, 2);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const size = sqrt(nx * nx + ny * ny + nz * nz);
  const along: f64 = nx * getF(frame, 0) + ny * getF(frame, 1) + nz * getF(frame, 2) > 0 ? 1 : -1;
  const away =
    (nx * (getF(v, 0) - getF(a, 0)) + ny * (getF(v, 1) - getF(a, 1)) + nz * (getF(v, 2) - getF(a, 2))) / size;
  return along * away;
}
function betweenEdges(a: usize, b: usize, c: usize, d: usize, frame: usize): f64 {
  const ux = getF(b, 0) - getF(a, 0);
  const uy = getF(b, 1) - getF(a, 1);
  const uz = getF(b, 2) - getF(a, 2);
  const vx = getF(d, 0) - getF(c, 0);
  const vy = getF(d, 1) - getF(c, 1);
  const vz = getF(d, 2) - getF(c, 2);
  const wx = getF(a, 0) - getF(c, 0);
  const wy = getF(a, 1) - getF(c, 1);
  const wz = getF(a, 2) - getF(c, 2);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const squared = nx * nx + ny * ny + nz * nz;
  const A = ux * ux + uy * uy + uz * uz;
  const B = ux * vx + uy * vy + uz * vz;
  const C = vx * vx + vy * vy + vz * vz;
  const D = ux * wx + uy * wy + uz * wz;
  const E = vx * wx + vy * wy + vz * wz;
  let s = B * E - C * D;
  let t = A * E - B * D;
  const most = (1 + beyond) * squared;
  const least = -beyond * squared;
  if (s >= least && s <= most && t >= least && t <= most && squared > 0) {
    const along: f64 = nx * getF(frame, 0) + ny * getF(frame, 1) + nz * getF(frame, 2) > 0 ? 1 : -1;
    return (along * (nx * wx + ny * wy + nz * wz)) / sqrt(squared);
  }
  s = squared > 0 ? limited(s / squared) : 0.5;
  t = limited((B * s + E) / C);
  s = limited((B * t - D) / A);
  const rx = wx + s * ux - t * vx;
  const ry = wy + s * uy - t * vy;
  const rz = wz + s * uz - t * vz;
  const size = sqrt(rx * rx + ry * ry + rz * rz);
  return rx * getF(frame, 0) + ry * getF(frame, 1) + rz * getF(frame, 2) > 0 ? size : -size;
}
function limited(s: f64): f64 {
  return s > -beyond ? (s < 1 + beyond ? s : 1 + beyond) : -beyond;
}
