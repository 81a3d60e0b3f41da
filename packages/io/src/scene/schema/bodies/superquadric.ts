/** Deformable superquadrics. */
import * as z from 'zod';
import { integratorName, named, notNegative, object, oneOf, positive, vector, whole } from '../quantities.ts';
import { colour, id, placement, repeat } from './body-keys.ts';

const numbersByName = (error: string, description: string) =>
  z
    .record(z.string(), z.number({ error: 'a number' }), { error })
    .optional()
    .describe(description);

export const superquadric = named(
  'body-superquadric',
  oneOf(
    object({
      id,
      kind: z
        .literal('superquadric')
        .describe('A deformable superquadric: rigid motion, shape parameters, local displacements of its surface.'),
      shape: z
        .record(z.string(), z.union([z.string(), z.number()]), { error: 'a shape { "a1": ..., "a2": ..., "a3": ... }' })
        .describe(
          'Its parameters by name: a1, a2, a3 (metres), e1, e2, taper t1, t2, twist tw, bend b1, b2, b3, shear k1, k2; "kind" is "superquadric", "supertoroid" or "hyperquadric".',
        ),
      free: z
        .array(z.string(), { error: 'a list of names' })
        .optional()
        .describe(
          'What moves: "rigid" (or "position", "rotation"), "local", shape parameters. "rigid" and "local" if not given.',
        ),
      mass: positive('kg', 'Mass; its nodes share it by their area.').optional(),
      density: positive('kg/m^3', 'Density of the solid, instead of a mass.').optional(),
      nodalMass: positive('kg', 'Mass of every node, instead.').optional(),
      grid: z
        .tuple([whole(3, 'Rings.'), whole(3, 'Sectors.')], { error: 'rings and sectors, two whole numbers' })
        .optional()
        .describe('Nodes: rings between the poles, sectors around; [3, 8] if not given.'),
      mode: z
        .enum(['projected', 'lumped'], { error: '"projected" or "lumped"' })
        .optional()
        .describe('Whether local displacements are kept apart from motion as a whole, or lumped as printed.'),
      w0: notNegative('N/m', 'Stiffness of local displacements; 2 if not given.').optional(),
      w1: notNegative('N/m', 'Stiffness of their slopes; 10 if not given.').optional(),
      plasticity: object({
        yield: notNegative('metres', 'Displacements beyond this become permanent.'),
        rate: notNegative('1/s', 'How fast.'),
      })
        .optional()
        .describe('Whether dents stay.'),
      shapeStiffness: numbersByName('numbers by name', 'Springs on free shape parameters, by name.'),
      velocity: vector('m/s', 'Velocity of its origin at the start.').optional(),
      spin: vector('rad/s', 'Angular velocity at the start, about the axes of the world.').optional(),
      drag: notNegative('1/s', 'Damping in proportion to mass.').optional(),
      integrator: integratorName('How it moves in time, if not by the default of the scene.').optional(),
      place: placement.optional().describe('Turns and moves it.'),
      repeat: repeat.optional().describe('Copies of it: they are called "id[0]", "id[1]" and so on.'),
      colour,
    }),
    ['mass', 'density', 'nodalMass'],
    'says how heavy it is',
  ),
);
export type SuperquadricDef = z.input<typeof superquadric>;
