/** The unit sphere: an octahedron whose faces are split twice. */
export function sphere(): { readonly positions: Float64Array; readonly triangles: Int32Array } {
  const points: number[][] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  let faces = [0, 1].flatMap((x) => [2, 3].flatMap((y) => [4, 5].map((z) => outward(points, [x, y, z]))));
  for (let pass = 0; pass < 2; pass++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const sum = points[a].map((value, k) => value + points[b][k]);
      const length = Math.hypot(...sum);
      const index = points.push(sum.map((value) => value / length)) - 1;
      middles.set(key, index);
      return index;
    };
    faces = faces.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  return { positions: Float64Array.from(points.flat()), triangles: Int32Array.from(faces.flat()) };
}
function outward(points: readonly number[][], [a, b, c]: number[]): number[] {
  const [p, q, r] = [points[a], points[b], points[c]];
  const volume =
    p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
  return volume > 0 ? [a, b, c] : [a, c, b];
}
