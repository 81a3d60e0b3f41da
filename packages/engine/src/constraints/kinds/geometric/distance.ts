/** Distance: points a given length apart. */
import type { Anchor } from '../../../anchors/anchor.ts';
import { drivenNumber, optional, positive } from '../../../base/field.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { distance, distances } from '../constraints.ts';
import { pointEach, points } from '../fields.ts';
import { at, checkStart, difference, sizeOf, valued } from '../situations.ts';

export const distanceKind = constraintKind({
  kind: 'distance',
  description: 'Holds two points a given length apart: a rod without mass.',
  fields: {
    a: points('One end: one point, or many, each with its own rod.'),
    b: pointEach('The other end, of all rods, or as many points as "a" has, one for each'),
    length: optional(drivenNumber('metres', 'How far apart.', positive), 'each as far as at the start'),
  },
  ramp: true,
  glyph: { body: 'pin', world: 'anchor', between: 'rod' },
  make: ({ a, b, length }, situation) => {
    const place = at(situation);
    if (b.length !== 1 && b.length !== a.length)
      throw misfit(
        'b',
        `selects ${b.length} points for ${a.length} of "a". Select one, such as the "nearest", or one for each.`,
      );
    const between = (end: Anchor, k: number): number => {
      const apart = sizeOf(difference(place(end), place(b[b.length === 1 ? 0 : k])));
      if (apart > 0) return apart;
      throw misfit(
        'length',
        'both points are at the same place, so there is no length to keep. Give one, or use "join".',
      );
    };
    const rods = (value: number): ConstraintSpec =>
      a.length === 1
        ? distance(a[0], b[0], value)
        : distances(
            a,
            b,
            a.map(() => value),
          );
    const spec =
      length === undefined
        ? distances(a, b, a.map(between))
        : valued(length, { name: 'length' }, () => between(a[0], 0), rods);
    return checkStart(spec, situation);
  },
});
