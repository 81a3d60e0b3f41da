/** The true gap of a row at any coordinates: the distance to its feature, extended, less the radii. */
import type { Collider } from '../collider/collider.ts';
import { type Pose, type Row, rowTypes } from './row.ts';
import { type RowMemory, sideVertices } from './row-memory.ts';

const x = new Float64Array(12);

export function gapOf(row: Row, pose: Pose): number {
  return gapAt(row.memory, row.at, row, pose);
}
/** The same of a row by its place: the row itself is read where it is one of a half space. */
export function gapAt(memory: RowMemory, at: number, row: Row, pose: Pose): number {
  const type = memory.type[at];
  if (type === rowTypes.plane || type === rowTypes.rim) {
    const { a, b } = row;
    const { normal, offset } = b.collider.halfSpace as NonNullable<Collider['halfSpace']>;
    if (type === rowTypes.rim) rimPoint(row, a.collider, normal, pose, x);
    else pose.point(a.collider, a.collider.points, a.vertices[0], x);
    return normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2] - offset - memory.radius[at];
  }
  gather(memory, at, pose);
  return gapAtCorners(memory, at);
}
/** Corners of both sides into x. */
function gather(memory: RowMemory, at: number, pose: Pose): void {
  const { count, corner, body, ofNodes, vertices } = memory;
  const q = pose.coordinates;
  let to = 0;
  for (let side = 2 * at; side < 2 * at + 2; side++) {
    const n = count[side];
    if (ofNodes[body[side]])
      for (let k = 3 * side; k < 3 * side + n; k++, to += 3) {
        const c = corner[k];
        x[to] = q[c];
        x[to + 1] = q[c + 1];
        x[to + 2] = q[c + 2];
      }
    else {
      const collider = memory.colliders[body[side]];
      const from = sideVertices * side;
      for (let k = from; k < from + n; k++, to += 3) pose.vertex(collider, vertices[k], x, to);
    }
  }
}
function gapAtCorners(memory: RowMemory, at: number): number {
  const radius = memory.radius[at];
  const type = memory.type[at];
  if (type === rowTypes.linear) return along(memory, at) - radius;
  if (type === rowTypes.vertices) return betweenVertices(memory.frame, 9 * at) - radius;
  if (type === rowTypes.edges) return betweenEdges(memory.frame, 9 * at) - radius;
  const flipped = memory.flipped[at] !== 0;
  const vertex = flipped ? 3 * memory.count[2 * at] : 0;
  const feature = flipped ? 0 : 3;
  if (type === rowTypes.edge) return toLine(vertex, feature, memory.frame, 9 * at, flipped) - radius;
  const away = toPlane(vertex, feature, memory.frame, 9 * at);
  return (flipped ? -away : away) - radius;
}
/**
 * The least of the true gap and that of the problem: along the direction of the start, between the same places.
 */
export function leastGapAt(memory: RowMemory, at: number, row: Row, pose: Pose): number {
  const type = memory.type[at];
  if (type === rowTypes.plane || type === rowTypes.rim) return gapAt(memory, at, row, pose);
  gather(memory, at, pose);
  return Math.min(along(memory, at) - memory.radius[at], gapAtCorners(memory, at));
}
/** Along the direction of the row, between places with its weights. */
function along({ count, weights, frame }: RowMemory, at: number): number {
  const a = count[2 * at];
  const b = count[2 * at + 1];
  const from = 2 * sideVertices * at;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  for (let k = 0; k < a; k++) {
    const weight = weights[from + k];
    dx += weight * x[3 * k];
    dy += weight * x[3 * k + 1];
    dz += weight * x[3 * k + 2];
  }
  for (let k = 0; k < b; k++) {
    const weight = weights[from + sideVertices + k];
    const c = 3 * (a + k);
    dx -= weight * x[c];
    dy -= weight * x[c + 1];
    dz -= weight * x[c + 2];
  }
  return 0 + frame[9 * at] * dx + frame[9 * at + 1] * dy + frame[9 * at + 2] * dz;
}
/** Signed by the direction of the row, as all distances are: what has passed through is below 0, and not far away again. */
function betweenVertices(frame: Float64Array, at: number): number {
  const dx = x[0] - x[3];
  const dy = x[1] - x[4];
  const dz = x[2] - x[5];
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  return frame[at] * dx + frame[at + 1] * dy + frame[at + 2] * dz < 0 ? -size : size;
}
function toLine(v: number, a: number, frame: Float64Array, at: number, flipped: boolean): number {
  const ux = x[a + 3] - x[a];
  const uy = x[a + 4] - x[a + 1];
  const uz = x[a + 5] - x[a + 2];
  const wx = x[v] - x[a];
  const wy = x[v + 1] - x[a + 1];
  const wz = x[v + 2] - x[a + 2];
  const t = (ux * wx + uy * wy + uz * wz) / (ux * ux + uy * uy + uz * uz);
  const rx = wx - t * ux;
  const ry = wy - t * uy;
  const rz = wz - t * uz;
  const size = Math.sqrt(rx * rx + ry * ry + rz * rz);
  const along = frame[at] * rx + frame[at + 1] * ry + frame[at + 2] * rz;
  return (flipped ? -along : along) < 0 ? -size : size;
}
/** How far a vertex is from the plane of a face, along that normal of it which points as the row does. */
function toPlane(v: number, a: number, frame: Float64Array, at: number): number {
  const ux = x[a + 3] - x[a];
  const uy = x[a + 4] - x[a + 1];
  const uz = x[a + 5] - x[a + 2];
  const vx = x[a + 6] - x[a];
  const vy = x[a + 7] - x[a + 1];
  const vz = x[a + 8] - x[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const along = nx * frame[at] + ny * frame[at + 1] + nz * frame[at + 2] > 0 ? 1 : -1;
  const away = (nx * (x[v] - x[a]) + ny * (x[v + 1] - x[a + 1]) + nz * (x[v + 2] - x[a + 2])) / size;
  return along * away;
}
/** Of their length: edges go on so far beyond their ends. */
const beyond = 0.5;
/**
 * Of two edges, signed by the direction of the row. They go on beyond their ends, but not without end: where edges turn from one side of
 * parallel to the other within a step, the lines through them are close where no edge is, and p of two capsules was moved by a length of them.
 */
function betweenEdges(frame: Float64Array, at: number): number {
  const ux = x[3] - x[0];
  const uy = x[4] - x[1];
  const uz = x[5] - x[2];
  const vx = x[9] - x[6];
  const vy = x[10] - x[7];
  const vz = x[11] - x[8];
  const wx = x[0] - x[6];
  const wy = x[1] - x[7];
  const wz = x[2] - x[8];
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
    const along = nx * frame[at] + ny * frame[at + 1] + nz * frame[at + 2] > 0 ? 1 : -1;
    return (along * (nx * wx + ny * wy + nz * wz)) / Math.sqrt(squared);
  }
  s = squared > 0 ? limited(s / squared) : 0.5;
  t = limited((B * s + E) / C);
  s = limited((B * t - D) / A);
  const rx = wx + s * ux - t * vx;
  const ry = wy + s * uy - t * vy;
  const rz = wz + s * uz - t * vz;
  const size = Math.sqrt(rx * rx + ry * ry + rz * rz);
  return rx * frame[at] + ry * frame[at + 1] + rz * frame[at + 2] > 0 ? size : -size;
}
const limited = (s: number): number => (s > -beyond ? (s < 1 + beyond ? s : 1 + beyond) : -beyond);

const axis = new Float64Array(3);
/** A cylinder that leans by less, rad, stands: its rim touches at points fixed in the body. */
const upright = 1e-7;
/** rad: half of an arc, and its cosine and sine */
const arc = { cosine: 0.9950041652780258, sine: 0.09983341664682815 } as const; // of 0.1
const middle = new Float64Array(3);
const across = new Float64Array(3);

/**
 * A point of the rim of a cylinder: of quarter 0 the deepest one, and others at right angles about the axis. The four carry it when
 * it stands, the deepest of each rim when it lies. The end of the axis is vertex 0 or 1 of the row.
 *
 * The lowest point runs along the rim as the cylinder turns, and so does that of a row: one that rolls touches below its axis at any time. A cylinder that comes down flat is another
 * case: its lowest point may go half of the way round within a step however short that is, and no impulse at the place where it was keeps it up. Then rows are
 * arcs of the rim that are fixed in the body (retries/fixed-rims.ts): the lowest point of each.
 */
export function rimPoint(row: Row, collider: Collider, normal: readonly number[], pose: Pose, out: Float64Array): void {
  const { axis: half, radius } = collider.points.rims as NonNullable<Collider['points']['rims']>;
  const R = pose.rotation(collider);
  const { start } = collider.placed;
  const q = pose.coordinates;
  for (let k = 0; k < 3; k++) axis[k] = R[3 * k] * half[0] + R[3 * k + 1] * half[1] + R[3 * k + 2] * half[2];
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const ax = axis[0] / length;
  const ay = axis[1] / length;
  const az = axis[2] / length;
  // down: the part of -n across the axis
  const along = normal[0] * ax + normal[1] * ay + normal[2] * az;
  let dx = along * ax - normal[0];
  let dy = along * ay - normal[1];
  let dz = along * az - normal[2];
  let size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (row.gap === Infinity) row.stands = size < upright; // a new row
  if (row.fixed) {
    lowestOfArc(row, R, dx, dy, dz, size);
    const sign = row.a.vertices[0] === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++) out[k] = q[start + k] + sign * axis[k] + radius * across[k];
    return;
  }
  if (row.stands) {
    const least = Math.abs(half[0]) < Math.abs(half[2]) ? 0 : 2;
    const part = R[least] * ax + R[3 + least] * ay + R[6 + least] * az;
    dx = R[least] - part * ax;
    dy = R[3 + least] - part * ay;
    dz = R[6 + least] - part * az;
    size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  dx /= size;
  dy /= size;
  dz /= size;
  // e = a x down
  const ex = ay * dz - az * dy;
  const ey = az * dx - ax * dz;
  const ez = ax * dy - ay * dx;
  const c = row.quarter === 0 ? radius : row.quarter === 2 ? -radius : 0;
  const s = row.quarter === 1 ? radius : row.quarter === 3 ? -radius : 0;
  const sign = row.a.vertices[0] === 0 ? 1 : -1;
  out[0] = q[start] + sign * axis[0] + c * dx + s * ex;
  out[1] = q[start + 1] + sign * axis[1] + c * dy + s * ey;
  out[2] = q[start + 2] + sign * axis[2] + c * dz + s * ez;
}
/** `across`: from the centre of the rim to the lowest point of the arc of a row; d: down across `axis`, of length `size`. */
function lowestOfArc({ middle: local }: Row, R: Float64Array, dx: number, dy: number, dz: number, size: number): void {
  for (let k = 0; k < 3; k++) middle[k] = R[3 * k] * local[0] + R[3 * k + 1] * local[1] + R[3 * k + 2] * local[2];
  const cosine = middle[0] * dx + middle[1] * dy + middle[2] * dz;
  if (size > 0 && cosine >= arc.cosine * size) {
    across[0] = dx / size;
    across[1] = dy / size;
    across[2] = dz / size;
    return;
  }
  // the end of the arc that is lower: from the middle towards d
  const sx = dx - cosine * middle[0];
  const sy = dy - cosine * middle[1];
  const sz = dz - cosine * middle[2];
  const side = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const sine = side > 0 ? arc.sine / side : 0;
  const part = side > 0 ? arc.cosine : 1;
  across[0] = part * middle[0] + sine * sx;
  across[1] = part * middle[1] + sine * sy;
  across[2] = part * middle[2] + sine * sz;
}
