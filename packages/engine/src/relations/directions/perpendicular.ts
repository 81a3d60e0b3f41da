/**
 * Perpendicular: U = b - a and V = d - c at right angles.                                [HCY, sec. 4, perpendicular]
 *
 *   C = U . V / (lengthU lengthV)
 *
 * With the lengths that U and V have at rest, C is in radians where it is small, and its multiplier a torque in N m.
 */
import { div, mul } from '../../kernel/formula/expr.ts';
import { dot, sub3 } from '../../kernel/formula/vector.ts';
import { positive, relation } from '../relation.ts';

export const perpendicular = relation({
  kind: 'perpendicular',
  points: ['a', 'b', 'c', 'd'],
  parameters: { lengthU: positive, lengthV: positive },
  unit: 'rad',
  degenerate: 'two of its points are at the same place, so there is no direction; choose other points',
  rows: ({ a, b, c, d }, { lengthU, lengthV }) => [div(dot(sub3(b, a), sub3(d, c)), mul(lengthU, lengthV))],
});
