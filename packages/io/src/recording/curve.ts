/** Rods as they are drawn: a line of samples, each of which follows four control points. */
import { type Body, type Curve, field, skinAt } from '@pliant/engine';

/** The samples along a body, if it is a rod. */
export const curveOf = (body: Body): Curve | undefined => (field.isRod(body) ? body.curve : undefined);

/** x y z of each sample when the control points are at x, written to `out` if given. */
export const curveAt = (curve: Curve, x: Float64Array, out?: Float64Array): Float64Array =>
  skinAt({ embedding: { ...curve, outside: 0, farthest: 0 } }, x, out);
