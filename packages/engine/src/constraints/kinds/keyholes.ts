/**
 * Keyholes: rods that slide through points, and points that slide along guides, by their scene names.  [MIC08, sec. 5; notes, 5]
 * How far something has slid is an unknown of its own: see anchors/spline-slider.ts, anchors/guide.ts, methods/displacement/points/stick-slip.ts.
 */

import type { Anchor } from '../../anchors/anchor.ts';
import { type Guide, guideSlider } from '../../anchors/guide.ts';
import { cutAt, rodCut, rodPlace } from '../../anchors/rod-cut.ts';
import { type SliderOptions, splineSlider, splineSliderTangent } from '../../anchors/spline-slider.ts';
import { refusing } from '../../base/refusal.ts';
import { coincide } from '../../relations/points/coincide.ts';
import { orientedKeyhole } from '../../relations/rods/keyhole.ts';
import type { ConstraintSpec } from '../constraint.ts';
import type { OnRod } from './rod-constraints.ts';

/**
 * Options of `keyhole`.
 * @example const options: KeyholeOptions = { direction: worldPoint(0, 0, 1) };
 */
export interface KeyholeOptions extends SliderOptions {
  /** along which the rod passes: a point of the world in its place, at rest or on a path */
  readonly direction?: Anchor;
  /** of rows on the direction: 2 (default), or 3, which lock the stretch there as well */
  readonly rows?: 2 | 3;
}

/** Of a slipknot: least distance, in spans, between the slider and the point that it slides through. */
const leastLoop = 2;
/** Spans of a rod on which a slipknot has room. */
const leastSpans = 4;

/**
 * A rod slides through a point of the world, of a body, or of a rod (of the same rod: a slipknot). Several points of
 * rods pass through one point, or each through its own.
 * @example keyhole({ body: rod, u: 1 }, worldPoint(0, 1, 0))
 */
export function keyhole(
  at: OnRod | readonly OnRod[],
  through: Anchor | OnRod | readonly (Anchor | OnRod)[],
  options: KeyholeOptions = {},
): ConstraintSpec {
  const { direction, rows = 2, ...how } = options;
  const slides = Array.isArray(at) ? (at as readonly OnRod[]) : [at as OnRod];
  const places = Array.isArray(through)
    ? (through as readonly (Anchor | OnRod)[])
    : slides.map(() => through as Anchor | OnRod);
  if (places.length !== slides.length)
    throw refusing({ of: 'keyhole' })(
      '',
      `${slides.length} points and ${places.length} places — give one place, or one for each.`,
    );
  checkSliding('keyhole', how);
  const members = slides.map((one, m) => {
    const place = places[m];
    if (one.body.cuts) return [cutMember(one, place, options), anchorAt(place)];
    const loop = 'u' in place ? loopOf(one, place) : undefined;
    return [
      splineSlider(one.body, one.u, { ...(loop ? { between: loop } : {}), ...how }),
      anchorAt(place),
      ...(direction ? [splineSliderTangent(one.body, one.u, 0), direction] : []),
    ];
  });
  return {
    kind: 'keyhole',
    relation: direction ? orientedKeyhole(rows) : coincide(2),
    parameters: [],
    members,
    ...(members.every(([, place]) => place.body === undefined) ? { target: 1 } : {}),
  };
}

const anchorAt = (place: Anchor | OnRod): Anchor => ('u' in place ? rodPlace(place.body, place.u) : place);
/**
 * The point of a rod that is cut; what needs more than that point is refused. Through another cut of the same rod, which nothing holds and
 * which stays in the material, or through its end, it is a slipknot.
 */
function cutMember({ body, u }: OnRod, place: Anchor | OnRod, { direction, rows: _, ...how }: KeyholeOptions): Anchor {
  const refuse = refusing({ of: 'keyhole' });
  if (direction)
    throw refuse(
      'direction',
      `body "${body.id}" is cut: it has two tangents there. Leave the direction, or "cuts", out.`,
    );
  if ('u' in place && place.body === body && cutAt(body, place.u) === cutAt(body, u))
    throw refuse('b', `u = ${place.u} is the same cut of body "${body.id}". Name another cut, or an end.`);
  return rodCut(body, u, how);
}

/**
 * Points of bodies stay on a guide and slide along it; each starts at a u of its own.
 * @example trajectory([node(cube, 0)], guide([0, 0, 0, 1, 1, 0]), [0])
 */
export function trajectory(
  points: readonly Anchor[],
  along: Guide,
  starts: readonly number[],
  options: SliderOptions = {},
): ConstraintSpec {
  checkSliding('trajectory', options);
  if (options.drum) throw refusing({ of: 'trajectory' })('drum', 'a guide is no drum. Leave this out.');
  return {
    kind: 'trajectory',
    relation: coincide(2),
    parameters: [],
    members: points.map((point, m) => [point, guideSlider(along, starts[m], options)]),
  };
}

/** Of a slipknot, the u between which it may slide; what would begin outside is refused. */
function loopOf({ body, u }: OnRod, other: OnRod): readonly [number, number] | undefined {
  if (body !== other.body) return undefined;
  if (body.spans < leastSpans)
    throw refusing({ of: 'keyhole' })(
      'b',
      `body "${body.id}" has ${body.spans} spans; a slipknot needs ${leastSpans} or more. Give it more points.`,
    );
  if (Math.abs(u - other.u) < leastLoop)
    throw refusing({ of: 'keyhole' })(
      'b',
      `u = ${u} is less than ${leastLoop} spans from u = ${other.u} on the same rod; take points further apart.`,
    );
  return u < other.u ? [0, other.u - leastLoop] : [other.u + leastLoop, body.spans];
}

function checkSliding(kind: string, { friction, coulomb, drive, imposed }: SliderOptions): void {
  for (const [name, value] of [
    ['friction', friction],
    ['coulomb', coulomb],
  ] as const)
    if (value !== undefined && !(value >= 0 && Number.isFinite(value)))
      throw refusing({ of: kind })(name, `${value}; it must be zero or positive.`);
  if (drive !== undefined && !Number.isFinite(drive)) throw refusing({ of: kind })('drive', `${drive}; give newtons.`);
  if (imposed && (friction ?? coulomb ?? drive) !== undefined)
    throw refusing({ of: kind })('', `imposed sliding has no friction and no drive. Leave them out.`);
}
