/** Vertices, edges or cells of a collider in a tree of boxes, in the memory of kernels that fit it to vertices and go down in two of them together (packages/engine/assembly/near-lists.ts). */
import { Bvh } from '../../../geometry/bvh.ts';
import type { Arena } from '../../../kernel/run/memory.ts';

export class FeatureTree {
  readonly count: number;
  /** of `FeatureTree` of the kernels */
  readonly address: number;

  constructor(
    /** vertices of each, -1 where it has fewer */
    given: Int32Array,
    corners: 1 | 2 | 3,
    x: Float64Array,
    arena: Arena,
  ) {
    const items = given.map((v, k) => (v < 0 ? given[k - (k % corners)] : v));
    const { order, start, end, right } = new Bvh(items, corners, x).tree;
    this.count = items.length / corners;
    let nodes = 1;
    while (right[nodes - 1] !== 0 || end[nodes - 1] !== this.count) nodes++;
    const addresses = [items, order, start.subarray(0, nodes), end.subarray(0, nodes), right.subarray(0, nodes)].map(
      (list) => {
        const block = arena.i32(list.length);
        block.view().set(list);
        return block.address;
      },
    );
    const [boxes, own] = [arena.f64(6 * nodes), arena.f64(6 * this.count)];
    const numbers = [this.count, nodes, corners, ...addresses, boxes.address, own.address];
    const block = arena.i32(numbers.length);
    block.view().set(numbers);
    this.address = block.address;
  }
}
