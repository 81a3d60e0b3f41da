/**
 * Where a surface is at one moment, and whether another one is in it or passes through it.
 *
 * Rows have the direction from one core to the other, and cores that cross have none: a corner inside a solid, two bars that cross, a pole through a
 * plate, two axes that meet.
 *
 * Surfaces that only touch do not pass through each other. So corners of closed surfaces are moved inward by `margin`, and both ends of an edge have to be
 * that far from the triangle. Then it does not matter whether faces lie in one plane: of two equal boxes side by side that overlap, corners of one
 * are inside the other.
 */
import { SegmentCrossing } from '../geometry/segment-crossing.ts';
import { WindingNumber } from '../meshes/surface/winding-number.ts';
import type { Collider } from './collider/collider.ts';
import { closestOnCell } from './detect/features/closest-on-cell.ts';
import { closestOnSegments } from './detect/features/segments.ts';
import type { Ties } from './detect/tied-places.ts';

const weights = new Float64Array(3);

export class PlacedSurface {
  readonly #low = [Infinity, Infinity, Infinity];
  readonly #high = [-Infinity, -Infinity, -Infinity];
  /** corners, of a closed surface moved inward */
  readonly #inner: Float64Array;
  #crossing: SegmentCrossing | undefined;
  #winding: WindingNumber | undefined;

  /** x: corners (3 each) */
  constructor(
    readonly collider: Collider,
    readonly x: Float64Array,
    readonly margin: number,
  ) {
    const { closed, triangles } = collider.core;
    for (let k = 0; k < x.length; k++) {
      this.#low[k % 3] = Math.min(this.#low[k % 3], x[k]);
      this.#high[k % 3] = Math.max(this.#high[k % 3], x[k]);
    }
    this.#inner = closed ? inward(x, triangles, margin) : x;
  }
  /** where it begins and ends along x */
  get left(): number {
    return this.#low[0];
  }
  get right(): number {
    return this.#high[0];
  }
  isApart(other: PlacedSurface): boolean {
    return [0, 1, 2].some((k) => this.#low[k] > other.#high[k] || other.#low[k] > this.#high[k]);
  }
  /** A corner of the other one is inside this, and not where constraints hold it there (`ties` of the other one). */
  holds(other: PlacedSurface, ties: Ties | undefined): boolean {
    const { triangles, closed } = this.collider.core;
    if (!closed || !triangles.length) return false;
    this.#winding ??= new WindingNumber({ positions: this.x, triangles });
    const x = other.#inner;
    for (let v = 0; v < x.length; v += 3) {
      if (ties?.vertex(v / 3) || this.#winding.rounded(x[v], x[v + 1], x[v + 2]) === 0) continue;
      if (!this.#touches(x[v], x[v + 1], x[v + 2])) return true;
    }
    return false;
  }
  /** A corner of the other one is on this, and both are open: nothing tells on which side it is. */
  carries(other: PlacedSurface, ties: Ties | undefined): boolean {
    const { closed, triangles } = this.collider.core;
    if (closed || other.collider.core.closed || !triangles.length) return false;
    const { x } = other;
    for (let v = 0; v < x.length; v += 3)
      if (!ties?.vertex(v / 3) && this.#touches(x[v], x[v + 1], x[v + 2])) return true;
    return false;
  }
  /** A place is on the surface, to the margin: corners of open surfaces are not moved inward. */
  #touches(px: number, py: number, pz: number): boolean {
    const { triangles } = this.collider.core;
    for (let t = 0; t < triangles.length; t += 3) {
      closestOnCell(this.x, triangles, t, px, py, pz, weights);
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        let d = k === 0 ? px : k === 1 ? py : pz;
        for (let m = 0; m < 3; m++) d -= weights[m] * this.x[3 * triangles[t + m] + k];
        squared += d * d;
      }
      if (squared < this.margin * this.margin) return true;
    }
    return false;
  }
  /** An edge of the other one, held by no constraint, passes through a triangle of this. */
  isPiercedBy(other: PlacedSurface, ties: Ties | undefined): boolean {
    const { triangles } = this.collider.core;
    if (!triangles.length) return false;
    this.#crossing ??= new SegmentCrossing(this.x, triangles);
    const { allEdges } = other.collider;
    const x = other.#inner;
    for (let e = 0; e < allEdges.length; e += 2) {
      const [a, b] = [3 * allEdges[e], 3 * allEdges[e + 1]];
      if (ties?.vertex(allEdges[e]) || ties?.vertex(allEdges[e + 1])) continue;
      if (this.#crossing.passes(x[a], x[a + 1], x[a + 2], x[b], x[b + 1], x[b + 2], this.margin)) return true;
    }
    return false;
  }
  /** Both are round about axes or centres, and these meet. */
  meetsAxisOf(other: PlacedSurface): boolean {
    const [own, theirs] = [axesOf(this.collider), axesOf(other.collider)];
    const nearest = new Float64Array(3);
    for (let e = 0; e < own.length; e += 2)
      for (let f = 0; f < theirs.length; f += 2) {
        const [a, b, c, d] = [3 * own[e], 3 * own[e + 1], 3 * theirs[f], 3 * theirs[f + 1]];
        if (closestOnSegments(this.x, a, b, other.x, c, d, nearest) < this.margin * this.margin) return true;
      }
    return false;
  }
}
/** Of a sphere its centre, twice. */
const axesOf = ({ allEdges, core: { triangles, count } }: Collider): Int32Array =>
  triangles.length ? none : allEdges.length ? allEdges : count === 1 ? centre : none;
const none = new Int32Array(0);
const centre = Int32Array.of(0, 0);

/** Corners moved by `by` against the mean normal of their triangles. */
function inward(x: Float64Array, triangles: Int32Array, by: number): Float64Array {
  const normals = new Float64Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) for (let k = 0; k < 3; k++) normals[corner + k] += n[k];
  }
  const moved = x.slice();
  for (let v = 0; v < x.length; v += 3) {
    const [nx, ny, nz] = [normals[v], normals[v + 1], normals[v + 2]];
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (size > 0) for (let k = 0; k < 3; k++) moved[v + k] -= (by * normals[v + k]) / size;
  }
  return moved;
}
