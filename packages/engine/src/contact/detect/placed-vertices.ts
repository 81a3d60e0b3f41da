/** Vertices of colliders at the start of a step, and their boxes; worked out when asked for. */

import type { Collider } from '../collider/collider.ts';
import { Pose } from './row.ts';

export const kinds = { vertices: 0, edges: 1, cells: 2 } as const;

export class PlacedVertices {
  readonly #x: (Float64Array | undefined)[];
  readonly #box: (Float64Array | undefined)[] = [];
  readonly #pose: Pose;
  #q!: Float64Array;
  /** of this step: vertices are placed */
  readonly #placed: Uint8Array;
  /** of rigid bodies: where they were when they were placed last */
  readonly #placedAt: Float64Array;
  /** counts how often vertices have moved */
  readonly #moves: Int32Array;
  /** which count boxes are fitted to */
  readonly #boxedAt: Int32Array;
  /** of bodies whose vertices are consecutive nodes: their first coordinate; -1 of others, -2 where it is not known */
  readonly #firsts: Int32Array;
  /** boxes of cells and edges, and which count they are fitted to */
  readonly #boxes: ({ readonly boxes: Float64Array; fittedTo: number } | undefined)[] = [];

  constructor(colliders: readonly Collider[]) {
    const { length } = colliders;
    this.#x = colliders.map(() => undefined);
    this.#pose = new Pose(colliders);
    this.#placed = new Uint8Array(length);
    this.#placedAt = new Float64Array(7 * length).fill(Number.NaN);
    this.#moves = new Int32Array(length);
    this.#boxedAt = new Int32Array(length).fill(-1);
    this.#firsts = new Int32Array(length).fill(-2);
    this.#isFollowed = new Uint8Array(length);
    this.#travelled = new Float64Array(length);
    this.#within = new Float64Array(length);
  }
  /** see `follow` */
  readonly #isFollowed: Uint8Array;
  readonly #travelled: Float64Array;
  readonly #within: Float64Array;
  #before = new Float64Array(0);
  begin(q: Float64Array): void {
    this.#q = q;
    this.#pose.at(q);
    this.#placed.fill(0);
  }
  /** x y z of each vertex. */
  of(c: Collider): Float64Array {
    const { count } = c.core;
    const x = this.#x[c.index] ?? new Float64Array(3 * count);
    this.#x[c.index] = x;
    if (this.#placed[c.index]) return x;
    this.#placed[c.index] = 1;
    if (c.core.local && this.#stays(c)) return x;
    const first = this.#firstOf(c);
    if (first >= 0 && this.#moves[c.index] > 0 && areSame(this.#q, first, x)) return x;
    this.#moves[c.index]++;
    const isFollowed = this.#isFollowed[c.index] === 1;
    if (first >= 0) {
      if (isFollowed) this.#before.set(x);
      const way = moveTo(this.#q, first, x, this.#boxFor(c.index));
      if (isFollowed) this.#travelled[c.index] += way;
      if (isFollowed) this.#within[c.index] += spreadBetween(this.#before, x);
      this.#boxedAt[c.index] = this.#moves[c.index];
      return x;
    }
    if (isFollowed) this.#before.set(x);
    for (let v = 0; v < count; v++) this.#pose.vertex(c, v, x, 3 * v);
    if (isFollowed) {
      this.#travelled[c.index] += farthestBetween(this.#before, x);
      this.#within[c.index] += spreadBetween(this.#before, x);
    }
    return x;
  }
  /** From now on it is known how far vertices of a body travel. */
  follow(c: Collider): void {
    this.#isFollowed[c.index] = 1;
    if (this.#before.length < 3 * c.core.count) this.#before = new Float64Array(3 * c.core.count);
  }
  /** How far any of them has travelled at most, m: from where they were placed to where they were placed next, and so on. */
  travelled(c: Collider): number {
    this.of(c);
    return this.#travelled[c.index];
  }
  /** The same of two of them relative to each other. */
  travelledWithin(c: Collider): number {
    this.of(c);
    return this.#within[c.index];
  }
  /** One of them, into out. */
  vertex(c: Collider, v: number, out: Float64Array, at: number): void {
    const x = this.#placed[c.index] ? (this.#x[c.index] as Float64Array) : this.of(c);
    out[at] = x[3 * v];
    out[at + 1] = x[3 * v + 1];
    out[at + 2] = x[3 * v + 2];
  }
  /** The first coordinate of a body whose vertices are consecutive nodes; -1 of others. */
  #firstOf({ index, placed: { start }, core: { nodes, local, weights, formula } }: Collider): number {
    let first = this.#firsts[index];
    if (first >= -1) return first;
    first = -1;
    if (nodes && !local && !weights && !formula && nodes.length > 0 && nodes.every((node, v) => node === nodes[0] + v))
      first = start + 3 * nodes[0];
    this.#firsts[index] = first;
    return first;
  }
  /** The box of all vertices: lowest x y z, highest x y z. */
  boxOf(c: Collider): Float64Array {
    const { index } = c;
    const x = this.of(c);
    const box = this.#boxFor(index);
    if (this.#boxedAt[index] === this.#moves[index]) return box;
    this.#boxedAt[index] = this.#moves[index];
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = k; i < x.length; i += 3) {
        if (x[i] < low) low = x[i];
        if (x[i] > high) high = x[i];
      }
      box[k] = low;
      box[k + 3] = high;
    }
    return box;
  }
  #boxFor(index: number): Float64Array {
    const box = this.#box[index] ?? new Float64Array(6);
    this.#box[index] = box;
    return box;
  }
  /** Whether a rigid body is where it was placed last. */
  #stays({ index, placed: { start } }: Collider): boolean {
    const q = this.#q;
    let same = true;
    for (let k = 0; k < 7; k++) {
      if (this.#placedAt[7 * index + k] !== q[start + k]) same = false;
      this.#placedAt[7 * index + k] = q[start + k];
    }
    return same;
  }
  /** Boxes of all cells or edges: lowest x y z, highest x y z of each. */
  boxes(c: Collider, kind: typeof kinds.cells | typeof kinds.edges): Float64Array {
    const at = 3 * c.index + kind;
    const x = this.of(c);
    const moves = this.#moves[c.index];
    const items = kind === kinds.cells ? c.cells : c.allEdges;
    const width = kind === kinds.cells ? 3 : 2;
    let known = this.#boxes[at];
    if (known?.fittedTo === moves) return known.boxes;
    known ??= { boxes: new Float64Array((6 * items.length) / width), fittedTo: moves };
    known.fittedTo = moves;
    this.#boxes[at] = known;
    findBoxes(x, items, width, known.boxes);
    return known.boxes;
  }
  /** How often the vertices have moved. */
  moves(c: Collider): number {
    this.of(c);
    return this.#moves[c.index];
  }
}

/** How far the farthest of some points is from where it was, m; also where that is not a number. */
export function farthestBetween(before: Float64Array, x: Float64Array): number {
  let most = 0;
  for (let k = 0; k < x.length; k += 3) {
    const dx = x[k] - before[k];
    const dy = x[k + 1] - before[k + 1];
    const dz = x[k + 2] - before[k + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    if (!(squared <= most)) most = squared;
  }
  return Math.sqrt(most);
}
/**
 * How far points have gone relative to each other at most, m: by c + d each, |d| <= r, hence by 2 r; c: the middle of the box of all ways. A sheet that lies in part and falls in part
 * goes half as far as by twice its longest way.
 */
export function spreadBetween(before: Float64Array, x: Float64Array): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < x.length; k += 3) {
      const by = x[k] - before[k];
      if (!(by >= low)) low = by;
      if (!(by <= high)) high = by;
    }
    squared += (high - low) * (high - low);
  }
  return Math.sqrt(squared);
}
/** Whether points are where a column has them, from `first` on. */
function areSame(q: Float64Array, first: number, x: Float64Array): boolean {
  for (let k = 0; k < x.length; k++) if (x[k] !== q[first + k]) return false;
  return true;
}
/** Points go to where a column has them, and their box with them; returns how far the farthest goes, m. */
function moveTo(q: Float64Array, first: number, x: Float64Array, box: Float64Array): number {
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  let most = 0;
  for (let k = 0; k < x.length; k += 3) {
    const px = q[first + k];
    const py = q[first + k + 1];
    const pz = q[first + k + 2];
    const dx = px - x[k];
    const dy = py - x[k + 1];
    const dz = pz - x[k + 2];
    const squared = dx * dx + dy * dy + dz * dz;
    if (!(squared <= most)) most = squared;
    x[k] = px;
    x[k + 1] = py;
    x[k + 2] = pz;
    if (px < lowX) lowX = px;
    if (px > highX) highX = px;
    if (py < lowY) lowY = py;
    if (py > highY) highY = py;
    if (pz < lowZ) lowZ = pz;
    if (pz > highZ) highZ = pz;
  }
  box[0] = lowX;
  box[1] = lowY;
  box[2] = lowZ;
  box[3] = highX;
  box[4] = highY;
  box[5] = highZ;
  return Math.sqrt(most);
}

/** Boxes of all cells or edges: `width` vertices each, -1 behind the last. */
function findBoxes(x: Float64Array, items: Int32Array, width: number, out: Float64Array): void {
  for (let from = 0, to = 0; from < items.length; from += width, to += 6) {
    const i = 3 * items[from];
    let lowX = x[i];
    let lowY = x[i + 1];
    let lowZ = x[i + 2];
    let highX = lowX;
    let highY = lowY;
    let highZ = lowZ;
    for (let m = from + 1; m < from + width && items[m] >= 0; m++) {
      const j = 3 * items[m];
      const px = x[j];
      const py = x[j + 1];
      const pz = x[j + 2];
      if (px < lowX) lowX = px;
      else if (px > highX) highX = px;
      if (py < lowY) lowY = py;
      else if (py > highY) highY = py;
      if (pz < lowZ) lowZ = pz;
      else if (pz > highZ) highZ = pz;
    }
    out[to] = lowX;
    out[to + 1] = lowY;
    out[to + 2] = lowZ;
    out[to + 3] = highX;
    out[to + 4] = highY;
    out[to + 5] = highZ;
  }
}
/** The box of one of them: `width` vertices from `from` on, -1 behind the last. */
export function findBox(
  x: Float64Array,
  items: Int32Array,
  from: number,
  width: number,
  out: Float64Array,
  to: number,
): void {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let m = from; m < from + width && items[m] >= 0; m++) {
      const at = x[3 * items[m] + k];
      if (at < low) low = at;
      if (at > high) high = at;
    }
    out[to + k] = low;
    out[to + 3 + k] = high;
  }
}
/** Whether a point, or a segment from i to j, is within the margin of a box. */
export function isInBox(x: Float64Array, i: number, j: number, box: Float64Array, margin: number): boolean {
  for (let k = 0; k < 3; k++) {
    const p = x[i + k];
    const q = x[j + k];
    if ((p < q ? q : p) < box[k] - margin || (p < q ? p : q) > box[3 + k] + margin) return false;
  }
  return true;
}
