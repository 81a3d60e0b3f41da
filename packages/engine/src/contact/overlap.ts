/** Bodies that overlap where they are: shallow overlaps separate slowly, deep ones are refused. */
import type { Collider } from './collider/collider.ts';
import type { Detector } from './detect/detector.ts';
import { Pose } from './detect/row.ts';
import type { RowPool } from './detect/row-pool.ts';
import { contactFault } from './options.ts';
import { PlacedSurface } from './placed-surface.ts';

/** Two bodies that start too close. */
export interface Overlap {
  readonly a: string;
  readonly b: string;
  /** m; Infinity where one is in the other, passes through it or lies in it exactly, so that nothing tells which way is out */
  readonly depth: number;
}

/** Of the thickness: overlaps that are told, and how far what passes through each other counts as touching. */
const told = 1e-6;
const through = 1e-3;

/** Overlaps that are deeper than rounding. */
export function overlapsAt(
  q: Float64Array,
  detector: Detector,
  pool: RowPool,
  meets: (a: number, b: number) => boolean,
  thickness: number,
): Overlap[] {
  const least = told * thickness;
  const margin = through * thickness;
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
  // cores that are in each other or cross make no row
  const pose = new Pose(detector.colliders).at(q);
  const placed = detector.colliders.filter(({ core }) => core.count > 0).map((c) => placedAt(c, pose, margin));
  placed.sort((one, two) => one.left - two.left);
  for (let i = 0; i < placed.length; i++)
    for (let j = i + 1; j < placed.length && placed[j].left <= placed[i].right; j++) {
      const isInOrder = placed[i].collider.index < placed[j].collider.index;
      const [one, two] = isInOrder ? [placed[i], placed[j]] : [placed[j], placed[i]];
      if (one.isApart(two) || !meets(one.collider.index, two.collider.index)) continue;
      const own = detector.tied.of(one.collider, two.collider);
      const theirs = detector.tied.of(two.collider, one.collider);
      const isDeep =
        one.holds(two, theirs) ||
        two.holds(one, own) ||
        one.isPiercedBy(two, theirs) ||
        two.isPiercedBy(one, own) ||
        one.carries(two, theirs) ||
        two.carries(one, own) ||
        one.meetsAxisOf(two);
      if (isDeep) note(one.collider, two.collider, Infinity);
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

function placedAt(c: Collider, pose: Pose, margin: number): PlacedSurface {
  const x = new Float64Array(3 * c.core.count);
  for (let v = 0; v < c.core.count; v++) pose.vertex(c, v, x, 3 * v);
  return new PlacedSurface(c, x, margin);
}
