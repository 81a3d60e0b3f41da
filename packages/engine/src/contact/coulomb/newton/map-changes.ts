/**
 * Where contacts change along a line of impulses, as the natural map sees them: between open, sticking and slipping.
 *
 *   z = x - y,  z(s) = z + s (d - G' d)        in units of the standard cone, see smoothing-newton.ts
 *   opens or closes    z_n = 0
 *   sticks or slips    |z_t| = z_n
 *   bounded row        z = lower, z = upper
 */
import { type CoulombProblem, rowKinds } from '../problem.ts';

/** Writes all s of (0, 1) into `out`, which is long enough (4n), in rising order; returns how many. */
export function changesAlong(
  x: Float64Array, //   (3n)
  d: Float64Array, //   (3n)
  y: Float64Array, //   velocities at x, in units of the cone (3n)
  Gd: Float64Array, //  how they change (3n)
  { rows, kinds, mu, lower, upper }: CoulombProblem,
  D: Float64Array, //   lambda = D x (3n)
  out: Float64Array,
): number {
  let count = 0;
  for (let i = 0; i < rows.count; i++) {
    const k = 3 * i;
    const kind = kinds[i];
    if (kind === rowKinds.absent || kind === rowKinds.holds) continue;
    const zn = x[k] - y[k];
    const dn = d[k] - Gd[k];
    if (kind === rowKinds.bounded) {
      if (lower) count = put((lower[i] / D[k] - zn) / dn, out, count);
      if (upper) count = put((upper[i] / D[k] - zn) / dn, out, count);
      continue;
    }
    count = put(-zn / dn, out, count);
    if (!(mu[i] > 0)) continue;
    const z1 = x[k + 1] - y[k + 1];
    const z2 = x[k + 2] - y[k + 2];
    const d1 = d[k + 1] - Gd[k + 1];
    const d2 = d[k + 2] - Gd[k + 2];
    // a s^2 + 2 b s + c = 0
    const a = d1 * d1 + d2 * d2 - dn * dn;
    const b = z1 * d1 + z2 * d2 - zn * dn;
    const c = z1 * z1 + z2 * z2 - zn * zn;
    const root = b * b - a * c;
    if (!(root >= 0)) continue;
    const far = -b - (b > 0 ? Math.sqrt(root) : -Math.sqrt(root));
    for (const s of [far / a, c / far]) if (zn + s * dn > 0) count = put(s, out, count);
  }
  out.subarray(0, count).sort();
  return count;
}
function put(s: number, out: Float64Array, count: number): number {
  if (!(s > 0 && s < 1)) return count;
  out[count] = s;
  return count + 1;
}
