/** Fuse: points of two rods become one. */
import { splineTangent } from '../../../anchors/spline-point.ts';
import { optional } from '../../../base/field.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { freeAngle, limitedAngle, rodPoint, yesOrNo } from '../fields.ts';
import { fuse } from '../rod-constraints.ts';
import { at, degree, dotOf, valued } from '../situations.ts';
import { twistOf } from './twist.ts';

export const fuseKind = constraintKind({
  kind: 'fuse',
  description: 'Joins points of two rods: place, tangent and twist.',
  fields: {
    a: rodPoint('One'),
    b: rodPoint('The other'),
    tangent: optional(yesOrNo('Whether they stay tangent to each other.'), true),
    twist: optional(yesOrNo('Whether they turn about their axes together.'), 'true where both know twist'),
    angleDegrees: optional(limitedAngle('Join them at this angle instead.')),
    turnDegrees: optional(freeAngle('By how much b is turned about its axis against a.'), 'as at the start'),
  },
  ramp: true,
  glyph: { body: 'join', world: 'none' },
  make: ({ a, b, tangent, twist, angleDegrees, turnDegrees }, situation) => {
    const place = at(situation);
    if (angleDegrees !== undefined && tangent !== undefined)
      throw misfit('angleDegrees', 'they are tangent or at an angle; leave "tangent" or "angleDegrees" out.');
    const together = twist ?? (a.body.section.GJ > 0 && b.body.section.GJ > 0);
    if (!together && turnDegrees !== undefined)
      throw misfit('turnDegrees', 'they turn freely, as twist is not fused; give both bodies a GJ in N m^2.');
    const turned = (): number => place(twistOf(b, 'b'))[0] - place(twistOf(a, 'a'))[0];
    const [tA, tB] = [a, b].map(({ body, u }) => place(splineTangent(body, u)));
    const reversed = dotOf(tA, tB) < 0;
    const make = (angle: number | undefined, turn: number | undefined): ConstraintSpec =>
      fuse(a, b, { twist: turn ?? false, tangent: angle ?? (tangent === false ? 'free' : 'along'), reversed });
    const none = (): number => 0;
    const angled = (turn: number | undefined): ConstraintSpec =>
      angleDegrees === undefined
        ? make(undefined, turn)
        : valued(angleDegrees, { name: 'angle', scale: degree }, none, (angle) => make(angle, turn));
    return together ? valued(turnDegrees, { name: 'turn', scale: degree }, turned, angled) : angled(undefined);
  },
});
