/**
 * Joints: ball joint, hinge, slider and weld of rigid bodies.
 *
 *   point      the place of the joint, fixed in both bodies: 3 rows, m
 *   axis       the axis, fixed in both: 2 rows, rad
 *   frame      three directions, fixed in both: 3 rows, rad
 *   line       the place on one body, on the line along the axis of the other: 2 rows, m
 *   angle, offset                the turn or the travel, prescribed: 1 row
 *   least, most                  the turn or the travel, limited: 1 one-sided row each
 *   motor                        the rate of the turn or the travel, by a bounded torque or force: 1 row
 *
 * Their multipliers are the forces and torques of the joint.
 */
import type { Anchor } from '../../../anchors/anchor.ts';
import { optional, pair } from '../../../base/field.ts';
import type { Rigid } from '../../../bodies/rigid/rigid.ts';
import { parallel } from '../../../relations/directions/parallel.ts';
import { perpendicular } from '../../../relations/directions/perpendicular.ts';
import { guided } from '../../../relations/joints/guided.ts';
import { travel, travelLimit, travelMotor } from '../../../relations/joints/travel.ts';
import { turn, turnLimit, turnMotor } from '../../../relations/joints/turn.ts';
import { coincide } from '../../../relations/points/coincide.ts';
import type { ConstraintSpec } from '../../constraint.ts';
import { constraintKind, type Driven, misfit, type Triple } from '../constraint-kind.ts';
import { drivenNumber, freeAngle, number, positive } from '../fields.ts';
import { degree, valued } from '../situations.ts';
import { axes, axisField, couple, jointFields, part, type Sides, shifted, sidesOf } from './joint.ts';

const glyph = { body: 'join', world: 'anchor', first: 'join' } as const;
const fixedPoint = (kind: string, { a, b }: Sides, at: Triple): ConstraintSpec =>
  part(kind, 'point', coincide(2), [[a(at), b(at)]]);
/** Three directions of one body, each at right angles to the next one of the other. */
const turnedAlike = (kind: string, { a, b }: Sides, at: Triple, [e, f, g]: readonly Triple[]): ConstraintSpec => {
  const arm = (side: Sides['a'], direction: Triple): [Anchor, Anchor] => [side(at), side(shifted(at, direction))];
  const pairs = [
    [e, f],
    [f, g],
    [g, e],
  ] as const;
  return couple(
    kind,
    'frame',
    perpendicular,
    pairs.map(([u, v]) => [...arm(a, u), ...arm(b, v)]),
    [1, 1],
  );
};
/** A range that holds the start, 0. */
function checkedRange(range: readonly [number, number], field: string, unit: string): readonly [number, number] {
  const [least, most] = range;
  if (!(least <= 0 && most >= 0 && least < most))
    throw misfit(field, `[${range.join(', ')}] does not hold 0, the start; give [least, most] in ${unit} around it.`);
  return range;
}

export const ballJointKind = constraintKind({
  kind: 'ball-joint',
  description: 'Holds a point of a rigid body at a point of another one, or of the world; it turns freely.',
  fields: jointFields,
  glyph,
  make: ({ a, b, at }, situation) => {
    const { part: _, ...whole } = fixedPoint('ball-joint', sidesOf(a as Rigid, b as Rigid | undefined, situation), at);
    return whole;
  },
});

export const weldKind = constraintKind({
  kind: 'weld',
  description: 'Holds a rigid body to another one, or to the world: it neither moves nor turns against it.',
  fields: jointFields,
  glyph,
  make: ({ a, b, at }, situation) => {
    const sides = sidesOf(a as Rigid, b as Rigid | undefined, situation);
    return [fixedPoint('weld', sides, at), turnedAlike('weld', sides, at, axes([0, 0, 1]))];
  },
});

export const hingeKind = constraintKind({
  kind: 'hinge',
  description:
    'Lets a rigid body turn about an axis of another one, or of the world: freely, within limits, or as prescribed.',
  fields: {
    ...jointFields,
    axis: axisField,
    angleDegrees: optional(
      freeAngle('Its angle against b, 0 at the start, right-handed about the axis: a number or a path of values.'),
      'free',
    ),
    betweenDegrees: optional(pair('degrees', 'The least and the greatest angle, less than 360 apart.'), 'no limits'),
    speedDegrees: optional(
      drivenNumber(
        'degrees/s',
        'The speed that a motor brings it to, right-handed about the axis: a number or a path.',
      ),
      'no motor',
    ),
    torque: optional(number('N m', 'The greatest torque of the motor, either way.', positive), 'no motor'),
  },
  exclusive: { keys: ['angleDegrees', 'betweenDegrees'], what: 'say how it turns' },
  traits: ['one-sided if limited', 'bounded if it has a motor'],
  glyph,
  check: motorOf('speedDegrees', 'torque', 'angleDegrees', '{ "speedDegrees": 90, "torque": 2 }'),
  make: ({ a, b, at, axis, angleDegrees, betweenDegrees, speedDegrees, torque }, situation) => {
    const sides = sidesOf(a as Rigid, b as Rigid | undefined, situation);
    const [e, f] = axes(axis);
    const tip = shifted(at, e);
    const arm = shifted(at, f);
    const turning = [sides.a(arm), sides.a(at), sides.b(at), sides.b(tip), sides.b(arm)];
    const specs = [
      fixedPoint('hinge', sides, at),
      couple('hinge', 'axis', parallel, [[sides.a(at), sides.a(tip), sides.b(at), sides.b(tip)]], [1, 1]),
    ];
    if (angleDegrees !== undefined)
      specs.push(prescribed(angleDegrees, degree, (angle) => couple('hinge', 'angle', turn, [turning], [angle])));
    if (speedDegrees !== undefined && torque !== undefined)
      specs.push(
        prescribed(speedDegrees, degree, (speed) => couple('hinge', 'motor', turnMotor, [turning], [speed, torque, 0])),
      );
    if (betweenDegrees) {
      const [least, most] = checkedRange(betweenDegrees, 'betweenDegrees', 'degrees').map((x) => x * degree);
      if (most - least >= 2 * Math.PI)
        throw misfit('betweenDegrees', 'a full turn or more is no limit; leave it out, or give less than 360.');
      const middle = (least + most) / 2;
      specs.push(
        couple('hinge', 'least', turnLimit, [turning], [least, 1, middle]),
        couple('hinge', 'most', turnLimit, [turning], [most, -1, middle]),
      );
    }
    return specs;
  },
});

export const sliderKind = constraintKind({
  kind: 'slider',
  description:
    'Lets a rigid body move along an axis of another one, or of the world, without turning: freely, within limits, or as prescribed.',
  fields: {
    ...jointFields,
    axis: axisField,
    offset: optional(
      drivenNumber('metres', 'How far it has moved along the axis, 0 at the start: a number or a path of values.'),
      'free',
    ),
    between: optional(pair('metres', 'The least and the greatest offset.'), 'no limits'),
    speed: optional(
      drivenNumber('m/s', 'The speed that a motor brings it to, along the axis: a number or a path.'),
      'no motor',
    ),
    force: optional(number('newtons', 'The greatest force of the motor, either way.', positive), 'no motor'),
  },
  exclusive: { keys: ['offset', 'between'], what: 'say how it moves' },
  traits: ['one-sided if limited', 'bounded if it has a motor'],
  glyph,
  check: motorOf('speed', 'force', 'offset', '{ "speed": 0.5, "force": 10 }'),
  make: ({ a, b, at, axis, offset, between, speed, force }, situation) => {
    const sides = sidesOf(a as Rigid, b as Rigid | undefined, situation);
    const [e, f, g] = axes(axis);
    const line = [sides.a(at), sides.b(at), sides.b(shifted(at, f)), sides.b(shifted(at, g))];
    const along = [sides.a(at), sides.b(at), sides.b(shifted(at, e))];
    const specs = [part('slider', 'line', guided, [line]), turnedAlike('slider', sides, at, [e, f, g])];
    if (offset !== undefined)
      specs.push(prescribed(offset, 1, (one) => part('slider', 'offset', travel, [along], [one])));
    if (speed !== undefined && force !== undefined)
      specs.push(prescribed(speed, 1, (one) => part('slider', 'motor', travelMotor, [along], [one, force, 0])));
    if (between) {
      const [least, most] = checkedRange(between, 'between', 'metres');
      specs.push(
        part('slider', 'least', travelLimit, [along], [least, 1]),
        part('slider', 'most', travelLimit, [along], [most, -1]),
      );
    }
    return specs;
  },
});

/** A motor has a speed and a bound, and is no prescribed motion. */
function motorOf(speed: string, bound: string, prescribes: string, example: string) {
  return (said: Readonly<Partial<Record<string, unknown>>>): void => {
    const [given, missing] = said[speed] === undefined ? [bound, speed] : [speed, bound];
    if ((said[speed] === undefined) !== (said[bound] === undefined))
      throw misfit(given, `a motor needs "${missing}" beside it: ${example}.`);
    if (said[speed] !== undefined && said[prescribes] !== undefined)
      throw misfit(speed, `"${prescribes}" prescribes its motion, with any force. Leave one of them out.`);
  };
}
/** A part whose value is given, or driven. */
const prescribed = (value: Driven, scale: number, make: (value: number) => ConstraintSpec): ConstraintSpec =>
  valued(value, { name: Object.keys(make(0).relation.parameters)[0], scale }, () => 0, make);
