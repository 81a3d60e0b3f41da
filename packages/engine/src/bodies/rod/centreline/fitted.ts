/**
 * The control points whose curve is nearest to a smooth curve through points: least squares over samples at equal distances.
 *
 *   min sum_k |x(u_k) - P_k|^2,     u_k = N k/K
 *
 * For a rod that is curved at rest. Its curvature is then right up to the ends; a curve that interpolates has a curvature that
 * oscillates from span to span, and a rod that is stiff against twist locks on that (GJ/EI = 1e4, quarter circle of 8 spans: -1 %, this -0.003 %).
 */
import { BandCholesky } from '../../../linalg/banded/band-cholesky.ts';
import { basisAt, type Centreline } from './centreline.ts';
import { resampled } from './resampled.ts';

/** Samples of a span. */
const fine = 16;

export function fitted(centreline: Centreline, points: Float64Array, count: number): Float64Array {
  const spans = count - 1;
  const samples = resampled(points, fine * spans + 1);
  const band = centreline.basis.length - 1;
  const n = spans + band;
  const normal = new Float64Array(n * (band + 1));
  const right = new Float64Array(3 * n);
  for (let k = 0; k <= fine * spans; k++) {
    const { first, b } = basisAt(centreline, spans, k / fine);
    b.forEach((bi, i) => {
      for (let j = 0; j <= i; j++) normal[(band + 1) * (first + i) + band + j - i] += bi * b[j];
      for (let axis = 0; axis < 3; axis++) right[3 * (first + i) + axis] += bi * samples[3 * k + axis];
    });
  }
  new BandCholesky(normal, n, band).solve(right, 0, 3);
  return right;
}
