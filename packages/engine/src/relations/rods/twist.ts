/**
 * Twist: the angle about a rod at one of its points against another, or against that of the world.    [MIC08, sec. 4; E14]
 *
 *   C = b - a - turn       the angles are first coordinates of their anchors, rad
 *
 * The multiplier is a torque, N m.
 */
import { sub } from '../../kernel/formula/expr.ts';
import { finite, relation } from '../relation.ts';

export const twist = relation({
  kind: 'twist',
  points: ['a', 'b'],
  parameters: { turn: finite },
  unit: 'rad',
  rows: ({ a, b }, { turn }) => [sub(sub(b[0], a[0]), turn)],
});
