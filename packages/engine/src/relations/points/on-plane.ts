/**
 * On a plane: a point on the plane through p perpendicular to n. (`above` leaves one side free.)
 *
 *   C = n . (x - p),  |n| = 1
 */
import { dot, sub3 } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';

export const onPlane = relation({
  kind: 'on-plane',
  points: ['x', 'p'],
  parameters: { nx: finite, ny: finite, nz: finite },
  rows: ({ x, p }, { nx, ny, nz }) => [dot([nx, ny, nz], sub3(x, p))],
});
