/**
 * How far impulses can go along a direction before a contact changes between pushing and open, or reaches the edge of its cone.
 *
 *   a contact inside its cone   |x_t + s d_t| <= x_n + s d_n        x: impulses in units of a standard cone, see smoothing-newton.ts
 *   one that slips              x_n + s d_n >= 0
 *   one that is open            y_n + s (G' d)_n >= 0
 *   a bounded row               lower <= x + s d <= upper, or the sign of y + s G' d at a bound
 */
import { type CoulombProblem, rowKinds } from '../problem.ts';

/** Of the size of an impulse: a contact this near to the edge of its cone slips. */
const edge = 1e-9;

/** The largest s; Infinity where nothing changes. */
export function coneExit(
  x: Float64Array, //   (3n)
  d: Float64Array, //   (3n)
  y: Float64Array, //   velocities at x, in units of the cone (3n)
  Gd: Float64Array, //  how they change (3n)
  { rows, kinds, mu, lower, upper }: CoulombProblem,
  D: Float64Array, //   lambda = D x (3n)
): number {
  let least = Infinity;
  for (let i = 0; i < rows.count; i++) {
    const k = 3 * i;
    if (kinds[i] === rowKinds.bounded && lower && upper) {
      const [low, high] = [lower[i] / D[k], upper[i] / D[k]];
      const isFree = x[k] > low && x[k] < high;
      if (isFree && d[k] !== 0) least = Math.min(least, (d[k] > 0 ? high - x[k] : low - x[k]) / d[k]);
      else if (!isFree && y[k] * Gd[k] < 0) least = Math.min(least, -y[k] / Gd[k]);
      continue;
    }
    if (kinds[i] !== rowKinds.pushes) continue;
    if (!(x[k] > 0)) {
      if (d[k] === 0 && Gd[k] < 0 && y[k] > 0) least = Math.min(least, -y[k] / Gd[k]);
      continue;
    }
    if (d[k] < 0) least = Math.min(least, -x[k] / d[k]);
    if (!(mu[i] > 0)) continue;
    const inside = x[k] * x[k] - x[k + 1] * x[k + 1] - x[k + 2] * x[k + 2];
    if (inside <= edge * x[k] * x[k]) continue;
    // inside + 2 s b + s^2 a = 0, the first positive root
    const b = x[k] * d[k] - x[k + 1] * d[k + 1] - x[k + 2] * d[k + 2];
    const a = d[k] * d[k] - d[k + 1] * d[k + 1] - d[k + 2] * d[k + 2];
    const root = b * b - a * inside;
    if (root < 0) continue;
    const s = inside / (-b + Math.sqrt(root));
    if (s > 0) least = Math.min(least, s);
  }
  return least;
}
