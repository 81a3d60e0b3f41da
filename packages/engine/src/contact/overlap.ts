/** Bodies that overlap where they are: shallow overlaps separate slowly, deep ones are refused. */
import { WindingNumber } from '../meshes/surface/winding-number.ts';
import type { Collider } from './collider/collider.ts';
import type { Detector } from './detect/detector.ts';
import { closestOnCell } from './detect/features/closest-on-cell.ts';
import { onSurface } from './detect/features/on-cell.ts';
import { Pose } from './detect/row.ts';
import type { RowPool } from './detect/row-pool.ts';
import type { Ties } from './detect/tied-places.ts';
import { contactFault } from './options.ts';

/** Two bodies that start too close. */
export interface Overlap {
  readonly a: string;
  readonly b: string;
  /** m; Infinity where one has corners inside the other */
  readonly depth: number;
}

export function overlapsAt(
  q: Float64Array,
  detector: Detector,
  pool: RowPool,
  meets: (a: number, b: number) => boolean,
  least: number,
): Overlap[] {
  const found = new Map<number, Overlap>();
  const note = (a: Collider, b: Collider, depth: number): void => {
    const pair = pool.pairOf(a.index, b.index);
    if (depth > (found.get(pair)?.depth ?? least)) found.set(pair, { a: a.placed.body.id, b: b.placed.body.id, depth });
  };
  detector.detect(q, q, false);
  for (let k = 0; k < pool.count; k++) {
    const { a, b, gap } = pool.rows[k];
    note(a.collider, b.collider, -gap);
  }
  // places inside a closed surface make no row: corners, middles of edges, and the middle of a solid that crosses another one
  const pose = new Pose(detector.colliders).at(q);
  const shapes = detector.colliders
    .filter(({ core }) => core.count > 0)
    .map((collider) => new PlacedShape(collider, pose));
  for (const solid of shapes) {
    if (!solid.isClosed) continue;
    for (const other of shapes) {
      const [a, b] = [other.collider, solid.collider];
      if (a === b || !meets(a.index, b.index) || apart(solid.box, other.box)) continue;
      if (other.isIn(solid, detector.tied.of(a, b)))
        note(...(a.index < b.index ? ([a, b] as const) : ([b, a] as const)), Infinity);
    }
  }
  return [...found].sort(([i], [j]) => i - j).map(([, overlap]) => overlap);
}

/** Of the thickness: surfaces that touch without a gap overlap by all of it. */
const rounding = 1e-6;

/** Refuses overlaps by more than the thickness. */
export function refuseDeep(overlaps: readonly Overlap[], thickness: number): void {
  const deep = overlaps.filter(({ depth }) => depth > (1 + rounding) * thickness);
  if (!deep.length) return;
  const names = deep.slice(0, 4).map(({ a, b }) => (a === b ? `"${a}" and itself` : `"${a}" and "${b}"`));
  const more = deep.length > 4 ? ` and ${deep.length - 4} more pairs` : '';
  const [{ a, b }] = deep;
  const out =
    a === b
      ? `let it not touch itself: "bodies": { "${a}": { "self": false } }`
      : `take a pair out: "pairs": [{ "bodies": ["${a}", "${b}"], "collides": false }]`;
  throw contactFault(
    '',
    `${names.join(', ')}${more} overlap by more than the thickness of ${Number(thickness.toPrecision(3))} m. Move them apart, or ${out}.`,
  );
}

const weights = new Float64Array(3);
type Triple = readonly [number, number, number];

/** A collider where it is. */
class PlacedShape {
  readonly box: Box;
  readonly #x: Float64Array;
  #inside: WindingNumber | undefined;

  constructor(
    readonly collider: Collider,
    pose: Pose,
  ) {
    const { count } = collider.core;
    this.#x = new Float64Array(3 * count);
    for (let v = 0; v < count; v++) pose.vertex(collider, v, this.#x, 3 * v);
    this.box = boxOf(this.#x);
  }
  get isClosed(): boolean {
    const { closed, triangles } = this.collider.core;
    return closed && triangles.length > 0;
  }
  /** A corner of it, the middle of an edge, or of its box if that is a place of its own, is inside a closed one, and not where constraints hold it there. */
  isIn(solid: PlacedShape, ties: Ties | undefined): boolean {
    const x = this.#x;
    const { allEdges } = this.collider;
    for (let v = 0; v < x.length; v += 3)
      if (!ties?.vertex(v / 3) && solid.#encloses([x[v], x[v + 1], x[v + 2]])) return true;
    for (let e = 0; e < allEdges.length; e += 2) {
      const [v, w] = [3 * allEdges[e], 3 * allEdges[e + 1]];
      if (ties?.vertex(v / 3) || ties?.vertex(w / 3)) continue;
      if (solid.#encloses([(x[v] + x[w]) / 2, (x[v + 1] + x[w + 1]) / 2, (x[v + 2] + x[w + 2]) / 2])) return true;
    }
    const { low, high } = this.box;
    const middle: Triple = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
    return this.isClosed && solid.#encloses(middle) && this.#encloses(middle);
  }
  #encloses([x, y, z]: Triple): boolean {
    const { low, high } = this.box;
    if (x < low[0] || y < low[1] || z < low[2] || x > high[0] || y > high[1] || z > high[2]) return false;
    this.#inside ??= new WindingNumber({ positions: this.#x, triangles: this.collider.core.triangles });
    return this.#inside.rounded(x, y, z) !== 0 && !this.#isOnSurface(x, y, z);
  }
  /** Bodies that touch without a gap have places on each other, to rounding. */
  #isOnSurface(px: number, py: number, pz: number): boolean {
    const { core } = this.collider;
    const least = onSurface * core.radius;
    const x = this.#x;
    for (let t = 0; t < core.triangles.length; t += 3) {
      closestOnCell(x, core.triangles, t, px, py, pz, weights);
      let squared = 0;
      for (const [k, p] of [px, py, pz].entries()) {
        let d = p;
        for (let m = 0; m < 3; m++) d -= weights[m] * x[3 * core.triangles[t + m] + k];
        squared += d * d;
      }
      if (squared < least * least) return true;
    }
    return false;
  }
}
interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}
function boxOf(x: Float64Array): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < x.length; k++) {
    low[k % 3] = Math.min(low[k % 3], x[k]);
    high[k % 3] = Math.max(high[k % 3], x[k]);
  }
  return { low, high };
}
const apart = (a: Box, b: Box): boolean => [0, 1, 2].some((k) => a.low[k] > b.high[k] || b.low[k] > a.high[k]);
