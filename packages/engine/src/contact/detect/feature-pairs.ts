/**
 * Pairs of features of two bodies: a vertex and a cell (triangle, edge or vertex) of the other, or two edges.  [contact notes, sec. 2.3]
 *
 * A pair becomes a row where the distance of the bodies has a LOCAL MINIMUM (the Gauss map): with r = x_a - x_b, no corner of the faces
 * around either place is nearer. Adjacent faces give one row, since its key is the feature: corners with a weight. Without that test a point
 * that glides over a triangulated plane is stopped by edges inside it (speed 1 falls to 0.185). Where a vertex looks at the inside of a face,
 * the face alone decides: corners that the next moment brings down are rows already.
 *
 * All pairs within range are kept for the certificate (certificate.ts).
 */
import { closestOnSegment, closestOnTriangle } from '../../geometry/closest.ts';
import type { Collider } from './collider.ts';
import { completeFrame, Pose, type Row, rowTypes } from './row.ts';
import type { RowPool } from './row-pool.ts';
import { closestOnSegments, parallel } from './segments.ts';

/** Weights below count as zero: the place is on the feature beside. */
const tiny = 1e-9;
/** Sine of the angle by which a corner may be nearer. */
const tolerance = 1e-6;

const weights = new Float64Array(3);
const corners = new Int32Array(3);
const along = new Float64Array(3);
const r = new Float64Array(3);
const xa = new Float64Array(3);
const xb = new Float64Array(3);

export interface FeaturePair {
  a: Collider;
  b: Collider;
  /** a vertex of a and a cell of b, or two edges */
  edges: boolean;
  i: number;
  j: number;
}

export class FeaturePairs {
  readonly candidates: FeaturePair[] = [];
  count = 0;
  readonly #x: (Float64Array | undefined)[];
  readonly #placed: Uint8Array;
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #pose: Pose;
  readonly #keys = new Set<number>();
  #verticesA: number[] = [];
  #cellsB: number[] = [];

  constructor(
    colliders: readonly Collider[],
    readonly thickness: number,
    private readonly pool: RowPool,
  ) {
    this.#x = colliders.map(() => undefined);
    this.#placed = new Uint8Array(colliders.length);
    this.#low = new Float64Array(3 * colliders.length);
    this.#high = new Float64Array(3 * colliders.length);
    this.#pose = new Pose(colliders);
  }
  clear(): void {
    this.count = 0;
  }
  begin(q: Float64Array): void {
    this.#pose.at(q);
    this.#placed.fill(0);
  }
  /** Vertices of a collider at the start of the step, and the box around them. */
  #vertices(c: Collider): Float64Array {
    const { count } = c.core;
    const x = this.#x[c.index] ?? new Float64Array(3 * count);
    this.#x[c.index] = x;
    if (this.#placed[c.index]) return x;
    this.#placed[c.index] = 1;
    const at = 3 * c.index;
    this.#low.fill(Infinity, at, at + 3);
    this.#high.fill(-Infinity, at, at + 3);
    for (let v = 0; v < count; v++) {
      this.#pose.vertex(c, v, x, 3 * v);
      for (let k = 0; k < 3; k++) {
        this.#low[at + k] = Math.min(this.#low[at + k], x[3 * v + k]);
        this.#high[at + k] = Math.max(this.#high[at + k], x[3 * v + k]);
      }
    }
    return x;
  }

  between(a: Collider, b: Collider, range: number): void {
    this.#keys.clear();
    this.#vertices(a);
    this.#vertices(b);
    const margin = range + a.core.radius + b.core.radius;
    this.#verticesOnCells(a, b, margin, false);
    this.#verticesOnCells(b, a, margin, true);
    this.#edges(a, b, margin);
  }

  #verticesOnCells(a: Collider, b: Collider, margin: number, flipped: boolean): void {
    const [x, y] = [this.#vertices(a), this.#vertices(b)];
    const { cells } = b;
    this.#verticesA.length = 0;
    for (let v = 0; v < a.core.count; v++) if (this.#inBox(x, v, b, margin)) this.#verticesA.push(v);
    if (!this.#verticesA.length) return;
    this.#cellsB.length = 0;
    for (let c = 0; c < cells.length; c += 3) if (this.#cellMeets(y, cells, c, a, margin)) this.#cellsB.push(c);
    for (const v of this.#verticesA) for (const c of this.#cellsB) this.#vertexOnCell(a, v, b, c, margin, flipped);
  }
  #inBox(x: Float64Array, v: number, box: Collider, margin: number): boolean {
    for (let k = 0; k < 3; k++) {
      const at = 3 * box.index + k;
      if (x[3 * v + k] < this.#low[at] - margin || x[3 * v + k] > this.#high[at] + margin) return false;
    }
    return true;
  }
  #cellMeets(x: Float64Array, cells: Int32Array, c: number, box: Collider, margin: number): boolean {
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let m = c; m < c + 3 && cells[m] >= 0; m++) {
        low = Math.min(low, x[3 * cells[m] + k]);
        high = Math.max(high, x[3 * cells[m] + k]);
      }
      const at = 3 * box.index + k;
      if (high < this.#low[at] - margin || low > this.#high[at] + margin) return false;
    }
    return true;
  }

  #vertexOnCell(a: Collider, v: number, b: Collider, c: number, margin: number, flipped: boolean): void {
    const [x, y] = [this.#vertices(a), this.#vertices(b)];
    const { cells } = b;
    const [px, py, pz] = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
    for (let k = 0; k < 3; k++) {
      const at = k;
      let low = Infinity;
      let high = -Infinity;
      for (let m = c; m < c + 3 && cells[m] >= 0; m++) {
        low = Math.min(low, y[3 * cells[m] + at]);
        high = Math.max(high, y[3 * cells[m] + at]);
      }
      if (x[3 * v + k] < low - margin || x[3 * v + k] > high + margin) return;
    }
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
    this.#keep(a, b, false, v, c);
    if (distance === 0 || (n === 1 && flipped)) return; // a vertex on a vertex is found from both bodies
    // inside a flat part of a surface an edge or a corner is as good as its face, whose plane goes on beyond it
    const isFlat = n < 3 && size === 3 && isAcross(y, cells, c);
    const isFace = n === 3;
    const feature = n === 1 ? corners[0] : n === 2 ? b.featureOfEdge(edgeOfCell(b, c)) : b.featureOfTriangle(c / 3);
    const own = n === 3 ? rowTypes.face : n === 1 ? rowTypes.vertices : rowTypes.edge;
    const type = isFlat ? rowTypes.face : own;
    const key = flipped ? this.pool.keyOf(feature, v, own) : this.pool.keyOf(v, feature, own);
    const ownKey = flipped ? -key : key;
    if (this.#keys.has(ownKey)) return;
    if (isFace) {
      if (b.core.closed && !looksOutward(y, corners, r)) return;
    } else {
      for (let k = 0; k < 3; k++) xa[k] = x[3 * v + k];
      if (
        !isLeastAround(a, x, v, -1, xa, r, 1) ||
        !isLeastAround(b, y, n === 1 ? corners[0] : -1, n === 2 ? edgeOfCell(b, c) : -1, xb, r, -1)
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
    row.flipped = flipped;
    row.key = flipped ? key + 0.5 : key;
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
      row.point[k] = xb[k] + (b.core.radius + 0.5 * row.gap) * n;
    }
    completeFrame(row.frame);
  }

  #edges(a: Collider, b: Collider, margin: number): void {
    if (!a.sharpEdges.length || !b.sharpEdges.length) return;
    const [x, y] = [this.#vertices(a), this.#vertices(b)];
    const listA: number[] = [];
    for (const e of a.sharpEdges) if (this.#edgeMeets(x, a, e, b, margin)) listA.push(e);
    if (!listA.length) return;
    const listB: number[] = [];
    for (const e of b.sharpEdges) if (this.#edgeMeets(y, b, e, a, margin)) listB.push(e);
    for (const e of listA) for (const f of listB) this.#edgeOnEdge(a, e, b, f, margin);
  }
  #edgeMeets(x: Float64Array, c: Collider, e: number, box: Collider, margin: number): boolean {
    const [i, j] = [3 * c.allEdges[2 * e], 3 * c.allEdges[2 * e + 1]];
    for (let k = 0; k < 3; k++) {
      const at = 3 * box.index + k;
      if (
        Math.max(x[i + k], x[j + k]) < this.#low[at] - margin ||
        Math.min(x[i + k], x[j + k]) > this.#high[at] + margin
      )
        return false;
    }
    return true;
  }
  #edgeOnEdge(a: Collider, e: number, b: Collider, f: number, margin: number): void {
    const [x, y] = [this.#vertices(a), this.#vertices(b)];
    const [a0, a1] = [a.allEdges[2 * e], a.allEdges[2 * e + 1]];
    const [b0, b1] = [b.allEdges[2 * f], b.allEdges[2 * f + 1]];
    for (let k = 0; k < 3; k++) {
      const [p, q] = [x[3 * a0 + k], x[3 * a1 + k]];
      const [s, t] = [y[3 * b0 + k], y[3 * b1 + k]];
      if (Math.max(p, q) < Math.min(s, t) - margin || Math.max(s, t) < Math.min(p, q) - margin) return;
    }
    const squared = closestOnSegments(x, 3 * a0, 3 * a1, y, 3 * b0, 3 * b1, along);
    const distance = Math.sqrt(squared);
    if (!(distance <= margin)) return;
    this.#keep(a, b, true, e, f);
    const [s, t] = along;
    if (distance === 0 || along[2] < parallel || s < tiny || s > 1 - tiny || t < tiny || t > 1 - tiny) return;
    for (let k = 0; k < 3; k++) {
      xa[k] = (1 - s) * x[3 * a0 + k] + s * x[3 * a1 + k];
      xb[k] = (1 - t) * y[3 * b0 + k] + t * y[3 * b1 + k];
      r[k] = xa[k] - xb[k];
    }
    if (!isLeastAround(a, x, -1, e, xa, r, 1) || !isLeastAround(b, y, -1, f, xb, r, -1)) return;
    const row = this.pool.next();
    row.a.set(a, a0, 1 - s, a1, s);
    row.b.set(b, b0, 1 - t, b1, t);
    row.type = rowTypes.edges;
    row.flipped = false;
    row.key = this.pool.keyOf(a.featureOfEdge(e), b.featureOfEdge(f), rowTypes.edges);
    this.#finish(row, a, b, distance, false);
  }
  #keep(a: Collider, b: Collider, edges: boolean, i: number, j: number): void {
    if (this.count === this.candidates.length) this.candidates.push({ a, b, edges, i, j });
    const one = this.candidates[this.count++];
    one.a = a;
    one.b = b;
    one.edges = edges;
    one.i = i;
    one.j = j;
  }
}

/** Weights of the closest place on a cell; returns its number of corners. */
export function closestOnCell(
  x: Float64Array,
  cells: Int32Array,
  c: number,
  px: number,
  py: number,
  pz: number,
  out: Float64Array, // (3)
): number {
  const [i, j, k] = [cells[c], cells[c + 1], cells[c + 2]];
  if (j < 0) {
    out[0] = 1;
    return 1;
  }
  if (k < 0) {
    closestOnSegment(x, 3 * i, 3 * j, px, py, pz, out);
    return 2;
  }
  closestOnTriangle(x, 3 * i, 3 * j, 3 * k, px, py, pz, out);
  return 3;
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
  const [i, j, k] = [3 * cells[c], 3 * cells[c + 1], 3 * cells[c + 2]];
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
  const [a, b] = corners;
  const [wa, wb] = weights;
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
function looksOutward(x: Float64Array, [i, j, k]: Int32Array, d: Float64Array): boolean {
  const [a, b, c] = [3 * i, 3 * j, 3 * k];
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[c] - x[a];
  const vy = x[c + 1] - x[a + 1];
  const vz = x[c + 2] - x[a + 2];
  return d[0] * (uy * vz - uz * vy) + d[1] * (uz * vx - ux * vz) + d[2] * (ux * vy - uy * vx) > 0;
}
/** No corner around a vertex or an edge is nearer than the place `at`: sign r . (x_k - at) >= 0. */
function isLeastAround(
  c: Collider,
  x: Float64Array,
  vertex: number,
  edge: number,
  at: Float64Array,
  d: Float64Array,
  sign: number,
): boolean {
  const squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const test = (k: number): boolean => {
    const dx = x[3 * k] - at[0];
    const dy = x[3 * k + 1] - at[1];
    const dz = x[3 * k + 2] - at[2];
    const toward = sign * (d[0] * dx + d[1] * dy + d[2] * dz);
    return toward >= 0 || toward * toward <= tolerance * tolerance * squared * (dx * dx + dy * dy + dz * dz);
  };
  if (vertex >= 0) {
    for (let k = c.firstNeighbour[vertex]; k < c.firstNeighbour[vertex + 1]; k++)
      if (!test(c.neighbours[k])) return false;
    return true;
  }
  for (let k = 2 * edge; k < 2 * edge + 2; k++) if (c.opposite[k] >= 0 && !test(c.opposite[k])) return false;
  return true;
}
