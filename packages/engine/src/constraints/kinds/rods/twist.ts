/** Twist: the angle about a rod. */
import type { Anchor } from '../../../anchors/anchor.ts';
import { splineTwist } from '../../../anchors/spline-point.ts';
import { optional } from '../../../base/field.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { freeAngle, rodPoint } from '../fields.ts';
import { type OnRod, twist } from '../rod-constraints.ts';
import { at, degree, valued } from '../situations.ts';

/** The angle of a rod at a place; one that knows no twist is refused, at the field that named it. */
export function twistOf({ body, u }: OnRod, field: string): Anchor {
  if (body.section.GJ > 0) return splineTwist(body, u);
  throw misfit(field, `body "${body.id}" has no twist. Give it a GJ in N m^2.`);
}

export const twistKind = constraintKind({
  kind: 'twist',
  description: 'Holds the angle about a rod, or that between two places of rods.',
  fields: {
    a: rodPoint('Where it is held'),
    b: optional(rodPoint('Against what'), 'its rest'),
    angleDegrees: optional(freeAngle('How far it is turned.'), 'as at the start'),
  },
  ramp: true,
  glyph: { body: 'relation', world: 'anchor' },
  make: ({ a, b, angleDegrees }, situation) => {
    const place = at(situation);
    const turned = place(twistOf(a, 'a'))[0] - (b ? place(twistOf(b, 'b'))[0] : 0);
    const now = (): number => turned;
    return valued(angleDegrees, { name: 'turn', scale: degree }, now, (turn) => twist(a, turn, b));
  },
});
