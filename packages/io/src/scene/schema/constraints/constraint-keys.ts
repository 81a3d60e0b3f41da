/** What constraints of many kinds have in common. */
import * as z from 'zod';
import { named, object, oneOf, positive, text, whole, yesOrNo } from '../quantities.ts';
import { method } from './methods.ts';

export const ramp = named(
  'ramp',
  z.union(
    [
      z.literal(true, { error: 'true' }).describe('As long as the gap asks for.'),
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
  .describe('Leads points that are apart to their goal, instead of bringing them there in one step.');
export type RampDef = NonNullable<z.input<typeof ramp>>;

export const common = {
  id: text('an id: a name of its own', 'A name of its own, by which events and probes refer to it.'),
  method: method.optional().describe('How it is enforced, if not by the default of the scene.'),
  active: yesOrNo('Whether it holds from the start; true if not given. Events switch it.').optional(),
};
