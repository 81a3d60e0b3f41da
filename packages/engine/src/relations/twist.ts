/**
 * Twist: the angle about a rod at one of its points, or the difference of two.                        [MIC08, sec. 4; E14]
 *
 *   C = b - a       the angles are first coordinates of their anchors
 *
 * The multiplier is a torque, N m.
 */
import { sub } from '../kernel/expr.ts';
import { relation } from './relation.ts';

export const twist = relation({
  kind: 'twist',
  points: ['a', 'b'],
  unit: 'rad',
  rows: ({ a, b }) => [sub(b[0], a[0])],
});
