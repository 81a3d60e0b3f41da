/** Meshes: generated, written out, or from a file. */
import * as z from 'zod';
import {
  domainReference,
  list,
  named,
  object,
  positive,
  some,
  threeWholes,
  twoWholes,
  vector,
  whole,
} from '../quantities.ts';

const tuple = <N extends number>(count: N, what: string) => {
  const one = z
    .number({ error: 'a node, counted from 0' })
    .int({ error: 'a node, counted from 0' })
    .gte(0, { error: 'a node, counted from 0' });
  return z.array(one, { error: `${count} nodes, the corners of ${what}` }).length(count, {
    error: `${count} nodes, the corners of ${what}`,
  });
};
const centre = vector('metres', 'Its centre; the origin if not given.').optional();
export const points = some(vector('metres', 'A node.'), 'a list of points [[x, y, z], ...]', 'The nodes (metres).');

const boxMesh = object({
  kind: z.literal('box').describe('A block of cells, cut into tets.'),
  size: z
    .tuple([positive('metres', 'Along x.'), positive('metres', 'Along y.'), positive('metres', 'Along z.')], {
      error: 'three positive numbers [x, y, z] in metres',
    })
    .describe('Lengths along x, y and z (metres).'),
  cells: threeWholes(1, 'How many cells along x, y and z.'),
  tetsPerCell: z
    .union([z.literal(5), z.literal(6)], { error: '5 or 6' })
    .optional()
    .describe('Tets in each cell: 5 (the default) or 6.'),
  centre,
});
const chainMesh = object({
  kind: z.literal('chain').describe('Nodes on a line, each joined to the next by an edge.'),
  from: vector('metres', 'The first node.'),
  to: vector('metres', 'The last node.'),
  nodes: whole(2, 'How many nodes, ends included.'),
});
const gridMesh = object({
  kind: z.literal('grid').describe('A flat sheet of cells, two triangles each.'),
  size: z
    .tuple([positive('metres', 'Along the first axis.'), positive('metres', 'Along the second.')], {
      error: 'two positive numbers in metres',
    })
    .describe('Lengths along both axes of the plane (metres).'),
  cells: twoWholes(1, 'How many cells along both axes.'),
  plane: z
    .enum(['xz', 'xy', 'yz'], { error: '"xz", "xy" or "yz"' })
    .optional()
    .describe('The plane it lies in; "xz", flat on the ground, if not given.'),
  centre,
});
const inlineMesh = object({
  kind: z.literal('inline').describe('A mesh written out.'),
  positions: points,
  tets: list(tuple(4, 'a tet'), 'a list of tets [[a, b, c, d], ...]', 'Tets, four nodes each.').optional(),
  triangles: list(
    tuple(3, 'a triangle'),
    'a list of triangles [[a, b, c], ...]',
    'Triangles, three nodes each; the boundary of the tets if not given.',
  ).optional(),
  edges: list(
    tuple(2, 'an edge'),
    'a list of edges [[a, b], ...]',
    'Edges, two nodes each; every edge of the tets and triangles if not given.',
  ).optional(),
});
const ringMesh = object({
  kind: z.literal('ring').describe('A ring around the z axis, cut into tets.'),
  innerRadius: positive('metres', 'From the axis to its inner side.'),
  outerRadius: positive('metres', 'From the axis to its outer side.'),
  width: positive('metres', 'Along z.'),
  cells: threeWholes(1, 'How many cells round it (3 or more), outward and along z.'),
  centre,
});
const ballMesh = object({
  kind: z.literal('ball').describe('A solid sphere, cut into tets.'),
  radius: positive('metres', 'Its radius.'),
  cells: whole(1, 'How many layers from its centre to its surface; n give 20 n^3 tets.'),
  centre,
});
/**
 * With forward slashes: the same on every machine and behind every server. Upwards at the beginning only, and then it is
 * read only where that is allowed.
 */
export const below = /^(\.\.\/)*(?!\/)(?!.*(^|\/)\.\.?(\/|$))[^\\:?#%\0]*[^\\:?#%\0/]$/;
const fileName = 'the name of a mesh file beside the scene, such as "wheel.vol"';
const surfaceName = 'the name of a surface file beside the scene, such as "cow.obj"';
const filePath = (words: string) =>
  z
    .string({ error: words })
    .regex(below, { error: words })
    .describe('Its path, from the folder of the scene downwards; "../" only with --allow-outside.');
/** A file that holds a surface. */
export const surfaceFile = filePath(surfaceName);

const fillMesh = object({
  kind: z.literal('fill').describe('A closed surface from a file, filled with tets.'),
  surface: surfaceFile,
  size: positive('metres', 'Edge of the tets inside, before the body is scaled.'),
  holes: z
    .enum(['refuse', 'close'], { error: '"refuse" or "close"' })
    .optional()
    .describe('What is done with an open surface: "refuse" it (the default), or "close" its holes.'),
});
const fileMesh = object({
  kind: z.literal('file').describe('A mesh of tets from a file: Netgen, Gmsh, TetGen, VTK or Vega.'),
  file: filePath(fileName),
  domains: some(
    domainReference,
    'a list of domains, such as [1]',
    'Only these domains of the file, by number or name; all if not given. Nodes that belong to none of them are left out.',
  ).optional(),
});
export const mesh = named(
  'mesh',
  z.discriminatedUnion('kind', [boxMesh, chainMesh, gridMesh, ringMesh, ballMesh, fillMesh, fileMesh, inlineMesh], {
    error: 'a mesh { "kind": ... }',
  }),
).describe('The shape: nodes and what connects them.');
export type MeshDef = z.input<typeof mesh>;

const blockMesh = object({
  kind: z.literal('block').describe('A block of equal cells of eight corners.'),
  size: boxMesh.shape.size,
  cells: threeWholes(1, 'How many cells along x, y and z.'),
  centre,
});
const voxelMesh = object({
  kind: z.literal('voxels').describe('A closed surface from a file, filled with equal cubes.'),
  surface: surfaceFile,
  size: positive('metres', 'Edge of the cubes, before the body is scaled.'),
  fraction: positive(
    '',
    'Keep a cube if at least this fraction of it is inside, up to 1; if not given, if its centre is inside.',
  ).optional(),
  holes: fillMesh.shape.holes,
});
const cellMesh = object({
  kind: z.literal('cells').describe('Cells of eight corners, written out.'),
  positions: points,
  cells: some(
    tuple(8, 'a cell'),
    'a list of cells [[a, b, c, d, e, f, g, h], ...]',
    'Cells, eight nodes each: four of the bottom, anticlockwise seen from above, then the four above them.',
  ),
});
/** Of bodies made of cells of eight corners. */
export const hexMesh = z
  .discriminatedUnion('kind', [blockMesh, voxelMesh, cellMesh], { error: 'a mesh { "kind": ... }' })
  .describe('The shape: cells of eight corners.');
export type HexMeshDef = z.input<typeof hexMesh>;
