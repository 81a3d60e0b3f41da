/** Hulls of random points, and of points on faces, edges and at corners of boxes, which are the hard ones. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { surfaceProperties } from '../../bodies/rigid/mass-properties.ts';
import { rigid } from '../../bodies/rigid/rigid.ts';
import { convexHull } from './convex-hull.ts';
import { type TriangleSurface, welded } from './surface.ts';
import { reportOn } from './surface-report.ts';

/** The largest height of a point over a face. */
function outside(points: readonly number[], { positions: x, triangles }: TriangleSurface): number {
  let largest = -Infinity;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => x.slice(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    const [u, v] = [b.map((y, k) => y - a[k]), c.map((y, k) => y - a[k])];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (let p = 0; p < points.length; p += 3)
      largest = Math.max(largest, n.reduce((sum, y, k) => sum + y * (points[p + k] - a[k]), 0) / size);
  }
  return largest;
}
/** Points of a grid on a box of 1 x 2 x 3, turned about an axis by a quaternion. */
function gridOnBox(cells: number, [x, y, z, w]: readonly [number, number, number, number]): number[] {
  const points: number[] = [];
  for (let i = 0; i <= cells; i++)
    for (let j = 0; j <= cells; j++)
      for (let k = 0; k <= cells; k++) {
        const p = [i / cells, (2 * j) / cells, (3 * k) / cells];
        const t = [y * p[2] - z * p[1], z * p[0] - x * p[2], x * p[1] - y * p[0]].map((c) => 2 * c);
        points.push(
          p[0] + w * t[0] + y * t[2] - z * t[1],
          p[1] + w * t[1] + z * t[0] - x * t[2],
          p[2] + w * t[2] + x * t[1] - y * t[0],
        );
      }
  return points;
}

describe('convex hull', () => {
  test('random points, seeds 1 to 40: closed, and no point is outside', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const points = Array.from({ length: 3 * (4 + random.below(60)) }, () => random.between(-1, 1));
      const hull = convexHull(points) as TriangleSurface;
      expect(reportOn(welded(hull))).toMatchObject({ closed: true, inverted: false });
      expect(outside(points, hull)).toBeLessThan(1e-11);
    }
  });
  test('points on a box, seeds 1 to 20: its eight corners and its volume', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const a = [1, 1, 1, 1].map(() => random.between(-1, 1));
      const size = Math.sqrt(a.reduce((sum, c) => sum + c * c, 0));
      // every fifth is along the axes
      const turn = seed % 5 ? a.map((c) => c / size) : [0, 0, 0, 1];
      const points = gridOnBox(1 + (seed % 4), turn as [number, number, number, number]);
      const hull = convexHull(points) as TriangleSurface;
      expect(reportOn(welded(hull))).toMatchObject({ closed: true, inverted: false });
      expect(hull.positions.length).toBe(24);
      expect(surfaceProperties(hull).volume).toBeCloseTo(6, 12);
    }
  });
  test('points in a plane, on a line or too few have none', () => {
    expect(convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0])).toBeUndefined();
    expect(convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.2, 0])).toBeUndefined();
    expect(convexHull([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])).toBeUndefined();
  });
  test('a rigid body of the corners of a box has the mass and the moments of the box', () => {
    const points = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [0.1 * (k & 1), 0.2 * ((k >> 1) & 1), 0.3 * (k >> 2)] as const);
    const hull = rigid({ shape: { kind: 'convex', points }, density: 1000 });
    const same = rigid({ shape: { kind: 'box', size: [0.1, 0.2, 0.3] }, density: 1000 });
    expect(hull.totalMass).toBeCloseTo(6, 12);
    expect([...hull.moments].sort()).toEqual([...same.moments].sort().map((I) => expect.closeTo(I, 12)));
    expect(() => rigid({ shape: { kind: 'convex', points: points.slice(0, 3) }, density: 1 })).toThrow(
      /points.*enclose no volume/,
    );
  });
});
