/**
 * Parallel: U = b - a and V = d - c along one direction.                                      [HCY, sec. 4, parallel]
 *
 *   C = (e_1 . (U x V), e_2 . (U x V)) / (lengthU lengthV)
 *
 * e_1, e_2: perpendicular to V as it is at the beginning of the step and to each other, held while differentiating. The
 * paper's (U . V)^2 = 1 has no gradient where it is met (errata); these two rows have rank 2 there. With the lengths that
 * U and V have at rest, C is in radians and the multipliers are torques in N m. Parallel and antiparallel both meet it:
 * the start decides.
 */
import { div, hold, mul } from '../kernel/expr.ts';
import { cross, dot, normalise, sub3, type Vec3 } from '../kernel/vector.ts';
import { frame } from './frame.ts';
import { positive, relation } from './relation.ts';

export const parallel = relation({
  kind: 'parallel',
  points: ['a', 'b', 'c', 'd'],
  parameters: { lengthU: positive, lengthV: positive },
  unit: 'rad',
  degenerate: 'two of its points are in one place, so there is no direction; choose others',
  rows: ({ a, b, c, d }, { lengthU, lengthV }) => {
    const [U, V] = [sub3(b, a), sub3(d, c)];
    const N = cross(U, V);
    return frame(normalise(V)).map((e) => div(dot(e.map(hold) as unknown as Vec3, N), mul(lengthU, lengthV)));
  },
});
