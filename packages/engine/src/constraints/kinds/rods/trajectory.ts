/** Trajectory: points slide along a curve of the world. */
import { guide, nearestOnGuide } from '../../../anchors/guide.ts';
import { optional } from '../../../base/field.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { curve, points, sliding, yesOrNo } from '../fields.ts';
import { trajectory } from '../keyholes.ts';
import { at } from '../situations.ts';
import { slidingOf } from './sliding.ts';

export const trajectoryKind = constraintKind({
  kind: 'trajectory',
  description: 'Holds points on a smooth curve of the world, along which they slide.',
  fields: {
    a: points('The points that are held: one or many, each separately.'),
    points: curve('Points that the curve goes through (metres): u = 0 at the first, 1 at the next.', { least: 2 }),
    closed: optional(yesOrNo('Whether the curve is closed.'), false),
    ...sliding,
  },
  ramp: true,
  traits: ['sliding'],
  glyph: { body: 'slide', world: 'none' },
  make: (given, situation) => {
    const { a, points: through, closed, slide, ends } = given;
    const along = guide(through.flat(), closed);
    if (closed && ends) throw misfit('ends', 'a closed curve has no ends; leave this out.');
    const first = typeof slide === 'object' ? slide.values[0] : slide;
    const starts = a.map((anchor) => first ?? nearestOnGuide(along, at(situation)(anchor)));
    return trajectory(a, along, starts, slidingOf(given, starts, along.spans, 'the curve'));
  },
});
