/**
 * The speed of a curve at rest, |dX/du|, at its quadrature points.                                         [notes, 2.1]
 *
 *   s0 = f |X'|,   s0' = f X'.X'' / |X'|        X the shape as given, f < 1 for one that is stretched as given (prestress)
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
  return Array.from({ length: spans }, (_, s) =>
    t.map((at, g) => {
      const basis = basisAt(centreline, spans, s + at);
      const [slope, bend] = [basis.slope, basis.bend].map((b) => combined(controlPoints, basis.first, b));
      const squared = dot(slope, slope);
      const speed = factor * Math.sqrt(squared);
      return { ...basis, speed, spread: dot(slope, bend) / squared, length: weights[g] * speed };
    }),
  );
}

/** A sum over control points, from the first on. */
export const combined = (x: Float64Array, first: number, coefficients: readonly number[]): number[] =>
  [0, 1, 2].map((axis) => coefficients.reduce((sum, c, i) => sum + c * x[3 * (first + i) + axis], 0));
export const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
