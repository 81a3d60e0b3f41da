import { describe, expect, test } from 'vitest';
import { grid } from './grid.ts';

test('one cell and its neighbour: the diagonals meet', () => {
  const { positions, triangles, edges, tets } = grid({ size: [2, 1], cells: [2, 1], plane: 'xy' });
  expect([...positions]).toEqual([-1, -0.5, 0, 0, -0.5, 0, 1, -0.5, 0, -1, 0.5, 0, 0, 0.5, 0, 1, 0.5, 0]);
  expect([...triangles]).toEqual([0, 1, 4, 0, 4, 3, 1, 2, 4, 2, 5, 4]);
  expect(edges.length / 2).toBe(9);
  expect(tets.length).toBe(0);
});

describe.each([
  ['xz', 0, 2, 1],
  ['xy', 0, 1, 2],
  ['yz', 1, 2, 0],
] as const)('plane %s', (plane, first, second, third) => {
  const size = [3, 1.5] as const;
  const cells = [4, 3] as const;
  const centre = [0.1, 0.2, 0.3] as const;
  const { positions, triangles, edges } = grid({ size, cells, centre, plane });

  test('counts', () => {
    expect(positions.length / 3).toBe(20);
    expect(triangles.length / 3).toBe(24);
    expect(edges.length / 2).toBe(4 * 4 + 3 * 5 + 12); // rows, columns, diagonals
  });

  test('nodes run along the first axis, then the second, about the centre', () => {
    for (let j = 0; j <= 3; j++) {
      for (let i = 0; i <= 4; i++) {
        const p = positions.subarray(3 * (i + 5 * j));
        expect(p[first]).toBeCloseTo(centre[first] + 0.75 * i - 1.5, 14);
        expect(p[second]).toBeCloseTo(centre[second] + 0.5 * j - 0.75, 14);
        expect(p[third]).toBe(centre[third]);
      }
    }
  });

  test('every face looks along the positive third axis, and their areas add up', () => {
    let area = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = triangles.subarray(t, t + 3);
      const d = (k: number) => positions[3 * b + k] - positions[3 * a + k];
      const e = (k: number) => positions[3 * c + k] - positions[3 * a + k];
      const next = (third + 1) % 3;
      const after = (third + 2) % 3;
      const normal = d(next) * e(after) - d(after) * e(next);
      expect(normal).toBeGreaterThan(0);
      area += normal / 2;
    }
    expect(area).toBeCloseTo(4.5, 12);
  });

  test('neighbours run along their common edge in opposite directions', () => {
    const directed = new Set<string>();
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) directed.add(`${triangles[t + k]},${triangles[t + ((k + 1) % 3)]}`);
    }
    expect(directed.size).toBe(triangles.length);
  });
});

test('the plane is xz unless told otherwise', () => {
  const options = { size: [1, 1], cells: [2, 2] } as const;
  expect(grid(options)).toEqual(grid({ ...options, plane: 'xz', centre: [0, 0, 0] }));
});

test('invalid input is refused with a message', () => {
  const good = { size: [1, 1], cells: [1, 1] } as const;
  expect(() => grid({ ...good, size: [-1, 1] })).toThrow(
    expect.objectContaining({ message: 'grid: size[0] — -1 is not allowed (give a positive number).' }),
  );
  expect(() => grid({ ...good, cells: [1, 0.5] })).toThrow('grid: cells[1] — 0.5 is not allowed');
  expect(() => grid({ ...good, plane: 'zx' as never })).toThrow(
    expect.objectContaining({ message: 'grid: plane — "zx" cannot be used. Give "xz", "xy" or "yz".' }),
  );
});
