import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { ballSurface, blob, boxSurface, together, without } from '../../../../../tests/support/surfaces.ts';
import { SignedDistance } from './signed-distance.ts';
import type { TriangleSurface } from './surface.ts';
import { WindingNumber } from './winding-number.ts';

/** The sum over all triangles. */
function direct({ positions: x, triangles }: TriangleSurface, p: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => [0, 1, 2].map((axis) => x[3 * triangles[k + i] + axis] - p[axis]));
    const dot = (u: number[], v: number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const [la, lb, lc] = [a, b, c].map((u) => Math.hypot(...u));
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += Math.atan2(det, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2 * Math.PI);
}

const random = new Random(2);
test.each([
  ['a blob', blob(random)],
  ['an open blob', without(blob(random), [3, 4, 5, 6, 7, 8, 50, 51])],
  ['three balls', together(ballSurface(1), ballSurface(1, [0.4, 0, 0]), ballSurface(0.5, [0.2, 0, 0]))],
  ['a cube of 12 triangles', boxSurface([1, 2, 3])],
])('of %s is that of the sum over all triangles, 150 points, seed 2', (_, surface) => {
  const winding = new WindingNumber(surface);
  for (let k = 0; k < 150; k++) {
    const p = surface.positions.slice(0, 3).map((x) => x + random.between(-2.5, 2.5));
    const [x, y, z] = p;
    const expected = direct(surface, [x, y, z]);
    expect(winding.at(x, y, z)).toBeCloseTo(expected, 10);
    if (Math.abs(expected - Math.round(expected)) < 0.49)
      expect(winding.rounded(x, y, z)).toBe(Math.round(expected) + 0);
  }
});

test('signed distance: its sign is that of the winding number, 2000 points near 5 blobs, seed 3', () => {
  const random = new Random(3);
  for (let shape = 0; shape < 5; shape++) {
    const surface = blob(random, 4);
    const winding = new WindingNumber(surface);
    const distance = new SignedDistance(surface);
    for (let k = 0; k < 400; k++) {
      const n = 3 * random.below(surface.positions.length / 3);
      const [x, y, z] = surface.positions.subarray(n, n + 3).map((c) => c + random.between(-0.3, 0.3));
      const value = distance.at(x, y, z);
      expect(value > 0).toBe(winding.rounded(x, y, z) === 1);
      expect(distance.at(x, y, z, Math.abs(value))).toBe(value);
      expect(distance.at(x, y, z, Math.abs(value) / 2)).toBe(value); // a bound that is wrong costs time only
    }
  }
});

test('signed distance of a box: faces, edges and corners', () => {
  const distance = new SignedDistance(boxSurface([2, 4, 6]));
  expect(distance.at(0, 0, 0)).toBe(1);
  expect(distance.at(0.75, 1, 2)).toBe(0.25);
  expect(distance.at(4, 0, 0)).toBe(-3);
  expect(distance.at(4, 6, 0)).toBe(-5);
  expect(distance.at(2, 3, 4)).toBeCloseTo(-Math.sqrt(3), 14);
  expect(Math.abs(distance.at(1, 0.3, 0.4))).toBeLessThan(1e-15);
});
