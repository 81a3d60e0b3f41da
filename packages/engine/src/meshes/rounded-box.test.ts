import { expect, test } from 'vitest';
import type { Mesh } from './mesh.ts';
import { ellipsoid, roundedBox } from './rounded-box.ts';

/** Sum of a . (b x c) / 6 over the triangles: positive when they look outward. */
export function enclosed({ positions: x, triangles }: Pick<Mesh, 'positions' | 'triangles'>): number {
  let volume = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => x.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    volume +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return volume / 6;
}
/** 2 for a closed surface without holes. */
const euler = ({ positions, triangles, edges }: Mesh): number =>
  positions.length / 3 - edges.length / 2 + triangles.length / 3;

test('rounded box: closed, outward, and of the volume of a box with rounded edges', () => {
  const made = roundedBox({ size: [3, 2, 1], radius: 0.25, segments: 96 });
  expect(euler(made)).toBe(2);
  // Steiner: V = V_inner + A_inner r + pi/4 (sum of 12 edges) r^2 + 4 pi/3 r^3
  const [a, b, c, r] = [2.5, 1.5, 0.5, 0.25];
  const exact =
    a * b * c + 2 * (a * b + b * c + c * a) * r + Math.PI * (a + b + c) * r * r + ((4 * Math.PI) / 3) * r * r * r;
  expect(enclosed(made) / exact).toBeGreaterThan(0.998);
  expect(enclosed(made)).toBeLessThan(exact);
});

test('rounded box: flat sides lie where those of the box are, and it is its own mirror image to the last bit', () => {
  const { positions } = roundedBox({ size: [1, 1, 1], radius: 0.2, segments: 10 });
  expect(Math.max(...positions)).toBe(0.5);
  expect(Math.min(...positions)).toBe(-0.5);
  const points = new Set(
    Array.from({ length: positions.length / 3 }, (_, i) =>
      positions
        .slice(3 * i, 3 * i + 3)
        .map((x) => x + 0)
        .join(),
    ),
  );
  expect(points.size).toBe(positions.length / 3);
  for (let i = 0; i < positions.length; i += 3) {
    expect(points.has([0 - positions[i], positions[i + 1] + 0, positions[i + 2] + 0].join())).toBe(true);
  }
});

test('ellipsoid: every vertex on it, closed, outward, with its volume', () => {
  const made = ellipsoid({ radii: [2, 1, 0.5], centre: [5, 6, 7], segments: 24 });
  const { positions: x } = made;
  for (let i = 0; i < x.length; i += 3) {
    const [u, v, w] = [(x[i] - 5) / 2, x[i + 1] - 6, (x[i + 2] - 7) / 0.5];
    expect(Math.abs(u * u + v * v + w * w - 1)).toBeLessThan(1e-14);
  }
  expect(euler(made)).toBe(2);
  const volume = enclosed(made) / ((4 * Math.PI) / 3);
  expect(volume).toBeGreaterThan(0.99);
  expect(volume).toBeLessThan(1);
});

test('rounded box: says what is not allowed', () => {
  expect(() => roundedBox({ size: [1, 1, 0.3], radius: 0.2 })).toThrow(
    'roundedBox: radius — 0.2 m is over half the shortest side, 0.15 m.',
  );
  expect(() => ellipsoid({ radii: [1, 1, 0] })).toThrow('ellipsoid: radii[2] — 0 is not allowed');
});
