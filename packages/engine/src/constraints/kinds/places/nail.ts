/** Nail: points of bodies at places of the world, or carried along paths. */

import { splinePoint, splineTwist } from '../../../anchors/spline-point.ts';
import { optional } from '../../../base/field.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { nail } from '../constraints.ts';
import { isRod, target, threaded, yesOrNo } from '../fields.ts';
import { angleAnchor, nailTwisted, type OnRod } from '../rod-constraints.ts';
import { placeOf, targetsAt } from '../situations.ts';

export const nailKind = constraintKind({
  kind: 'nail',
  description: 'Holds points of a body at a place, or moves them along a path.',
  fields: {
    a: threaded('The points that are held: one or many.'),
    to: optional(target('The target: a point or a path. Several points keep their relative places.'), 'where they are'),
    twist: optional(
      yesOrNo('For points of rods: whether the twist is held too, at its initial angle.'),
      'true where rods know twist',
    ),
  },
  ramp: true,
  glyph: { body: 'nail', world: 'none' },
  make: ({ a, to, twist }, { start, now }) => {
    const anchors = a.map((one) => ('u' in one ? splinePoint(one.body, one.u) : one));
    // those that keep their places about a target keep those of the start
    const places = targetsAt(
      anchors.map((anchor) => placeOf(anchor, to ? start : now)),
      to,
    );
    const turning = turningPoints(a, twist);
    if (!turning) return nail(anchors, places);
    const angles = turning.map(({ body, u }) => placeOf(splineTwist(body, u), now)[0]);
    return nailTwisted(turning, places, angles.map(angleAnchor));
  },
  aim: {
    at: 'target',
    targets: ({ members }, to, { start }) =>
      targetsAt(
        members.map(([a]) => placeOf(a, start)),
        to,
      ),
  },
});

/** The points whose twist is held as well; undefined if it is not. */
function turningPoints(
  given: readonly (OnRod | Parameters<typeof placeOf>[0])[],
  twist: boolean | undefined,
): readonly OnRod[] | undefined {
  const rods = given.filter((one) => 'u' in one);
  if (twist === false || (twist === undefined && rods.length < given.length)) return undefined;
  if (rods.length < given.length)
    throw misfit('twist', 'only points of rods, given by "u" or "along", have a twist; leave this out.');
  const without = rods.find(({ body }) => !isRod(body) || !(body.section.GJ > 0));
  if (!without) return rods;
  if (twist === undefined) return undefined;
  throw misfit('twist', `body "${without.body.id}" has no twist. Give it a GJ in N m^2, or leave "twist" out.`);
}
