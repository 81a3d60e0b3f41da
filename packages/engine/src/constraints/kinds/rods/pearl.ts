/** Pearl: mass points on a rod, along which they slide. */
import { choice, optional, pair } from '../../../base/field.ts';
import type { Body } from '../../../bodies/body.ts';
import type { Spline } from '../../../bodies/rod/spline.ts';
import { nearestPlace } from '../../../geometry/least-along-curve.ts';
import { constraintKind, misfit, type PickedNodes } from '../constraint-kind.ts';
import { body, isRod, nodes, rodPlaces, sliding } from '../fields.ts';
import { pearls } from '../pearls.ts';
import { defined } from './sliding.ts';

const { friction, coulomb, drive, ends } = sliding;

export const pearlKind = constraintKind({
  kind: 'pearl',
  description: 'Mass points that slide along a rod.',
  fields: {
    a: nodes('The pearls: nodes of a body of kind "particles".'),
    on: body('The id of a rod, of kind "spline".', {
      what: 'a rod, of kind "spline"',
      add: () => 'add a body of kind "spline"',
      accepts: isRod,
    }),
    u: optional(
      rodPlaces('The initial places on the rod, one for each.'),
      'the nearest, as when they are threaded on later',
    ),
    coupling: optional(
      choice(
        ['strong', 'weak'],
        'Rod and pearls are solved together ("strong"), or the pearls first and then the rod ("weak", as in MIC08).',
      ),
      'strong',
    ),
    friction,
    coulomb,
    drive,
    ends,
    between: optional(pair('spans', 'With "ends": "stop": the places of the stops.'), 'the ends of the rod'),
  },
  traits: ['sliding', 'condensable'],
  // pearls are seen themselves
  glyph: { body: 'none', world: 'none' },
  make: ({ a, on, u, ...how }, { now }) => {
    if (a.length > 1) throw misfit('a.body', `selects ${a.length} bodies; one of kind "particles" is needed here.`);
    const [{ body: own, nodes: picked }] = massPoints(a);
    const rod = on as Spline;
    if (u && u.length !== picked.length)
      throw misfit('u', `${u.length} places on body "${rod.id}" for ${picked.length} pearls; give one for each.`);
    const nearest = (n: number): number => nearestOn(rod, now(rod.id), now(own.id), n);
    return pearls(own, picked, rod, u ?? picked.map(nearest), defined(how));
  },
});

/** Nodes of bodies of mass points; others are refused. */
export function massPoints(picked: readonly PickedNodes[]): readonly PickedNodes[] {
  const other = picked.find(({ body: one }) => !isMassPoints(one))?.body;
  if (!other) return picked;
  throw misfit('a.body', `body "${other.id}" is ${other.kind}; mass points are of kind "particles" or "ball".`);
}
const isMassPoints = (one: Body): boolean => one.elements.length === 0 && !one.inverseMass.apply;

/** The cut of a rod that is nearest to a node, as the u that it starts at. */
function nearestCut(rod: Spline, x: ArrayLike<number>, points: ArrayLike<number>, n: number): number {
  let [best, at] = [Number.POSITIVE_INFINITY, 0];
  for (const { node, start } of rod.cuts ?? []) {
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const d = x[3 * node + axis] - points[3 * n + axis];
      square += d * d;
    }
    if (square < best) [best, at] = [square, (start * rod.spans) / rod.restLength];
  }
  return at;
}
/** The u at which a rod is nearest to a node. */
function nearestOn(rod: Spline, x: ArrayLike<number>, points: ArrayLike<number>, n: number): number {
  if (rod.cuts) return nearestCut(rod, x, points, n);
  const distanceAt = (u: number): number => {
    const { first, b } = rod.basis(u);
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      const d = b.reduce((at, w, i) => at + w * x[3 * (first + i) + axis], 0) - points[3 * n + axis];
      sum += d * d;
    }
    return sum;
  };
  return nearestPlace(distanceAt, rod.spans);
}
