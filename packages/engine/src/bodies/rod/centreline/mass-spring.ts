/**
 * Masses and springs in a row, straight in between: the simplest model.                      [MIC08, sec. 3.1; notes, 2.3]
 *
 *   b = 1-t, t;     bending by second differences at the masses between two spans
 *
 *   x_ss = 2 ((x_+ - x)/l_+ - (x - x_-)/l_-) / (l_- + l_+)     over (l_- + l_+)/2;  EI/l^3 |x_- - 2x + x_+|^2 / 2 where l is one
 *
 * x' jumps at the masses: a slider bumps over each of them, and a clamp stiffens the whole first span.
 */
import type { Centreline } from './centreline.ts';

export const massSpring: Centreline = {
  name: 'mass-spring',
  basis: [
    [1, -1],
    [0, 1],
  ],
  quadrature: { t: [1 / 2], weights: [1] },
  metric: 'point',
  mass: 'lumped',
  controlPoints: (points) => points.slice(),
  bending: {
    nodes: 3,
    points: 1,
    elements: (rest) =>
      rest.slice(1).map(([after], s) => {
        const [a, b] = [rest[s][0].length, after.length];
        const half = (a + b) / 2;
        return [{ coefficients: [1 / (a * half), -1 / (a * half) - 1 / (b * half), 1 / (b * half)], length: half }];
      }),
  },
};
