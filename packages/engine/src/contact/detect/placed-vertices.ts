/** Vertices of colliders at the start of a step, their boxes, and which of their cells and edges are near; worked out when asked for. */

import type { Collider } from '../collider/collider.ts';
import { CellTree } from './cell-tree.ts';
import { Pose } from './row.ts';

/** From so many cells or edges on a tree is faster than trying all. */
const manyItems = 48;

export class PlacedVertices {
  readonly #x: (Float64Array | undefined)[];
  readonly #low: Float64Array;
  readonly #high: Float64Array;
  readonly #pose: Pose;
  /** of this step: vertices, trees of cells, trees of edges */
  readonly #placed: Uint8Array;
  readonly #fitted: [Uint8Array, Uint8Array];
  readonly #trees: [(CellTree | undefined)[], (CellTree | undefined)[]];
  readonly #boxLow = new Float64Array(3);
  readonly #boxHigh = new Float64Array(3);
  readonly #found: number[] = [];

  constructor(colliders: readonly Collider[]) {
    const { length } = colliders;
    this.#x = colliders.map(() => undefined);
    this.#low = new Float64Array(3 * length);
    this.#high = new Float64Array(3 * length);
    this.#pose = new Pose(colliders);
    this.#placed = new Uint8Array(length);
    this.#fitted = [new Uint8Array(length), new Uint8Array(length)];
    this.#trees = [[], []];
  }
  begin(q: Float64Array): void {
    this.#pose.at(q);
    this.#placed.fill(0);
    for (const list of this.#fitted) list.fill(0);
  }
  /** x y z of each vertex. */
  of(c: Collider): Float64Array {
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
  /** Whether a vertex of `c`, or an edge from i to j, is within the margin of the box of another collider. */
  isNear(c: Collider, i: number, j: number, box: Collider, margin: number): boolean {
    const x = this.of(c);
    for (let k = 0; k < 3; k++) {
      const at = 3 * box.index + k;
      const [p, q] = [x[3 * i + k], x[3 * j + k]];
      if (Math.max(p, q) < this.#low[at] - margin || Math.min(p, q) > this.#high[at] + margin) return false;
    }
    return true;
  }
  /** First places in `cells` of the cells of b near vertex v of a, ascending; some of them may be farther than the margin. */
  cellsNear(a: Collider, v: number, b: Collider, margin: number): readonly number[] {
    const found = this.#near(0, b, b.cells, 3, a, v, v, margin);
    for (let k = 0; k < found.length; k++) found[k] *= 3;
    return found;
  }
  /** Edges of b near the edge of a from i to j, ascending. */
  edgesNear(a: Collider, i: number, j: number, b: Collider, margin: number): readonly number[] {
    return this.#near(1, b, b.allEdges, 2, a, i, j, margin);
  }
  #near(
    which: 0 | 1,
    b: Collider,
    items: Int32Array,
    corners: 2 | 3,
    a: Collider,
    i: number,
    j: number,
    margin: number,
  ): number[] {
    const found = this.#found;
    found.length = 0;
    const count = items.length / corners;
    const y = this.of(b);
    if (count < manyItems) {
      for (let k = 0; k < count; k++) found.push(k);
      return found;
    }
    const trees = this.#trees[which];
    if (!this.#fitted[which][b.index]) {
      this.#fitted[which][b.index] = 1;
      const known = trees[b.index];
      if (known) known.refit(y);
      else trees[b.index] = new CellTree(items, corners, y);
    }
    const x = this.of(a);
    for (let k = 0; k < 3; k++) {
      this.#boxLow[k] = Math.min(x[3 * i + k], x[3 * j + k]);
      this.#boxHigh[k] = Math.max(x[3 * i + k], x[3 * j + k]);
    }
    (trees[b.index] as CellTree).near(this.#boxLow, this.#boxHigh, margin, found);
    return found;
  }
}
