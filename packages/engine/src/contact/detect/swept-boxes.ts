/**
 * Broad phase: boxes of bodies over a whole step, grown by how far they move, and the pairs of bodies whose boxes overlap.
 *
 * Boxes hold q and p. Contacts change the motion, so they are grown by the distance moved, too. Pairs are found by a sweep along the axis on
 * which the centres of boxes spread most: heaps and rows of bodies cost n log n, not n^2.
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../linalg/factor/system.ts';
import type { Collider } from '../collider/collider.ts';
import type { FormulaPoints } from '../collider/formula-points.ts';

/** Motions are rounded. */
const wider = 1 + 1e-9;

/** How far points of a rigid body go by its turning, at most: the angle is at most 2.3 times the distance of the quaternions, up to half a turn. */
export function turningBound(q: Float64Array, p: Float64Array, start: number, extent: number): number {
  let turned = 0;
  for (let k = start + 3; k < start + 7; k++) turned += (p[k] - q[k]) * (p[k] - q[k]);
  return 2.3 * Math.sqrt(turned) * extent;
}

export class SweptBoxes {
  /** how far points of a body can move, m */
  readonly range: Float64Array;
  /** how far those of pairs have moved, at most; see `measure` */
  readonly moved: Float64Array;
  /** lowest x y z, highest x y z of each body */
  readonly boxes: Float64Array;
  /** pairs found: `first` and `second` of each, in scene order; bodies that touch themselves are pairs of their own */
  count = 0;
  first = new Int32Array(16);
  second = new Int32Array(16);
  /** of each body: whether forces move it */
  readonly #yields: readonly boolean[];
  readonly #order: Int32Array;
  readonly #kernels: Kernels;
  /** of each collider with nodes, where their x is in a column, in bytes */
  readonly #places: readonly (Block<Int32Array> | undefined)[];
  readonly #anyNodes: boolean;
  /** six numbers, and copies of columns that are elsewhere */
  readonly #found: Block<Float64Array>;
  readonly #copies: readonly Block<Float64Array>[];

  constructor(
    private readonly colliders: readonly Collider[],
    private readonly arena: Arena,
    /** numbers in a column */
    length: number,
    /** inverse masses */
    w: Float64Array,
  ) {
    this.#yields = colliders.map(({ placed: { start, size } }) => w.subarray(start, start + size).some((x) => x > 0));
    this.range = new Float64Array(colliders.length);
    this.moved = new Float64Array(colliders.length);
    this.boxes = new Float64Array(6 * colliders.length);
    this.#order = Int32Array.from(colliders.filter((c) => !c.halfSpace).map((c) => c.index));
    this.#kernels = kernelsIn(arena.memory);
    this.#found = arena.f64(6);
    this.#places = colliders.map(({ placed, core: { nodes } }) => {
      if (!nodes) return undefined;
      const places = arena.i32(nodes.length);
      places.view().set(nodes.map((node) => 8 * (placed.start + 3 * node)));
      return places;
    });
    this.#anyNodes = this.#places.some((places) => places);
    this.#copies = this.#anyNodes ? [arena.f64(length), arena.f64(length)] : [];
  }
  release(): void {
    for (const block of [...this.#places, ...this.#copies, this.#found]) this.arena.release(block);
  }
  /** where kernels find q and p */
  #q = 0;
  #p = 0;
  #find(q: Float64Array, p: Float64Array): void {
    if (!this.#anyNodes) return;
    this.#q = this.#addressOf(q, 0);
    this.#p = this.#addressOf(p, 1);
  }
  /** Some columns are outside of the memory of kernels: they are copied. Never allocates, as columns that others read would lose their memory. */
  #addressOf(column: Float64Array, which: 0 | 1): number {
    if (column.buffer === this.arena.memory.buffer) return column.byteOffset;
    const copy = this.#copies[which];
    copy.view().set(column);
    return copy.address;
  }

  /** `again`: ranges stay at least what they were. */
  update(
    q: Float64Array,
    p: Float64Array,
    again: boolean,
    slack: (collider: Collider) => number,
    /** of the longest motion: how much farther others may go */
    pushedPart: number,
  ): void {
    const { colliders, boxes, range } = this;
    this.#find(q, p);
    let farthest = 0;
    for (let c = 0; pushedPart > 0 && c < colliders.length; c++)
      if (!colliders[c].halfSpace) farthest = Math.max(farthest, this.#box(colliders[c], q, p));
    for (let c = 0; c < colliders.length; c++) {
      const collider = colliders[c];
      if (collider.halfSpace) continue;
      const moved = this.#box(collider, q, p);
      // contacts do not change where a body goes that has no weight
      const needed = this.#yields[c] ? 1.1 * moved + pushedPart * farthest + slack(collider) : wider * moved;
      range[c] = again ? Math.max(range[c], needed) : needed;
      for (let k = 6 * c; k < 6 * c + 3; k++) {
        boxes[k] -= range[c];
        boxes[k + 3] += range[c];
      }
    }
  }
  /** Finds how far bodies of pairs have moved at most. Boxes are spoilt. */
  measure(q: Float64Array, p: Float64Array): void {
    const { colliders, moved } = this;
    this.#find(q, p);
    moved.fill(-1);
    for (let k = 0; k < 2 * this.count; k++) {
      const collider = colliders[k % 2 ? this.second[k >> 1] : this.first[k >> 1]];
      const { index } = collider;
      if (moved[index] < 0) moved[index] = collider.halfSpace ? 0 : this.#box(collider, q, p);
    }
  }
  /** Whether a body of a pair had moved farther than its range when that was measured. */
  get outgrown(): boolean {
    const { moved, range } = this;
    for (let k = 0; k < 2 * this.count; k++) {
      const body = k % 2 ? this.second[k >> 1] : this.first[k >> 1];
      if (moved[body] > range[body]) return true;
    }
    return false;
  }
  /** Leaves the box of a collider; returns how far its points move. */
  #box(collider: Collider, q: Float64Array, p: Float64Array): number {
    const { local, formula } = collider.core;
    if (local) return this.#rigidBox(collider, q, p);
    return formula ? this.#formulaBox(collider, formula, q, p) : this.#nodeBox(collider);
  }
  #formulaBox(
    { index, placed: { start }, core: { count, radius } }: Collider,
    formula: FormulaPoints,
    q: Float64Array,
    p: Float64Array,
  ): number {
    const { boxes } = this;
    const at = 6 * index;
    boxes.fill(Infinity, at, at + 3);
    boxes.fill(-Infinity, at + 3, at + 6);
    const x = formula.at(q, start);
    const y = formula.at(p, start);
    let farthest = 0;
    for (let v = 0; v < 3 * count; v += 3) {
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        const a = x[v + k];
        const b = y[v + k];
        boxes[at + k] = Math.min(boxes[at + k], a - radius, b - radius);
        boxes[at + 3 + k] = Math.max(boxes[at + 3 + k], a + radius, b + radius);
        squared += (b - a) * (b - a);
      }
      farthest = Math.max(farthest, squared);
    }
    return Math.sqrt(farthest);
  }
  #rigidBox({ index, placed: { start }, extent }: Collider, q: Float64Array, p: Float64Array): number {
    const { boxes } = this;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const [a, b] = [q[start + k], p[start + k]];
      boxes[6 * index + k] = Math.min(a, b) - extent;
      boxes[6 * index + 3 + k] = Math.max(a, b) + extent;
      squared += (b - a) * (b - a);
    }
    return Math.sqrt(squared) + turningBound(q, p, start, extent);
  }
  /** Of all nodes: a rope is inside the box of its control points. It holds q; p is not farther than any node has moved. */
  #nodeBox({ index, core: { radius } }: Collider): number {
    const { boxes } = this;
    const places = this.#places[index] as Block<Int32Array>;
    const count = places.view().length;
    const found = this.#found;
    const moved = Math.sqrt(this.#kernels.extent(count, places.address, this.#q, this.#p, found.address));
    const by = moved + radius;
    const box = found.view();
    for (let k = 0; k < 3; k++) {
      boxes[6 * index + k] = box[k] - by;
      boxes[6 * index + 3 + k] = box[3 + k] + by;
    }
    return moved;
  }

  /** Finds the pairs whose boxes overlap and that meet; returns whether there are any. */
  any(meets: (a: number, b: number) => boolean): boolean {
    const { boxes, colliders } = this;
    const order = this.#order;
    this.count = 0;
    const axis = this.#widestAxis();
    this.#sortAlong(axis);
    for (let c = 0; c < colliders.length; c++) if (!colliders[c].halfSpace && meets(c, c)) this.#push(c, c);
    for (let k = 0; k < order.length; k++) {
      const c = order[k];
      const end = boxes[6 * c + 3 + axis];
      for (let m = k + 1; m < order.length && boxes[6 * order[m] + axis] <= end; m++) {
        const o = order[m];
        if (this.#overlap(c, o) && meets(c, o)) this.#push(Math.min(c, o), Math.max(c, o));
      }
    }
    for (let s = 0; s < colliders.length; s++) {
      const plane = colliders[s].halfSpace;
      if (!plane) continue;
      for (let k = 0; k < order.length; k++) {
        const c = order[k];
        let lowest = -plane.offset;
        for (let axis = 0; axis < 3; axis++) {
          const n = plane.normal[axis];
          lowest += n * boxes[6 * c + axis + (n > 0 ? 0 : 3)];
        }
        if (lowest <= 0 && meets(c, s)) this.#push(Math.min(c, s), Math.max(c, s));
      }
    }
    return this.count > 0;
  }
  /** Of the centres of boxes; x of equally wide ones. */
  #widestAxis(): number {
    const { boxes } = this;
    const order = this.#order;
    let [widest, most] = [0, -1];
    for (let axis = 0; axis < 3; axis++) {
      let [sum, squares] = [0, 0];
      for (let k = 0; k < order.length; k++) {
        const at = 6 * order[k] + axis;
        const centre = boxes[at] + boxes[at + 3];
        sum += centre;
        squares += centre * centre;
      }
      const spread = squares - (sum * sum) / Math.max(1, order.length);
      if (spread > most) [widest, most] = [axis, spread];
    }
    return widest;
  }
  /** By insertion: nearly sorted from step to step. Of equal ones the first in the scene comes first. */
  #sortAlong(axis: number): void {
    const { boxes } = this;
    const order = this.#order;
    for (let k = 1; k < order.length; k++) {
      const c = order[k];
      const low = boxes[6 * c + axis];
      let at = k - 1;
      while (at >= 0) {
        const other = boxes[6 * order[at] + axis];
        if (other < low || (other === low && order[at] < c)) break;
        order[at + 1] = order[at];
        at--;
      }
      order[at + 1] = c;
    }
  }
  #overlap(a: number, b: number): boolean {
    const { boxes } = this;
    for (let k = 0; k < 3; k++)
      if (boxes[6 * a + k] > boxes[6 * b + 3 + k] || boxes[6 * b + k] > boxes[6 * a + 3 + k]) return false;
    return true;
  }
  #push(a: number, b: number): void {
    if (this.count === this.first.length) {
      const [first, second] = [new Int32Array(2 * this.count), new Int32Array(2 * this.count)];
      first.set(this.first);
      second.set(this.second);
      this.first = first;
      this.second = second;
    }
    this.first[this.count] = a;
    this.second[this.count++] = b;
  }
}
