/** Ropes and rods. */
import { sectionPresets, splineDefaults } from '@pliant/engine';
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

const presets = Object.keys(sectionPresets) as (keyof typeof sectionPresets)[];

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
      preset: z
        .enum(presets, { error: presets.map((one) => `"${one}"`).join(', ') })
        .optional()
        .describe('A rope or wire by name: it fills in what is not given. A wire needs a diameter or a strip beside.'),
      EA: positive('N', 'Stiffness against stretching: the force that would double its length.').optional(),
      EI: notNegative('N m^2', 'Stiffness against bending; 0, a thread, if not given.').optional(),
      EI1: notNegative(
        'N m^2',
        'Stiffness against curving towards m1 ("normal"), of a rod that bends more easily one way; with EI2, instead of EI.',
      ).optional(),
      EI2: notNegative('N m^2', 'Stiffness against curving across m1; with EI1.').optional(),
      GJ: notNegative('N m^2', 'Stiffness against twist; 0, without twist, if not given.').optional(),
      rhoA: positive('kg/m', 'Mass per length.').optional(),
      rhoJ: positive('kg m', 'Inertia about its axis, per length; that of a round rod if not given.').optional(),
      diameter: positive(
        'metres',
        'The diameter, with which it is drawn; with moduli, it also determines the stiffness.',
      ).optional(),
      wall: positive('metres', 'The thickness of the wall of a tube, with a diameter: its outer one.').optional(),
      width: positive('metres', 'The width of a strip, with a thickness; instead of a diameter.').optional(),
      thickness: positive('metres', 'The thickness of a strip, along m1 ("normal"), with a width.').optional(),
      young: positive('Pa', "Young's modulus, with a diameter or a strip; instead of EA and EI.").optional(),
      shear: positive('Pa', 'Shear modulus, with a diameter or a strip; instead of GJ.').optional(),
      density: positive('kg/m^3', 'Density, with a diameter or a strip; instead of rhoA.').optional(),
      prestress: positive(
        '',
        'Its rest length for 1 m as given; below 1 it starts stretched. 1 if not given.',
      ).optional(),
      length: positive('metres', 'Its rest length, instead of a prestress.').optional(),
      rest,
      twist: z
        .enum(['coupled', 'uncoupled'], { error: '"coupled" or "uncoupled"' })
        .optional()
        .describe(
          `Whether twist and curve act on each other: "${splineDefaults.twist}" (the default, of a "cubic" rod with GJ), or "uncoupled", as in MIC08, which is cheaper.`,
        ),
      normal: vector(
        '',
        'Where m1 points at the start of the rod, as far as it is across it: a strip is thin that way, and a rest curvature bends it that way. Where the rod curves at first, if not given.',
      ).optional(),
      couples: some(
        object({
          u: notNegative('', 'Where it acts.'),
          couple: vector('N m', 'The couple, of fixed direction.'),
        }),
        'one or more couples { "u": ..., "couple": [x, y, z] }',
        'Couples on the rod, where its twist is coupled.',
        1,
      ).optional(),
      cuts: some(
        whole(1, 'The number of a point.'),
        'one or more numbers of points',
        'Numbers of points, from 0, where it is cut: keyholes and pearls slide there, and sharp bends over them are exact. "count" spans are shared out over the pieces.',
        1,
      ).optional(),
      wraps: some(
        object({
          point: whole(1, 'The number of the point, from 0, that is the centre of a pulley.'),
          radius: positive('metres', 'The radius at which the axis of the rod lies on it.'),
          axis: vector(
            '',
            'The axis about which the rod turns in the positive sense on its way over it; as the points turn there, if not given.',
          ).optional(),
          turns: whole(0, 'Whole turns beside the angle between its free pieces; 0 if not given.').optional(),
        }),
        'one or more wraps { "point": ..., "radius": ... }',
        'Points around which it lies on pulleys: constraints of kind "pulley" hold it there. "count" spans are shared out over the free pieces.',
        1,
      ).optional(),
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
