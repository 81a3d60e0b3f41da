/** Rows of pairs of features in the pool: what the loops of feature-pairs.ts have found out about a pair, or kernels for lists of them (near/near-rows.ts). */
import type { Collider } from '../collider/collider.ts';
import type { Candidates } from './near/candidates.ts';
import type { NearLists } from './near/near-lists.ts';
import type { NearPairs } from './near/near-pairs.ts';
import { rowCorners, rowFields, rowNumbers } from './near/near-rows.ts';
import { completeFrame, rowTypes } from './row.ts';
import type { RowPool } from './row-pool.ts';

export class FeatureRows {
  constructor(private readonly pool: RowPool) {}

  /** n, frame, point and gap from r = x_a - x_b at the distance; `a` has the vertex. From `from` on: r, and the place on b. */
  finish(
    at: number,
    a: Collider,
    b: Collider,
    type: number,
    key: number,
    distance: number,
    flipped: boolean,
    numbers: Float64Array,
    from: number,
  ): void {
    const { memory } = this.pool;
    const sign = flipped ? -1 : 1;
    const radius = a.core.radius + b.core.radius;
    const gap = distance - radius;
    memory.type[at] = type;
    memory.flipped[at] = flipped && type !== rowTypes.vertices ? 1 : 0;
    memory.key[at] = key;
    memory.pair[at] = this.pool.pairOf(a.index, b.index);
    memory.radius[at] = radius;
    memory.gap[at] = gap;
    // of a face on its surface, so that corners that close by turning about an edge do not slip
    const away = b.core.radius + (type === rowTypes.face ? 0 : 0.5 * gap);
    for (let k = 0; k < 3; k++) {
      const n = numbers[from + k] / distance;
      memory.frame[9 * at + k] = sign * n;
      memory.point[3 * at + k] = numbers[from + 3 + k] + away * n;
    }
    completeFrame(memory.frame, 9 * at);
  }
  /** Candidates and rows of vertices of a and cells of b that were found. */
  addCells(
    a: Collider,
    b: Collider,
    { first, second }: NearPairs,
    { filter: { found }, rows: { numbers, corners } }: NearLists,
    candidates: Candidates,
    count: number,
    flipped: boolean,
  ): void {
    for (let k = 0; k < count; k++) {
      const own = rowNumbers * k;
      const v = first[found[k]];
      candidates.add(a, b, false, v, 3 * second[found[k]], numbers[own + rowFields.distance]);
      if (numbers[own] >= 0) this.#addCell(a, v, b, numbers, own, corners, rowCorners * k, flipped);
    }
  }
  #addCell(
    a: Collider,
    v: number,
    b: Collider,
    numbers: Float64Array,
    own: number,
    corners: Int32Array,
    c: number,
    flipped: boolean,
  ): void {
    const at = this.pool.add();
    const { memory } = this.pool;
    const side = 2 * at + (flipped ? 1 : 0);
    const n = corners[c];
    const c1 = n > 1 ? corners[c + 2] : -1;
    const c2 = n > 2 ? corners[c + 3] : -1;
    const w = own + rowFields.weights;
    memory.setSide(side, a, v, 1, -1, 0, -1, 0);
    memory.setSide(4 * at + 1 - side, b, corners[c + 1], numbers[w], c1, numbers[w + 1], c2, numbers[w + 2]);
    this.#finish(at, a, b, numbers, own, flipped);
  }
  /** The same of edges. */
  addEdges(
    a: Collider,
    b: Collider,
    { first, second }: NearPairs,
    { filter: { found }, rows: { numbers } }: NearLists,
    candidates: Candidates,
    count: number,
  ): void {
    for (let k = 0; k < count; k++) {
      const own = rowNumbers * k;
      const e = first[found[k]];
      const f = second[found[k]];
      candidates.add(a, b, true, e, f, numbers[own + rowFields.distance]);
      if (numbers[own] >= 0) this.#addEdge(a, e, b, f, numbers, own);
    }
  }
  #addEdge(a: Collider, e: number, b: Collider, f: number, numbers: Float64Array, own: number): void {
    const at = this.pool.add();
    const { memory } = this.pool;
    const s = numbers[own + rowFields.weights];
    const t = numbers[own + rowFields.weights + 1];
    memory.setSide(2 * at, a, a.allEdges[2 * e], 1 - s, a.allEdges[2 * e + 1], s, -1, 0);
    memory.setSide(2 * at + 1, b, b.allEdges[2 * f], 1 - t, b.allEdges[2 * f + 1], t, -1, 0);
    this.#finish(at, a, b, numbers, own, false);
  }
  #finish(at: number, a: Collider, b: Collider, numbers: Float64Array, own: number, flipped: boolean): void {
    const { type, key, apart, r } = rowFields;
    this.finish(at, a, b, numbers[own + type], numbers[own + key], numbers[own + apart], flipped, numbers, own + r);
  }
}
