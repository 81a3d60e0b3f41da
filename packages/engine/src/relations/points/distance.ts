/**
 * Distance: two points a given length apart.                              [HCY, sec. 4, node-node; MIC08, eq. 13]
 *
 *   C = (|b - a|^2 - length^2) / (2 length)
 *
 * Normalised: C is in metres and its multiplier is the rod's force in newtons. The paper's form lacks the denominator.
 * The gradient vanishes only at b = a, where `join` is meant; length must be positive.
 */
import { constant, div, mul, square, sub } from '../../kernel/formula/expr.ts';
import { lengthSquared, sub3 } from '../../kernel/formula/vector.ts';
import { apart, relation } from '../relation.ts';

export const distance = relation({
  kind: 'distance',
  convex: true,
  points: ['a', 'b'],
  parameters: { length: apart },
  degenerate:
    'both points are at the same place, so the direction of the rod is undefined; move one of them, or use "join"',
  rows: ({ a, b }, { length }) => [div(sub(lengthSquared(sub3(b, a)), square(length)), mul(constant(2), length))],
});
