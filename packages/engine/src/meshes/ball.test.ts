import { expect, test } from 'vitest';
import { expectConforming } from '../../../../tests/support/conforming.ts';
import { ballMesh } from './ball.ts';
import { type Mesh, meshVolume, tetVolume } from './mesh.ts';

/** Least and greatest angle between two faces of a tet, degrees. */
function dihedrals({ positions, tets }: Mesh): [number, number] {
  const point = (n: number): number[] => [...positions.subarray(3 * n, 3 * n + 3)];
  const less = (a: number[], b: number[]): number[] => a.map((x, k) => x - b[k]);
  const dot = (a: number[], b: number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const range: [number, number] = [180, 0];
  for (let t = 0; t < tets.length; t += 4) {
    const corners = [0, 1, 2, 3].map((k) => point(tets[t + k]));
    for (const [a, b, c, d] of ['0123', '0213', '0312', '1203', '1302', '2301'].map((s) => [...s].map(Number))) {
      const edge = less(corners[b], corners[a]);
      const across = (k: number): number[] => {
        const u = less(corners[k], corners[a]);
        return less(
          u,
          edge.map((e) => (e * dot(u, edge)) / dot(edge, edge)),
        );
      };
      const [u, v] = [across(c), across(d)];
      const angle = (Math.acos(dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v))) * 180) / Math.PI;
      range[0] = Math.min(range[0], angle);
      range[1] = Math.max(range[1], angle);
    }
  }
  return range;
}

test.each([1, 2, 3, 5])('%i layers: counts, orientation, conforming, well shaped', (n) => {
  const made = ballMesh({ radius: 2, cells: n, centre: [1, 2, 3] });
  const { positions, tets, triangles } = made;
  expect(tets.length / 4).toBe(20 * n ** 3);
  expect(triangles.length / 3).toBe(20 * n ** 2);
  expect(positions.length / 3).toBe(
    1 + Array.from({ length: n }, (_, k) => 10 * (k + 1) ** 2 + 2).reduce((a, b) => a + b),
  );
  for (let t = 0; t < tets.length / 4; t++) expect(tetVolume(positions, tets, t)).toBeGreaterThan(0);
  expectConforming(made, 1);
  for (const node of new Set(triangles)) {
    const [x, y, z] = positions.subarray(3 * node, 3 * node + 3);
    expect(Math.hypot(x - 1, y - 2, z - 3)).toBeCloseTo(2, 14);
  }
  const [least, greatest] = dihedrals(made);
  expect(least).toBeGreaterThan(39);
  expect(greatest).toBeLessThan(131);
});

test('its volume comes to that of the sphere as the square of the layers', () => {
  const lack = (cells: number): number => 1 - meshVolume(ballMesh({ radius: 1, cells })) / ((4 / 3) * Math.PI);
  expect(lack(4)).toBeCloseTo(0.0338, 3);
  expect(lack(4) / lack(8)).toBeCloseTo(4, 0);
});

test('invalid input is refused with a message', () => {
  expect(() => ballMesh({ radius: 0, cells: 2 })).toThrow('ballMesh: radius[0] — 0 is not allowed');
  expect(() => ballMesh({ radius: 1, cells: 1.5 })).toThrow('ballMesh: cells[0] — 1.5 is not allowed');
});
