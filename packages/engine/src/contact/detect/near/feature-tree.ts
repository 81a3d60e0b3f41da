/**
 * Vertices, edges or cells of a collider in a tree of boxes that follows them, and the pairs of two trees whose boxes are near each other.
 *
 * Both trees are descended together. The tree is built once (geometry/bvh.ts) and its boxes are fitted again when vertices have moved.
 */
import { Bvh, type BvhTree } from '../../../geometry/bvh.ts';
import type { NearPairs } from './near-pairs.ts';

/** Two trees are at most 2 log2(n) deep together, and up to three pairs wait on each level. */
const waiting = new Int32Array(1024);

export class FeatureTree {
  readonly count: number;
  readonly #items: Int32Array;
  readonly #tree: BvhTree;
  readonly #nodes: number;
  /** lowest x y z, highest x y z of each item */
  readonly #boxes: Float64Array;

  constructor(
    /** vertices of each, -1 where it has fewer */
    items: Int32Array,
    private readonly corners: 1 | 2 | 3,
    x: Float64Array,
  ) {
    this.#items = items.map((v, k) => (v < 0 ? items[k - (k % corners)] : v));
    const bvh = new Bvh(this.#items, corners, x);
    this.#tree = bvh.tree;
    this.count = items.length / corners;
    let nodes = 1;
    while (this.#tree.right[nodes - 1] !== 0 || this.#tree.end[nodes - 1] !== this.count) nodes++;
    this.#nodes = nodes;
    this.#boxes = new Float64Array(6 * this.count);
    this.refit(x);
  }
  /** Vertices have moved. */
  refit(x: Float64Array): void {
    const { corners } = this;
    const items = this.#items;
    const own = this.#boxes;
    for (let item = 0; item < this.count; item++)
      for (let axis = 0; axis < 3; axis++) {
        let low = x[3 * items[corners * item] + axis];
        let high = low;
        for (let c = corners * item + 1; c < corners * (item + 1); c++) {
          const at = x[3 * items[c] + axis];
          if (at < low) low = at;
          if (at > high) high = at;
        }
        own[6 * item + axis] = low;
        own[6 * item + 3 + axis] = high;
      }
    const { order, start, end, right, boxes } = this.#tree;
    for (let node = this.#nodes - 1; node >= 0; node--) {
      const isLeaf = right[node] === 0;
      const from = isLeaf ? own : boxes;
      const one = 6 * (isLeaf ? order[start[node]] : node + 1);
      for (let k = 0; k < 6; k++) boxes[6 * node + k] = from[one + k];
      if (isLeaf) for (let m = start[node] + 1; m < end[node]; m++) enclose(boxes, 6 * node, own, 6 * order[m]);
      else enclose(boxes, 6 * node, boxes, 6 * right[node]);
    }
  }

  /** Adds pairs of items, one of this tree and one of another, whose boxes are within `margin`; each once where both trees are the same. */
  pairs(other: FeatureTree, margin: number, out: NearPairs): void {
    const [a, b] = [this.#tree, other.#tree];
    const isSame = this === other;
    let depth = 0;
    waiting[depth++] = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
      const j = waiting[--depth];
      const i = waiting[--depth];
      if (isSame && i === j) {
        if (a.right[i] === 0) this.#leaves(i, other, j, margin, out);
        else {
          const right = a.right[i];
          waiting[depth++] = i + 1;
          waiting[depth++] = i + 1;
          waiting[depth++] = right;
          waiting[depth++] = right;
          waiting[depth++] = i + 1;
          waiting[depth++] = right;
        }
        continue;
      }
      if (areApart(a.boxes, 6 * i, b.boxes, 6 * j, margin)) continue;
      const [aLeaf, bLeaf] = [a.right[i] === 0, b.right[j] === 0];
      if (aLeaf && bLeaf) this.#leaves(i, other, j, margin, out);
      else if (bLeaf || (!aLeaf && a.end[i] - a.start[i] >= b.end[j] - b.start[j])) {
        waiting[depth++] = a.right[i];
        waiting[depth++] = j;
        waiting[depth++] = i + 1;
        waiting[depth++] = j;
      } else {
        waiting[depth++] = i;
        waiting[depth++] = b.right[j];
        waiting[depth++] = i;
        waiting[depth++] = j + 1;
      }
    }
  }
  #leaves(i: number, other: FeatureTree, j: number, margin: number, out: NearPairs): void {
    const [a, b] = [this.#tree, other.#tree];
    const isSame = this === other && i === j;
    for (let k = a.start[i]; k < a.end[i]; k++) {
      const one = a.order[k];
      if (areApart(this.#boxes, 6 * one, b.boxes, 6 * j, margin)) continue;
      for (let m = isSame ? k + 1 : b.start[j]; m < b.end[j]; m++) {
        const two = b.order[m];
        if (areApart(this.#boxes, 6 * one, other.#boxes, 6 * two, margin)) continue;
        if (this === other && two < one) out.add(two, one);
        else out.add(one, two);
      }
    }
  }
}

/** A box grows until it holds another. */
function enclose(a: Float64Array, i: number, b: Float64Array, j: number): void {
  for (let k = 0; k < 3; k++) {
    if (b[j + k] < a[i + k]) a[i + k] = b[j + k];
    if (b[j + 3 + k] > a[i + 3 + k]) a[i + 3 + k] = b[j + 3 + k];
  }
}
function areApart(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): boolean {
  return (
    a[i] > b[j + 3] + margin ||
    b[j] > a[i + 3] + margin ||
    a[i + 1] > b[j + 4] + margin ||
    b[j + 1] > a[i + 4] + margin ||
    a[i + 2] > b[j + 5] + margin ||
    b[j + 2] > a[i + 5] + margin
  );
}
