/**
 * Outside: a point outside of a solid, approximated by the plane at the closest point of its surface. The plane is updated in
 * every step (see Obstacle).
 *
 *   C = n . x - offset >= 0,  |n| = 1
 *   C = n . (x - d) - offset >= 0,        of a solid that is moved by d, with the plane as it is without
 */
import { sub } from '../../kernel/formula/expr.ts';
import { dot, sub3 } from '../../kernel/formula/vector.ts';
import { finite, type Relation, relation } from '../relation.ts';
import { above } from './above.ts';

export const outside: Relation = { ...above, kind: 'outside', seeks: true };

export const outsideMoving: Relation = {
  ...relation({
    kind: 'outside moving',
    points: ['x', 'd'],
    parameters: { nx: finite, ny: finite, nz: finite, offset: finite },
    sense: '>=',
    rows: ({ x, d }, { nx, ny, nz, offset }) => [sub(dot([nx, ny, nz], sub3(x, d)), offset)],
  }),
  seeks: true,
};
