/**
 * The speed of a curve at rest, |dX/du|, at its quadrature points.                                         [notes, 2.1]
 *
 *   metric of spans    s0 = f l,     l = sum_g w_g |X'(t_g)|, the length of a span;  s0' = 0
 *   metric of points   s0 = f |X'|,  s0' = f X'.X'' / |X'|
 *
 * X is the shape as given, f < 1 for one that is stretched as given (prestress).
 */
import { basisAt, type Centreline, type RestPoint, spansOf } from './centreline.ts';

/** Per span, at its quadrature points. */
export function restPoints(
  centreline: Centreline,
  controlPoints: Float64Array,
  factor: number,
  { t, weights } = centreline.quadrature,
): RestPoint[][] {
  const spans = spansOf(centreline, controlPoints.length / 3);
  return Array.from({ length: spans }, (_, s) => {
    const whole = centreline.metric === 'span' ? factor * spanMeasure(centreline, controlPoints, s).length : 0;
    return t.map((at, g) => {
      const basis = basisAt(centreline, spans, s + at);
      if (centreline.metric === 'span') return { ...basis, speed: whole, spread: 0, length: weights[g] * whole };
      const slope = combined(controlPoints, basis.first, basis.slope);
      const bend = combined(controlPoints, basis.first, basis.bend);
      const squared = dot(slope, slope);
      const speed = factor * Math.sqrt(squared);
      return { ...basis, speed, spread: dot(slope, bend) / squared, length: weights[g] * speed };
    });
  });
}

/** Of a span: its length, and how much more of it lies behind its middle, sum_g w_g (2 t_g - 1) |X'(t_g)|, m. */
export interface SpanMeasure {
  readonly length: number;
  readonly moment: number;
}

export function spanMeasure(centreline: Centreline, x: Float64Array, span: number): SpanMeasure {
  let [length, moment] = [0, 0];
  for (const { slope, weight, side } of stretchPoints(centreline)) {
    const tangent = combined(x, span, slope);
    const speed = weight * Math.sqrt(dot(tangent, tangent));
    length += speed;
    moment += side * speed;
  }
  return { length, moment };
}

/** Where the length of a span is measured. */
export interface StretchPoint {
  /** b' of the control points under it */
  readonly slope: readonly number[];
  readonly weight: number;
  /** 2 t - 1 */
  readonly side: number;
}
const made = new WeakMap<Centreline, readonly StretchPoint[]>();
export function stretchPoints(centreline: Centreline): readonly StretchPoint[] {
  const { t, weights } = centreline.stretchQuadrature ?? centreline.quadrature;
  const found =
    made.get(centreline) ??
    t.map((at, g) => ({ slope: basisAt(centreline, 1, at).slope, weight: weights[g], side: 2 * at - 1 }));
  made.set(centreline, found);
  return found;
}

/** A sum over control points, from the first on. */
export function combined(x: Float64Array, first: number, coefficients: readonly number[]): [number, number, number] {
  let [sumX, sumY, sumZ] = [0, 0, 0];
  for (let i = 0; i < coefficients.length; i++) {
    const c = coefficients[i];
    const at = 3 * (first + i);
    sumX += c * x[at];
    sumY += c * x[at + 1];
    sumZ += c * x[at + 2];
  }
  return [sumX, sumY, sumZ];
}
export const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
