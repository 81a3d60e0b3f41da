/** The cells or edges of a collider near a box, found through a tree of boxes that follows them. */
import { Bvh } from '../../geometry/bvh.ts';

export class CellTree {
  readonly #bvh: Bvh;
  readonly #waiting: number[] = [];

  constructor(
    /** vertices of each, -1 where it has fewer */
    items: Int32Array,
    corners: 2 | 3,
    x: Float64Array,
  ) {
    const whole = items.map((v, k) => (v < 0 ? items[k - (k % corners)] : v));
    this.#bvh = new Bvh(whole, corners, x);
  }
  /** Vertices have moved. */
  refit(x: Float64Array): void {
    this.#bvh.refit(x);
  }
  /** Numbers of those whose leaf is within `margin` of the box, ascending; some of them may be farther. */
  near(
    low: Float64Array, // (3)
    high: Float64Array, // (3)
    margin: number,
    found: number[], // added
  ): void {
    const waiting = this.#waiting;
    const { order, start, end, right, boxes } = this.#bvh.tree;
    waiting.length = 0;
    waiting.push(0);
    while (waiting.length) {
      const node = waiting.pop() as number;
      let apart = false;
      for (let k = 0; k < 3; k++)
        if (boxes[6 * node + k] > high[k] + margin || boxes[6 * node + 3 + k] < low[k] - margin) apart = true;
      if (apart) continue;
      if (right[node] === 0) for (let k = start[node]; k < end[node]; k++) found.push(order[k]);
      else waiting.push(right[node], node + 1);
    }
    found.sort((a, b) => a - b);
  }
}
