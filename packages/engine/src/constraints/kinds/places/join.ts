/** Join: points of bodies in one place. */
import { constraintKind } from '../constraint-kind.ts';
import { joins } from '../constraints.ts';
import { pointList } from '../fields.ts';

export const joinKind = constraintKind({
  kind: 'join',
  description: 'Holds points of bodies together.',
  fields: {
    points: pointList('Two or more points, each a selection of one.', { least: 2 }),
  },
  ramp: true,
  glyph: { body: 'join', world: 'join' },
  make: ({ points }) => joins([points]),
});
