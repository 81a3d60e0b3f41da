/** Ropes and rods. */
import { splineDefaults } from '@pliant/engine';
import * as z from 'zod';
import {
  finite,
  integratorName,
  named,
  notNegative,
  object,
  oneOf,
  positive,
  some,
  vector,
  whole,
  yesOrNo,
} from '../quantities.ts';
import { colour, id, placement, repeat } from './body-keys.ts';

const point = vector('metres', 'A point.');
const line = object({
  kind: z.literal('line').describe('A straight line.'),
  from: vector('metres', 'Its start, u = 0.'),
  to: vector('metres', 'Its end.'),
});
const bezier = object({
  kind: z.literal('bezier').describe('A quadratic or cubic Bézier curve.'),
  points: z
    .union(
      [
        z.tuple([point, point, point], { error: 'three points' }),
        z.tuple([point, point, point, point], { error: 'four points' }),
      ],
      { error: 'three points [[x, y, z], ...] for a parabola, four for a cubic' },
    )
    .describe('Three or four control points of a Bézier curve (metres).'),
});
const helix = object({
  kind: z
    .literal('helix')
    .describe('A screw about an axis, anticlockwise when the axis points at you; with pitch 0 an arc.'),
  radius: positive('metres', 'From the axis.'),
  turns: finite('', 'How many turns; negative for the other way round.'),
  pitch: finite('metres', 'Along the axis, for a turn; 0, an arc of a circle, if not given.').optional(),
  axis: vector('', 'The direction of the axis, of any length; [0, 1, 0] if not given.').optional(),
  centre: vector('metres', 'The centre of its start; the origin if not given.').optional(),
  phaseDegrees: finite(
    'degrees',
    'The initial angle about the axis: from x if the axis is y or z, from y if it is x; 0 if not given.',
  ).optional(),
});
const curve = named(
  'curve',
  z.discriminatedUnion('kind', [line, bezier, helix], { error: 'a curve { "kind": ... }' }),
).describe('A curve, instead of points; "count" says how many points of it.');
export type CurveDef = z.input<typeof curve>;

const rest = z
  .union(
    [
      z.enum(['straight', 'as-given', 'as-placed'], { error: '"straight", "as-given" or "as-placed"' }),
      notNegative('1/m', 'A curvature.'),
    ],
    { error: '"straight", "as-given", "as-placed" or a curvature in 1/m, zero or more' },
  )
  .optional()
  .describe(
    `How it is bent at rest: "${splineDefaults.rest}" (the default), "as-given" (rotates with the rod), "as-placed" (with fixed directions: for small rotations only), or a curvature (1/m).`,
  );

export const spline = named(
  'body-spline',
  oneOf(
    object({
      id,
      kind: z.literal('spline').describe('A rope, a cable, a rod: a smooth curve that stretches, bends and twists.'),
      points: some(
        point,
        'two or more points [[x, y, z], ...]',
        'Points it goes through (metres): u = 0 at the first, 1 at the next.',
        2,
      ).optional(),
      curve: curve.optional(),
      count: whole(
        2,
        'The number of points, at equal distances along the curve; with "points": resamples them.',
      ).optional(),
      model: z
        .enum(['cubic', 'mass-spring', 'cubic-paper'], { error: '"cubic", "mass-spring" or "cubic-paper"' })
        .optional()
        .describe(
          'A cubic B-spline ("cubic"), masses and springs, or the spline as printed in MIC08, which is too stiff where it is bent. The last is the default where the scene\'s method is as printed, "cubic" elsewhere.',
        ),
      EA: positive('N', 'Stiffness against stretching: the force that would double its length.').optional(),
      EI: notNegative('N m^2', 'Stiffness against bending; 0, a thread, if not given.').optional(),
      GJ: notNegative('N m^2', 'Stiffness against twist; 0, without twist, if not given.').optional(),
      rhoA: positive('kg/m', 'Mass per length.').optional(),
      rhoJ: positive('kg m', 'Inertia about its axis, per length; that of a round rod if not given.').optional(),
      diameter: positive(
        'metres',
        'The diameter, with which it is drawn; with moduli, it also determines the stiffness.',
      ).optional(),
      young: positive('Pa', "Young's modulus, with a diameter; instead of EA and EI.").optional(),
      shear: positive('Pa', 'Shear modulus, with a diameter; instead of GJ.').optional(),
      density: positive('kg/m^3', 'Density, with a diameter; instead of rhoA.').optional(),
      prestress: positive(
        '',
        'Its rest length for 1 m as given; below 1 it starts stretched. 1 if not given.',
      ).optional(),
      length: positive('metres', 'Its rest length, instead of a prestress.').optional(),
      rest,
      damping: notNegative('seconds', 'Stiffness-proportional damping.').optional(),
      drag: notNegative('1/s', 'Mass-proportional damping: the rate at which velocities decay.').optional(),
      velocity: vector('m/s', 'Velocity at the start, of all of it.').optional(),
      fixed: yesOrNo('Whether it never moves, like a rail or a frame; false if not given.').optional(),
      integrator: integratorName('The integrator, if not the default of the scene.').optional(),
      place: placement.optional().describe('Turns and moves it, and all its copies with it.'),
      repeat: repeat.optional().describe('Copies of it, called "id[0]", "id[1]" and so on.'),
      colour,
    }),
    ['points', 'curve'],
    'says where it is',
  ),
);
export const splineSettable = ['drag', 'damping', 'EA', 'EI', 'GJ'] as const;
