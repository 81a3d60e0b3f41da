/**
 * On a circle: the plane through c across the direction n, and the sphere about c.                  [MIC08, sec. 4.2]
 *
 *   C = (n . (x - c),  (|x - c|^2 - radius^2) / (2 radius)),  |n| = 1
 */
import { constant, div, mul, square, sub } from '../../kernel/formula/expr.ts';
import { dot, lengthSquared, sub3 } from '../../kernel/formula/vector.ts';
import { finite, positive, relation } from '../relation.ts';

export const circle = relation({
  kind: 'circle',
  points: ['x', 'c'],
  parameters: { nx: finite, ny: finite, nz: finite, radius: positive },
  degenerate: 'the point is at the centre, so its direction to the circle is undefined; move one of them',
  rows: ({ x, c }, { nx, ny, nz, radius }) => {
    const r = sub3(x, c);
    return [dot([nx, ny, nz], r), div(sub(lengthSquared(r), square(radius)), mul(constant(2), radius))];
  },
});
