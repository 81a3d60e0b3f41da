/** Equations that are typed. */
import * as z from 'zod';
import { anyPoint, driven } from '../paths.ts';
import { finite, object, text } from '../quantities.ts';
import { common, ramp } from './constraint-keys.ts';

const byName = <T extends z.ZodType>(values: T, wanted: string) =>
  z.record(z.string().min(1), values, { error: `an object { "name": ${wanted} }` });

export const equation = object({
  ...common,
  kind: z.literal('equation').describe('Holds an equation, as it is typed, between points.'),
  equation: text(
    'an equation such as "distance(a, b) = 2"',
    'The equation: an expression that is kept at zero, or two with =, >= or <= between them.',
  ),
  points: byName(anyPoint, 'point').describe(
    'The points by their names in the equation: points of the world, or selections of one; if one of them selects many, the equation holds for each.',
  ),
  parameters: byName(driven(finite('', 'A number that stays.'), 'a number'), 'number')
    .optional()
    .describe('Numbers by their names in the equation, each a number or a path of values.'),
  ramp,
});
export type EquationDef = z.input<typeof equation>;
