/** Selections: which nodes of which bodies. Anchors: those, one point inside a body, or points along a rod. */
import * as z from 'zod';
import {
  domainReference,
  finite,
  list,
  named,
  notNegative,
  object,
  oneOf,
  positive,
  some,
  text,
  vector,
  whole,
} from './quantities.ts';

export const nodeIndex = whole(0, 'A node, counted from 0.');

/** By node, or by place: what lies there when the scene starts. */
const places = {
  nodes: z
    .union([z.literal('all', { error: '"all"' }), some(nodeIndex, 'a list of nodes', 'Nodes, in this order.')], {
      error: '"all" or a list of nodes such as [0, 1, 2]',
    })
    .optional()
    .describe('"all", or a list of nodes, counted from 0.'),
  box: object({ min: vector('metres', 'Its lowest corner.'), max: vector('metres', 'Its highest corner.') })
    .optional()
    .describe('Nodes in a box with sides along the axes, its faces included.'),
  sphere: object({ centre: vector('metres', 'Its centre.'), radius: positive('metres', 'Its radius.') })
    .optional()
    .describe('Nodes in a sphere, its surface included.'),
  cylinder: object({
    axis: vector('', 'The direction of its axis, of any length.'),
    centre: vector('metres', 'A point of its axis; the origin if not given.').optional(),
    radius: positive('metres', 'Its radius.'),
    innerRadius: notNegative(
      'metres',
      'The inner radius: nodes nearer to the axis are not selected; 0 if not given.',
    ).optional(),
  })
    .optional()
    .describe('Nodes in a cylinder without ends, or in a tube, surfaces included.'),
  side: object({
    normal: vector('', 'The normal of the plane, towards the selected side; of any length.'),
    offset: finite('metres', 'Distance of the plane from the origin along the normal.').optional(),
  })
    .optional()
    .describe('Nodes on one side of a plane, the plane included: normal . x >= offset.'),
  ids: some(whole(0, 'The number of a node in the mesh file.'), 'a list of numbers in the mesh file', 'Numbers.')
    .optional()
    .describe('Nodes by their numbers in the mesh file the body is made from.'),
  domain: domainReference.optional().describe('Nodes of a domain of the mesh file, by number or name.'),
  interface: z
    .tuple([domainReference, domainReference], { error: 'two domains of the mesh file, such as [1, 2]' })
    .optional()
    .describe('Nodes where two domains of the mesh file meet, whether the body is made of both or of one.'),
  nearest: vector('metres', 'The one node nearest to this point.').optional(),
  region: text('the name of a region', 'A region that the body defines under "regions".').optional(),
};
/** Several of these choose the nodes that all of them choose. */
const ownTogether = ['nodes', 'box', 'sphere', 'cylinder', 'side', 'ids', 'domain', 'interface'] as const;
const together = [...ownTogether, 'region'] as const;
const ways = [...together, 'nearest'] as const;
const { region: _, ...ownPlaces } = places;

/** Within one body, in its own coordinates: those of its mesh, scaled, before it is turned and moved. */
export const ownSelection = named(
  'own-selection',
  oneOf(object(ownPlaces), [...ownTogether, 'nearest'], 'says which nodes', { together: ownTogether }),
);
export type OwnSelectionDef = z.input<typeof ownSelection>;

export const bodyReference = text(
  'the id of a body',
  'The id of a body; of a repeated one, all its copies or one, as in "cube[3]".',
);
export const bodyReferences = z
  .union([bodyReference, some(bodyReference, 'a list of ids of bodies', 'Ids of bodies.')], {
    error: 'the id of a body, a list of ids, or "*" for all bodies',
  })
  .describe('Which body: its id, a list of ids, or "*" for all. A repeated body stands for all its copies.');

/** What `selections` may hold. */
export const namedSelection = named(
  'named-selection',
  oneOf(object({ body: bodyReferences, ...places }), ways, 'says which nodes', { together }),
);

const selectionShape = oneOf(
  object({
    body: bodyReferences.optional(),
    ...places,
    name: text('the name of a selection', 'A selection that the scene defines under "selections".').optional(),
  }),
  [...ways, 'name'],
  'says which nodes',
  { together },
);
export const selection = named('selection', selectionShape);
export type SelectionDef = z.input<typeof selection>;

const alongRod = (unit: string, wanted: string, description: string) =>
  z
    .union([notNegative(unit, 'A place.'), some(notNegative(unit, 'A place.'), wanted, 'Several places.')], {
      error: `${wanted}, or a list of them`,
    })
    .optional()
    .describe(description);

const uv = z.tuple([finite('degrees', 'u.'), finite('degrees', 'v.')], { error: '[u, v] in degrees' });

const anchorShape = oneOf(
  object({
    ...selection.shape,
    point: object({
      nodes: some(nodeIndex, 'two, three or four nodes', 'Two, three or four corners: of an edge, a face or a tet.', 2),
      weights: list(finite('', 'A weight.'), 'a weight for each corner', 'One weight for each corner.').optional(),
    })
      .optional()
      .describe('A point of an edge, a face or a tet: the weighted mean of its corners.'),
    at: vector('metres', 'The point of the body that is initially at this place, inside one of its tets.').optional(),
    surface: object({
      uvDegrees: z
        .union([uv, some(uv, 'a list of [u, v]', 'Several points: their mean.')], {
          error: '[u, v] in degrees, or a list of them',
        })
        .describe('u from -90 (south pole) to 90, v around (degrees).'),
      attach: z
        .enum(['full', 'global'], { error: '"full" or "global"' })
        .optional()
        .describe('"global": forces act on the body as a whole only.'),
    })
      .optional()
      .describe('Of a superquadric: a point of its surface.'),
    u: alongRod(
      'spans',
      'a place along a rod, 0 or more, counted in points',
      'Of a rod: 0 at its first point, 1 at the next, 1.5 between; one or a list.',
    ),
    along: alongRod(
      'of its length',
      'a part of the length of a rod, 0 to 1',
      'Of a rod: the place along it, as a fraction of its rest length, 0 to 1; one or a list.',
    ),
  }),
  [...ways, 'name', 'point', 'at', 'surface', 'u', 'along'],
  'says which nodes',
  { together },
);
export const anchor = named('anchor', anchorShape);
export type AnchorDef = z.input<typeof anchor>;
