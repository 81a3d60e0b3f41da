/**
 * Rows of friction behind the row of a contact: slip across its direction, which is known as velocity alone.
 *
 *   slip_k = t_k . y - [t_k . y],   k = 1, 2        y: the place of the point relative to what it touches; t_k: tangents
 *
 * Brackets and tangents have no derivative, so that slip is 0 and slip' is the velocity along t_k.
 */
import { abs, constant, detach, div, type Expr, max, select, sqrt, sub } from '../kernel/formula/expr.ts';
import { cross, dot, lengthSquared, scale3, type Vec3 } from '../kernel/formula/vector.ts';

const [zero, one] = [constant(0), constant(1)];

/** y and the normal (of any length) are in the same axes. */
export function slipRows(y: Vec3, normal: Vec3): Expr[] {
  const n = normal.map(detach) as unknown as Vec3;
  const size = sqrt(max(lengthSquared(n), constant(1e-300)));
  const unit = scale3(div(one, size), n);
  // beside x, unless n is along x: then beside y
  const onX = select(abs(unit[0]), constant(0.7), one, zero);
  const first = cross(unit, [onX, sub(one, onX), zero]);
  const t1 = scale3(div(one, sqrt(max(lengthSquared(first), constant(1e-300)))), first);
  return [t1, cross(unit, t1)].map((t) => {
    const place = dot(t.map(detach) as unknown as Vec3, y);
    return sub(place, detach(place));
  });
}
