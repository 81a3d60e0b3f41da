/** Pulley: a rod lies on a wheel of a given radius. */
import type { Anchor } from '../../../anchors/anchor.ts';
import { worldPoint } from '../../../anchors/world-point.ts';
import { drivenNumber, flag, notNegative, number, optional, positive } from '../../../base/field.ts';
import type { Spline } from '../../../bodies/rod/spline.ts';
import type { PathDef } from '../../../paths/path.ts';
import { constraintKind, type Driven, misfit } from '../constraint-kind.ts';
import { body, isRod, point } from '../fields.ts';
import { pulley } from '../pulleys.ts';
import { at, degree, difference, sizeOf } from '../situations.ts';
import { defined } from './sliding.ts';

/** How far the centre may be from where the rod is drawn around it, m. */
const drawn = 1e-6;

export const pulleyKind = constraintKind({
  kind: 'pulley',
  description: 'Lays a rod on a wheel of a given radius, along its tangents.',
  fields: {
    on: body('The id of a rod, of kind "spline", that has "wraps".', {
      what: 'a rod with "wraps", of kind "spline"',
      add: () => 'add a body of kind "spline" with "wraps"',
      accepts: isRod,
    }),
    wrap: optional(number('', 'Which of its wraps, counted from 0.', { least: 0, whole: true }), 0),
    centre: optional(point('Its centre, where the rod is wrapped around it'), 'the point of the wrap, at rest'),
    coulomb: optional(
      number(
        '',
        'Coulomb friction coefficient of the rod on the rim: it sticks while |T_B - T_A| < (T_A + T_B) tanh(coulomb wrap/2), and turns the wheel.',
        notNegative,
      ),
      0,
    ),
    inertia: optional(number('kg m^2', 'Moment of inertia of the wheel, with "coulomb".', positive)),
    torque: optional(number('N m', 'A torque on the wheel, about the axis of the wrap.'), 0),
    bearing: optional(number('N m s', 'Viscous friction of its bearing.', notNegative), 0),
    brake: optional(
      number('N m', 'A brake: the wheel stands still while that takes no more than this torque.', notNegative),
      0,
    ),
    fixed: optional(flag('Whether the wheel never turns: a drum, a bollard.'), false),
    angle: optional(
      drivenNumber('degrees', 'The angle of the wheel over time, as a path of values that starts at 0: a winch.'),
    ),
  },
  exclusive: { keys: ['fixed', 'angle'], what: 'say how the wheel turns' },
  glyph: { body: 'none', world: 'none' },
  make: ({ on, wrap = 0, centre, angle, ...how }, situation) => {
    const rod = on as Spline;
    const own = rod.wraps?.[wrap];
    const place: Anchor = centre ?? worldPoint(...(own?.centre ?? [0, 0, 0]));
    const made = pulley(rod, wrap, place, {
      ...defined(how),
      ...(angle === undefined ? {} : { angle: inRadians(angle) }),
    });
    const gap = own ? sizeOf(difference(own.centre, at(situation)(place))) : 0;
    if (own && situation.begins && gap > drawn)
      throw misfit(
        'centre',
        `it is ${Number(gap.toPrecision(3))} m from (${own.centre.join(', ')}), around which the rod is drawn. Move it there, or the point of the wrap.`,
      );
    return made;
  },
});

/** A path of an angle in degrees, as one of points, rad. */
function inRadians(angle: Driven): PathDef {
  if (typeof angle === 'number')
    throw misfit('angle', `${angle} for all time. Give a path of values that starts at 0, or "fixed": true.`);
  const { kind, times, values } = angle;
  return { kind, times, points: values.map((v) => [degree * v, 0, 0] as const), ...defined({ loop: angle.loop }) };
}
