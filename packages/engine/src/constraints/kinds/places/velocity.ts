/** Velocity: points at a given velocity. */
import { choice, optional, vector } from '../../../base/field.ts';
import { constraintKind } from '../constraint-kind.ts';
import { velocity } from '../constraints.ts';
import { points } from '../fields.ts';

export const velocityKind = constraintKind({
  kind: 'velocity',
  description: 'Holds points at a velocity.',
  fields: {
    a: points('The points that are held: one or many.'),
    velocity: vector('m/s', 'The velocity.'),
    by: optional(
      choice(['force', 'impulse'], 'By forces, which move points at it ("force"), or set after each step ("impulse").'),
      'force',
    ),
  },
  glyph: { body: 'relation', world: 'anchor' },
  make: ({ a, velocity: to, by }) => velocity(a, to, by),
});
