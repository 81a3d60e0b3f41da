/**
 * A guide: a smooth curve of the world that does not move, and a point that slides along it, u an unknown of its own.
 *                                                                                                  [MIC08, sec. 4.2, trajectory]
 *   x(u) = sum b_i(u) c_i      through every given point: at u = 0 the first, at u = 1 the next
 *
 * The paper moves a point along successive axes, with corners between them. A cubic B-spline (bodies/rod/centreline/cubic.ts) has no corners,
 * and three rows with one unknown leave one degree of freedom, as an axis does. A closed guide repeats: c_{k + N} = c_k.
 */

import { Refusal, refusing } from '../base/refusal.ts';
import { basisAt, basisOf } from '../bodies/rod/centreline/centreline.ts';
import { cubic } from '../bodies/rod/centreline/cubic.ts';
import { nearestPlace } from '../geometry/least-along-curve.ts';
import { add, constant, type Expr, sub } from '../kernel/formula/expr.ts';
import { scale3, sum3, type Vec3, vectors } from '../kernel/formula/vector.ts';
import type { Anchor, AnchorShape } from './anchor.ts';
import type { SliderOptions } from './spline-slider.ts';

const refuse = refusing({});

/**
 * A smooth curve in space that does not move, for `trajectory`.
 * @example const arc: Guide = guide([0, 0, 0, 1, 1, 0, 2, 0, 0]);
 */
export interface Guide {
  readonly spans: number;
  readonly closed: boolean;
  /** x y z of each control point */
  readonly control: Float64Array;
}

/**
 * A smooth curve through points, x y z of each: two or more, or three or more if it is closed.
 * @example guide([0, 0, 0, 1, 1, 0, 2, 0, 0])
 */
export function guide(points: ArrayLike<number>, closed = false): Guide {
  const count = points.length / 3;
  const least = closed ? 3 : 2;
  if (!(Number.isInteger(count) && count >= least && Array.from(points).every(Number.isFinite)))
    throw refuse('points', `a ${closed ? 'closed ' : ''}guide needs ${least} points or more. Give x, y, z of each.`);
  for (let k = closed ? 0 : 1; k < count; k++) {
    const before = (k + count - 1) % count;
    if ([0, 1, 2].every((axis) => points[3 * k + axis] === points[3 * before + axis]))
      throw refuse('points', `${before} and ${k} are at the same place; move one of them.`);
  }
  const given = Float64Array.from(points);
  return closed
    ? { spans: count, closed, control: closedControl(given) }
    : { spans: count - 1, closed, control: cubic.controlPoints(given) };
}

/** Each Gauss-Seidel sweep divides the error by 4 or more: this many reduce it to rounding. */
const sweeps = 40;
/** (c_k + 4 c_{k+1} + c_{k+2}) / 6 = P_k all the way round. */
function closedControl(points: Float64Array): Float64Array {
  const n = points.length / 3;
  const c = new Float64Array(points.length);
  for (let pass = 0; pass < sweeps; pass++)
    for (let k = 0; k < n; k++)
      for (let axis = 0; axis < 3; axis++) {
        const at = (i: number): number => 3 * (i % n) + axis;
        c[at(k + 1)] = (6 * points[3 * k + axis] - c[at(k)] - c[at(k + 2)]) / 4;
      }
  return c;
}

/** The control points under a span; of a closed guide, any span. */
function under({ spans, closed, control }: Guide, span: number): number[] {
  return [0, 1, 2, 3].flatMap((i) => {
    const k = closed ? (((span + i) % spans) + spans) % spans : span + i;
    return [control[3 * k], control[3 * k + 1], control[3 * k + 2]];
  });
}

/**
 * The point of a guide at u, or with 1 its derivative by u. u runs from 0 to the number of spans.
 * @example guideAt(guide([0, 0, 0, 1, 1, 0]), 0.5)
 */
export function guideAt(curve: Guide, u: number, derivative: 0 | 1 = 0): [number, number, number] {
  const { first, b, slope } = basisAt(cubic, curve.spans, u);
  const c = under(curve, first);
  const weights = derivative ? slope : b;
  const sum = (axis: number): number => weights.reduce((x, w, i) => x + w * c[3 * i + axis], 0);
  return [sum(0), sum(1), sum(2)];
}

/**
 * The u of the point of a guide that is nearest to a point of space.
 * @example nearestOnGuide(guide([0, 0, 0, 1, 1, 0]), [0.4, 0.6, 0])
 */
export const nearestOnGuide = (curve: Guide, place: ArrayLike<number>): number =>
  nearestPlace(
    (u) => guideAt(curve, u).reduce((sum, x, axis) => sum + (x - place[axis]) * (x - place[axis]), 0),
    curve.spans,
  );

const shape: AnchorShape = {
  name: 'guide',
  blocks: [1],
  parameters: 13,
  point: ([[u]], [middle, ...control]) => {
    const b = basisOf(cubic, add(sub(u as Expr, middle), constant(0.5)));
    const c = vectors(control) as Vec3[];
    return sum3(b.map((bi, i) => scale3(bi, c[i])));
  },
};

/** The inertia of sliding, kg, for methods that need one. */
const lightly = 1e-3;
export function guideSlider(curve: Guide, u: number, options: SliderOptions = {}): Anchor {
  const { spans, closed } = curve;
  if (!(u >= 0 && u <= spans))
    throw new Refusal(
      'value',
      { field: 'u' },
      `u = ${u} is beyond the ends of the curve (u runs from 0 to ${spans}).`,
      [],
      'guide: ',
    );
  const { inertia = lightly, ...how } = options;
  if (!(inertia > 0 && Number.isFinite(inertia))) throw refuse('inertia', `${inertia} kg; it must be positive.`);
  const at = (span: number) => ({ blocks: [], parameters: [span + 0.5, ...under(curve, span)] });
  const square = guideAt(curve, u, 1).reduce((sum, t) => sum + t * t, 0);
  return {
    shape,
    ...at(Math.min(Math.floor(u), spans - 1)),
    slide: { ...how, spans, at, ...(closed ? { closed } : {}) },
    own: [{ start: [u], w: 1 / (inertia * square) }],
  };
}
