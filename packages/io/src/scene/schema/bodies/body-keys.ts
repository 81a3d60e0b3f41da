/** What bodies of many kinds have in common: names, colours, where copies go. */
import * as z from 'zod';
import { finite, named, object, oneOf, some, text, threeWholes, vector } from '../quantities.ts';

const part = finite('', 'A part of the quaternion.');
export const turn = {
  rotate: z
    .tuple([part, part, part, part], { error: 'a quaternion [x, y, z, w]' })
    .optional()
    .describe('A rotation, as a quaternion [x, y, z, w]; [0, 0, 0, 1] is no rotation.'),
  rotateDegrees: object({
    axis: vector('', 'The direction to turn about, of any length.'),
    angle: finite('degrees', 'How far, anticlockwise when the axis points at you.'),
  })
    .optional()
    .describe('A rotation about an axis through the origin.'),
};
export const turns = ['rotate', 'rotateDegrees'] as const;

export const placement = named(
  'placement',
  oneOf(object({ translate: vector('metres', 'A shift.').optional(), ...turn }), turns, 'turn it', { orNone: true }),
);
export const repeat = named(
  'repeat',
  oneOf(
    object({
      grid: threeWholes(1, 'How many copies along x, y and z. Copies are numbered with x running fastest.').optional(),
      spacing: vector('metres', 'From one copy to the next, along x, y and z.').optional(),
      placements: some(placement, 'a list of { "translate": [x, y, z] }', 'The placement of each copy.').optional(),
    }),
    ['grid', 'placements'],
    'says where the copies are',
  ),
);

export const id = text('an id: a name of its own', 'A unique name, for constraints, events and probes.');
export const colour = z
  .string({ error: 'a colour such as "#d2603f"' })
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'a colour such as "#d2603f"' })
  .optional()
  .describe('How it is drawn, as "#rrggbb".');
