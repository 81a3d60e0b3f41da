/**
 * Point, tangent and twist of a rod at a fixed u, as anchors:                                         [MIC08, sec. 4; notes, 4]
 *
 *   point     x(u) = sum b_i x_i
 *   tangent   x'(u) / s0 = sum (b_i'/s0) x_i     a vector, of length 1 where the rod is not stretched, used as a point
 *   twist     (theta(u), 0, 0)                    rad, as a point on the first axis
 *
 * Since sum b_i' = 0, rows on a tangent exert no net force, only the moment x' x lambda / s0.
 */
import type { Spline } from '../bodies/rod/spline.ts';
import { add, type Expr, mul, zero } from '../kernel/formula/expr.ts';
import type { Anchor, AnchorShape } from './anchor.ts';
import { barycentric } from './barycentric.ts';

const angles = new Map<number, AnchorShape>();
/** The weighted sum of this many angles. */
function angleShape(corners: number): AnchorShape {
  const found = angles.get(corners);
  if (found) return found;
  const made: AnchorShape = {
    name: `spline-twist-${corners}`,
    blocks: new Array<number>(corners).fill(1),
    parameters: corners,
    weighted: true,
    point: (q, a) => [q.map(([theta], i) => mul(a[i], theta as Expr)).reduce(add), zero, zero],
  };
  angles.set(corners, made);
  return made;
}

/** The control points from `first` on, with weights of any sum. */
const weighted = (body: Spline, first: number, parameters: readonly number[]): Anchor => ({
  ...barycentric(
    body,
    parameters.map((_, k) => first + k),
  ),
  parameters,
});

/**
 * The point of a rod at u as an anchor. u runs from 0 to `rod.spans`.
 * @example nail(splinePoint(rod, 0), worldPoint(0, 1, 0))
 */
export function splinePoint(body: Spline, u: number): Anchor {
  const { first, b } = body.basis(u);
  return weighted(body, first, b);
}

/**
 * The tangent of a rod at u, its derivative by u, as an anchor: relations between directions use it.
 * @example parallel(worldPoint(0, 0, 0), worldPoint(0, 0, 1), worldPoint(0, 0, 0), splineTangent(rod, 1))
 */
export function splineTangent(body: Spline, u: number): Anchor {
  const { first, slope } = body.basis(u);
  const speed = body.restSpeed(u);
  return weighted(
    body,
    first,
    slope.map((b) => b / speed),
  );
}

/**
 * The twist angle of a rod at u as an anchor; the angle in rad is its first coordinate.
 * @example splineTwist(rod, 1)
 */
export function splineTwist(body: Spline, u: number): Anchor {
  const { first, b } = body.basis(u);
  if (!(body.section.GJ > 0)) throw new Error(`body "${body.id}" has no twist. Give it a GJ in N m^2.`);
  return {
    shape: angleShape(b.length),
    body: body.id,
    blocks: b.map((_, k) => body.firstAngle + first + k),
    parameters: b,
  };
}
