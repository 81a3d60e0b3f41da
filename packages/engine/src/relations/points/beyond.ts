/**
 * Beyond: two points at least a radius apart: out of a ball.                        [HCY, sec. 4, inequality; errata]
 *
 *   C = (|b - a|^2 - radius^2) / (2 radius) >= 0
 *
 * In metres; the multiplier is the push in newtons. At b = a the direction of the push is undefined.
 */
import { constant, div, mul, square, sub } from '../../kernel/formula/expr.ts';
import { lengthSquared, sub3 } from '../../kernel/formula/vector.ts';
import { apart, relation } from '../relation.ts';

export const beyond = relation({
  kind: 'beyond',
  points: ['a', 'b'],
  parameters: { radius: apart },
  sense: '>=',
  degenerate: 'both points are at the same place, so the direction of the push is undefined; move one of them',
  rows: ({ a, b }, { radius }) => [div(sub(lengthSquared(sub3(b, a)), square(radius)), mul(constant(2), radius))],
});
