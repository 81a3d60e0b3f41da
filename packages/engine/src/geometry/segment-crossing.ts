/**
 * The places where a segment crosses a triangle surface: the only one, the first, or whether there is one that is more than a touch.
 *
 * A triangle is crossed if the ends of the segment are on both sides of its plane, or on it, and the line passes inside its
 * three sides or on them: no crossing is missed between neighbours, and one on a common side is found in both triangles.
 * Crossings closer to each other than `same` of the segment count as one.
 */
import { Bvh, type BvhTree } from './bvh.ts';

const same = 1e-9;

export class SegmentCrossing {
  readonly #x: Float64Array;
  readonly #triangles: Int32Array;
  readonly #tree: BvhTree;
  readonly #waiting = new Int32Array(128);

  constructor(positions: Float64Array, triangles: Int32Array) {
    this.#x = positions;
    this.#triangles = triangles;
    this.#tree = new Bvh(triangles, 3, positions).tree;
  }

  /** Fraction of the way from a to b; -1 if the segment crosses the surface in no place or in several. */
  only(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
    let found = -1;
    let several = false;
    this.#visit(ax, ay, az, bx, by, bz, (t) => {
      several = found >= 0 && Math.abs(t - found) > same;
      if (found < 0) found = t;
      return !several;
    });
    return several ? -1 : found;
  }
  /** Fraction of the way from a to b where the segment first crosses the surface; -1 if it does not. */
  first(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
    let found = -1;
    this.#visit(ax, ay, az, bx, by, bz, (t) => {
      if (found < 0 || t < found) found = t;
      return true;
    });
    return found;
  }

  /** Whether the segment crosses a triangle from whose plane both of its ends are farther than `margin`. */
  passes(ax: number, ay: number, az: number, bx: number, by: number, bz: number, margin: number): boolean {
    let found = false;
    this.#visit(ax, ay, az, bx, by, bz, (t, triangle) => {
      const across = this.#across(triangle, bx - ax, by - ay, bz - az);
      found = t * across > margin && (1 - t) * across > margin;
      return !found;
    });
    return found;
  }
  /** How far a way goes across the plane of a triangle. */
  #across(t: number, dx: number, dy: number, dz: number): number {
    const x = this.#x;
    const [i, j, k] = [3 * this.#triangles[t], 3 * this.#triangles[t + 1], 3 * this.#triangles[t + 2]];
    const [ux, uy, uz] = [x[j] - x[i], x[j + 1] - x[i + 1], x[j + 2] - x[i + 2]];
    const [vx, vy, vz] = [x[k] - x[i], x[k + 1] - x[i + 1], x[k + 2] - x[i + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    return Math.abs(nx * dx + ny * dy + nz * dz) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  }

  /** Crossings in the order of the tree, while the visitor asks for more. */
  #visit(
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    more: (t: number, triangle: number) => boolean,
  ): void {
    const { order, start, end, right, boxes } = this.#tree;
    const lowX = Math.min(ax, bx);
    const lowY = Math.min(ay, by);
    const lowZ = Math.min(az, bz);
    const highX = Math.max(ax, bx);
    const highY = Math.max(ay, by);
    const highZ = Math.max(az, bz);
    let depth = 0;
    this.#waiting[depth++] = 0;
    while (depth > 0) {
      const node = this.#waiting[--depth];
      const b = 6 * node;
      if (lowX > boxes[b + 3] || lowY > boxes[b + 4] || lowZ > boxes[b + 5]) continue;
      if (highX < boxes[b] || highY < boxes[b + 1] || highZ < boxes[b + 2]) continue;
      if (right[node] !== 0) {
        this.#waiting[depth++] = right[node];
        this.#waiting[depth++] = node + 1;
        continue;
      }
      for (let k = start[node]; k < end[node]; k++) {
        const t = this.#crossed(3 * order[k], ax, ay, az, bx, by, bz);
        if (t >= 0 && !more(t, 3 * order[k])) return;
      }
    }
  }

  /** Fraction of the way at which the segment crosses a triangle, or -1. A segment in the plane of the triangle does not cross it. */
  #crossed(t: number, ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
    const x = this.#x;
    const i = 3 * this.#triangles[t];
    const j = 3 * this.#triangles[t + 1];
    const k = 3 * this.#triangles[t + 2];
    // corners seen from a; d = b - a
    const px = x[i] - ax;
    const py = x[i + 1] - ay;
    const pz = x[i + 2] - az;
    const qx = x[j] - ax;
    const qy = x[j + 1] - ay;
    const qz = x[j + 2] - az;
    const rx = x[k] - ax;
    const ry = x[k + 1] - ay;
    const rz = x[k + 2] - az;
    const dx = bx - ax;
    const dy = by - ay;
    const dz = bz - az;
    // d.(p x q) and so on: on which side of each edge the line passes
    const u = dx * (py * qz - pz * qy) + dy * (pz * qx - px * qz) + dz * (px * qy - py * qx);
    const v = dx * (qy * rz - qz * ry) + dy * (qz * rx - qx * rz) + dz * (qx * ry - qy * rx);
    const w = dx * (ry * pz - rz * py) + dy * (rz * px - rx * pz) + dz * (rx * py - ry * px);
    if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) return -1;
    const sum = u + v + w;
    if (sum === 0) return -1;
    // along = p.((q - p) x (r - p)) / d.((q - p) x (r - p)), where the denominator is u + v + w
    const along = (px * (qy * rz - qz * ry) + py * (qz * rx - qx * rz) + pz * (qx * ry - qy * rx)) / sum;
    return along >= 0 && along <= 1 ? along : -1;
  }
}
