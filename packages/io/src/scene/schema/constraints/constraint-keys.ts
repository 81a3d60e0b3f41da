/** What constraints of many kinds have in common. */
import * as z from 'zod';
import { named, object, oneOf, positive, text, whole, yesOrNo } from '../quantities.ts';
import { method } from './methods.ts';

export const ramp = named(
  'ramp',
  z.union(
    [
      z.literal(true, { error: 'true' }).describe('As many steps as the gap needs.'),
      oneOf(
        object({
          steps: whole(1, 'How many steps it takes.').optional(),
          time: positive('seconds', 'How long it takes.').optional(),
          by: z
            .enum(['goal', 'force'], { error: '"goal" or "force"' })
            .optional()
            .describe('The gap fades smoothly ("goal", the default), or the force grows ("force"), which overshoots.'),
        }),
        ['steps', 'time'],
        'says how long it takes',
        { orNone: true },
      ),
    ],
    { error: 'true, { "steps": ... } or { "time": ... }' },
  ),
)
  .optional()
  .describe('Closes an initial gap over many steps, instead of in one step.');
export type RampDef = NonNullable<z.input<typeof ramp>>;

export const common = {
  id: text('an id: a name of its own', 'A unique name, for events and probes.'),
  method: method.optional().describe('The method, if not the default of the scene.'),
  active: yesOrNo('Whether it is active from the start; true if not given. Events switch it.').optional(),
};
