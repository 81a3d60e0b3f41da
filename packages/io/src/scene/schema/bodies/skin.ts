/** Skins: surfaces that follow bodies. */
import * as z from 'zod';
import { list, named, notNegative, object, positive, some, threeWholes, vector, whole } from '../quantities.ts';
import { surfaceFile } from './meshes.ts';

const centre = vector('metres', 'Its centre; the origin if not given.').optional();
const segments = (description: string) => whole(1, `${description}; 16 if not given.`).optional();
const lengths = (description: string) =>
  z
    .tuple([positive('metres', 'Along x.'), positive('metres', 'Along y.'), positive('metres', 'Along z.')], {
      error: 'three positive numbers [x, y, z] in metres',
    })
    .describe(description);

const refined = object({
  kind: z.literal('refined').describe("The body's own surface, finer and rounder."),
  levels: whole(0, 'How many times each triangle is cut into four; 2 if not given.').optional(),
  round: notNegative(
    '',
    'How much corners and edges are rounded, in mean edges of the mesh; 0.5 if not given.',
  ).optional(),
});
const sphere = object({
  kind: z.literal('sphere').describe('A ball.'),
  radius: positive('metres', 'Its radius.'),
  centre,
  segments: segments('Along a quarter of the way round'),
});
const ellipsoid = object({
  kind: z.literal('ellipsoid').describe('An ellipsoid along the axes.'),
  radii: lengths('Radii along x, y and z (metres).'),
  centre,
  segments: segments('Along a quarter of the way round'),
});
const roundedBox = object({
  kind: z.literal('rounded-box').describe('A box with rounded edges.'),
  size: lengths('Lengths along x, y and z (metres).'),
  radius: positive('metres', 'Of its edges, at most half the shortest side.'),
  centre,
  segments: segments('Along the longest side'),
});
const surface = object({
  kind: z.literal('surface').describe('A surface from a file: OBJ, STL or PLY.'),
  file: surfaceFile,
});
const given = object({
  kind: z.literal('triangles').describe('A surface written out.'),
  positions: some(vector('metres', 'A vertex.'), 'a list of points [[x, y, z], ...]', 'The vertices (metres).'),
  triangles: list(
    threeWholes(0, 'Three vertices, anticlockwise from outside.'),
    'a list of triangles [[a, b, c], ...]',
    'Triangles, three vertices each.',
  ),
});

export const skin = named(
  'skin',
  z.discriminatedUnion('kind', [refined, sphere, ellipsoid, roundedBox, surface, given], {
    error: 'a skin { "kind": ... }',
  }),
)
  .optional()
  .describe(
    'A surface that follows the body and is drawn in its place, in the coordinates of its mesh, or in its frame.',
  );
export type SkinDef = NonNullable<z.input<typeof skin>>;
