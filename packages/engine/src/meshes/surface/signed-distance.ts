/**
 * Signed distance to a closed, outward oriented surface that does not cross itself; positive inside.
 *
 *   |d| = |p - y|, y the closest point;   d > 0 where (p - y).n < 0
 *
 * n is the normal of the feature that y lies on: of a triangle its normal, of an edge the sum of both normals, of a point the sum
 * of the normals around it, each weighted with the angle of its triangle there. With these the sign is right everywhere
 * [Baerentzen, Aanaes 2005], except at points and edges where the surface touches itself: there the winding number decides.
 */
import { Bvh } from '../../geometry/bvh.ts';
import { closestOnTriangle } from '../../geometry/closest.ts';
import { acos } from '../../kernel/formula/scalar.ts';
import type { TriangleSurface } from './surface.ts';
import { pinchedPoints, surfaceEdges } from './surface-edges.ts';
import { WindingNumber } from './winding-number.ts';

/** Numbers that are remembered of a point: x0, the closest triangle + 1, D, and d at x0. */
export const memorySize = 6;

export class SignedDistance {
  readonly #x: Float64Array;
  readonly #triangles: Int32Array;
  readonly #bvh: Bvh;
  readonly #edgeOf: Int32Array;
  // unit normals of triangles, sums of these at edges and points (3 each)
  readonly #faces: Float64Array;
  readonly #edges: Float64Array;
  readonly #points: Float64Array;
  // where normals do not decide the side
  readonly #doubtfulEdges: Uint8Array;
  readonly #doubtfulPoints: Uint8Array;
  readonly #winding: WindingNumber | undefined;
  readonly #weights = new Float64Array(3);

  constructor(surface: TriangleSurface) {
    const { positions, triangles } = surface;
    this.#x = positions;
    this.#triangles = triangles;
    this.#bvh = new Bvh(triangles, 3, positions);
    const edges = surfaceEdges(triangles);
    const { edgeOf, up, down } = edges;
    this.#doubtfulEdges = Uint8Array.from(up, (runs, e) => (runs + down[e] > 2 ? 1 : 0));
    this.#doubtfulPoints = new Uint8Array(positions.length / 3);
    for (const n of pinchedPoints(triangles, edges)) this.#doubtfulPoints[n] = 1;
    if (this.#doubtfulEdges.includes(1) || this.#doubtfulPoints.includes(1)) this.#winding = new WindingNumber(surface);
    this.#edgeOf = edgeOf;
    this.#faces = unitNormals(positions, triangles);
    this.#edges = new Float64Array(3 * up.length);
    this.#points = new Float64Array(positions.length);
    for (let k = 0; k < triangles.length; k++) {
      const face = k - (k % 3);
      const angle = cornerAngle(positions, triangles, k);
      for (let axis = 0; axis < 3; axis++) {
        this.#edges[3 * edgeOf[k] + axis] += this.#faces[face + axis];
        this.#points[3 * triangles[k] + axis] += angle * this.#faces[face + axis];
      }
    }
  }

  /** within: a known bound on |d|, if any; it saves work. */
  at(px: number, py: number, pz: number, within = Infinity): number {
    const bound = within * within * (1 + 1e-9);
    const w = this.#weights;
    let t = this.#bvh.closest(this.#x, 0, px, py, pz, w, bound);
    if (t < 0) t = this.#bvh.closest(this.#x, 0, px, py, pz, w);
    return this.#signed(t, Math.sqrt(this.#bvh.squared), px, py, pz);
  }
  /** With the closest triangle, the weights of the closest point in it, and how far that is. */
  #signed(t: number, distance: number, px: number, py: number, pz: number): number {
    const x = this.#x;
    const w = this.#weights;
    this.#found = t;
    this.#face = false;
    const a = 3 * this.#triangles[3 * t];
    const b = 3 * this.#triangles[3 * t + 1];
    const c = 3 * this.#triangles[3 * t + 2];
    // p - y as a sum of differences: near the surface no digits are lost
    const dx = w[0] * (px - x[a]) + w[1] * (px - x[b]) + w[2] * (px - x[c]);
    const dy = w[0] * (py - x[a + 1]) + w[1] * (py - x[b + 1]) + w[2] * (py - x[c + 1]);
    const dz = w[0] * (pz - x[a + 2]) + w[1] * (pz - x[b + 2]) + w[2] * (pz - x[c + 2]);
    let normals = this.#faces;
    let n = 3 * t;
    const zeros = (w[0] === 0 ? 1 : 0) + (w[1] === 0 ? 1 : 0) + (w[2] === 0 ? 1 : 0);
    if (zeros === 1) {
      normals = this.#edges;
      const edge = this.#edgeOf[3 * t + (w[2] === 0 ? 0 : w[0] === 0 ? 1 : 2)];
      if (this.#doubtfulEdges[edge]) return this.#byWinding(px, py, pz, distance);
      n = 3 * edge;
    } else if (zeros === 2) {
      normals = this.#points;
      n = w[0] !== 0 ? a : w[1] !== 0 ? b : c;
      if (this.#doubtfulPoints[n / 3]) return this.#byWinding(px, py, pz, distance);
    }
    this.#face = zeros === 0;
    const outward = dx * normals[n] + dy * normals[n + 1] + dz * normals[n + 2];
    this.#normals = normals;
    this.#normal = n;
    return outward > 0 ? -distance : distance;
  }
  #found = 0;
  /** the closest point is inside a triangle, not on an edge or corner */
  #face = false;
  #normals: Float64Array = new Float64Array(3);
  #normal = 0;

  /**
   * The plane that a point inside is pushed out of: through the closest point of the surface, across the normal of the feature
   * there. Of a point outside near an edge or corner, the plane through the closest point that faces it. Writes nx, ny, nz, offset;
   * returns `at`.
   *
   * memory: what is known from the last time, of one point (see `memorySize`), or nothing yet: zeros. The answer is the same to the
   * last bit. The triangle t that was closest to x0 inside, with all others at least D away, is closest to p while it is closer
   * than D - |p - x0|.
   */
  planeAt(px: number, py: number, pz: number, out: Float64Array, memory?: Float64Array, m = 0): number {
    this.#normal = -1;
    const d = memory ? this.#remembered(px, py, pz, memory, m) : this.at(px, py, pz);
    const x = this.#x;
    if (this.#face) {
      const [n, a] = [3 * this.#found, 3 * this.#triangles[3 * this.#found]];
      for (let axis = 0; axis < 3; axis++) out[axis] = this.#faces[n + axis];
      out[3] = out[0] * x[a] + out[1] * x[a + 1] + out[2] * x[a + 2];
      return d;
    }
    const w = this.#weights;
    const at = this.#triangles.subarray(3 * this.#found, 3 * this.#found + 3);
    const point = (axis: number): number =>
      w[0] * x[3 * at[0] + axis] + w[1] * x[3 * at[1] + axis] + w[2] * x[3 * at[2] + axis];
    const [yx, yy, yz] = [point(0), point(1), point(2)];
    let [nx, ny, nz] = [px - yx, py - yy, pz - yz];
    // inside, and on the surface where p - y has no direction
    if (this.#normal >= 0 && d >= 0) {
      const n = this.#normal;
      [nx, ny, nz] = [this.#normals[n], this.#normals[n + 1], this.#normals[n + 2]];
    } else if (d > 0) [nx, ny, nz] = [-nx, -ny, -nz];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const scale = length > 0 ? 1 / length : 0;
    out[0] = nx * scale;
    out[1] = ny * scale;
    out[2] = nz * scale;
    out[3] = out[0] * yx + out[1] * yy + out[2] * yz;
    return d;
  }

  #remembered(px: number, py: number, pz: number, memory: Float64Array, m: number): number {
    const [dx, dy, dz] = [px - memory[m], py - memory[m + 1], pz - memory[m + 2]];
    const t = memory[m + 3] - 1;
    if (t >= 0 && memory[m + 5] >= 0) {
      const corners = this.#triangles;
      const [a, b, c] = [3 * corners[3 * t], 3 * corners[3 * t + 1], 3 * corners[3 * t + 2]];
      const distance = Math.sqrt(closestOnTriangle(this.#x, a, b, c, px, py, pz, this.#weights));
      if (distance < (memory[m + 4] - Math.sqrt(dx * dx + dy * dy + dz * dz)) * (1 - 1e-9))
        return this.#signed(t, distance, px, py, pz);
    }
    const d = this.at(px, py, pz);
    memory[m] = px;
    memory[m + 1] = py;
    memory[m + 2] = pz;
    memory[m + 3] = this.#found + 1;
    const next = this.#bvh.closest(this.#x, 0, px, py, pz, this.#spare, Infinity, this.#found);
    memory[m + 4] = next < 0 ? Infinity : Math.sqrt(this.#bvh.squared);
    memory[m + 5] = d;
    return d;
  }
  readonly #spare = new Float64Array(3);

  #byWinding(px: number, py: number, pz: number, distance: number): number {
    return this.#winding && this.#winding.rounded(px, py, pz) > 0 ? distance : -distance;
  }
}

function unitNormals(x: Float64Array, triangles: Int32Array): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0)) continue;
    normals[k] = nx / length;
    normals[k + 1] = ny / length;
    normals[k + 2] = nz / length;
  }
  return normals;
}

/** The angle of a triangle at corner k of the list. */
function cornerAngle(x: Float64Array, triangles: Int32Array, k: number): number {
  const at = 3 * triangles[k];
  const next = 3 * triangles[k % 3 === 2 ? k - 2 : k + 1];
  const last = 3 * triangles[k % 3 === 0 ? k + 2 : k - 1];
  const [ux, uy, uz] = [x[next] - x[at], x[next + 1] - x[at + 1], x[next + 2] - x[at + 2]];
  const [vx, vy, vz] = [x[last] - x[at], x[last + 1] - x[at + 1], x[last + 2] - x[at + 2]];
  const size = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
  if (!(size > 0)) return 0;
  return acos(Math.max(-1, Math.min(1, (ux * vx + uy * vy + uz * vz) / size)));
}
