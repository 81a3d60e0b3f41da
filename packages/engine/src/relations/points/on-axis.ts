/**
 * On an axis: a point on the line through p along the direction d.
 *
 *   C = (e_1 . (x - p), e_2 . (x - p)),  |d| = 1,  e_1 and e_2 perpendicular to d and to each other
 */
import { dot, sub3 } from '../../kernel/formula/vector.ts';
import { frame } from '../directions/frame.ts';
import { finite, relation } from '../relation.ts';

export const onAxis = relation({
  kind: 'on-axis',
  points: ['x', 'p'],
  parameters: { dx: finite, dy: finite, dz: finite },
  rows: ({ x, p }, { dx, dy, dz }) => frame([dx, dy, dz]).map((e) => dot(e, sub3(x, p))),
});
