/**
 * Above: a point on the free side of a plane.
 *
 *   C = n . x - offset >= 0,  |n| = 1
 */
import { sub } from '../../kernel/formula/expr.ts';
import { dot } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';

export const above = relation({
  kind: 'above',
  points: ['x'],
  parameters: { nx: finite, ny: finite, nz: finite, offset: finite },
  sense: '>=',
  rows: ({ x }, { nx, ny, nz, offset }) => [sub(dot([nx, ny, nz], x), offset)],
});
