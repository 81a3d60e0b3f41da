/** Constraints of rods: on tangents and twist, which only rods have, and fusions. Angles are in degrees. */
import { angleLimits, nockDefaults } from '@pliant/engine';
import * as z from 'zod';
import { driven, target } from '../paths.ts';
import { finite, notNegative, object, oneOf, positive, yesOrNo } from '../quantities.ts';
import { anchor } from '../selections.ts';
import { common, ramp } from './constraint-keys.ts';

const onRod = (what: string) => anchor.describe(`${what}: a point of a rod, such as { "body": "rope", "u": 1.5 }.`);
const { least, most } = angleLimits;
const held = `an angle of ${least} to ${most} degrees`;
const heldAngle = driven(
  z.number({ error: held }).gte(least, { error: held }).lte(most, { error: held }),
  held,
).optional();
const turn = driven(finite('degrees', 'An angle that stays.'), 'a number in degrees').optional();

const orientation = oneOf(
  object({
    ...common,
    kind: z
      .literal('orientation')
      .describe('Holds the tangent of a rod along a direction, or along that of another rod.'),
    a: onRod('Whose tangent is held'),
    direction: target
      .optional()
      .describe(
        'A direction of any length, or a path of directions, which turns at most 0.2 rad in a step. As at the start if not given.',
      ),
    b: onRod('Along whose tangent instead').optional(),
    rows: z
      .union([z.literal(2), z.literal(3)], { error: '2 or 3' })
      .optional()
      .describe('2 (the default): the rod may stretch there; 3: it may not.'),
    angleDegrees: heldAngle.describe(
      `At this angle to the direction instead, ${least} to ${most} degrees, or a path of values: one row.`,
    ),
    ramp,
  }),
  ['direction', 'b'],
  'say what it is held along',
  { orNone: true },
);
const twist = object({
  ...common,
  kind: z.literal('twist').describe('Holds the angle about a rod, or that between two places of rods.'),
  a: onRod('Where it is held'),
  b: onRod('Against what; against its rest if not given').optional(),
  angleDegrees: turn.describe('How far it is turned (degrees), or a path of values; as at the start if not given.'),
  ramp,
});
const fuse = object({
  ...common,
  kind: z.literal('fuse').describe('Makes points of two rods one: in place, tangent and twist.'),
  a: onRod('One'),
  b: onRod('The other'),
  tangent: yesOrNo('Whether they stay tangent to each other; true if not given.').optional(),
  twist: yesOrNo(
    'Whether they turn about their axes together; if not given, they do where both know twist.',
  ).optional(),
  angleDegrees: heldAngle.describe(
    `They branch off at this angle instead, ${least} to ${most} degrees, or a path of values.`,
  ),
  turnDegrees: turn.describe(
    'By how much b is turned about its axis against a (degrees), or a path of values; as at the start if not given.',
  ),
  ramp,
});

const nock = object({
  ...common,
  kind: z
    .literal('nock')
    .describe('A string pushes the end of an arrow, and holds it across while it does; then the arrow flies off.'),
  a: onRod('The point of the string'),
  b: onRod('The end of the arrow'),
  reach: positive(
    'metres',
    `How near they are where the string takes hold; ${nockDefaults.reach} m if not given.`,
  ).optional(),
  grip: notNegative('N', 'How hard the arrow has to be pulled off; 0 if not given: the string only pushes.').optional(),
});

export const rodKinds = [orientation, twist, fuse, nock] as const;
export type RodConstraintDef = z.input<(typeof rodKinds)[number]>;
