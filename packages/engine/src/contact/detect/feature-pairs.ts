/**
 * Pairs of features of two bodies: a vertex and a cell (triangle, edge or vertex) of the other, or two edges.  [contact notes, sec. 2.3]
 *
 * A pair becomes a row where the distance of the bodies has a LOCAL MINIMUM (the Gauss map): with r = x_a - x_b, no corner of the faces
 * around either place is nearer. Adjacent faces give one row, since its key is the feature: corners with a weight. Without that test a point
 * that glides over a triangulated plane is stopped by edges inside it (speed 1 falls to 0.185). Where a vertex looks at the inside of a face,
 * the face alone decides: corners that the next moment brings down are rows already. Of two rigid bodies so are places that the step may make local minima.
 *
 * All pairs within range are kept for the certificate (certificate.ts).
 */

import type { Collider } from '../collider/collider.ts';
import { closestOnCell } from './closest-on-cell.ts';
import { alongEdgeNormal, alongNormal, isLeastAround } from './gauss-map.ts';
import { NearFeatures, overlap } from './near/near-features.ts';
import { NearLists } from './near/near-lists.ts';
import { findBox, isInBox, PlacedVertices } from './placed-vertices.ts';
import { RestDistance } from './rest-distance.ts';
import { completeFrame, type Row, rowTypes } from './row.ts';
import type { RowPool } from './row-pool.ts';
import { closestOnSegments, parallel } from './segments.ts';

/** Weights below count as zero: the place is on the feature beside. */
const tiny = 1e-9;
/** Features of one body that are nearer at rest never touch each other, in parts of the distance that surfaces keep. */
const restPart = 2;

const weights = new Float64Array(3);
const corners = new Int32Array(3);
const along = new Float64Array(3);
const r = new Float64Array(3);
const xa = new Float64Array(3);
const xb = new Float64Array(3);
const box = new Float64Array(6);

export interface FeaturePair {
  a: Collider;
  b: Collider;
  /** a vertex of a and a cell of b, or two edges */
  edges: boolean;
  i: number;
  j: number;
  /** m, at the start of the step */
  distance: number;
  /** the pair of bodies, by its number in the broad phase */
  bodies: number;
}

export class FeaturePairs {
  readonly candidates: FeaturePair[] = [];
  count = 0;
  /** vertices at the start of the step */
  readonly placed: PlacedVertices;
  readonly #near: NearLists;
  readonly #few: NearFeatures;
  readonly #keys = new Set<number>();
  /** of bodies that touch themselves */
  readonly #rest: (RestDistance | undefined)[] = [];
  /** m: how much nearer than a row's places corners beside them may be */
  #lookahead = 0;

  constructor(
    colliders: readonly Collider[],
    readonly thickness: number,
    private readonly pool: RowPool,
  ) {
    this.placed = new PlacedVertices(colliders);
    this.#near = new NearLists(colliders.length, this.placed);
    this.#few = new NearFeatures(this.placed);
  }
  clear(): void {
    this.count = 0;
  }
  begin(q: Float64Array): void {
    this.placed.begin(q);
  }

  /** Of two bodies, or of one with itself; `bodies`: the number of their pair. */
  between(a: Collider, b: Collider, range: number, bodies: number): void {
    this.#bodies = bodies;
    this.#keys.clear();
    this.placed.of(a);
    this.placed.of(b);
    const margin = range + a.core.radius + b.core.radius;
    this.#lookahead = a.core.local && b.core.local ? range : 0;
    if (a !== b && this.#areApart(a, b, margin)) return;
    if (a !== b && a.core.count === 1 && b.core.count === 1) {
      this.#points(a, b, margin);
      return;
    }
    if (a === b) this.#rest[a.index] ??= new RestDistance(a, restPart * 2 * a.core.radius);
    this.#verticesOnCells(a, b, margin, false);
    if (a !== b) this.#verticesOnCells(b, a, margin, true);
    this.#edges(a, b, margin);
  }

  /** The boxes of all vertices are farther apart than the margin: those of the broad phase reach farther. */
  #areApart(a: Collider, b: Collider, margin: number): boolean {
    const x = this.placed.boxOf(a);
    const y = this.placed.boxOf(b);
    for (let k = 0; k < 3; k++) if (x[k] - y[k + 3] > margin || y[k] - x[k + 3] > margin) return true;
    return false;
  }
  /** Two bodies of one vertex each, as spheres are. */
  #points(a: Collider, b: Collider, margin: number): void {
    const x = this.placed.of(a);
    const y = this.placed.of(b);
    for (let k = 0; k < 3; k++) {
      xb[k] = y[k];
      r[k] = x[k] - y[k];
    }
    const distance = Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    if (!(distance <= margin)) return;
    this.#keep(a, b, false, 0, 0, distance);
    if (distance === 0) return;
    const row = this.pool.next();
    row.a.set(a, 0);
    row.b.set(b, 0);
    row.type = rowTypes.vertices;
    row.flipped = false;
    row.key = this.pool.keyOf(0, 0, rowTypes.vertices);
    this.#finish(row, a, b, distance, false);
  }
  #restOf(a: Collider, b: Collider): RestDistance | undefined {
    return a === b ? this.#rest[a.index] : undefined;
  }
  #verticesOnCells(a: Collider, b: Collider, margin: number, flipped: boolean): void {
    const near = this.#near.verticesAndCells(a, b, margin, this.#restOf(a, b));
    if (near) {
      const { count, first, second, apart, lookahead } = near;
      for (let k = 0; k < count; k++) {
        if (apart[k] > lookahead) continue;
        const v = first[k];
        const c = 3 * second[k];
        findBox(this.placed.of(b), b.cells, c, 3, box, 0);
        if (isInBox(this.placed.of(a), 3 * v, 3 * v, box, margin)) this.#vertexOnCell(a, v, b, c, margin, flipped);
      }
      return;
    }
    if (!this.#few.verticesAndCells(a, b, margin)) return;
    const { first, second } = this.#few;
    for (let k = 0; k < first.count; k++)
      for (let m = 0; m < second.count; m++)
        if (overlap(first.boxes, k, second.boxes, m))
          this.#vertexOnCell(a, first.numbers[k], b, 3 * second.numbers[m], margin, flipped);
  }

  #vertexOnCell(a: Collider, v: number, b: Collider, c: number, margin: number, flipped: boolean): void {
    const x = this.placed.of(a);
    const y = this.placed.of(b);
    const { cells } = b;
    const px = x[3 * v];
    const py = x[3 * v + 1];
    const pz = x[3 * v + 2];
    const size = closestOnCell(y, cells, c, px, py, pz, weights);
    // corners with a weight are the feature
    let sum = 0;
    let n = 0;
    for (let m = 0; m < size; m++) {
      if (!(weights[m] > tiny)) continue;
      corners[n] = cells[c + m];
      weights[n++] = weights[m];
      sum += weights[n - 1];
    }
    for (let m = 0; m < n; m++) weights[m] /= sum;
    for (let k = 0; k < 3; k++) {
      xb[k] = 0;
      for (let m = 0; m < n; m++) xb[k] += weights[m] * y[3 * corners[m] + k];
    }
    r[0] = px - xb[0];
    r[1] = py - xb[1];
    r[2] = pz - xb[2];
    const distance = Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    if (!(distance <= margin)) return;
    if (a === b && (this.#rest[a.index]?.vertexOnCell(v, c) || (b.core.closed && !(alongNormal(y, cells, c, r) > 0))))
      return;
    this.#keep(a, b, false, v, c, distance);
    // a vertex on a vertex is found from both, but where corners beside them may be nearer
    if (distance === 0 || (n === 1 && ((flipped && !this.#lookahead) || (a === b && v > corners[0])))) return;
    // inside a flat part of a surface an edge or a corner is as good as its face, whose plane goes on beyond it
    const isFlat = n < 3 && size === 3 && isAcross(y, cells, c);
    const isFace = n === 3;
    const feature = n === 1 ? corners[0] : n === 2 ? b.featureOfEdge(edgeOfCell(b, c)) : b.featureOfTriangle(c / 3);
    const own = n === 3 ? rowTypes.face : n === 1 ? rowTypes.vertices : rowTypes.edge;
    const type = isFlat ? rowTypes.face : own;
    const key = flipped ? this.pool.keyOf(feature, v, own) : this.pool.keyOf(v, feature, own);
    const ownKey = flipped && n > 1 ? -key : key;
    if (this.#keys.has(ownKey)) return;
    if (isFace) {
      if (b.core.closed && !(alongNormal(y, corners, 0, r) > 0)) return;
    } else {
      for (let k = 0; k < 3; k++) xa[k] = x[3 * v + k];
      if (
        !isLeastAround(a, x, v, -1, xa, r, 1, this.#lookahead) ||
        !isLeastAround(b, y, n === 1 ? corners[0] : -1, n === 2 ? edgeOfCell(b, c) : -1, xb, r, -1, this.#lookahead)
      )
        return;
    }
    this.#keys.add(ownKey);
    if (isFlat) n = spread(cells, c, n);
    const apart = type === rowTypes.face ? straighten(y, cells, c) : distance;
    const row = this.pool.next();
    if (flipped) {
      row.a.set(b, corners[0], weights[0], n > 1 ? corners[1] : -1, weights[1], n > 2 ? corners[2] : -1, weights[2]);
      row.b.set(a, v);
    } else {
      row.a.set(a, v);
      row.b.set(b, corners[0], weights[0], n > 1 ? corners[1] : -1, weights[1], n > 2 ? corners[2] : -1, weights[2]);
    }
    row.type = type;
    row.flipped = flipped && type !== rowTypes.vertices;
    row.key = row.flipped ? key + 0.5 : key;
    this.#finish(row, a, b, apart, flipped);
  }
  /** n, frame, point and gap from r = x_a - x_b at the distance; `a` has the vertex. */
  #finish(row: Row, a: Collider, b: Collider, distance: number, flipped: boolean): void {
    const sign = flipped ? -1 : 1;
    row.pair = this.pool.pairOf(a.index, b.index);
    row.radius = a.core.radius + b.core.radius;
    row.gap = distance - row.radius;
    for (let k = 0; k < 3; k++) {
      const n = r[k] / distance;
      row.frame[k] = sign * n;
      // of a face on its surface, so that corners that close by turning about an edge do not slip
      row.point[k] = xb[k] + (b.core.radius + (row.type === rowTypes.face ? 0 : 0.5 * row.gap)) * n;
    }
    completeFrame(row.frame);
  }

  #edges(a: Collider, b: Collider, margin: number): void {
    if (!a.sharpEdges.length || !b.sharpEdges.length) return;
    const near = this.#near.edges(a, b, margin, this.#restOf(a, b));
    if (near) {
      const { count, first, second, apart, lookahead } = near;
      for (let k = 0; k < count; k++) {
        if (apart[k] > lookahead) continue;
        const e = first[k];
        const f = second[k];
        findBox(this.placed.of(b), b.allEdges, 2 * f, 2, box, 0);
        const i = 3 * a.allEdges[2 * e];
        const j = 3 * a.allEdges[2 * e + 1];
        if (isInBox(this.placed.of(a), i, j, box, margin)) this.#edgeOnEdge(a, e, b, f, margin);
      }
      return;
    }
    if (!this.#few.edges(a, b, margin)) return;
    const { first, second } = this.#few;
    for (let k = 0; k < first.count; k++)
      for (let m = 0; m < second.count; m++) {
        const e = first.numbers[k];
        const f = second.numbers[m];
        if ((a !== b || f > e) && overlap(first.boxes, k, second.boxes, m)) this.#edgeOnEdge(a, e, b, f, margin);
      }
  }
  #edgeOnEdge(a: Collider, e: number, b: Collider, f: number, margin: number): void {
    const x = this.placed.of(a);
    const y = this.placed.of(b);
    const a0 = a.allEdges[2 * e];
    const a1 = a.allEdges[2 * e + 1];
    const b0 = b.allEdges[2 * f];
    const b1 = b.allEdges[2 * f + 1];
    const squared = closestOnSegments(x, 3 * a0, 3 * a1, y, 3 * b0, 3 * b1, along);
    const distance = Math.sqrt(squared);
    if (!(distance <= margin)) return;
    const s = along[0];
    const t = along[1];
    for (let k = 0; k < 3; k++) {
      xa[k] = (1 - s) * x[3 * a0 + k] + s * x[3 * a1 + k];
      xb[k] = (1 - t) * y[3 * b0 + k] + t * y[3 * b1 + k];
      r[k] = xa[k] - xb[k];
    }
    if (a === b && (this.#rest[a.index]?.edges(e, f) || this.#isInside(a, e, f))) return;
    this.#keep(a, b, true, e, f, distance);
    if (distance === 0 || along[2] < parallel || s < tiny || s > 1 - tiny || t < tiny || t > 1 - tiny) return;
    const ahead = this.#lookahead;
    const isLeast = isLeastAround(a, x, -1, e, xa, r, 1, ahead) && isLeastAround(b, y, -1, f, xb, r, -1, ahead);
    if (!isLeast && !(a === b && areJoined(a, e, f))) return;
    const row = this.pool.next();
    row.a.set(a, a0, 1 - s, a1, s);
    row.b.set(b, b0, 1 - t, b1, t);
    row.type = rowTypes.edges;
    row.flipped = false;
    row.key = this.pool.keyOf(a.featureOfEdge(e), b.featureOfEdge(f), rowTypes.edges);
    this.#finish(row, a, b, distance, false);
  }
  /** The material of a solid is between two of its edges, r apart. */
  #isInside(c: Collider, e: number, f: number): boolean {
    if (!c.core.closed) return false;
    const x = this.placed.of(c);
    return !(alongEdgeNormal(c, x, f, r) > 0 && alongEdgeNormal(c, x, e, r) < 0);
  }
  #keep(a: Collider, b: Collider, edges: boolean, i: number, j: number, distance: number): void {
    if (this.count === this.candidates.length) this.candidates.push({ a, b, edges, i, j, distance, bodies: 0 });
    const one = this.candidates[this.count++];
    one.a = a;
    one.b = b;
    one.edges = edges;
    one.i = i;
    one.j = j;
    one.distance = distance;
    one.bodies = this.#bodies;
  }
  #bodies = 0;
  /** Pairs of features get the numbers that pairs of bodies have now; those whose number is below 0 are left out. */
  renumber(numbers: Int32Array): void {
    const { candidates } = this;
    let count = 0;
    for (let k = 0; k < this.count; k++) {
      const one = candidates[k];
      const bodies = numbers[one.bodies];
      if (bodies < 0) continue;
      one.bodies = bodies;
      candidates[k] = candidates[count];
      candidates[count++] = one;
    }
    this.count = count;
  }
}

const normal = new Float64Array(3);
/** r becomes its part along the normal of a triangle, whose direction has all digits; returns its length. */
function straighten(x: Float64Array, cells: Int32Array, c: number): number {
  isAcross(x, cells, c);
  const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const along = (normal[0] * r[0] + normal[1] * r[1] + normal[2] * r[2]) / size;
  for (let k = 0; k < 3; k++) r[k] = (along * normal[k]) / size;
  return Math.abs(along);
}
/** r is at right angles to a triangle; leaves its normal. */
function isAcross(x: Float64Array, cells: Int32Array, c: number): boolean {
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
/** `corners` and `weights` of n corners become those of their whole triangle. */
function spread(cells: Int32Array, c: number, n: number): number {
  const a = corners[0];
  const b = corners[1];
  const wa = weights[0];
  const wb = weights[1];
  for (let m = 0; m < 3; m++) {
    corners[m] = cells[c + m];
    weights[m] = corners[m] === a ? wa : n > 1 && corners[m] === b ? wb : 0;
  }
  return 3;
}
/** The edge between the two corners with weight, in `corners`. */
function edgeOfCell(b: Collider, c: number): number {
  const { cells, core } = b;
  if (cells[c + 2] < 0) return c / 3; // a cell that is an edge
  for (let k = 0; k < 3; k++) {
    const from = core.triangles[c + k];
    const to = core.triangles[c + ((k + 1) % 3)];
    if ((from === corners[0] && to === corners[1]) || (from === corners[1] && to === corners[0]))
      return b.edgeOf[c + k];
  }
  return 0;
}
/**
 * An edge joins the two. Where a sheet folds, no distance between the faces on both sides of the crease has a minimum, and edges that meet there
 * are what keeps the fold open.
 */
function areJoined({ allEdges, firstNeighbour, neighbours }: Collider, e: number, f: number): boolean {
  for (let i = 2 * e; i < 2 * e + 2; i++)
    for (let k = firstNeighbour[allEdges[i]]; k < firstNeighbour[allEdges[i] + 1]; k++)
      if (neighbours[k] === allEdges[2 * f] || neighbours[k] === allEdges[2 * f + 1]) return true;
  return false;
}
