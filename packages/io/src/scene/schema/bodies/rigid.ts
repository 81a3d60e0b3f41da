/** Rigid bodies. */
import * as z from 'zod';
import { path, values } from '../paths.ts';
import { integratorName, named, notNegative, object, oneOf, positive, some, vector, yesOrNo } from '../quantities.ts';
import { colour, id, placement, repeat } from './body-keys.ts';
import { surfaceFile } from './meshes.ts';

const radius = positive('metres', 'Its radius.');
const shape = named(
  'rigid-shape',
  z.discriminatedUnion(
    'kind',
    [
      object({ kind: z.literal('sphere').describe('A sphere about the origin.'), radius }),
      object({
        kind: z.literal('box').describe('A box about the origin.'),
        size: z
          .tuple([positive('metres', 'Along x.'), positive('metres', 'Along y.'), positive('metres', 'Along z.')], {
            error: 'three positive lengths [x, y, z] in metres',
          })
          .describe('Its edges along x, y and z (metres).'),
      }),
      object({
        kind: z.literal('capsule').describe('A cylinder along y with half spheres at its ends.'),
        radius,
        length: positive('metres', 'Between the centres of its half spheres.'),
      }),
      object({
        kind: z.literal('cylinder').describe('A cylinder along y.'),
        radius,
        length: positive('metres', 'Along y.'),
      }),
      object({
        kind: z.literal('convex').describe('The convex hull of points.'),
        points: some(
          vector('metres', 'A point.'),
          'four or more points [[x, y, z], ...]',
          'Four or more, not all in one plane.',
          4,
        ),
      }),
      object({
        kind: z.literal('surface').describe('The inside of a closed surface from a file.'),
        file: surfaceFile,
        scale: positive('', 'Its size as a multiple of that in the file; 1 if not given.').optional(),
      }),
    ],
    { error: 'a shape { "kind": "sphere", "box", "capsule", "cylinder", "convex" or "surface", ... }' },
  ),
);

export const rigid = named(
  'body-rigid',
  oneOf(
    object({
      id,
      kind: z.literal('rigid').describe('A rigid body. Node 0 is its centre of mass, the others are on its surface.'),
      shape: shape.describe('Its shape, about the origin, before it is turned and moved by "place".'),
      density: positive('kg/m^3', 'Density.').optional(),
      mass: positive('kg', 'Mass, instead of a density.').optional(),
      inertia: z
        .tuple([positive('kg m^2', 'x.'), positive('kg m^2', 'y.'), positive('kg m^2', 'z.')], {
          error: 'three positive moments of inertia in kg m^2',
        })
        .optional()
        .describe('Moments of inertia about the axes of the shape (kg m^2); those of a uniform solid if not given.'),
      velocity: vector('m/s', 'Velocity of its centre of mass at the start.').optional(),
      spin: vector('rad/s', 'Angular velocity at the start, about the axes of the world.').optional(),
      fixed: yesOrNo('Whether it never moves.').optional(),
      motion: path.optional().describe('By how much it is moved (metres), as a path; no force moves it.'),
      turning: object({
        axis: vector('', 'The direction of the axis, of any length.'),
        angleDegrees: values(
          'degrees',
          'The angle, right-handed about the axis, from how it is placed: a path of values.',
        ),
        at: vector(
          'metres',
          'A place on the axis at the start, which is moved with it; its own place if not given.',
        ).optional(),
      })
        .optional()
        .describe('How it is turned; no force turns it.'),
      drag: notNegative('1/s', 'Damping in proportion to mass: how fast speed and spin fade.').optional(),
      integrator: integratorName('How it moves in time, if not by the default of the scene.').optional(),
      place: placement.optional().describe('Turns and moves it.'),
      repeat: repeat.optional().describe('Copies of it: they are called "id[0]", "id[1]" and so on.'),
      colour,
    }),
    ['density', 'mass'],
    'says how heavy it is',
  ),
);
export type RigidDef = z.input<typeof rigid>;
