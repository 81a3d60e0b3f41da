/** Where the distance of two surfaces has a local minimum, seen from one of them. */
import type { Collider } from '../collider/collider.ts';

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
