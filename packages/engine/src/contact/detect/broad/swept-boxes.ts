/**
 * Broad phase: boxes of bodies over a whole step, grown by how far they move, and the pairs of bodies whose boxes overlap.
 *
 * Boxes hold q and p. Contacts change the motion, so they are grown by the distance moved, too.
 */
import type { Arena, Block } from '../../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import type { Collider } from '../../collider/collider.ts';
import type { FormulaPoints } from '../../collider/formula-points.ts';
import { BoxPairs } from './box-pairs.ts';

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
  /** bodies that touch themselves are pairs of their own */
  readonly pairs: BoxPairs;
  /** of each body: whether forces move it */
  readonly #yields: readonly boolean[];
  /** bodies with boxes, half spaces, and those that touch themselves */
  readonly #boxed: readonly number[];
  /** of each body: how far it goes in the step that boxes are of, m */
  readonly #ways: Float64Array;
  readonly #planes: readonly Collider[];
  #selfish: readonly number[] | undefined;
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
    this.#ways = new Float64Array(colliders.length);
    this.boxes = new Float64Array(6 * colliders.length);
    this.#boxed = colliders.filter((c) => !c.halfSpace).map((c) => c.index);
    this.#planes = colliders.filter((c) => c.halfSpace);
    this.pairs = new BoxPairs(this.boxes, this.#boxed);
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
    const boxed = this.#boxed;
    const ways = this.#ways;
    let farthest = 0;
    for (let k = 0; k < boxed.length; k++) {
      const c = boxed[k];
      ways[c] = this.#box(colliders[c], q, p);
      if (pushedPart > 0) farthest = Math.max(farthest, ways[c]);
    }
    for (let k = 0; k < boxed.length; k++) {
      const c = boxed[k];
      const moved = ways[c];
      // contacts do not change where a body goes that has no weight
      const needed = this.#yields[c] ? 1.1 * moved + pushedPart * farthest + slack(colliders[c]) : wider * moved;
      range[c] = again ? Math.max(range[c], needed) : needed;
      for (let at = 6 * c; at < 6 * c + 3; at++) {
        boxes[at] -= range[c];
        boxes[at + 3] += range[c];
      }
    }
  }
  /** How far points of a body move without contacts, by the last `update`. */
  way(index: number): number {
    return this.#ways[index];
  }
  /** Finds how far bodies of pairs have moved at most. Boxes are spoilt. */
  measure(q: Float64Array, p: Float64Array): void {
    const { colliders, moved } = this;
    const { count, first, second } = this.pairs;
    this.#find(q, p);
    moved.fill(-1);
    for (let k = 0; k < 2 * count; k++) {
      const index = k % 2 ? second[k >> 1] : first[k >> 1];
      if (moved[index] < 0) moved[index] = colliders[index].halfSpace ? 0 : this.#box(colliders[index], q, p);
    }
  }
  /** Whether a body of a pair had moved farther than its range when that was measured. */
  get outgrown(): boolean {
    const { moved, range } = this;
    const { count, first, second } = this.pairs;
    for (let k = 0; k < 2 * count; k++) {
      const body = k % 2 ? second[k >> 1] : first[k >> 1];
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
      const a = q[start + k];
      const b = p[start + k];
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

  /** Finds the pairs whose boxes overlap and that meet, which never changes; returns whether there are any. */
  any(meets: (a: number, b: number) => boolean): boolean {
    const { boxes, pairs } = this;
    this.#selfish ??= this.#boxed.filter((c) => meets(c, c));
    pairs.clear();
    for (let k = 0; k < this.#selfish.length; k++) pairs.push(this.#selfish[k], this.#selfish[k]);
    pairs.find(meets);
    for (let s = 0; s < this.#planes.length; s++) {
      const { index, halfSpace } = this.#planes[s];
      const { normal, offset } = halfSpace as NonNullable<Collider['halfSpace']>;
      for (let k = 0; k < this.#boxed.length; k++) {
        const c = this.#boxed[k];
        let lowest = -offset;
        for (let axis = 0; axis < 3; axis++) {
          const n = normal[axis];
          lowest += n * boxes[6 * c + axis + (n > 0 ? 0 : 3)];
        }
        if (lowest <= 0 && meets(c, index)) pairs.push(c, index);
      }
    }
    pairs.sort();
    return pairs.count > 0;
  }
}
