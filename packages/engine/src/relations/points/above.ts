/**
 * Above: a point on the free side of a plane.
 *
 *   C = n . x - offset >= 0,  |n| = 1
 *
 * With friction, the slip along the plane besides: see slip.ts.
 */
import { sub } from '../../kernel/formula/expr.ts';
import { dot } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';
import { slipRows } from '../slip.ts';

const plane = { nx: finite, ny: finite, nz: finite, offset: finite };

export const above = relation({
  kind: 'above',
  points: ['x'],
  parameters: plane,
  sense: '>=',
  rows: ({ x }, { nx, ny, nz, offset }) => [sub(dot([nx, ny, nz], x), offset)],
});

export const aboveWithFriction = relation({
  kind: 'above',
  points: ['x'],
  parameters: { ...plane, friction: finite },
  sense: '>=',
  frictional: true,
  rows: ({ x }, { nx, ny, nz, offset }) => [sub(dot([nx, ny, nz], x), offset), ...slipRows(x, [nx, ny, nz])],
});
