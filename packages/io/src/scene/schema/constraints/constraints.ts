/** Constraints: those that hold points in one place are here, others in files of their own. */
import * as z from 'zod';
import { target } from '../paths.ts';
import { object, positive, some, vector, whole, yesOrNo } from '../quantities.ts';
import { anchor, bodyReference, selection } from '../selections.ts';
import { common, ramp } from './constraint-keys.ts';
import { equation } from './equation.ts';
import { keyholeKinds } from './keyholes.ts';
import { pearlKinds } from './pearls.ts';
import { relationKinds } from './relations.ts';
import { rodKinds } from './rods.ts';
import { volume } from './volume.ts';

const nail = object({
  ...common,
  kind: z.literal('nail').describe('Holds points of a body at a place, or carries them along a path.'),
  a: anchor.describe('What is held: one point or many.'),
  to: target
    .optional()
    .describe(
      'Where to: a point or a path. Many points keep their places relative to each other. If not given: where they are.',
    ),
  twist: yesOrNo(
    'Of points of rods: whether their twist is held as well, as it is at the start; if not given, it is where rods know twist.',
  ).optional(),
  ramp,
});
const join = object({
  ...common,
  kind: z.literal('join').describe('Holds points of bodies together.'),
  points: some(anchor, 'two or more points', 'Two or more points, each a selection of one.', 2),
  ramp,
});
const joinTouching = object({
  ...common,
  kind: z.literal('join-touching').describe('Joins nodes of different bodies wherever they touch at the start.'),
  between: some(selection, 'a list of selections', 'Where to look for nodes that touch.'),
  tolerance: positive('metres', 'Nodes at most this far apart touch; 1e-6 if not given.').optional(),
  ramp,
});
const joinNearest = object({
  ...common,
  kind: z
    .literal('join-nearest')
    .describe('Joins the nodes of two selections that are nearest to each other, in pairs.'),
  a: selection.describe('Where to look for the first of a pair.'),
  b: selection.describe('Where to look for the other.'),
  count: whole(1, 'How many pairs: the nearest, then the nearest of the nodes that are left, and so on.'),
  ramp,
});
const held = {
  ...common,
  a: anchor.describe('What is held there: one point or many, each by itself.'),
  ramp,
};
const mode = (fallback: 'slide' | 'stick') =>
  z
    .enum(['slide', 'stick'], { error: '"slide" or "stick"' })
    .optional()
    .describe(`Whether the point slides along it or sticks where it is nearest at first; "${fallback}" if not given.`);
const onLine = object({
  ...held,
  kind: z.literal('on-line').describe('Holds points on the line from one node of a body to another.'),
  line: selection.describe('Its ends: two nodes of one body.'),
  mode: mode('slide'),
});
const onTriangle = object({
  ...held,
  kind: z.literal('on-triangle').describe('Holds points on a triangle between three nodes of a body.'),
  triangle: selection.describe('Its corners: three nodes of one body.'),
  mode: mode('slide'),
});
const inTet = object({
  ...held,
  kind: z.literal('in-tet').describe('Holds points in a tet between four nodes of a body.'),
  tet: selection.describe('Its corners: four nodes of one body.'),
  mode: mode('stick'),
});
const onSurface = object({
  ...held,
  kind: z.literal('on-surface').describe('Holds points on the surface of a body.'),
  surface: bodyReference.describe('The id of a body made of tets or triangles; of a repeated one, a copy: "cube[3]".'),
  mode: mode('slide'),
});
const velocity = object({
  ...common,
  kind: z.literal('velocity').describe('Holds points at a velocity.'),
  a: anchor.describe('What is held at it: one point or many.'),
  velocity: vector('m/s', 'The velocity.'),
  by: z
    .enum(['force', 'impulse'], { error: '"force" or "impulse"' })
    .optional()
    .describe('By forces, which move points at it ("force", the default), or set after each step ("impulse").'),
});
const above = object({
  ...common,
  kind: z.literal('above').describe('Keeps points on the free side of a plane.'),
  a: anchor.describe('What is kept there: one point or many.'),
  plane: bodyReference.describe('The id of a body of kind "plane".'),
});

const outside = object({
  ...common,
  kind: z.literal('outside').describe('Keeps nodes out of a model: a closed surface of triangles, convex or not.'),
  a: anchor.describe('What is kept out: one node or many.'),
  model: bodyReference.describe('The id of a body of kind "model".'),
});

export const constraint = z.discriminatedUnion(
  'kind',
  [
    nail,
    join,
    joinTouching,
    joinNearest,
    onLine,
    onTriangle,
    inTet,
    onSurface,
    ...relationKinds,
    ...rodKinds,
    ...keyholeKinds,
    ...pearlKinds,
    equation,
    velocity,
    above,
    outside,
    volume,
  ],
  { error: 'a constraint { "id": ..., "kind": ... }' },
);
export type ConstraintDef = z.input<typeof constraint>;
