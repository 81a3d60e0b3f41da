/** Where the distance of two surfaces has a local minimum, seen from one of them. */
import type { Collider } from '../../collider/collider.ts';

/** Sine of the angle by which a corner may be nearer. */
const tolerance = 1e-6;
/** The same of rigid bodies, whose faces stay as long as they are: where corners are nearer by no more than the bodies move in the step. */
const turning = 0.05;

/** d along the normal of the triangle whose vertices are list[at] and the two behind it, times twice its area. */
export function alongNormal(x: Float64Array, list: Int32Array, at: number, d: Float64Array): number {
  const a = 3 * list[at];
  const b = 3 * list[at + 1];
  const c = 3 * list[at + 2];
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  return d[0] * (uy * vz - uz * vy) + d[1] * (uz * vx - ux * vz) + d[2] * (ux * vy - uy * vx);
}
/** d along the normals of the triangles at an edge. */
export function alongEdgeNormal(
  { core, edgeTriangles }: Collider,
  x: Float64Array,
  edge: number,
  d: Float64Array,
): number {
  let sum = 0;
  for (let k = 2 * edge; k < 2 * edge + 2; k++)
    if (edgeTriangles[k] >= 0) sum += alongNormal(x, core.triangles, edgeTriangles[k], d);
  return sum;
}
/**
 * No corner around a vertex or an edge is nearer than the place `at`: sign r . (x_k - at) >= 0. `lookahead`: how much nearer a corner may be, m, at small angles: the far one of two edges
 * that a bar lies on is the near one at the end of the step. Without it a capsule that rocked on a box sank into it by 0.3 mm at each turn.
 */
export function isLeastAround(
  c: Collider,
  x: Float64Array,
  vertex: number,
  edge: number,
  at: Float64Array,
  d: Float64Array,
  sign: number,
  lookahead: number,
): boolean {
  const squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  if (vertex >= 0) {
    for (let k = c.firstNeighbour[vertex]; k < c.firstNeighbour[vertex + 1]; k++)
      if (isNearer(x, c.neighbours[k], at, d, sign, squared, lookahead)) return false;
    return true;
  }
  for (let k = 2 * edge; k < 2 * edge + 2; k++)
    if (c.opposite[k] >= 0 && isNearer(x, c.opposite[k], at, d, sign, squared, lookahead)) return false;
  return true;
}
function isNearer(
  x: Float64Array,
  k: number,
  at: Float64Array,
  d: Float64Array,
  sign: number,
  squared: number,
  lookahead: number,
): boolean {
  const dx = x[3 * k] - at[0];
  const dy = x[3 * k + 1] - at[1];
  const dz = x[3 * k + 2] - at[2];
  const toward = sign * (d[0] * dx + d[1] * dy + d[2] * dz);
  if (toward >= 0) return false;
  const size = dx * dx + dy * dy + dz * dz;
  if (toward * toward <= tolerance * tolerance * squared * size) return false;
  return !(toward * toward <= Math.min(lookahead * lookahead, turning * turning * size) * squared);
}

const normal = new Float64Array(3);
/** r becomes its part along the normal of a triangle, whose direction has all digits; returns its length. */
export function straighten(x: Float64Array, cells: Int32Array, c: number, r: Float64Array): number {
  isAcross(x, cells, c, r);
  const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const along = (normal[0] * r[0] + normal[1] * r[1] + normal[2] * r[2]) / size;
  for (let k = 0; k < 3; k++) r[k] = (along * normal[k]) / size;
  return Math.abs(along);
}
/** r is at right angles to a triangle; leaves its normal. */
export function isAcross(x: Float64Array, cells: Int32Array, c: number, r: Float64Array): boolean {
  const i = 3 * cells[c];
  const j = 3 * cells[c + 1];
  const k = 3 * cells[c + 2];
  const ux = x[j] - x[i];
  const uy = x[j + 1] - x[i + 1];
  const uz = x[j + 2] - x[i + 2];
  const vx = x[k] - x[i];
  const vy = x[k + 1] - x[i + 1];
  const vz = x[k + 2] - x[i + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  const along = nx * r[0] + ny * r[1] + nz * r[2];
  const most = (nx * nx + ny * ny + nz * nz) * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
  return along * along >= (1 - 1e-10) * most;
}
