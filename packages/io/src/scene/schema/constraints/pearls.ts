/** Pearls on rods, and mass points that touch. */
import * as z from 'zod';
import { finite, notNegative, object, positive } from '../quantities.ts';
import { anchor, bodyReference, selection } from '../selections.ts';
import { common } from './constraint-keys.ts';
import { sliding } from './keyholes.ts';

const { friction, coulomb, drive, ends } = sliding;
const pearl = object({
  ...common,
  kind: z.literal('pearl').describe('Mass points on a rod, along which they slide.'),
  a: selection.describe('The pearls: nodes of a body of kind "particles".'),
  on: bodyReference.describe('The id of a rod, of kind "spline".'),
  u: anchor.shape.u.describe(
    'Where on the rod they are at the start, one place for each; the nearest if not given, as when they are threaded on later.',
  ),
  coupling: z
    .enum(['strong', 'weak'], { error: '"strong" or "weak"' })
    .optional()
    .describe(
      'Rod and pearls move as one ("strong", the default), or pearls first, and the rod feels them afterwards ("weak", as in MIC08).',
    ),
  friction,
  coulomb,
  drive,
  ends,
  between: z
    .tuple([finite('spans', 'u of one.'), finite('spans', 'u of the other.')], { error: 'two places [u, u]' })
    .optional()
    .describe('With "ends": "stop", where the stoppers are, if not at the ends of the rod.'),
});
const contact = object({
  ...common,
  kind: z.literal('contact').describe('Keeps mass points from overlapping, each and the next.'),
  a: selection.describe('Nodes of a body of kind "particles", one after another, such as pearls along their rod.'),
  distance: positive('metres', 'How far apart they stay; twice the radius of the body if not given.').optional(),
  restitution: notNegative('', 'Of the speed at which they meet, the part at which they part: 0 to 1.')
    .max(1, { error: 'a number from 0 to 1' })
    .optional(),
});

export const pearlKinds = [pearl, contact] as const;
export type PearlDef = z.input<(typeof pearlKinds)[number]>;
