/** Above: points on the free side of a plane. */
import type { Body } from '../../../bodies/body.ts';
import type { Plane } from '../../../bodies/plane.ts';
import { constraintKind } from '../constraint-kind.ts';
import { above } from '../constraints.ts';
import { body, points } from '../fields.ts';

export const aboveKind = constraintKind({
  kind: 'above',
  description: 'Keeps points on the free side of a plane.',
  fields: {
    a: points('The points that are kept there: one or many.'),
    plane: body('The id of a body of kind "plane".', {
      what: 'a plane',
      add: (id) => `add a body { "id": "${id}", "kind": "plane", "normal": [0, 1, 0] }`,
      accepts: (one: Body) => 'normal' in one,
    }),
  },
  traits: ['one-sided'],
  glyph: { body: 'contact', world: 'none' },
  make: ({ a, plane }) => above(a, plane as Plane),
});
