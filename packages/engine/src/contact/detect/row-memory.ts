/**
 * The numbers of all rows of a pool, each kind in a list of its own; a row (row.ts) is a place in these lists. Those who go over the rows of heaps read them here.
 *
 * As objects with lists of their own rows take 4 KB each, and 3000 of them do not fit into a cache: each pass over them read main memory, which was most of the time of
 * a step of 1000 spheres.
 */

import { type Collider, isOne } from '../collider/collider.ts';

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
const of = (width: number): Float64Array => new Float64Array(width * rowsAtFirst).fill(Number.NaN);
const zeros = (width: number): Float64Array => new Float64Array(width * rowsAtFirst);
const flags = (width = 1): Uint8Array => new Uint8Array(width * rowsAtFirst);

/** Widths are numbers of a row; row.ts says what they mean. Lists are others after `grow`. */
export class RowMemory {
  /** rows that there is memory for */
  capacity = rowsAtFirst;
  pair = of(1);
  key = of(1);
  radius = of(1);
  gap = of(1);
  mu = of(1);
  restitution = of(1);
  residual = of(1);
  error = of(1);
  addedEnergy = of(1);
  frame = zeros(9);
  point = zeros(3);
  lever = zeros(3);
  impulse = zeros(3);
  first = zeros(3);
  correction = zeros(3);
  guess = zeros(3);
  applied = zeros(3);
  /** of corners of side a, then of side b: by corner, line and axis   (2 x 27) */
  couples = zeros(2 * cornerCouples);
  /** of side a, then of side b */
  weights = zeros(2 * sideVertices);
  vertices = new Int32Array(2 * sideVertices * rowsAtFirst);
  /** of both sides: index of the collider; first coordinate of a body that is one unit, or of `units`   (2) */
  body = new Int32Array(2 * rowsAtFirst);
  unit = new Int32Array(2 * rowsAtFirst);
  /** of both sides: first coordinates of the corners, where they are nodes   (2 x 3) */
  corner = new Int32Array(6 * rowsAtFirst);
  /** of both sides: vertices of the feature, and helpers behind them   (2) */
  count = flags(2);
  helpers = flags(2);
  type = flags();
  flipped = flags();
  fixed = flags();
  hasCouples = flags();
  /** between spheres, or of one on a half space: `unit` is where its centre is (balls.ts) */
  ball = flags();
  sticks = flags();
  active = flags();
  solved = flags();
  broken = flags();

  /** of each collider: 1 where its vertices are nodes */
  readonly ofNodes: Uint8Array;
  /** of each collider: what it moves, and nodes of its vertices, if these are nodes */
  readonly #units: readonly number[];
  readonly #nodes: readonly (Int32Array | undefined)[];

  constructor(readonly colliders: readonly Collider[]) {
    this.#units = colliders.map((c) => (c.halfSpace ? units.none : isOne(c) ? c.placed.start : units.nodes));
    this.ofNodes = Uint8Array.from(colliders, (c) => (verticesAreNodes(c) ? 1 : 0));
    this.#nodes = colliders.map((c) => (verticesAreNodes(c) ? c.core.nodes : undefined));
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
    this.capacity *= 2;
    const lists = this as unknown as Record<string, unknown>;
    for (const name of Object.keys(this))
      if (ArrayBuffer.isView(lists[name]) && name !== 'ofNodes') lists[name] = doubled(lists[name]);
  }
}
/** Its vertices are nodes. */
export const verticesAreNodes = ({ core, halfSpace }: Collider): boolean =>
  !halfSpace && core.nodes !== undefined && !core.local && !core.formula && !core.weights;
function doubled(list: unknown): unknown {
  const old = list as Float64Array;
  const made = new (old.constructor as Float64ArrayConstructor)(2 * old.length);
  made.set(old);
  return made;
}
