/**
 * A tree of boxes, aligned with the axes, over simplices of equally many corners: finds the one closest to a point.
 *
 * Built by halving the items at their median centroid along the axis on which the centroids spread most; of equal
 * centroids the lower index comes first. When the items move, `refit` computes new boxes and keeps the
 * tree. The answer is the same as that of trying all items in turn, to the last bit.
 *
 * first  where the coordinates of node 0 start; those of node n start at first + 3n
 */
import { closestOnSimplex } from './closest.ts';

/** Most items in a leaf. */
const leafSize = 2;

/**
 * Relative rounding error of a computed distance, of the distance and of the items' size. Boxes that are farther than the best
 * item by less than this are searched too: one of them may contain an item that is equally close.
 */
const rounding = 1e-14;

/** Nodes of a tree, parents before children. The left child of node n is n + 1. */
export interface BvhTree {
  /** items, leaf after leaf */
  readonly order: Int32Array;
  /** Node n holds the items order[start[n]] to order[end[n] - 1]. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** right child, 0 for a leaf */
  readonly right: Int32Array;
  /** lowest x y z, highest x y z of each node */
  readonly boxes: Float64Array;
}

export class Bvh {
  /** |y - p|^2 of the item found last. */
  squared = 0;
  /** Longest side of the box around all items. */
  size = 0;

  readonly #items: Int32Array;
  readonly #corners: number;
  readonly #order: Int32Array; // items, leaf after leaf
  // Nodes of the tree, parents before children. The left child of a node is the next one.
  #nodes = 0;
  readonly #start: Int32Array; // a node holds the items order[start] to order[end - 1]
  readonly #end: Int32Array;
  readonly #right: Int32Array; // right child, 0 for a leaf
  readonly #boxes: Float64Array; // lowest x y z, highest x y z

  // Used in queries. Halving makes a tree of n items no deeper than 1 + log2(n), and one node waits on each level.
  readonly #waiting = new Int32Array(64);
  readonly #distances = new Float64Array(64);
  readonly #coordinates: Int32Array;
  readonly #weights: Float64Array;

  constructor(
    items: Int32Array, // nodes of each item (corners per item)
    corners: 1 | 2 | 3 | 4,
    x: Float64Array,
    first = 0,
  ) {
    const count = items.length / corners;
    if (!(Number.isInteger(count) && count > 0)) {
      throw new Error(
        `bvh: ${items.length} corners are not a list of items (give ${corners} for each, and one item or more).`,
      );
    }
    this.#items = items;
    this.#corners = corners;
    this.#order = Int32Array.from({ length: count }, (_, item) => item);
    this.#start = new Int32Array(2 * count);
    this.#end = new Int32Array(2 * count);
    this.#right = new Int32Array(2 * count);
    this.#coordinates = new Int32Array(corners);
    this.#weights = new Float64Array(corners);
    this.#build(this.#centroids(x, first), 0, count);
    this.#boxes = new Float64Array(6 * this.#nodes);
    this.refit(x, first);
  }

  /** The tree itself, for other questions than the closest item. Read only. */
  get tree(): BvhTree {
    return { order: this.#order, start: this.#start, end: this.#end, right: this.#right, boxes: this.#boxes };
  }

  /** New boxes for items that have moved. */
  refit(x: Float64Array, first = 0): void {
    const boxes = this.#boxes;
    for (let node = this.#nodes - 1; node >= 0; node--) {
      const right = this.#right[node];
      if (right === 0) {
        this.#fitLeaf(node, x, first);
        continue;
      }
      for (let axis = 0; axis < 3; axis++) {
        const low = 6 * node + axis;
        boxes[low] = Math.min(boxes[low + 6], boxes[6 * right + axis]);
        boxes[low + 3] = Math.max(boxes[low + 9], boxes[6 * right + axis + 3]);
      }
    }
    this.size = Math.max(boxes[3] - boxes[0], boxes[4] - boxes[1], boxes[5] - boxes[2]);
  }

  /**
   * The item closest to p, of equally close ones the lowest; -1 if none is within `bound`, a squared distance.
   * Its weights go to `out`, |y - p|^2 to `squared`. x and first are those of the last refit.
   */
  closest(
    x: Float64Array,
    first: number,
    px: number,
    py: number,
    pz: number,
    out: Float64Array, // (corners)
    bound = Infinity,
    /** an item that does not count */
    except = -1,
  ): number {
    const waiting = this.#waiting;
    const distances = this.#distances;
    const order = this.#order;
    const weights = this.#weights;
    let best = -1;
    let squared = bound;
    let limit = this.#searchLimit(bound);
    let depth = 0;
    let node = 0;
    let distance = this.#squaredToBox(0, px, py, pz);
    for (;;) {
      // Down to the nearest leaf; the farther of two children waits.
      while (distance <= limit && this.#right[node] !== 0) {
        const left = node + 1;
        const right = this.#right[node];
        const toLeft = this.#squaredToBox(left, px, py, pz);
        const toRight = this.#squaredToBox(right, px, py, pz);
        const leftFirst = toLeft <= toRight;
        waiting[depth] = leftFirst ? right : left;
        distances[depth] = leftFirst ? toRight : toLeft;
        depth++;
        node = leftFirst ? left : right;
        distance = leftFirst ? toLeft : toRight;
      }
      if (distance <= limit) {
        for (let k = this.#start[node]; k < this.#end[node]; k++) {
          const item = order[k];
          if (item === except) continue;
          const there = this.#squaredToItem(item, x, first, px, py, pz);
          if (!(there < squared || (there === squared && (best < 0 || item < best)))) continue;
          best = item;
          squared = there;
          limit = this.#searchLimit(there);
          for (let c = 0; c < weights.length; c++) out[c] = weights[c];
        }
      }
      if (depth === 0) break;
      depth--;
      node = waiting[depth];
      distance = distances[depth];
    }
    if (best >= 0) this.squared = squared;
    return best;
  }

  /** The squared distance up to which a box may contain an item at this squared distance. */
  #searchLimit(squared: number): number {
    const distance = Math.sqrt(squared) * (1 + rounding) + this.size * rounding;
    return distance * distance;
  }

  #squaredToItem(item: number, x: Float64Array, first: number, px: number, py: number, pz: number): number {
    const coordinates = this.#coordinates;
    const corners = this.#corners;
    for (let c = 0; c < corners; c++) coordinates[c] = first + 3 * this.#items[corners * item + c];
    return closestOnSimplex(x, coordinates, px, py, pz, this.#weights);
  }

  #squaredToBox(node: number, px: number, py: number, pz: number): number {
    const boxes = this.#boxes;
    const low = 6 * node;
    const dx = Math.max(boxes[low] - px, px - boxes[low + 3], 0);
    const dy = Math.max(boxes[low + 1] - py, py - boxes[low + 4], 0);
    const dz = Math.max(boxes[low + 2] - pz, pz - boxes[low + 5], 0);
    return dx * dx + dy * dy + dz * dz;
  }

  #fitLeaf(node: number, x: Float64Array, first: number): void {
    const corners = this.#corners;
    for (let axis = 0; axis < 3; axis++) {
      let lowest = Infinity;
      let highest = -Infinity;
      for (let k = this.#start[node]; k < this.#end[node]; k++) {
        const item = corners * this.#order[k];
        for (let c = item; c < item + corners; c++) {
          const at = x[first + 3 * this.#items[c] + axis];
          lowest = Math.min(lowest, at);
          highest = Math.max(highest, at);
        }
      }
      this.#boxes[6 * node + axis] = lowest;
      this.#boxes[6 * node + axis + 3] = highest;
    }
  }

  /** Sums of the corners of each item: only their order matters. */
  #centroids(x: Float64Array, first: number): Float64Array {
    const corners = this.#corners;
    const centroids = new Float64Array(3 * this.#order.length);
    for (let k = 0; k < this.#items.length; k++) {
      const item = Math.floor(k / corners);
      for (let axis = 0; axis < 3; axis++) centroids[3 * item + axis] += x[first + 3 * this.#items[k] + axis];
    }
    return centroids;
  }

  /** A node for order[start] to order[end - 1], and the tree below it. */
  #build(centroids: Float64Array, start: number, end: number): void {
    const node = this.#nodes++;
    this.#start[node] = start;
    this.#end[node] = end;
    if (end - start <= leafSize) return;
    const middle = (start + end) >> 1;
    halve(this.#order, start, end, middle, centroids, widestAxis(this.#order, start, end, centroids));
    this.#build(centroids, start, middle);
    this.#right[node] = this.#nodes;
    this.#build(centroids, middle, end);
  }
}

function widestAxis(order: Int32Array, start: number, end: number, centroids: Float64Array): number {
  let widest = 0;
  let width = -1;
  for (let axis = 0; axis < 3; axis++) {
    let lowest = Infinity;
    let highest = -Infinity;
    for (let k = start; k < end; k++) {
      lowest = Math.min(lowest, centroids[3 * order[k] + axis]);
      highest = Math.max(highest, centroids[3 * order[k] + axis]);
    }
    if (highest - lowest > width) {
      widest = axis;
      width = highest - lowest;
    }
  }
  return widest;
}

/** Moves the items that come before the middle one to its left, the others to its right (Hoare's selection). */
function halve(
  order: Int32Array,
  start: number,
  end: number,
  middle: number,
  centroids: Float64Array,
  axis: number,
): void {
  const before = (a: number, b: number) => {
    const difference = centroids[3 * a + axis] - centroids[3 * b + axis];
    return difference < 0 || (!(difference > 0) && a < b);
  };
  let low = start;
  let high = end - 1;
  while (low < high) {
    const pivot = order[(low + high) >> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (before(order[i], pivot)) i++;
      while (before(pivot, order[j])) j--;
      if (i > j) break;
      const item = order[i];
      order[i++] = order[j];
      order[j--] = item;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}
