/**
 * Turn limit: the angle of a hinge stays on one side of a limit.
 *
 *   e = b - a, U = c - a, V = d - a       the angle phi from U to V, right-handed about e, as in directions/dihedral.ts
 *   C = side (phi - limit) >= 0           side = 1: at least, -1: at most
 *
 * phi is taken within half a turn of `middle`, the middle of the allowed range, so that it is smooth there and at both limits.
 */
import { add, atan2, cos, mul, sin, sub } from '../../kernel/formula/expr.ts';
import { cross, dot, length, sub3 } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';

export const turnLimit = relation({
  kind: 'turn-limit',
  points: ['a', 'b', 'c', 'd'],
  parameters: { limit: finite, side: finite, middle: finite },
  unit: 'rad',
  sense: '>=',
  rows: ({ a, b, c, d }, { limit, side, middle }) => {
    const [e, U, V] = [sub3(b, a), sub3(c, a), sub3(d, a)];
    const K = dot(cross(e, U), cross(e, V));
    const S = mul(length(e), dot(e, cross(U, V)));
    const [k, s] = [cos(middle), sin(middle)];
    const phi = add(middle, atan2(sub(mul(S, k), mul(K, s)), add(mul(K, k), mul(S, s))));
    return [mul(side, sub(phi, limit))];
  },
});
