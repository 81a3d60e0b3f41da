/**
 * Two rows for vectors U and V along one line, in the same or in opposite directions:
 *
 *   e_1 . (U x V) = e_2 . (U x V) = 0
 *
 * e_1, e_2: perpendicular to V at the beginning of the step and to each other, constant while differentiating. Of the
 * three components of U x V only two are independent where it vanishes; these two have rank 2 there.
 */
import { detach, type Expr } from '../../kernel/formula/expr.ts';
import { cross, dot, normalise, type Vec3 } from '../../kernel/formula/vector.ts';
import { frame } from './frame.ts';

export function aligned(U: Vec3, V: Vec3): Expr[] {
  const N = cross(U, V);
  return frame(normalise(V)).map((e) => dot(e.map(detach) as unknown as Vec3, N));
}
