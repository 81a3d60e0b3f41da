/** Orientation: the tangent of a rod along a direction. */
import { splineTangent } from '../../../anchors/spline-point.ts';
import { optional } from '../../../base/field.ts';
import { constraintKind } from '../constraint-kind.ts';
import { direction, limitedAngle, rodPoint, rows } from '../fields.ts';
import { orientation } from '../rod-constraints.ts';
import { anchorOf, at, degree, valued } from '../situations.ts';

export const orientationKind = constraintKind({
  kind: 'orientation',
  description: 'Holds the tangent of a rod along a direction, or along that of another rod.',
  fields: {
    a: rodPoint('Whose tangent is held'),
    direction: optional(
      direction('A direction of any length, or a path of directions, which turns at most 0.2 rad in a step.'),
      'as at the start',
    ),
    b: optional(rodPoint('Along whose tangent instead')),
    rows: rows('2: the rod may stretch there; 3: it may not.'),
    angleDegrees: optional(limitedAngle('Hold the tangent at this angle to the direction instead: one row.')),
  },
  exclusive: { keys: ['direction', 'b'], what: 'say what it is held along' },
  ramp: true,
  glyph: { body: 'relation', world: 'anchor' },
  make: ({ a, b, direction: given, rows: count = 2, angleDegrees }, situation) => {
    const tangent = splineTangent(a.body, a.u);
    const along = b ?? anchorOf(given ?? at(situation)(tangent));
    if (angleDegrees === undefined) return orientation(a, along, { rows: count });
    const none = (): number => 0;
    return valued(angleDegrees, { name: 'angle', scale: degree }, none, (angle) => orientation(a, along, { angle }));
  },
  aim: { at: 'direction', targets: ({ members }, to) => members.map(() => anchorOf(to)) },
});
