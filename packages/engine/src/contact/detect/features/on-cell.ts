/**
 * A vertex that is on a surface to rounding, where the distance tells no direction: soft bodies that start face to face, or that were sewn. It counts
 * as outside by `least`, along the normal of a face that its own surface faces.
 */
import type { Collider } from '../../collider/collider.ts';

/** Of the distance that surfaces keep: vertices nearer than this are on the surface. */
export const onSurface = 1e-6;
/** Cosine of the angle between normals, with the opposite sign: an edge along a face faces it, one that ends on it does not. */
const facing = 0.1;

const own = new Float64Array(3);
const face = new Float64Array(3);

/** Writes r, from the cell `c` of b to the vertex v of a; false where the cell is none of those that it is on from outside. */
export function isOnCell(
  a: Collider,
  x: Float64Array, // vertices of a
  v: number,
  b: Collider,
  y: Float64Array, // vertices of b
  c: number,
  least: number,
  r: Float64Array,
): boolean {
  if (!b.core.closed || b.cells[c + 2] < 0) return false;
  face.fill(0);
  const size = Math.sqrt(addNormal(y, b.cells, c, face));
  if (!(size > 0)) return false;
  if (a.core.closed) {
    own.fill(0);
    for (let k = a.firstTriangle[v]; k < a.firstTriangle[v + 1]; k++)
      addNormal(x, a.core.triangles, a.trianglesAt[k], own);
    const along = own[0] * face[0] + own[1] * face[1] + own[2] * face[2];
    if (!(along < -facing * size * Math.sqrt(own[0] * own[0] + own[1] * own[1] + own[2] * own[2]))) return false;
  }
  for (let k = 0; k < 3; k++) r[k] = (least * face[k]) / size;
  return true;
}
/** Adds the normal of a triangle, twice its area long; returns the square of its length. */
function addNormal(x: Float64Array, list: Int32Array, at: number, out: Float64Array): number {
  const [a, b, c] = [3 * list[at], 3 * list[at + 1], 3 * list[at + 2]];
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  out[0] += nx;
  out[1] += ny;
  out[2] += nz;
  return nx * nx + ny * ny + nz * nz;
}
