/**
 * Parallel: U = b - a and V = d - c along one direction.                                      [HCY, sec. 4, parallel]
 *
 *   C = (e_1 . (U x V), e_2 . (U x V)) / (lengthU lengthV)          e_1, e_2: see aligned.ts
 *
 * The gradient of the paper's (U . V)^2 = 1 vanishes where it is met (errata). With the lengths that U and V have at rest, C is in
 * radians and the multipliers are torques in N m. Parallel and antiparallel both satisfy it: the start decides.
 */
import { div, mul } from '../../kernel/formula/expr.ts';
import { sub3 } from '../../kernel/formula/vector.ts';
import { positive, relation } from '../relation.ts';
import { aligned } from './aligned.ts';

export const parallel = relation({
  kind: 'parallel',
  points: ['a', 'b', 'c', 'd'],
  parameters: { lengthU: positive, lengthV: positive },
  unit: 'rad',
  degenerate: 'two of its points are at the same place, so there is no direction; choose other points',
  rows: ({ a, b, c, d }, { lengthU, lengthV }) =>
    aligned(sub3(b, a), sub3(d, c)).map((row) => div(row, mul(lengthU, lengthV))),
});
