/**
 * Dihedral: the angle between two triangles (a, b, c) and (a, b, d) at their common edge.
 *                                                              [HCY, sec. 4, angle between adjacent elements]
 *   e = b - a    U = c - a    V = d - a
 *   K = (e x U) . (e x V)     S = |e| e . (U x V)          |e|^2 h_c h_d times the cosine and the sine
 *   C = atan2(S cos(angle) - K sin(angle), K cos(angle) + S sin(angle))
 *
 * The angle is that of a hinge, from c to d, right-handed about a -> b: 0 folded shut, 90 degrees square, 180 flat, -90
 * square to the other side. C is the angle minus the given one, in (-pi, pi], so that it is smooth at 0 and at 180
 * degrees, and adding multiples of 360 degrees changes nothing. In radians; the gradient at c is 1/h_c, its height above the edge.
 */
import { add, atan2, cos, mul, sin, sub } from '../../kernel/formula/expr.ts';
import { cross, dot, length, sub3 } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';

export const dihedral = relation({
  kind: 'dihedral',
  points: ['a', 'b', 'c', 'd'],
  parameters: { angle: finite },
  unit: 'rad',
  degenerate: 'one of its triangles has no area, so there is no angle; choose other corners',
  rows: ({ a, b, c, d }, { angle }) => {
    const [e, U, V] = [sub3(b, a), sub3(c, a), sub3(d, a)];
    const K = dot(cross(e, U), cross(e, V));
    const S = mul(length(e), dot(e, cross(U, V)));
    const [cosine, sine] = [cos(angle), sin(angle)];
    return [atan2(sub(mul(S, cosine), mul(K, sine)), add(mul(K, cosine), mul(S, sine)))];
  },
});
