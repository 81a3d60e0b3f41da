/** How the superquadrics of a scene are fitted to data: which points are what. The data themselves are a file: see `pliant fit`. */
import { trackingDefaults } from '@pliant/engine';
import * as z from 'zod';
import { list, object, positive, some, text, whole } from './quantities.ts';
import { anchor, bodyReference } from './selections.ts';

const pattern = text('a name, in which * stands for any text', '* stands for any text.');
const { iterations, stiffness, noise } = trackingDefaults;

export const fit = object({
  markers: list(
    object({
      name: text('the name of a marker', 'Its name in the data.'),
      point: anchor.describe('The point of a superquadric that it marks.'),
    }),
    'a list of markers',
    'Markers on known points.',
  ).optional(),
  points: list(
    object({
      names: pattern,
      bodies: some(bodyReference, 'a list of ids of bodies', 'Those they may be on; all if not given.').optional(),
    }),
    'a list of points',
    'Points somewhere on a surface; all data if nothing is given.',
  ).optional(),
  ignore: list(pattern, 'a list of names', 'Data that are left out; of markers only those named without *.').optional(),
  unit: positive('metres', 'The unit of the data; that of the file, or 1 m, if not given.').optional(),
  iterations: object({
    first: whole(1, 'Of a stage of the first frame.'),
    later: whole(1, 'Of a later frame.'),
  })
    .optional()
    .describe(`Steps at most; ${iterations.first} and ${iterations.later} if not given.`),
  stiffness: positive('N/m', `Stiffness of a datum; ${stiffness} if not given.`).optional(),
  memory: z
    .number({ error: 'a number from 0 to 1' })
    .gte(0, { error: 'a number from 0 to 1' })
    .lte(1, { error: 'a number from 0 to 1' })
    .optional()
    .describe('How much is kept of what earlier frames say of shapes, 0 to 1; 0 if not given.'),
  noise: positive('metres', `Least scatter of the data; ${noise} if not given.`).optional(),
});
export type FitDef = z.input<typeof fit>;
