/** Bodies that overlap where they are: shallow overlaps separate slowly, deep ones are refused. */
import { WindingNumber } from '../meshes/surface/winding-number.ts';
import type { Collider } from './collider/collider.ts';
import type { Detector } from './detect/detector.ts';
import { Pose } from './detect/row.ts';
import type { RowPool } from './detect/row-pool.ts';
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
  // corners inside a closed surface make no row
  const pose = new Pose(detector.colliders).at(q);
  const closed = detector.colliders.filter(({ core }) => core.closed && core.triangles.length > 0);
  const placed = (c: Collider): Float64Array => {
    const x = new Float64Array(3 * c.core.count);
    for (let v = 0; v < c.core.count; v++) pose.vertex(c, v, x, 3 * v);
    return x;
  };
  const at = new Map(detector.colliders.filter((c) => c.core.count > 0).map((c) => [c, boxed(placed(c))]));
  for (const solid of closed) {
    const own = at.get(solid) as Boxed;
    let inside: WindingNumber | undefined;
    for (const [other, theirs] of at) {
      if (other === solid || !meets(other.index, solid.index) || apart(own, theirs)) continue;
      inside ??= new WindingNumber({ positions: own.x, triangles: solid.core.triangles });
      const middle = [0, 1, 2].map((k) => (theirs.low[k] + theirs.high[k]) / 2);
      for (let v = -3; v < theirs.x.length; v += 3) {
        const [px, py, pz] = v < 0 ? middle : [theirs.x[v], theirs.x[v + 1], theirs.x[v + 2]];
        if (inside.rounded(px, py, pz) !== 0) {
          note(...(solid.index < other.index ? ([solid, other] as const) : ([other, solid] as const)), Infinity);
          break;
        }
      }
    }
  }
  return [...found].sort(([i], [j]) => i - j).map(([, overlap]) => overlap);
}

/** Refuses overlaps that are deeper than the thickness. */
export function refuseDeep(overlaps: readonly Overlap[], thickness: number): void {
  const deep = overlaps.filter(({ depth }) => depth > thickness);
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

interface Boxed {
  readonly x: Float64Array;
  readonly low: readonly number[];
  readonly high: readonly number[];
}
function boxed(x: Float64Array): Boxed {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < x.length; k++) {
    low[k % 3] = Math.min(low[k % 3], x[k]);
    high[k % 3] = Math.max(high[k % 3], x[k]);
  }
  return { x, low, high };
}
const apart = (a: Boxed, b: Boxed): boolean => [0, 1, 2].some((k) => a.low[k] > b.high[k] || b.low[k] > a.high[k]);
