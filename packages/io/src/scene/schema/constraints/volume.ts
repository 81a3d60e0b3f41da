/** Bodies that keep their volume. */
import * as z from 'zod';
import { object } from '../quantities.ts';
import { bodyReference } from '../selections.ts';
import { common } from './constraint-keys.ts';

export const volume = object({
  ...common,
  kind: z.literal('volume').describe('Keeps the volume of a body made of tets or cells.'),
  body: bodyReference,
  per: z
    .enum(['cell', 'body'], { error: '"cell" or "body"' })
    .optional()
    .describe('Of each cell or tet, "cell", the default, or of the body as a whole, "body".'),
});
