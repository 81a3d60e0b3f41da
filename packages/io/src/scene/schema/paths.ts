/** Paths: points and numbers that move by a rule. */
import * as z from 'zod';
import { finite, named, object, some, vector, yesOrNo } from './quantities.ts';
import { anchor } from './selections.ts';

const course = {
  path: z
    .enum(['linear', 'smoothstep', 'catmull-rom'], { error: '"linear", "smoothstep" or "catmull-rom"' })
    .describe('The motion between points: straight, straight and resting at each point, or along a smooth curve.'),
  times: some(finite('seconds', 'A time.'), 'times in seconds', 'The times of the points (seconds), increasing.'),
};
const loop = yesOrNo('Start again after the last point, for ever; otherwise it rests there.').optional();

export const path = named(
  'path',
  object({
    ...course,
    points: some(vector('metres', 'A point.'), 'points [[x, y, z], ...]', 'The positions at those times (metres).'),
    loop,
  }),
);
export type ScenePathDef = z.input<typeof path>;

export const target = named(
  'target',
  z.union([vector('metres', 'A fixed point.'), path.describe('A point that moves.')], {
    error:
      'a point [x, y, z] in metres or a path { "path": ..., "times": ..., "points": ... }; "join" holds bodies together',
  }),
);
export type TargetDef = z.input<typeof target>;

/** A point of the world, at rest or moving, or one point of a body. */
export const anyPoint = named(
  'point',
  z.union([vector('metres', 'A point of the world.'), path.describe('A point of the world that moves.'), anchor], {
    error:
      'a point [x, y, z] in metres or a selection of one node { "body": ..., ... }; a point that moves is a path { "path": ..., "times": ..., "points": ... }',
  }),
);
export type AnyPointDef = z.input<typeof anyPoint>;

const through = (number: z.ZodNumber) =>
  object({ ...course, values: some(number, 'a list of values', 'The values at those times.'), loop });
/** A number that changes with time. */
export const values = (unit: string, description: string) => through(finite(unit, 'A value.')).describe(description);

/** A number, or one that is driven: by a path through values. */
export const driven = (number: z.ZodNumber, wanted: string) =>
  z.union([number, through(number).describe('A value that changes with time.')], {
    error: `${wanted}, or a path { "path": ..., "times": ..., "values": ... }`,
  });
export type DrivenDef = z.input<ReturnType<typeof driven>>;
