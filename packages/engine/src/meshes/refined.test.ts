import { expect, test } from 'vitest';
import { box } from './box.ts';
import { grid } from './grid.ts';
import type { Mesh } from './mesh.ts';
import { refined } from './refined.ts';

const cube = box({ size: [1, 1, 1], cells: [3, 3, 3] });
const radii = ({ positions: x }: Mesh): number[] =>
  Array.from({ length: x.length / 3 }, (_, i) => Math.hypot(x[3 * i], x[3 * i + 1], x[3 * i + 2]));
/** Of points at the same place but for sign and order of x, y, z, how far apart they lie. */
function asymmetry({ positions: rest }: Mesh, { positions: x }: Mesh): number {
  const kinds = new Map<string, number[]>();
  let worst = 0;
  for (let i = 0; i < x.length; i += 3) {
    const fold = (p: Float64Array): number[] => Array.from(p.subarray(i, i + 3), Math.abs).sort((a, b) => a - b);
    const key = fold(rest)
      .map((v) => v.toFixed(9))
      .join();
    const found = fold(x);
    const first = kinds.get(key) ?? found;
    kinds.set(key, first);
    worst = Math.max(worst, ...found.map((v, k) => Math.abs(v - first[k])));
  }
  return worst;
}

test('refined: a surface with one vertex far away is refused, and not smoothed for hours', () => {
  const positions = cube.positions.slice();
  positions[0] = -1e4;
  expect(() => refined({ ...cube, positions }, { levels: 2, round: 1 })).toThrow(
    /round — some triangles are so small beside the others that smoothing takes \S+ passes over \d+ edges\. Make the triangles alike/,
  );
  expect(refined({ ...cube, positions }, { levels: 2, round: 0 }).triangles.length).toBe(16 * cube.triangles.length);
});

test('refined: four triangles of each, each level, the shape as it was, no vertex that belongs to none', () => {
  const made = refined(cube, { levels: 2, round: 0 });
  expect(made.triangles.length).toBe(16 * cube.triangles.length);
  expect(new Set(made.triangles).size).toBe(made.positions.length / 3);
  expect(made.positions.length / 3 - made.edges.length / 2 + made.triangles.length / 3).toBe(2);
  for (let i = 0; i < made.positions.length; i += 3) {
    expect(Math.max(...made.positions.slice(i, i + 3).map(Math.abs))).toBe(0.5);
  }
});

test('refined: a cube is worn to a ball, whichever way its sides are cut', () => {
  const single = box({ size: [1, 1, 1], cells: [1, 1, 1] });
  const [flat, round] = [0, 1].map((amount) => refined(single, { levels: 4, round: amount }));
  const spread = (made: Mesh): number => Math.max(...radii(made)) / Math.min(...radii(made));
  expect(spread(flat)).toBeCloseTo(Math.sqrt(3), 10);
  expect(spread(round)).toBeLessThan(1.25);
  // the diagonals of 5 tets meet in every other corner; the shape must not show it
  expect(asymmetry(flat, round)).toBeLessThan(0.02);
});

test('refined: more rounding takes more from the corners and keeps the size', () => {
  const corner = [0.25, 0.5, 1].map((round) => Math.max(...radii(refined(cube, { levels: 3, round }))));
  expect(corner[0]).toBeLessThan(Math.sqrt(0.75));
  expect(corner[1]).toBeLessThan(corner[0]);
  expect(corner[2]).toBeLessThan(corner[1]);
  const { positions } = refined(cube, { levels: 3, round: 1 });
  expect(Math.max(...positions)).toBeGreaterThan(0.48);
  expect(Math.max(...positions)).toBeLessThan(0.53);
});

test('refined: the rim of a sheet stays', () => {
  const sheet = grid({ size: [1, 1], cells: [2, 2] });
  const rest = refined(sheet, { levels: 2, round: 0 });
  const made = refined(sheet, { levels: 2, round: 1 });
  const far = (x: Float64Array): number => Math.max(...x.map((v, i) => Math.abs(v - rest.positions[i])));
  expect(far(made.positions)).toBeLessThan(1e-14); // flat already, and held at the rim
});

test('refined: says what is not allowed', () => {
  expect(() => refined(cube, { levels: 9 })).toThrow(
    'refined: levels — 9 is not allowed (give a whole number, 0 to 6).',
  );
  expect(() => refined(cube, { round: -1 })).toThrow('refined: round — -1 is not allowed (give a number, 0 to 10).');
});
