/** The true gap of a row at any coordinates: the distance to its feature, extended, less the radii. */
import type { Collider } from '../collider/collider.ts';
import { rimPoint } from './rim.ts';
import { type Pose, type Row, rowTypes } from './row.ts';

const x = new Float64Array(12);

export function gapOf(row: Row, pose: Pose): number {
  const { a, b, type, radius } = row;
  if (type === rowTypes.plane || type === rowTypes.rim) {
    const { normal, offset } = b.collider.halfSpace as NonNullable<Collider['halfSpace']>;
    if (type === rowTypes.rim) rimPoint(row, a.collider, normal, pose, x);
    else pose.point(a.collider, a.collider.points, a.vertices[0], x);
    return normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2] - offset - radius;
  }
  gather(row, pose);
  return gapAtCorners(row);
}
/** Corners of both sides into x. */
function gather({ a, b }: Row, pose: Pose): void {
  for (let k = 0; k < a.count; k++) pose.vertex(a.collider, a.vertices[k], x, 3 * k);
  for (let k = 0; k < b.count; k++) pose.vertex(b.collider, b.vertices[k], x, 3 * (a.count + k));
}
function gapAtCorners(row: Row): number {
  const { a, type, frame, radius } = row;
  if (type === rowTypes.linear) return along(row) - radius;
  if (type === rowTypes.vertices) return distance(x, 0, 3) - radius;
  if (type === rowTypes.edges) return betweenEdges(frame) - radius;
  const vertex = row.flipped ? 3 * a.count : 0;
  const feature = row.flipped ? 0 : 3;
  if (type === rowTypes.edge) return toLine(vertex, feature) - radius;
  const away = toPlane(vertex, feature, frame);
  return (row.flipped ? -away : away) - radius;
}
/**
 * The least of the true gap and that of the problem: along the direction of the start, between the same places. Distances to vertices and edges have no sign, and what has
 * passed through is far away again; the second one is below 0 there.
 */
export function leastGapOf(row: Row, pose: Pose): number {
  if (row.type === rowTypes.plane || row.type === rowTypes.rim) return gapOf(row, pose);
  gather(row, pose);
  return Math.min(along(row) - row.radius, gapAtCorners(row));
}
/** Along the direction of the row, between places with its weights. */
function along({ a, b, frame }: Row): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    let d = 0;
    for (let k = 0; k < a.count; k++) d += a.weights[k] * x[3 * k + axis];
    for (let k = 0; k < b.count; k++) d -= b.weights[k] * x[3 * (a.count + k) + axis];
    sum += frame[axis] * d;
  }
  return sum;
}
function distance(y: Float64Array, a: number, b: number): number {
  const dx = y[a] - y[b];
  const dy = y[a + 1] - y[b + 1];
  const dz = y[a + 2] - y[b + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
function toLine(v: number, a: number): number {
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
  return Math.sqrt(rx * rx + ry * ry + rz * rz);
}
/** How far a vertex is from the plane of a face, along that normal of it which points as the row does. */
function toPlane(v: number, a: number, frame: Float64Array): number {
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
  const along = nx * frame[0] + ny * frame[1] + nz * frame[2] > 0 ? 1 : -1;
  const away = (nx * (x[v] - x[a]) + ny * (x[v + 1] - x[a + 1]) + nz * (x[v + 2] - x[a + 2])) / size;
  return along * away;
}
/** Of their length: edges go on so far beyond their ends. */
const beyond = 0.5;
/**
 * Of two edges, signed by the direction of the row. They go on beyond their ends, but not without end: where edges turn from one side of
 * parallel to the other within a step, the lines through them are close where no edge is, and p of two capsules was moved by a length of them.
 */
function betweenEdges(frame: Float64Array): number {
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
    const along = nx * frame[0] + ny * frame[1] + nz * frame[2] > 0 ? 1 : -1;
    return (along * (nx * wx + ny * wy + nz * wz)) / Math.sqrt(squared);
  }
  s = squared > 0 ? limited(s / squared) : 0.5;
  t = limited((B * s + E) / C);
  s = limited((B * t - D) / A);
  const rx = wx + s * ux - t * vx;
  const ry = wy + s * uy - t * vy;
  const rz = wz + s * uz - t * vz;
  const size = Math.sqrt(rx * rx + ry * ry + rz * rz);
  return rx * frame[0] + ry * frame[1] + rz * frame[2] > 0 ? size : -size;
}
const limited = (s: number): number => (s > -beyond ? (s < 1 + beyond ? s : 1 + beyond) : -beyond);
