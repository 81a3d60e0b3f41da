/** Constraints and paths. */
import * as z from 'zod';
import { finite, object, positive, some, text, vector, yesOrNo } from './quantities.ts';
import { anchor, bodyReference, selection } from './selections.ts';

export const path = object({
  path: z
    .enum(['linear', 'smoothstep', 'catmull-rom'], { error: '"linear", "smoothstep" or "catmull-rom"' })
    .describe('How it runs between points: straight, straight and resting at each, or a smooth curve.'),
  times: some(finite('seconds', 'A time.'), 'times in seconds', 'When it is at each point (seconds), increasing.'),
  points: some(vector('metres', 'A point.'), 'points [[x, y, z], ...]', 'Where it is at those times (metres).'),
  loop: yesOrNo('Start again after the last point, for ever; otherwise it rests there.').optional(),
});
export type ScenePathDef = z.input<typeof path>;

export const target = z.union([vector('metres', 'A point that rests.'), path.describe('A point that moves.')], {
  error:
    'a point [x, y, z] in metres or a path { "path": ..., "times": ..., "points": ... }; "join" holds bodies together',
});
export type TargetDef = z.input<typeof target>;

export const methodNames = ['local', 'reaction'] as const;
const methodName = z.enum(methodNames, { error: '"local" or "reaction"' }).describe('The name of a method.');
export const method = z
  .union(
    [
      methodName,
      object({
        kind: z.literal('reaction').describe('Replaces the force on a point along each row.'),
        omega: positive('rad/s', 'How fast it closes a gap; 0.2 divided by the step if not given.').optional(),
      }),
    ],
    { error: '"local", "reaction" or { "kind": "reaction", "omega": ... }' },
  )
  .describe('How it is enforced, if not by the default of the scene: "local" (exact, in one step) or "reaction".');
export type MethodDef = z.input<typeof method>;

const common = {
  id: text('an id: a name of its own', 'A name of its own, by which events and probes refer to it.'),
  method: method.optional(),
  active: yesOrNo('Whether it holds from the start; true if not given. Events switch it.').optional(),
};

const nail = object({
  ...common,
  kind: z.literal('nail').describe('Holds points of a body at a place, or carries them along a path.'),
  a: anchor.describe('What is held: one point or many.'),
  to: target
    .optional()
    .describe(
      'Where to: a point or a path. Many points keep their places relative to each other. If not given: where they are.',
    ),
});
const join = object({
  ...common,
  kind: z.literal('join').describe('Holds points of bodies together.'),
  points: some(anchor, 'two or more points', 'Two or more points, each a selection of one.', 2),
});
const joinTouching = object({
  ...common,
  kind: z.literal('join-touching').describe('Joins nodes of different bodies wherever they touch at the start.'),
  between: some(selection, 'a list of selections', 'Where to look for nodes that touch.'),
  tolerance: positive('metres', 'Nodes at most this far apart touch; 1e-6 if not given.').optional(),
});
const distance = object({
  ...common,
  kind: z.literal('distance').describe('Holds two points a given length apart: a rod without mass.'),
  a: anchor.describe('One end: a selection of one point.'),
  b: z
    .union([vector('metres', 'A point of the world.'), anchor], {
      error: 'a point [x, y, z] in metres or a selection of one node { "body": ..., ... }',
    })
    .describe('The other end: a point of the world, or a selection of one.'),
  length: positive('metres', 'How far apart; as far as at the start if not given.').optional(),
});
const above = object({
  ...common,
  kind: z.literal('above').describe('Keeps points on the free side of a plane.'),
  a: anchor.describe('What is kept there: one point or many.'),
  plane: bodyReference.describe('The id of a body of kind "plane".'),
});

export const constraint = z.discriminatedUnion('kind', [nail, join, joinTouching, distance, above], {
  error: 'a constraint { "id": ..., "kind": ... }',
});
export type ConstraintDef = z.input<typeof constraint>;
