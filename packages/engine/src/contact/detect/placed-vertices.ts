/** Vertices of colliders at the start of a step, their boxes, and trees of their features; worked out when asked for. */

import type { Collider } from '../collider/collider.ts';
import { FeatureTree } from './feature-tree.ts';
import { Pose } from './row.ts';

export const kinds = { vertices: 0, edges: 1, cells: 2 } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

export class PlacedVertices {
  readonly #x: (Float64Array | undefined)[];
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #pose: Pose;
  #q!: Float64Array;
  /** of this step: vertices are placed */
  readonly #placed: Uint8Array;
  /** of rigid bodies: where they were when they were placed last */
  readonly #placedAt: Float64Array;
  /** counts how often vertices have moved, and which count trees are fitted to */
  readonly #moves: Int32Array;
  /** which count boxes are fitted to */
  readonly #boxedAt: Int32Array;
  /** of bodies whose vertices are consecutive nodes: their first coordinate; -1 of others, -2 where it is not known */
  readonly #firsts: Int32Array;
  readonly #trees: ({ readonly tree: FeatureTree; fittedTo: number } | undefined)[] = [];

  constructor(colliders: readonly Collider[]) {
    const { length } = colliders;
    this.#x = colliders.map(() => undefined);
    this.#low = new Float64Array(3 * length);
    this.#high = new Float64Array(3 * length);
    this.#pose = new Pose(colliders);
    this.#placed = new Uint8Array(length);
    this.#placedAt = new Float64Array(7 * length).fill(Number.NaN);
    this.#moves = new Int32Array(length);
    this.#boxedAt = new Int32Array(length).fill(-1);
    this.#firsts = new Int32Array(length).fill(-2);
  }
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
    this.#moves[c.index]++;
    const first = this.#firstOf(c);
    if (first < 0) for (let v = 0; v < count; v++) this.#pose.vertex(c, v, x, 3 * v);
    else copyFrom(this.#q, first, x);
    return x;
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
  /** Fits the box of a collider to its vertices. */
  #fit(c: Collider): void {
    const { index } = c;
    const x = this.of(c);
    if (this.#boxedAt[index] === this.#moves[index]) return;
    this.#boxedAt[index] = this.#moves[index];
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = k; i < x.length; i += 3) {
        if (x[i] < low) low = x[i];
        if (x[i] > high) high = x[i];
      }
      this.#low[3 * index + k] = low;
      this.#high[3 * index + k] = high;
    }
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
  /** Whether a vertex of `c`, or an edge from i to j, is within the margin of the box of another collider. */
  isNear(c: Collider, i: number, j: number, box: Collider, margin: number): boolean {
    const x = this.of(c);
    this.#fit(box);
    for (let k = 0; k < 3; k++) {
      const at = 3 * box.index + k;
      const p = x[3 * i + k];
      const q = x[3 * j + k];
      if (Math.max(p, q) < this.#low[at] - margin || Math.min(p, q) > this.#high[at] + margin) return false;
    }
    return true;
  }
  /** Boxes of all cells or edges of a collider, `width` vertices each; returns how many of the given ones are within the margin of the box of another: `nearItems`. */
  findNear(c: Collider, items: Int32Array, width: number, asked: Int32Array, box: Collider, margin: number): number {
    this.#fit(box);
    findBoxes(this.of(c), items, width);
    if (nearItems.length < asked.length) nearItems = new Int32Array(2 * asked.length);
    const at = 3 * box.index;
    let count = 0;
    for (let k = 0; k < asked.length; k++)
      if (isBoxNear(6 * asked[k], this.#low, this.#high, at, margin)) nearItems[count++] = asked[k];
    return count;
  }
  /** How often the vertices have moved. */
  moves(c: Collider): number {
    this.of(c);
    return this.#moves[c.index];
  }
  tree(c: Collider, kind: Kind): FeatureTree {
    const at = 3 * c.index + kind;
    const x = this.of(c);
    const moves = this.#moves[c.index];
    let known = this.#trees[at];
    if (!known) {
      const { count } = c.core;
      const vertices = (): Int32Array => Int32Array.from({ length: count }, (_, v) => v);
      const items = kind === kinds.cells ? c.cells : kind === kinds.edges ? c.allEdges : vertices();
      known = { tree: new FeatureTree(items, (kind + 1) as 1 | 2 | 3, x), fittedTo: moves };
      this.#trees[at] = known;
    } else if (known.fittedTo !== moves) {
      known.tree.refit(x);
      known.fittedTo = moves;
    }
    return known.tree;
  }
}

function copyFrom(from: Float64Array, first: number, to: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] = from[first + i];
}

/**
 * Boxes of the cells or edges of one body, made for one pair of bodies: most features are farther away than a step can bring them. Lowest x y z, highest x y z of each.
 */
let boxes = new Float64Array(6 * 64);
/** numbers of cells or edges, see `findNear` */
export let nearItems = new Int32Array(64);

function isBoxNear(box: number, low: Float64Array, high: Float64Array, at: number, margin: number): boolean {
  for (let k = 0; k < 3; k++)
    if (boxes[box + 3 + k] < low[at + k] - margin || boxes[box + k] > high[at + k] + margin) return false;
  return true;
}

/** Boxes of all cells or edges: `width` vertices each, -1 behind the last. */
function findBoxes(x: Float64Array, items: Int32Array, width: number): void {
  const count = items.length / width;
  if (boxes.length < 6 * count) boxes = new Float64Array(12 * count);
  for (let n = 0; n < count; n++) findBox(x, items, width * n, width, 6 * n);
}
/** Of one of them, to a place in the list. */
export function findBox(x: Float64Array, items: Int32Array, from: number, width: number, to: number): void {
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let m = from; m < from + width && items[m] >= 0; m++) {
      const at = x[3 * items[m] + k];
      if (at < low) low = at;
      if (at > high) high = at;
    }
    boxes[to + k] = low;
    boxes[to + 3 + k] = high;
  }
}
/** Whether a point, or a segment from i to j, is within the margin of a box. */
export function isInBox(x: Float64Array, i: number, j: number, box: number, margin: number): boolean {
  for (let k = 0; k < 3; k++) {
    const p = x[i + k];
    const q = x[j + k];
    if ((p < q ? q : p) < boxes[box + k] - margin || (p < q ? p : q) > boxes[box + 3 + k] + margin) return false;
  }
  return true;
}
