/** Offset: one point at an offset from another. */
import { optional, vector } from '../../../base/field.ts';
import { constraintKind } from '../constraint-kind.ts';
import { offset } from '../constraints.ts';
import { point } from '../fields.ts';
import { at, checkStart, difference } from '../situations.ts';

export const offsetKind = constraintKind({
  kind: 'offset',
  description: 'Holds one point at an offset from another, in directions of the world.',
  fields: {
    a: point('Where the offset starts'),
    b: point('Where it ends'),
    offset: optional(vector('metres', 'From a to b.'), 'as at the start'),
  },
  ramp: true,
  glyph: { body: 'relation', world: 'anchor' },
  make: ({ a, b, offset: by }, situation) => {
    const place = at(situation);
    return checkStart(offset(a, b, by ?? difference(place(a), place(b))), situation);
  },
});
