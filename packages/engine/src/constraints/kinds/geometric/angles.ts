/** Angles: between two arms, and between two triangles with a common edge. */
import { optional } from '../../../base/field.ts';
import { angleLimits } from '../../../relations/directions/angle.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { angle, dihedral } from '../constraints.ts';
import { freeAngle, limitedAngle, point } from '../fields.ts';
import { angleOf, at, checkStart, degree, valued } from '../situations.ts';

const { least, most } = angleLimits;

export const angleKind = constraintKind({
  kind: 'angle',
  description: 'Holds the angle between two arms.',
  fields: {
    a: point('The end of one arm'),
    vertex: point('Where the arms meet'),
    b: point('The end of the other arm'),
    angleDegrees: optional(limitedAngle('The angle.', '; for 0 and 180 use "parallel"'), 'as at the start'),
  },
  ramp: true,
  // the arc at its vertex says it
  glyph: { body: 'relation', world: 'anchor', only: 1, between: 'arc' },
  make: ({ a, vertex, b, angleDegrees }, situation) => {
    const make = (radians: number): ConstraintSpec => angle(a, vertex, b, radians);
    const now = (): number => {
      const radians = angleOf(make(0), at(situation));
      const degrees = radians / degree;
      if (degrees >= least && degrees <= most) return radians;
      throw misfit(
        'angleDegrees',
        `at the start it is ${Number(degrees.toPrecision(4))}; ${least} to ${most} degrees can be held, for 0 and 180 use "parallel".`,
      );
    };
    return checkStart(valued(angleDegrees, { name: 'angle', scale: degree }, now, make), situation);
  },
});

export const dihedralKind = constraintKind({
  kind: 'dihedral',
  description: 'Holds the angle between two triangles with a common edge: a hinge.',
  fields: {
    a: point('One end of the common edge'),
    b: point('The other'),
    c: point('The third corner of one triangle'),
    d: point('The third corner of the other'),
    angleDegrees: optional(freeAngle('From c to d, right-handed about a -> b: 0 folded, 180 flat.'), 'as at the start'),
  },
  ramp: true,
  glyph: { body: 'relation', world: 'anchor' },
  make: ({ a, b, c, d, angleDegrees }, situation) => {
    const make = (radians: number): ConstraintSpec => dihedral(a, b, c, d, radians);
    const now = (): number => angleOf(make(0), at(situation));
    return checkStart(valued(angleDegrees, { name: 'angle', scale: degree }, now, make), situation);
  },
});
