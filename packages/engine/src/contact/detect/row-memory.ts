/**
 * The numbers of all rows of a pool, each kind in a list of its own; a row (row.ts) is a place in these lists. Those who go over the rows of heaps read them here.
 *
 * As objects with lists of their own rows take 4 KB each, and 3000 of them do not fit into a cache: each pass over them read main memory, which was most of the time of
 * a step of 1000 spheres.
 */

import { type Collider, isOne } from '../collider/collider.ts';
import { manyRows, RowKernels } from './row-kernels.ts';

/** Of a side, vertices next to its feature that carry couples (spread-couples.ts), at most; and all of its vertices. */
export const mostHelpers = 12;
export const sideVertices = 3 + mostHelpers;

/** Of each side: lines and axes of its corners. */
export const cornerCouples = 27;
/** Whether a row has couples (`hasCouples`): none, of corners alone, or of helpers, too, in a list of the row. */
export const coupleKinds = { none: 0, corners: 1, spread: 2 } as const;

/** What a side moves (`unit`), where it is not one body: nothing, or nodes. */
export const units = { none: -1, nodes: -2 } as const;

const rowsAtFirst = 16;
/** Of a row: numbers of eight bytes, of four, and of one. */
const bytesOfRow = 8 * 123 + 4 * 40 + 13;

/** Widths are numbers of a row; row.ts says what they mean. Lists are others after `grow`. */
export class RowMemory {
  /** rows that there is memory for */
  capacity = rowsAtFirst;
  /** of many rows; where there are few they are not worth it */
  kernels: RowKernels | undefined;
  pair!: Float64Array;
  key!: Float64Array;
  radius!: Float64Array;
  gap!: Float64Array;
  mu!: Float64Array;
  restitution!: Float64Array;
  residual!: Float64Array;
  error!: Float64Array;
  addedEnergy!: Float64Array;
  frame!: Float64Array;
  point!: Float64Array;
  lever!: Float64Array;
  impulse!: Float64Array;
  first!: Float64Array;
  correction!: Float64Array;
  guess!: Float64Array;
  applied!: Float64Array;
  /** of corners of side a, then of side b: by corner, line and axis   (2 x 27) */
  couples!: Float64Array;
  /** of side a, then of side b */
  weights!: Float64Array;
  vertices!: Int32Array;
  /** of both sides: index of the collider; first coordinate of a body that is one unit, or of `units`   (2) */
  body!: Int32Array;
  unit!: Int32Array;
  /** of both sides: first coordinates of the corners, where they are nodes   (2 x 3) */
  corner!: Int32Array;
  /** of both sides: vertices of the feature, and helpers behind them   (2) */
  count!: Uint8Array;
  helpers!: Uint8Array;
  type!: Uint8Array;
  flipped!: Uint8Array;
  fixed!: Uint8Array;
  hasCouples!: Uint8Array;
  /** between spheres, or of one on a half space: `unit` is where its centre is (balls.ts) */
  ball!: Uint8Array;
  sticks!: Uint8Array;
  active!: Uint8Array;
  solved!: Uint8Array;
  broken!: Uint8Array;

  /** of each collider: 1 where its vertices are nodes */
  readonly ofNodes: Uint8Array;
  /** of each collider: what it moves, and nodes of its vertices, if these are nodes */
  readonly #units: readonly number[];
  readonly #nodes: readonly (Int32Array | undefined)[];

  constructor(
    readonly colliders: readonly Collider[],
    /** numbers in a column of coordinates */
    private readonly coordinates = 0,
  ) {
    this.#units = colliders.map((c) => (c.halfSpace ? units.none : isOne(c) ? c.placed.start : units.nodes));
    this.ofNodes = Uint8Array.from(colliders, (c) => (verticesAreNodes(c) ? 1 : 0));
    this.#nodes = colliders.map((c) => (verticesAreNodes(c) ? c.core.nodes : undefined));
    this.#place();
  }
  /** One side of a row: `side` is twice its place, and one more for side b; corners behind the last are -1. */
  setSide(
    side: number,
    { index, placed }: Collider,
    v0: number,
    w0: number,
    v1: number,
    w1: number,
    v2: number,
    w2: number,
  ): void {
    const { vertices, weights, corner } = this;
    const from = sideVertices * side;
    vertices[from] = v0;
    vertices[from + 1] = v1;
    vertices[from + 2] = v2;
    weights[from] = w0;
    weights[from + 1] = w1;
    weights[from + 2] = w2;
    this.body[side] = index;
    this.unit[side] = this.#units[index];
    this.helpers[side] = 0;
    this.count[side] = v0 < 0 ? 0 : v1 < 0 ? 1 : v2 < 0 ? 2 : 3;
    const nodes = this.#nodes[index];
    if (!nodes) return;
    const { start } = placed;
    corner[3 * side] = start + 3 * nodes[v0];
    if (v1 >= 0) corner[3 * side + 1] = start + 3 * nodes[v1];
    if (v2 >= 0) corner[3 * side + 2] = start + 3 * nodes[v2];
  }
  grow(): void {
    const lists = this as unknown as Record<string, unknown>;
    const names = Object.keys(this).filter((name) => ArrayBuffer.isView(lists[name]) && name !== 'ofNodes');
    const copies = names.map((name) => [name, (lists[name] as Uint8Array).slice()] as const);
    this.capacity *= 2;
    this.#place();
    for (const [name, copy] of copies) (lists[name] as Uint8Array).set(copy);
  }
  /** Makes all lists. */
  #place(): void {
    const { capacity, coordinates, ofNodes } = this;
    const bytes = bytesOfRow * capacity;
    const hasKernels = capacity >= manyRows && ofNodes.includes(1);
    const kernels = hasKernels ? new RowKernels(capacity, bytes, coordinates, ofNodes) : undefined;
    this.kernels = kernels;
    const buffer = kernels?.buffer ?? new ArrayBuffer(bytes);
    let at = kernels?.at ?? 0;
    const wide = (width: number): Float64Array => {
      const list = new Float64Array(buffer, at, width * capacity);
      at += list.byteLength;
      return list;
    };
    const whole = (width: number): Int32Array => {
      const list = new Int32Array(buffer, at, width * capacity);
      at += list.byteLength;
      return list;
    };
    const flags = (count: number): Uint8Array => {
      const list = new Uint8Array(buffer, at, count);
      at += count;
      return list;
    };
    this.pair = wide(1);
    this.key = wide(1);
    this.radius = wide(1);
    this.gap = wide(1);
    this.mu = wide(1);
    this.restitution = wide(1);
    this.residual = wide(1);
    this.error = wide(1);
    this.addedEnergy = wide(1);
    this.frame = wide(9);
    this.point = wide(3);
    this.lever = wide(3);
    this.impulse = wide(3);
    this.first = wide(3);
    this.correction = wide(3);
    this.guess = wide(3);
    this.applied = wide(3);
    this.couples = wide(2 * cornerCouples);
    this.weights = wide(2 * sideVertices);
    this.vertices = whole(2 * sideVertices);
    this.body = whole(2);
    this.unit = whole(2);
    this.corner = whole(6);
    this.count = flags(2 * capacity);
    this.helpers = flags(2 * capacity);
    this.type = flags(capacity);
    this.flipped = flags(capacity);
    this.fixed = flags(capacity);
    this.hasCouples = flags(capacity);
    this.ball = flags(capacity);
    this.sticks = flags(capacity);
    this.active = flags(capacity);
    this.solved = flags(capacity);
    this.broken = flags(capacity);
    kernels?.tell(this);
  }
}
/** Its vertices are nodes. */
export const verticesAreNodes = ({ core, halfSpace }: Collider): boolean =>
  !halfSpace && core.nodes !== undefined && !core.local && !core.formula && !core.weights;
