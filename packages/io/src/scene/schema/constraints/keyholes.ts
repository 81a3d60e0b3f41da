/** What slides: rods through keyholes, points along curves of the world. */
import * as z from 'zod';
import { driven, target } from '../paths.ts';
import { finite, notNegative, object, oneOf, positive, some, vector, yesOrNo } from '../quantities.ts';
import { anchor } from '../selections.ts';
import { common, ramp } from './constraint-keys.ts';

export const sliding = {
  friction: notNegative('N s/m', 'Holds it back in proportion to its speed along the rod; 0 if not given.').optional(),
  coulomb: notNegative(
    '',
    'Of the force across: it sticks below, and slips against as much; 0 if not given.',
  ).optional(),
  drive: finite('newtons', 'Pushes it along, towards greater u.').optional(),
  slide: driven(notNegative('spans', 'A place.'), 'a place u, 0 or more')
    .optional()
    .describe('Where it is, u over time, instead of sliding by itself: a path of values that begins where it is.'),
  ends: z
    .enum(['release', 'stop'], { error: '"release" or "stop"' })
    .optional()
    .describe('At an end it comes off ("release", the default), or stops ("stop").'),
  inertia: positive(
    'kg',
    'What sliding sets in motion, under "lagrange" only; of a rod the mass of a span if not given, of a curve 0.001.',
  ).optional(),
};

const keyhole = oneOf(
  object({
    ...common,
    kind: z.literal('keyhole').describe('Lets a rod slide through a point.'),
    a: anchor.describe('Where on a rod it is at the start: "u" or "along", one or many.'),
    to: target
      .optional()
      .describe(
        'Through this point of the world, or one on a path; many keep their places relative to each other. Where they are, if not given.',
      ),
    b: anchor
      .optional()
      .describe('Through a point of a body instead; of the same rod, a slipknot. One, or one for each.'),
    direction: target
      .optional()
      .describe(
        'Along which the rod passes: a direction of any length, or a path of directions. Any way if not given.',
      ),
    rows: z
      .union([z.literal(2), z.literal(3)], { error: '2 or 3' })
      .optional()
      .describe('With a direction: 2 (the default), the rod may stretch there; 3: it may not.'),
    ...sliding,
    ramp,
  }),
  ['to', 'b'],
  'say what it slides through',
  { orNone: true },
);
const trajectory = object({
  ...common,
  kind: z.literal('trajectory').describe('Holds points on a smooth curve of the world, along which they slide.'),
  a: anchor.describe('What is held on it: one point or many, each by itself.'),
  points: some(
    vector('metres', 'A point.'),
    'two or more points [[x, y, z], ...]',
    'Points that the curve goes through (metres): u = 0 at the first, 1 at the next.',
    2,
  ),
  closed: yesOrNo('Whether it comes back to its first point; false if not given.').optional(),
  ...sliding,
  ramp,
});

export const keyholeKinds = [keyhole, trajectory] as const;
export type KeyholeDef = z.input<(typeof keyholeKinds)[number]>;
