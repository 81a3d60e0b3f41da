/** A closed surface moved inward, so that with a radius its faces are where they were. */

/** Corners whose every vertex is where three planes meet, moved inward by `by`; undefined for other surfaces. */
export function insetSurface(positions: Float64Array, triangles: Int32Array, by: number): Float64Array | undefined {
  const planes: number[][][] = Array.from({ length: positions.length / 3 }, () => []);
  for (let t = 0; t < triangles.length; t += 3) {
    const n = normalOf(positions, triangles, t);
    for (let c = t; c < t + 3; c++) {
      const known = planes[triangles[c]];
      if (!known.some((m) => m[0] * n[0] + m[1] * n[1] + m[2] * n[2] > 1 - 1e-9)) known.push(n);
    }
  }
  if (planes.some((list) => list.length !== 3)) return undefined;
  const moved = positions.slice();
  for (let v = 0; v < planes.length; v++) {
    const [a, b, c] = planes[v];
    const bc = cross(b, c);
    const ca = cross(c, a);
    const ab = cross(a, b);
    const det = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
    if (Math.abs(det) < 1e-3) return undefined; // too sharp: it would move far
    for (let k = 0; k < 3; k++) moved[3 * v + k] -= (by * (bc[k] + ca[k] + ab[k])) / det;
  }
  return moved;
}
const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function normalOf(x: Float64Array, triangles: Int32Array, t: number): number[] {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
  const u = [0, 1, 2].map((k) => x[b + k] - x[a + k]);
  const v = [0, 1, 2].map((k) => x[c + k] - x[a + k]);
  const n = cross(u, v);
  const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  return n.map((y) => y / size);
}
