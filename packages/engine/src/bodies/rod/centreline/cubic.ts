/**
 * The cubic uniform B-spline: C2, four control points under a span, two more than points.       [MIC08, sec. 3.2; notes, 2.1]
 *
 *   6 b = (1-t)^3,  3t^3 - 6t^2 + 4,  -3t^3 + 3t^2 + 3t + 1,  t^3
 *
 * No control point is repeated at the ends: an end is held by a constraint at u = 0 or u = N. A free end needs nothing, since zero
 * force and zero moment are the natural boundary conditions of the energies.
 *
 * `cubic` has one strain for each span (span-length.ts). `cubicPaper` has three, as in the paper: they leave a bent rod no way to
 * keep its length, and it locks. For the scenes of the paper, bit by bit.
 */
import type { Centreline } from './centreline.ts';

export const cubic: Centreline = {
  name: 'cubic',
  basis: [
    [1 / 6, -1 / 2, 1 / 2, -1 / 6],
    [2 / 3, 0, -1, 1 / 2],
    [1 / 6, 1 / 2, 1 / 2, -1 / 2],
    [0, 0, 0, 1 / 6],
  ],
  quadrature: gauss4(),
  stretchQuadrature: gauss3(),
  metric: 'span',
  frames: { controlPoints: curvedControlPoints },
  mass: 'consistent',
  controlPoints,
  bending: {
    nodes: 4,
    points: 4,
    // x_ss = (x'' - (s0'/s0) x') / s0^2
    elements: (rest) =>
      rest.map((points) =>
        points.map(({ slope, bend, speed, spread, length }) => ({
          coefficients: bend.map((b, i) => (b - spread * slope[i]) / (speed * speed)),
          length,
        })),
      ),
  },
};

const { frames: _, ...withoutFrames } = cubic;
export const cubicPaper: Centreline = { ...withoutFrames, name: 'cubic-paper', metric: 'point' };

/**
 * Control points of the curve through points whose third derivative is continuous at the second and the last but one (not-a-knot ends), so
 * that its curvature at the ends is that of the points. x_2 = (8 P_1 - P_0 - P_2)/6 follows from the first four equations, x_{m-1} alike.
 * For a rod that is curved at rest: ends without curvature would be wrong by 0.2 to 0.8 % at its tip. Three points make a parabola.
 */
function curvedControlPoints(points: Float64Array): Float64Array {
  const m = points.length / 3;
  if (m < 3) return controlPoints(points);
  const x = new Float64Array(3 * (m + 2));
  const factor = new Float64Array(m + 2);
  for (let axis = 0; axis < 3; axis++) {
    const at = (i: number): number => 3 * i + axis;
    const P = (i: number): number => points[at(i)];
    const second = (i: number): number => (8 * P(i) - P(i - 1) - P(i + 1)) / 6;
    x[at(2)] = second(1);
    x[at(m - 1)] = second(m - 2);
    factor[2] = 0;
    for (let i = 3; i < m - 1; i++) {
      const pivot = 4 - factor[i - 1];
      factor[i] = 1 / pivot;
      x[at(i)] = (6 * P(i - 1) - x[at(i - 1)]) / pivot;
    }
    for (let i = m - 2; i > 2; i--) x[at(i)] -= factor[i] * x[at(i + 1)];
    if (m === 3) x[at(1)] = P(0) - (P(0) - 2 * P(1) + P(2)) / 6;
    else x[at(1)] = 6 * P(1) - 4 * x[at(2)] - x[at(3)];
    x[axis] = 6 * P(0) - 4 * x[at(1)] - x[at(2)];
    x[at(m)] = 6 * P(m - 2) - 4 * x[at(m - 1)] - x[at(m - 2)];
    x[at(m + 1)] = 6 * P(m - 1) - 4 * x[at(m)] - x[at(m - 1)];
  }
  return x;
}

/** Gauss's rule with four points: exact up to t^7, so that M is exact where the speed |dX/du| is constant. */
function gauss4(): Centreline['quadrature'] {
  const [middle, half] = [3 / 7, (2 / 7) * Math.sqrt(6 / 5)];
  const [far, near] = [Math.sqrt(middle + half), Math.sqrt(middle - half)];
  const [light, heavy] = [(18 - Math.sqrt(30)) / 72, (18 + Math.sqrt(30)) / 72];
  return { t: [-far, -near, near, far].map((z) => (1 + z) / 2), weights: [light, heavy, heavy, light] };
}

/** With three points, exact up to t^5: enough for stretch. A fourth point would only make bent rods stiffer. */
function gauss3(): Centreline['quadrature'] {
  const far = Math.sqrt(3 / 5) / 2;
  return { t: [0.5 - far, 0.5, 0.5 + far], weights: [5 / 18, 4 / 9, 5 / 18] };
}

/**
 * (x_k + 4 x_{k+1} + x_{k+2}) / 6 = P_k, and x_0 - 2 x_1 + x_2 = 0 at both ends: so x_1 is the first point and x_m the last.
 * The points between solve a tridiagonal system with 4 on the diagonal: forward elimination, back substitution.
 */
function controlPoints(points: Float64Array): Float64Array {
  const m = points.length / 3;
  const x = new Float64Array(3 * (m + 2));
  const factor = new Float64Array(m + 2); // x_i + factor_i x_{i+1} = right-hand side
  for (let axis = 0; axis < 3; axis++) {
    const at = (i: number): number => 3 * i + axis;
    x[at(1)] = points[axis];
    x[at(m)] = points[at(m - 1)];
    for (let i = 2; i < m; i++) {
      const pivot = 4 - factor[i - 1];
      factor[i] = 1 / pivot;
      x[at(i)] = (6 * points[at(i - 1)] - x[at(i - 1)]) / pivot;
    }
    for (let i = m - 1; i > 1; i--) x[at(i)] -= factor[i] * x[at(i + 1)];
    x[axis] = 2 * x[at(1)] - x[at(2)];
    x[at(m + 1)] = 2 * x[at(m)] - x[at(m - 1)];
  }
  return x;
}
