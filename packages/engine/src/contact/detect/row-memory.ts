/**
 * The numbers of all rows of a pool, each kind in a list of its own; a row (row.ts) is a place in these lists. Those who go over the rows of heaps read them here.
 *
 * As objects with lists of their own rows take 4 KB each, and 3000 of them do not fit into a cache: each pass over them read main memory, which was most of the time of
 * a step of 1000 spheres.
 */

import type { Collider } from '../collider/collider.ts';

/** Of a side, vertices next to its feature that carry couples (spread-couples.ts), at most; and all of its vertices. */
export const mostHelpers = 12;
export const sideVertices = 3 + mostHelpers;

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
  /** of side a, then of side b */
  weights = zeros(2 * sideVertices);
  vertices = new Int32Array(2 * sideVertices * rowsAtFirst);
  /** of both sides: index of the collider; first coordinate of a body that is one unit, or of `units`   (2) */
  body = new Int32Array(2 * rowsAtFirst);
  unit = new Int32Array(2 * rowsAtFirst);
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

  constructor(readonly colliders: readonly Collider[]) {}
  grow(): void {
    this.capacity *= 2;
    const lists = this as unknown as Record<string, unknown>;
    for (const name of Object.keys(this)) if (ArrayBuffer.isView(lists[name])) lists[name] = doubled(lists[name]);
  }
}
function doubled(list: unknown): unknown {
  const old = list as Float64Array;
  const made = new (old.constructor as Float64ArrayConstructor)(2 * old.length);
  made.set(old);
  return made;
}
