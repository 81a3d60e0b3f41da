/** Geometric constraints: lengths, angles, directions, places. Angles are in degrees. */
import { angleLimits } from '@pliant/engine';
import * as z from 'zod';
import { anyPoint, driven } from '../paths.ts';
import { finite, object, positive, vector, yesOrNo } from '../quantities.ts';
import { anchor } from '../selections.ts';
import { common, ramp } from './constraint-keys.ts';

const point = (what: string) => anyPoint.describe(`${what}: a point of the world, or a selection of one.`);
const ends = (what: string) => ({ a: point(`One end of ${what}`), b: point('The other') });
const points = anchor.describe('What is held: one point or many, each by itself.');
const centre = point('What they are measured from');
const radius = positive('metres', 'How far.');

const distance = object({
  ...common,
  kind: z.literal('distance').describe('Holds two points a given length apart: a rod without mass.'),
  a: anchor.describe('One end: one point, or many, each with a rod of its own.'),
  b: point('The other end, of all rods, or as many points as "a" has, one for each'),
  length: driven(positive('metres', 'A length that stays.'), 'a positive number in metres')
    .optional()
    .describe('How far apart (metres), or a path of values; each as far as at the start if not given.'),
  ramp,
});
const offset = object({
  ...common,
  kind: z.literal('offset').describe('Holds one point at an offset from another, in directions of the world.'),
  a: point('Where the offset starts'),
  b: point('Where it ends'),
  offset: vector('metres', 'From a to b; as at the start if not given.').optional(),
  ramp,
});

const { least, most } = angleLimits;
const held = `an angle of ${least} to ${most} degrees; for 0 and 180 use "parallel"`;
const angle = object({
  ...common,
  kind: z.literal('angle').describe('Holds the angle between two arms.'),
  a: point('The end of one arm'),
  vertex: point('Where the arms meet'),
  b: point('The end of the other arm'),
  angleDegrees: driven(z.number({ error: held }).gte(least, { error: held }).lte(most, { error: held }), held)
    .optional()
    .describe(`The angle, ${least} to ${most} degrees, or a path of values; as at the start if not given.`),
  ramp,
});
const dihedral = object({
  ...common,
  kind: z.literal('dihedral').describe('Holds the angle between two triangles with a common edge: a hinge.'),
  ...ends('the common edge'),
  c: point('The third corner of one triangle'),
  d: point('The third corner of the other'),
  angleDegrees: driven(finite('degrees', 'An angle that stays.'), 'a number in degrees')
    .optional()
    .describe(
      'From c to d, right-handed about a -> b (degrees): 0 folded, 180 flat; or a path of values; as at the start if not given.',
    ),
  ramp,
});
const parallel = object({
  ...common,
  kind: z.literal('parallel').describe('Holds two directions parallel, or antiparallel if they start so.'),
  ...ends('one direction'),
  c: point('One end of the other direction'),
  d: point('The other'),
  ramp,
});
const perpendicular = object({
  ...common,
  kind: z.literal('perpendicular').describe('Holds two directions at right angles.'),
  ...ends('one direction'),
  c: point('One end of the other direction'),
  d: point('The other'),
  ramp,
});
const through = anyPoint
  .optional()
  .describe('A point it goes through, also one that moves. If not given: one of its own for each, where it starts.');
const onPlane = object({
  ...common,
  kind: z.literal('on-plane').describe('Holds points on a plane, so that they leave it to neither side.'),
  a: points,
  normal: vector('', 'The direction across the plane, of any length.'),
  through,
  ramp,
});
const onAxis = object({
  ...common,
  kind: z.literal('on-axis').describe('Holds points on a straight line of the world, along which they slide.'),
  a: points,
  direction: vector('', 'The direction of the line, of any length.'),
  through,
  ramp,
});
const circle = object({
  ...common,
  kind: z.literal('circle').describe('Holds points on a circle, along which they slide.'),
  a: points,
  centre: point('Its centre'),
  normal: vector('', 'The direction across its plane, of any length.'),
  radius: positive('metres', 'Its radius; each as far as at the start if not given.').optional(),
  ramp,
});
const relativePlane = object({
  ...common,
  kind: z
    .literal('relative-plane')
    .describe('Holds how far one point is from another along a direction, or at least so far.'),
  a: point('The one'),
  b: point('The other, below'),
  normal: vector('', 'The direction from b to a, of any length.'),
  offset: finite('metres', 'How far; as at the start, or 0 if one-sided, if not given.').optional(),
  oneSided: yesOrNo('Whether it may be further: a rod that lies on another, or on itself.').optional(),
});
const within = object({
  ...common,
  kind: z.literal('within').describe('Keeps points at most a radius from a point: a rope.'),
  a: anchor.describe('What is kept there: one point or many.'),
  b: centre,
  radius,
});
const beyond = object({
  ...common,
  kind: z.literal('beyond').describe('Keeps points at least a radius from a point: out of a ball.'),
  a: anchor.describe('What is kept there: one point or many.'),
  b: centre,
  radius,
});

export const relationKinds = [
  distance,
  offset,
  angle,
  dihedral,
  parallel,
  perpendicular,
  onPlane,
  onAxis,
  circle,
  relativePlane,
  within,
  beyond,
] as const;
export type RelationDef = z.input<(typeof relationKinds)[number]>;
