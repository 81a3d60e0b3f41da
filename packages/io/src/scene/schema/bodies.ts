/** Bodies and meshes. */
import * as z from 'zod';
import {
  finite,
  integratorName,
  list,
  notNegative,
  object,
  oneOf,
  positive,
  some,
  text,
  threeWholes,
  twoWholes,
  vector,
  whole,
} from './quantities.ts';
import { ownSelection } from './selections.ts';
import { skin } from './skin.ts';

const tuple = <N extends number>(count: N, what: string) => {
  const one = z
    .number({ error: 'a node, counted from 0' })
    .int({ error: 'a node, counted from 0' })
    .gte(0, { error: 'a node, counted from 0' });
  return z.array(one, { error: `${count} nodes, the corners of ${what}` }).length(count, {
    error: `${count} nodes, the corners of ${what}`,
  });
};
const points = some(vector('metres', 'A node.'), 'a list of points [[x, y, z], ...]', 'The nodes (metres).');

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
  centre: vector('metres', 'Where its centre is; the origin if not given.').optional(),
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
  centre: vector('metres', 'Where its centre is; the origin if not given.').optional(),
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
const mesh = z
  .discriminatedUnion('kind', [boxMesh, chainMesh, gridMesh, inlineMesh], { error: 'a mesh { "kind": ... }' })
  .describe('The shape: nodes and what connects them.');
export type MeshDef = z.input<typeof mesh>;

const part = z.number({ error: 'a number' });
const turn = {
  rotate: z
    .tuple([part, part, part, part], { error: 'a quaternion [x, y, z, w]' })
    .optional()
    .describe('A turn, as a quaternion [x, y, z, w]; no turn is [0, 0, 0, 1].'),
  rotateDegrees: object({
    axis: vector('', 'The direction to turn about, of any length.'),
    angle: finite('degrees', 'How far, anticlockwise when the axis points at you.'),
  })
    .optional()
    .describe('A turn about an axis through the origin.'),
};
const turns = ['rotate', 'rotateDegrees'] as const;
const place = oneOf(
  object({
    translate: vector('metres', 'A shift.').optional(),
    ...turn,
    scale: z
      .union(
        [
          positive('', 'One factor.'),
          z.tuple([positive('', 'Along x.'), positive('', 'Along y.'), positive('', 'Along z.')], {
            error: 'three positive factors',
          }),
        ],
        { error: 'a positive factor, or three [x, y, z]' },
      )
      .optional()
      .describe('One factor, or one for each axis.'),
  }),
  turns,
  'turn it',
  { orNone: true },
);
export type PlaceDef = z.input<typeof place>;

const placement = oneOf(object({ translate: vector('metres', 'A shift.').optional(), ...turn }), turns, 'turn it', {
  orNone: true,
});
const repeat = oneOf(
  object({
    grid: threeWholes(1, 'How many copies along x, y and z. Copies are numbered with x running fastest.').optional(),
    spacing: vector('metres', 'From one copy to the next, along x, y and z.').optional(),
    placements: some(placement, 'a list of { "translate": [x, y, z] }', 'Where each copy goes.').optional(),
  }),
  ['grid', 'placements'],
  'says where the copies are',
);

const perNode = (unit: string, description: string) =>
  z
    .union([positive(unit, 'For all.'), some(positive(unit, 'Of one.'), `positive numbers in ${unit}`, 'One each.')], {
      error: `a positive number in ${unit}, or a list of them`,
    })
    .describe(`${description} (${unit}); one number for all or one each.`);
const perTet = (unit: string, description: string) =>
  z
    .union(
      [
        notNegative(unit, 'For all.'),
        some(notNegative(unit, 'Of one tet.'), `numbers in ${unit}, zero or more`, 'One for each tet.'),
      ],
      { error: `a number in ${unit}, zero or more, or a list with one for each tet` },
    )
    .describe(`${description} (${unit}); one number for all tets or one each.`);

const id = text('an id: a name of its own', 'A name of its own, by which others refer to it.');
const colour = z
  .string({ error: 'a colour such as "#d2603f"' })
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'a colour such as "#d2603f"' })
  .optional()
  .describe('How it is drawn, as "#rrggbb".');

const soft = {
  drag: notNegative('1/s', 'Damping in proportion to mass: how fast speed fades.').optional(),
  fixed: ownSelection.optional().describe("Nodes that never move, chosen in the body's own coordinates."),
  velocity: z
    .union([vector('m/s', 'Of all nodes.'), some(vector('m/s', 'Of one node.'), 'a list of velocities', 'One each.')], {
      error: 'three numbers [x, y, z] in m/s, or such a list with one for each node',
    })
    .optional()
    .describe('Velocity at the start (m/s); one for all nodes or one each.'),
  integrator: integratorName('How it moves in time, if not by the default of the scene.').optional(),
  regions: z
    .record(z.string().min(1), ownSelection, { error: 'an object { "name": selection }' })
    .optional()
    .describe('Names for parts of the body, chosen in its own coordinates, for selections\' "region".'),
  skin,
  place: place.optional().describe('Scales the mesh, then turns and moves the body, and all its copies with it.'),
  repeat: repeat.optional().describe('Copies of the body: they are alike, and are called "id[0]", "id[1]" and so on.'),
  colour,
};

const tetSprings = oneOf(
  object({
    id,
    kind: z
      .literal('tet-springs')
      .describe('Tets whose edges, faces and volumes resist change; also chains and sheets.'),
    mesh,
    density: perNode('kg/m^3', 'Density, one number for all tets or one each').optional(),
    mass: perNode('kg', 'Mass of each node, instead of a density').optional(),
    form: z
      .enum(['modulus', 'spring', 'joule'], { error: '"modulus", "spring" or "joule"' })
      .optional()
      .describe(
        'What stiffness is given in: "modulus" (Pa, the default; alike at every resolution), "spring" (N/m; for chains and sheets) or "joule" (J).',
      ),
    stretch: perTet('Pa, N/m or J, as "form" says', 'How edges resist stretching').optional(),
    area: perTet('Pa, N/m or J, as "form" says', 'How faces resist changes of area').optional(),
    bulk: perTet('Pa, or J in joule form', 'How tets resist changes of volume').optional(),
    damping: perTet('Pa s, N s/m or J s, as "form" says', 'Damping of edges').optional(),
    areaDamping: perTet('Pa s, N s/m or J s, as "form" says', 'Damping of faces').optional(),
    bulkDamping: perTet('Pa s, or J s in joule form', 'Damping of volumes').optional(),
    ...soft,
  }),
  ['density', 'mass'],
  'says how heavy it is',
);
const particles = oneOf(
  object({
    id,
    kind: z.literal('particles').describe('Mass points, free of each other: only constraints hold them together.'),
    positions: points.optional(),
    mesh: mesh.optional(),
    mass: perNode('kg', 'Mass of each point'),
    ...soft,
  }),
  ['positions', 'mesh'],
  'says where the points are',
);
const plane = object({
  id,
  kind: z.literal('plane').describe('An obstacle that fills one side of a plane; free is where normal . x >= offset.'),
  normal: vector('', 'The direction of the free side, of any length but zero.'),
  offset: finite('metres', 'How far from the origin it lies along the normal; 0 if not given.').optional(),
  colour,
});

export const body = z.discriminatedUnion('kind', [tetSprings, particles, plane], {
  error: 'a body { "id": ..., "kind": ... }',
});
export type BodyDef = z.input<typeof body>;
export type SoftDef = Exclude<BodyDef, { kind: 'plane' }>;
export type PlacementDef = z.input<typeof placement>;
/** What `set` may change. */
export const settable = ['drag', 'stretch', 'area', 'bulk', 'damping', 'areaDamping', 'bulkDamping'] as const;
