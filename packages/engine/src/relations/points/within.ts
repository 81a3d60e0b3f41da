/**
 * Within: two points at most a radius apart: a rope.                       [HCY, sec. 4, inequality; errata: its sign]
 *
 *   C = (radius^2 - |b - a|^2) / (2 radius) >= 0
 *
 * In metres; the multiplier is the pull of the rope in newtons. Inside there is no force; the paper's slack variable would
 * disturb the motion there.
 */
import { constant, div, mul, square, sub } from '../../kernel/formula/expr.ts';
import { lengthSquared, sub3 } from '../../kernel/formula/vector.ts';
import { apart, relation } from '../relation.ts';

export const within = relation({
  kind: 'within',
  points: ['a', 'b'],
  parameters: { radius: apart },
  sense: '>=',
  rows: ({ a, b }, { radius }) => [div(sub(square(radius), lengthSquared(sub3(b, a))), mul(constant(2), radius))],
});
