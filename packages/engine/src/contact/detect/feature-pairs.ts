/**
 * Pairs of features of two bodies: a vertex and a cell (triangle, edge or vertex) of the other, or two edges.  [contact notes, sec. 2.3]
 *
 * A pair becomes a row where the distance of the bodies has a LOCAL MINIMUM (the Gauss map): with r = x_a - x_b, no corner of the faces
 * around either place is nearer. Adjacent faces give one row, since its key is the feature: corners with a weight. Without that test a point
 * that glides over a triangulated plane is stopped by edges inside it (speed 1 falls to 0.185). Where a vertex looks at the inside of a face,
 * the face alone decides: corners that the next moment brings down are rows already. Of two rigid bodies so are places that the step may make local minima.
 *
 * Pairs within range are kept for the certificate (certificate.ts), as far as it may have to look at them.
 */

import type { Collider } from '../collider/collider.ts';
import { sureDistance } from './certificate.ts';
import { FeatureRows } from './feature-rows.ts';
import { areJoined, cellAcross, edgeOfCell, spreadOverCell } from './features/cell-features.ts';
import { closestOnCell } from './features/closest-on-cell.ts';
import { alongEdgeNormal, alongNormal, isLeastAround, straighten } from './features/gauss-map.ts';
import { isOnCell, onSurface } from './features/on-cell.ts';
import { RestDistance } from './features/rest-distance.ts';
import { closestOnSegments, parallel } from './features/segments.ts';
import { Candidates } from './near/candidates.ts';
import { NearFeatures, overlap } from './near/near-features.ts';
import type { Asked } from './near/near-filter.ts';
import { NearLists, usesLists } from './near/near-lists.ts';
import { PlacedVertices } from './placed-vertices.ts';
import { rowTypes } from './row.ts';
import type { RowPool } from './row-pool.ts';
import type { TiedPlaces, Ties } from './tied-places.ts';

/** Weights below count as zero: the place is on the feature beside. */
const tiny = 1e-9;
/** Features of one body that are nearer at rest never touch each other, in parts of the distance that surfaces keep. */
const restPart = 2;

/** Two bodies whose candidates are not all of those within range; `bodies`: the number of their pair. */
interface Sparse {
  readonly a: Collider;
  readonly b: Collider;
  readonly range: number;
  readonly bodies: number;
}
const weights = new Float64Array(3);
const corners = new Int32Array(3);
const one = new Int32Array(1);
const along = new Float64Array(3);
const xa = new Float64Array(3);
/** r = x_a - x_b, and x_b */
const both = new Float64Array(6);
const r = both.subarray(0, 3);
const xb = both.subarray(3);

/** m: what is nearer is on the surface, and known by the plain loops alone. */
const nearestOf = (a: Collider, b: Collider): number => onSurface * (a.core.radius + b.core.radius);

export class FeaturePairs {
  /** all pairs within range */
  readonly candidates: Candidates;
  /** vertices at the start of the step */
  readonly placed: PlacedVertices;
  readonly #near: NearLists;
  readonly #rows: FeatureRows;
  readonly #few: NearFeatures;
  /** keys of rows of one vertex */
  readonly #keys: number[] = [];
  #vertex = -1;
  /** keys of rows of two vertices of the pair of bodies */
  readonly #corners: number[] = [];
  /** of bodies that touch themselves */
  readonly #rest: (RestDistance | undefined)[] = [];
  /** m: how much nearer than a row's places corners beside them may be */
  #lookahead = 0;
  /** m: lists leave out pairs that are as far apart and can be no rows; see `complete` */
  #sure = Infinity;
  /** pairs of bodies whose candidates are not all of those within range */
  readonly #sparse: Sparse[] = [];
  /** of the bodies at hand, in their order: places that constraints hold together */
  #ties: Ties | undefined;
  /** candidates are asked for, and no rows */
  #isRowless = false;

  constructor(
    colliders: readonly Collider[],
    readonly thickness: number,
    private readonly pool: RowPool,
    private readonly tied: TiedPlaces,
  ) {
    this.candidates = new Candidates(colliders);
    this.placed = new PlacedVertices(colliders);
    this.#rows = new FeatureRows(pool);
    this.#near = new NearLists(colliders.length, this.placed);
    this.#few = new NearFeatures(this.placed);
  }
  clear(): void {
    this.candidates.count = 0;
    this.#sparse.length = 0;
  }
  /** See `Candidates.renumber`. */
  renumber(to: Int32Array): void {
    this.candidates.renumber(to);
    const sparse = this.#sparse;
    let count = 0;
    for (const one of sparse) if (to[one.bodies] >= 0) sparse[count++] = { ...one, bodies: to[one.bodies] };
    sparse.length = count;
  }
  /**
   * Candidates become all pairs within range, of bodies that move farther than it, or of all. Lists leave out those that the certificate does not have to look at, since
   * bodies hardly ever move so far: of 25,000 of a sheet that lies on a model all but a few hundred.
   */
  complete(moved?: Float64Array): void {
    const sparse = this.#sparse;
    let count = 0;
    for (const one of sparse) {
      if (moved && moved[one.bodies] <= one.range) {
        sparse[count++] = one;
        continue;
      }
      this.candidates.drop(one.bodies);
      this.candidates.bodies = one.bodies;
      this.#isRowless = true;
      this.#sure = Infinity;
      this.#all(one.a, one.b, one.range + one.a.core.radius + one.b.core.radius);
      this.#isRowless = false;
    }
    sparse.length = count;
  }
  begin(q: Float64Array): void {
    this.placed.begin(q);
  }

  /** Of two bodies, or of one with itself; `bodies`: the number of their pair. */
  between(a: Collider, b: Collider, range: number, bodies: number): void {
    this.candidates.bodies = bodies;
    this.placed.of(a);
    this.placed.of(b);
    const margin = range + a.core.radius + b.core.radius;
    this.#lookahead = a.core.local && b.core.local ? range : 0;
    if (a !== b && this.#areApart(a, b, margin)) return;
    if (a !== b && a.core.count === 1 && b.core.count === 1) {
      if (this.tied.of(a, b)?.vertices(0, 0)) return;
      this.#points(a, b, margin);
      return;
    }
    if (a === b) this.#rest[a.index] ??= new RestDistance(a, restPart * 2 * a.core.radius);
    // arcs of rigid bodies have other ways than chords (retries/arcs.ts)
    const isSparse = a !== b && !a.core.local && !b.core.local;
    this.#sure = isSparse ? sureDistance(a.core.radius + b.core.radius, range, this.thickness) : Infinity;
    if (isSparse && usesLists(a, b)) this.#sparse.push({ a, b, range, bodies });
    this.#all(a, b, margin);
  }
  #all(a: Collider, b: Collider, margin: number): void {
    this.#ties = this.tied.of(a, b);
    this.#corners.length = 0;
    this.#verticesOnCells(a, b, margin, false);
    if (a !== b) {
      this.#ties = this.tied.of(b, a);
      this.#verticesOnCells(b, a, margin, true);
      this.#ties = this.tied.of(a, b);
    }
    this.#edges(a, b, margin);
  }
  #asked(a: Collider, b: Collider, margin: number, noCorners: boolean): Asked {
    return { margin, sure: this.#sure, ahead: this.#lookahead, all: a === b, noCorners };
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
    this.candidates.add(a, b, false, 0, 0, distance);
    if (distance === 0) return;
    const at = this.pool.add();
    const { memory } = this.pool;
    memory.setSide(2 * at, a, 0, 1, -1, 0, -1, 0);
    memory.setSide(2 * at + 1, b, 0, 1, -1, 0, -1, 0);
    this.#rows.finish(at, a, b, rowTypes.vertices, this.pool.keyOf(0, 0, rowTypes.vertices), distance, false, both, 0);
  }
  #restOf(a: Collider, b: Collider): RestDistance | undefined {
    return a === b ? this.#rest[a.index] : undefined;
  }
  #verticesOnCells(a: Collider, b: Collider, margin: number, flipped: boolean): void {
    this.#vertex = -1;
    const near = this.#near.verticesAndCells(a, b, margin, this.#restOf(a, b));
    if (near) {
      const { filter } = this.#near;
      const count = filter.cells(a, b, near, this.#asked(a, b, margin, flipped && !this.#lookahead));
      if (!count) return;
      if (this.#hasKernels(a, b)) {
        this.#near.rows.ofCells(a, b, filter.address, count, flipped);
        if (this.#near.rows.nearest(count) >= nearestOf(a, b)) {
          this.#rows.addCells(a, b, near, this.#near, this.candidates, count, flipped);
          return;
        }
      }
      const { found } = filter;
      const { first, second } = near;
      for (let k = 0; k < count; k++) this.#vertexOnCell(a, first[found[k]], b, 3 * second[found[k]], margin, flipped);
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
    let distance = Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    if (!(distance <= margin)) return;
    if (this.#ties) {
      one[0] = v;
      if (this.#ties.features(one, 0, 1, cells, c, 3)) return;
    }
    if (a === b && (this.#rest[a.index]?.vertexOnCell(v, c) || (b.core.closed && !(alongNormal(y, cells, c, r) > 0))))
      return;
    this.candidates.add(a, b, false, v, c, distance);
    if (this.#isRowless) return;
    const least = nearestOf(a, b);
    const isOn = a !== b && distance < least && isOnCell(a, x, v, b, y, c, least, r);
    if (isOn) distance = least;
    // a vertex on a vertex is found from both, but where corners beside them may be nearer
    if (distance === 0 || (n === 1 && ((flipped && !this.#lookahead) || (a === b && v > corners[0])))) return;
    const isFace = n === 3;
    const feature =
      n === 1 ? corners[0] : n === 2 ? b.featureOfEdge(edgeOfCell(b, c, corners)) : b.featureOfTriangle(c / 3);
    const own = n === 3 ? rowTypes.face : n === 1 ? rowTypes.vertices : rowTypes.edge;
    const key = flipped ? this.pool.keyOf(feature, v, own) : this.pool.keyOf(v, feature, own);
    if (this.#isKnown(v, key) || (flipped && n === 1 && this.#corners.includes(key))) return;
    if (isOn) {
      // surfaces that lie in each other are curved alike
    } else if (isFace) {
      if (b.core.closed && !(alongNormal(y, corners, 0, r) > 0)) return;
    } else {
      for (let k = 0; k < 3; k++) xa[k] = x[3 * v + k];
      if (
        !isLeastAround(a, x, v, -1, xa, r, 1, this.#lookahead) ||
        !isLeastAround(
          b,
          y,
          n === 1 ? corners[0] : -1,
          n === 2 ? edgeOfCell(b, c, corners) : -1,
          xb,
          r,
          -1,
          this.#lookahead,
        )
      )
        return;
    }
    this.#keys.push(key);
    if (n === 1 && this.#lookahead) this.#corners.push(key);
    // an edge or a corner of a face that is right below is as good as the face, whose plane goes on beyond it
    const flat = isFace || isOn || size < 3 ? c : cellAcross(b, y, corners, n, r);
    const isFlat = !isFace && flat >= 0 && size === 3;
    const type = isFlat ? rowTypes.face : own;
    if (isFlat) n = spreadOverCell(cells, flat, corners, weights, n);
    const apart = type === rowTypes.face ? straighten(y, cells, flat, r) : distance;
    const at = this.pool.add();
    const { memory } = this.pool;
    const side = 2 * at + (flipped ? 1 : 0);
    memory.setSide(side, a, v, 1, -1, 0, -1, 0);
    const c1 = n > 1 ? corners[1] : -1;
    const c2 = n > 2 ? corners[2] : -1;
    memory.setSide(4 * at + 1 - side, b, corners[0], weights[0], c1, weights[1], c2, weights[2]);
    const isFlipped = flipped && type !== rowTypes.vertices;
    this.#rows.finish(at, a, b, type, isFlipped ? key + 0.5 : key, apart, flipped, both, 0);
  }
  /** Not where constraints hold places together. */
  #hasKernels(a: Collider, b: Collider): boolean {
    return a !== b && !this.#isRowless && !this.#ties && this.#lookahead === 0;
  }
  /** There is a row of these features, on one vertex: pairs come by vertices. */
  #isKnown(v: number, key: number): boolean {
    if (v !== this.#vertex) {
      this.#vertex = v;
      this.#keys.length = 0;
    }
    return this.#keys.includes(key);
  }
  #edges(a: Collider, b: Collider, margin: number): void {
    if (!a.sharpEdges.length || !b.sharpEdges.length) return;
    const near = this.#near.edges(a, b, margin, this.#restOf(a, b));
    if (near) {
      const { filter } = this.#near;
      const count = filter.edges(a, b, near, this.#asked(a, b, margin, false));
      if (!count) return;
      if (this.#hasKernels(a, b)) {
        this.#near.rows.ofEdges(a, b, filter.address, count);
        if (this.#near.rows.nearest(count) > nearestOf(a, b)) {
          this.#rows.addEdges(a, b, near, this.#near, this.candidates, count);
          return;
        }
      }
      const { found } = filter;
      const { first, second } = near;
      const x = this.placed.of(a);
      const y = this.placed.of(b);
      for (let k = 0; k < count; k++) this.#edgeOnEdge(a, x, first[found[k]], b, y, second[found[k]], margin);
      return;
    }
    if (!this.#few.edges(a, b, margin)) return;
    const { first, second } = this.#few;
    const x = this.placed.of(a);
    const y = this.placed.of(b);
    for (let k = 0; k < first.count; k++)
      for (let m = 0; m < second.count; m++) {
        const e = first.numbers[k];
        const f = second.numbers[m];
        if ((a !== b || f > e) && overlap(first.boxes, k, second.boxes, m)) this.#edgeOnEdge(a, x, e, b, y, f, margin);
      }
  }
  #edgeOnEdge(
    a: Collider,
    x: Float64Array, // of its vertices
    e: number,
    b: Collider,
    y: Float64Array,
    f: number,
    margin: number,
  ): void {
    const a0 = a.allEdges[2 * e];
    const a1 = a.allEdges[2 * e + 1];
    const b0 = b.allEdges[2 * f];
    const b1 = b.allEdges[2 * f + 1];
    const squared = closestOnSegments(x, 3 * a0, 3 * a1, y, 3 * b0, 3 * b1, along);
    const distance = Math.sqrt(squared);
    if (!(distance <= margin)) return;
    if (this.#ties?.features(a.allEdges, 2 * e, 2, b.allEdges, 2 * f, 2)) return;
    const s = along[0];
    const t = along[1];
    const least = a === b ? 0 : nearestOf(a, b);
    const isInner = !(distance <= least || along[2] < parallel || s < tiny || s > 1 - tiny || t < tiny || t > 1 - tiny);
    if (a !== b) this.candidates.add(a, b, true, e, f, distance);
    if (this.#isRowless || (a !== b && !isInner)) return;
    for (let k = 0; k < 3; k++) {
      xa[k] = (1 - s) * x[3 * a0 + k] + s * x[3 * a1 + k];
      xb[k] = (1 - t) * y[3 * b0 + k] + t * y[3 * b1 + k];
      r[k] = xa[k] - xb[k];
    }
    if (a === b) {
      if (this.#rest[a.index]?.edges(e, f) || this.#isInside(a, e, f)) return;
      this.candidates.add(a, b, true, e, f, distance);
      if (!isInner) return;
    }
    const ahead = this.#lookahead;
    const isLeast = isLeastAround(a, x, -1, e, xa, r, 1, ahead) && isLeastAround(b, y, -1, f, xb, r, -1, ahead);
    if (!isLeast && !(a === b && areJoined(a, e, f))) return;
    const at = this.pool.add();
    const { memory } = this.pool;
    memory.setSide(2 * at, a, a0, 1 - s, a1, s, -1, 0);
    memory.setSide(2 * at + 1, b, b0, 1 - t, b1, t, -1, 0);
    const key = this.pool.keyOf(a.featureOfEdge(e), b.featureOfEdge(f), rowTypes.edges);
    this.#rows.finish(at, a, b, rowTypes.edges, key, distance, false, both, 0);
  }
  /** The material of a solid is between two of its edges, r apart. */
  #isInside(c: Collider, e: number, f: number): boolean {
    if (!c.core.closed) return false;
    const x = this.placed.of(c);
    return !(alongEdgeNormal(c, x, f, r) > 0 && alongEdgeNormal(c, x, e, r) < 0);
  }
}
