import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { ballSurface, boxSurface, insideOut, soup, together, without } from '../../../../../tests/support/surfaces.ts';
import { closestOnTriangle } from '../../geometry/closest.ts';
import type { TriangleSurface } from './surface.ts';
import { checkSurface, surfaceFaults } from './surface-report.ts';
import { TriangleContact } from './triangle-contact.ts';

const cube = boxSurface([1, 1, 1]);
const faults = (surface: TriangleSurface): string[] => surfaceFaults(checkSurface(surface));

test('a closed surface without fault', () => {
  for (const surface of [cube, soup(cube), ballSurface(1), together(cube, ballSurface(1, [3, 0, 0]))]) {
    expect(faults(surface)).toEqual([]);
    expect(checkSurface(surface).closed).toBe(true);
  }
  expect(checkSurface(cube)).toMatchObject({
    points: 8,
    triangles: 12,
    parts: 1,
    merged: 0,
    inverted: false,
  });
  expect(checkSurface(together(cube, ballSurface(1, [3, 0, 0]))).parts).toBe(2);
  expect(checkSurface(soup(cube)).merged).toBe(28);
  expect(checkSurface(cube).volume).toBeCloseTo(1, 14);
});

test('a triangle that is missing: three boundary edges, by their points', () => {
  const report = checkSurface(without(cube, [0]));
  const [a, b, c] = cube.triangles;
  const pairs = [
    [a, b],
    [b, c],
    [a, c],
  ].map((pair) => pair.sort((p, q) => p - q).join());
  expect(report.boundary.count).toBe(3);
  expect(report.boundary.first.map((pair) => [...pair].sort((p, q) => p - q).join()).sort()).toEqual(pairs.sort());
  expect(report.closed).toBe(false);
});

test('a triangle that is turned over, one that is there twice, one without area, one that has collapsed', () => {
  const [a, b, c, ...rest] = cube.triangles;
  const turnedOver = { ...cube, triangles: Int32Array.of(b, a, c, ...rest) };
  expect(checkSurface(turnedOver)).toMatchObject({ inconsistent: { count: 3 }, boundary: { count: 0 }, closed: false });
  const twice = { ...cube, triangles: Int32Array.of(...cube.triangles, a, b, c) };
  expect(checkSurface(twice)).toMatchObject({
    nonManifold: { count: 3 },
    intersections: { count: expect.any(Number) },
  });
  expect(checkSurface(twice).intersections.first[0]).toEqual([0, 12]);
  const collapsed = { ...cube, triangles: Int32Array.of(...cube.triangles, a, b, a) };
  expect(checkSurface(collapsed)).toMatchObject({ collapsed: { count: 1, first: [[12]] }, closed: true });
  const middle = [0, 1, 2].map((axis) => (cube.positions[3 * a + axis] + cube.positions[3 * b + axis]) / 2);
  const needle = {
    positions: Float64Array.of(...cube.positions, ...middle),
    triangles: Int32Array.of(...cube.triangles, a, b, 8),
  };
  expect(checkSurface(needle).flat).toEqual({ count: 1, first: [[12]] });
});

test('inside out', () => {
  expect(checkSurface(insideOut(cube))).toMatchObject({ inverted: true, closed: true });
  expect(checkSurface(insideOut(cube)).volume).toBeCloseTo(-1, 14);
  expect(faults(insideOut(cube))).toEqual(['the surface is inside out: its triangles point inward']);
});

test('two cubes that share a corner, or an edge', () => {
  expect(checkSurface(together(cube, boxSurface([1, 1, 1], [1, 1, 1])))).toMatchObject({
    pinched: { count: 1 },
    nonManifold: { count: 0 },
    closed: true,
    parts: 2,
  });
  expect(checkSurface(together(cube, boxSurface([1, 1, 1], [1, 1, 0])))).toMatchObject({
    nonManifold: { count: 1 },
    closed: true,
  });
});

describe('intersections', () => {
  test.each([
    ['crossing', [0.5, 0.5, 0.5], true],
    ['through', [0, 0, 0.7], true],
    ['apart', [1.001, 0.2, 0.1], false],
    ['face to face, shifted', [1, 0.2, 0.1], true],
  ] as const)('of two boxes: %s', (_, centre, expected) => {
    const report = checkSurface(together(cube, boxSurface([1, 0.9, 0.8], centre)));
    expect(report.intersections.count > 0).toBe(expected);
    for (const [a, b] of report.intersections.first) expect(a < 12 && b >= 12).toBe(true);
  });
  test('of 2000 pairs of triangles agree with their distance, by projecting to and fro, seed 4', () => {
    const random = new Random(4);
    const nodes = Int32Array.of(0, 1, 2, 3, 4, 5);
    let met = 0;
    for (let k = 0; k < 2000; k++) {
      const x = Float64Array.from(random.list(18, -1, 1));
      const distance = distanceOf(x);
      if (Number.isNaN(distance)) continue; // not settled
      const expected = distance === 0;
      if (expected) met++;
      expect(new TriangleContact(x, nodes).intersect(0, 1)).toBe(expected);
    }
    expect(met).toBeGreaterThan(200);
  });
});

/** Of the triangles 0 1 2 and 3 4 5: alternating projections reach the closest points; not a number if they are slow. */
function distanceOf(x: Float64Array): number {
  const w = new Float64Array(3);
  const p = Float64Array.from(x.subarray(0, 3));
  let distance = Infinity;
  for (let k = 0; k < 2000; k++) {
    const from = k % 2 ? 0 : 9;
    const before = distance;
    distance = Math.sqrt(closestOnTriangle(x, from, from + 3, from + 6, p[0], p[1], p[2], w));
    for (let axis = 0; axis < 3; axis++) {
      p[axis] = w[0] * x[from + axis] + w[1] * x[from + 3 + axis] + w[2] * x[from + 6 + axis];
    }
    if (distance < 1e-9) return 0;
    if (k > 10 && before - distance < 1e-13 * distance) return distance;
  }
  return Number.NaN;
}

test('what is no surface is refused', () => {
  expect(() => checkSurface({ positions: new Float64Array(9), triangles: new Int32Array(0) })).toThrow(
    'there are none',
  );
  expect(() => checkSurface({ positions: new Float64Array(9), triangles: Int32Array.of(0, 1, 3) })).toThrow(
    'surface: triangles[0] — 3 is not a point (points run 0 to 2).',
  );
  expect(() =>
    checkSurface({ positions: Float64Array.of(0, 0, Number.NaN), triangles: Int32Array.of(0, 0, 0) }),
  ).toThrow('NaN is not a coordinate');
});
