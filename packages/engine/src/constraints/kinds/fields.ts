/** Fields that only constraints have, and those that many of them share. The types are listed in constraint-kind.ts. */
import {
  type BodyDemand,
  choice,
  drivenNumber,
  type Field,
  flag,
  notNegative,
  number,
  optional,
  positive,
} from '../../base/field.ts';
import { angleLimits } from '../../relations/directions/angle.ts';

export {
  choice,
  drivenNumber,
  flag,
  notNegative,
  number,
  optional,
  pair,
  positive,
  text,
  vector,
} from '../../base/field.ts';
export { isRod } from '../../bodies/rod/spline.ts';

const of =
  <T extends string>(type: T) =>
  (description: string, more: Partial<Field> = {}): Field<T, true> =>
    ({ type, required: true, description, ...more }) as Field<T, true>;

export const points = of('points');
export const nodes = of('nodes');
export const nodesList = of('nodes-list');
export const pointList = of('point-list');
export const rodPoints = of('rod-points');
export const threaded = of('threaded');
export const rodPlaces = of('rod-places');
export const target = of('target');
export const direction = of('direction');
export const curve = of('curve');
export const namedPoints = of('named-points');
export const namedNumbers = of('named-numbers');

/** One point, with its description. */
export const point = (what: string) => of('point')(`${what}: a point of the world, or a selection of one.`);
export const pointEach = (what: string) => of('point-each')(`${what}: a point of the world, or a selection.`);
export const rodPoint = (what: string) =>
  of('rod-point')(`${what}: a point of a rod, such as { "body": "rope", "u": 1.5 }.`);
export const body = (description: string, demand: BodyDemand) => of('body')(description, { body: demand });

/** Two arms or two directions are held between these, in degrees. */
const { least, most } = angleLimits;
const angleRange = { least, most };
export const limitedAngle = (description: string, more = '') =>
  drivenNumber('degrees', description, angleRange, { wanted: `an angle of ${least} to ${most} degrees${more}` });
export const freeAngle = (description: string) => drivenNumber('degrees', description);

/** How something slides along a rod or a curve. */
export const sliding = {
  friction: optional(
    number('N s/m', 'Viscous friction: a force against sliding, proportional to the speed along the rod.', notNegative),
    0,
  ),
  coulomb: optional(
    number(
      '',
      'Coulomb friction coefficient: it sticks while the force along the rod is below this times the force across it.',
      notNegative,
    ),
    0,
  ),
  drive: optional(number('newtons', 'A driving force along the rod, towards greater u.')),
  slide: optional(
    drivenNumber(
      'spans',
      'Prescribed sliding: u over time, as a path of values that starts at its initial place.',
      notNegative,
      { wanted: 'a place u, 0 or more' },
    ),
  ),
  ends: optional(
    choice(['release', 'stop'], 'At an end of the body it is released ("release"), or stops ("stop").'),
    'release',
  ),
  inertia: optional(
    number(
      'kg',
      'The inertia of sliding, for "lagrange" only; of a rod with "cuts", that of a pulley: moment of inertia over radius squared.',
      positive,
    ),
    'the mass of a span of a rod, 0.001 on a curve',
  ),
};

export const rows = (description: string) => optional(choice([2, 3], description), 2);
export const yesOrNo = flag;
