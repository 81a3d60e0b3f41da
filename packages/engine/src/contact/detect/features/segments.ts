/** The closest points of two segments a b and c d: how far along each they are, 0 to 1. */

/** Squared sine of the angle of two edges below which they count as parallel. */
export const parallel = 1e-6;

/** Returns the squared distance; out: s along a b, t along c d, and the squared sine of their angle. */
export function closestOnSegments(
  x: Float64Array,
  a: number, // first coordinates of the ends
  b: number,
  y: Float64Array,
  c: number,
  d: number,
  out: Float64Array, // (3)
): number {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = y[d] - y[c];
  const vy = y[d + 1] - y[c + 1];
  const vz = y[d + 2] - y[c + 2];
  const wx = x[a] - y[c];
  const wy = x[a + 1] - y[c + 1];
  const wz = x[a + 2] - y[c + 2];
  const A = ux * ux + uy * uy + uz * uz;
  const B = ux * vx + uy * vy + uz * vz;
  const C = vx * vx + vy * vy + vz * vz;
  const D = ux * wx + uy * wy + uz * wz;
  const E = vx * wx + vy * wy + vz * wz;
  const det = A * C - B * B;
  let s = det > 1e-12 * A * C ? clamped((B * E - C * D) / det) : 0;
  let t = (B * s + E) / C;
  if (!(t >= 0)) {
    t = 0;
    s = clamped(-D / A);
  } else if (t > 1) {
    t = 1;
    s = clamped((B - D) / A);
  }
  out[0] = s;
  out[1] = t;
  out[2] = det / (A * C);
  const rx = wx + s * ux - t * vx;
  const ry = wy + s * uy - t * vy;
  const rz = wz + s * uz - t * vz;
  return rx * rx + ry * ry + rz * rz;
}
const clamped = (s: number): number => (s > 0 ? (s < 1 ? s : 1) : 0);
