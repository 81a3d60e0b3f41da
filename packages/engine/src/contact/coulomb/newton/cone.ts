/** F_k of one block and its slopes: see smoothing-newton.ts. */
import { rowKinds } from '../problem.ts';

export interface ConeBlock {
  /** F_k   (3) */
  readonly f: Float64Array;
  /** dP_k   (3 x 3) */
  readonly S: Float64Array;
  /** slope of the shift by the tangents   (2) */
  readonly q: Float64Array;
}

/** x and y: of all blocks; a: first of this block. */
export function coneBlock(
  x: Float64Array,
  y: Float64Array,
  a: number,
  kind: number,
  mu: number,
  k: number,
  out: ConeBlock,
  /** of a bounded row, in units of x */
  lower = 0,
  upper = 0,
): void {
  const { f, S, q } = out;
  for (let m = 0; m < 9; m++) S[m] = 0;
  q[0] = 0;
  q[1] = 0;
  if (kind === rowKinds.holds) {
    for (let r = 0; r < 3; r++) {
      f[r] = y[a + r];
      S[4 * r] = 1;
    }
    return;
  }
  if (kind === rowKinds.absent) {
    for (let r = 0; r < 3; r++) f[r] = x[a + r];
    return;
  }
  if (kind === rowKinds.bounded) {
    // lower + f(z - lower) - f(z - upper)
    const z = x[a] - y[a];
    const [above, below] = [z - lower, z - upper];
    const [s1, s2] = [Math.sqrt(above * above + 4 * k * k), Math.sqrt(below * below + 4 * k * k)];
    const up = upper < Infinity ? (below + s2) / 2 : 0;
    f[0] = x[a] - (lower > -Infinity ? lower + (above + s1) / 2 : z) + up;
    f[1] = x[a + 1];
    f[2] = x[a + 2];
    S[0] = lower > -Infinity ? (1 + (s1 > 0 ? above / s1 : 0)) / 2 : 1;
    if (upper < Infinity) S[0] -= (1 + (s2 > 0 ? below / s2 : 0)) / 2;
    return;
  }
  if (!(mu > 0)) {
    const z = x[a] - y[a];
    const root = Math.sqrt(z * z + 4 * k * k);
    f[0] = x[a] - (z + root) / 2;
    f[1] = x[a + 1];
    f[2] = x[a + 2];
    S[0] = (1 + (root > 0 ? z / root : 0)) / 2;
    return;
  }
  if (k === 0) {
    diskBlock(x, y, a, out);
    return;
  }
  const shift = Math.sqrt(y[a + 1] * y[a + 1] + y[a + 2] * y[a + 2] + k * k);
  q[0] = y[a + 1] / shift;
  q[1] = y[a + 2] / shift;
  const zn = x[a] - y[a] - shift;
  const z1 = x[a + 1] - y[a + 1];
  const z2 = x[a + 2] - y[a + 2];
  const size = Math.sqrt(z1 * z1 + z2 * z2);
  const d1 = size > 0 ? z1 / size : 1;
  const d2 = size > 0 ? z2 / size : 0;
  const low = zn - size;
  const high = zn + size;
  const qLow = Math.sqrt(low * low + 4 * k * k);
  const qHigh = Math.sqrt(high * high + 4 * k * k);
  const f1 = (low + qLow) / 2;
  const f2 = (high + qHigh) / 2;
  const g1 = (1 + low / qLow) / 2;
  const g2 = (1 + high / qHigh) / 2;
  f[0] = x[a] - (f1 + f2) / 2;
  f[1] = x[a + 1] - ((f2 - f1) / 2) * d1;
  f[2] = x[a + 2] - ((f2 - f1) / 2) * d2;
  let across: number;
  if (size > 1e-14 * (k + Math.abs(zn))) across = (f2 - f1) / (2 * size);
  else across = (1 + zn / Math.sqrt(zn * zn + 4 * k * k)) / 2;
  if (g1 === 1 && g2 === 1) across = 1; // inside the cone, to the last bit
  const mean = (g1 + g2) / 2;
  const half = (g2 - g1) / 2;
  S[0] = mean;
  S[1] = S[3] = half * d1;
  S[2] = S[6] = half * d2;
  S[4] = across + (mean - across) * d1 * d1;
  S[5] = S[7] = (mean - across) * d1 * d2;
  S[8] = across + (mean - across) * d2 * d2;
}

/** At k = 0; f and S are zero where nothing is written. */
function diskBlock(x: Float64Array, y: Float64Array, a: number, { f, S }: ConeBlock): void {
  const zn = x[a] - y[a];
  if (!(zn > 0)) {
    for (let r = 0; r < 3; r++) f[r] = x[a + r];
    return;
  }
  f[0] = y[a];
  S[0] = 1;
  const z1 = x[a + 1] - y[a + 1];
  const z2 = x[a + 2] - y[a + 2];
  const size = Math.sqrt(z1 * z1 + z2 * z2);
  if (size <= zn) {
    f[1] = y[a + 1];
    f[2] = y[a + 2];
    S[4] = S[8] = 1;
    return;
  }
  const d1 = z1 / size;
  const d2 = z2 / size;
  const part = zn / size;
  f[1] = x[a + 1] - zn * d1;
  f[2] = x[a + 2] - zn * d2;
  S[3] = d1;
  S[6] = d2;
  S[4] = part * d2 * d2;
  S[5] = S[7] = -part * d1 * d2;
  S[8] = part * d1 * d1;
}
