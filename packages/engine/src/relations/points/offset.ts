/**
 * Offset: one point at a given offset from another, in directions of the world.
 *
 *   C = b - a - (x, y, z)
 */
import { sub3 } from '../../kernel/formula/vector.ts';
import { finite, relation } from '../relation.ts';

export const offset = relation({
  kind: 'offset',
  points: ['a', 'b'],
  parameters: { x: finite, y: finite, z: finite },
  rows: ({ a, b }, { x, y, z }) => sub3(sub3(b, a), [x, y, z]),
});
