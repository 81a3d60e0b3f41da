/** Deformable superquadrics. */
import * as z from 'zod';
import { finite, integratorName, named, notNegative, object, oneOf, positive, vector, whole } from '../quantities.ts';
import { colour, id, placement, repeat } from './body-keys.ts';
import { skin } from './skin.ts';

const numbersByName = (error: string, description: string) =>
  z.record(z.string(), finite('', 'Its number.'), { error }).optional().describe(description);

export const superquadric = named(
  'body-superquadric',
  oneOf(
    object({
      id,
      kind: z.literal('superquadric').describe('A deformable superquadric.'),
      shape: z
        .record(z.string(), z.union([z.string().describe('Which primitive.'), finite('', 'Its number.')]), {
          error: 'a shape { "a1": ..., "a2": ..., "a3": ... }',
        })
        .describe('Parameters by name: a1, a2, a3 (metres), e1, e2, t1, t2, tw, b1, b2, b3, k1, k2; "kind".'),
      free: z
        .array(z.string(), { error: 'a list of names' })
        .optional()
        .describe('What moves: "rigid" (or "position", "rotation"), "local", parameters; the first two if not given.'),
      mass: positive('kg', 'Mass.').optional(),
      density: positive('kg/m^3', 'Density.').optional(),
      nodalMass: positive('kg', 'Mass of every node.').optional(),
      grid: z
        .tuple([whole(3, 'Rings.'), whole(3, 'Sectors.')], { error: 'rings and sectors, two whole numbers' })
        .optional()
        .describe('Rings and sectors of nodes; [3, 8] if not given.'),
      mode: z
        .enum(['projected', 'lumped'], { error: '"projected" or "lumped"' })
        .optional()
        .describe('How local displacements take part in the mass.'),
      w0: notNegative('N/m', 'Stiffness of local displacements; 2 if not given.').optional(),
      w1: notNegative('N/m', 'Stiffness of their slopes; 10 if not given.').optional(),
      harmonics: whole(1, 'Local displacements are functions of the whole surface up to this degree.').optional(),
      indentation: positive('metres', 'Contacts dent it: radius of the patch.').optional(),
      plasticity: object({
        yield: notNegative('metres', 'Displacements beyond this become permanent.'),
        rate: notNegative('1/s', 'How fast.'),
      })
        .optional()
        .describe('Whether dents stay.'),
      shapeStiffness: numbersByName('numbers by name', 'Springs on free parameters.'),
      velocity: vector('m/s', 'Velocity at the start.').optional(),
      spin: vector('rad/s', 'Angular velocity at the start.').optional(),
      drag: notNegative('1/s', 'Damping in proportion to mass.').optional(),
      integrator: integratorName('Its integrator.').optional(),
      skin,
      place: placement.optional().describe('Turns and moves it.'),
      repeat: repeat.optional().describe('Copies of it.'),
      colour,
    }),
    ['mass', 'density', 'nodalMass'],
    'says how heavy it is',
  ),
);
export type SuperquadricDef = z.input<typeof superquadric>;
