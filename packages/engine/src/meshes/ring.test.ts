import { expect, test } from 'vitest';
import { expectConforming } from '../../../../tests/support/conforming.ts';
import { meshVolume, tetVolume } from './mesh.ts';
import { type RingOptions, ring, ringNode } from './ring.ts';

/** The wheel of the paper, as we read it [HCY notes, 6.1]. */
const wheel: RingOptions = { innerRadius: 0.2, outerRadius: 0.3, width: 0.12, cells: [45, 2, 2] };

test('the wheel: 405 nodes, 1080 tets, 18.79 kg at 1000 kg/m^3, 135 nodes inside', () => {
  const made = ring(wheel);
  expect(made.positions.length / 3).toBe(405);
  expect(made.tets.length / 4).toBe(1080);
  expect(1000 * meshVolume(made)).toBeCloseTo(18.79, 2);
  expect(meshVolume(made)).toBeCloseTo(22.5 * Math.sin((2 * Math.PI) / 45) * (0.09 - 0.04) * 0.12, 14);
  const radius = Array.from({ length: 405 }, (_, n) => Math.hypot(made.positions[3 * n], made.positions[3 * n + 1]));
  expect(radius.filter((r) => Math.abs(r - 0.2) < 1e-15).length).toBe(135);
  expect(radius.filter((r) => Math.abs(r - 0.3) < 1e-15).length).toBe(135);
});

test.each([
  wheel,
  { innerRadius: 1, outerRadius: 2, width: 3, cells: [3, 1, 1], centre: [4, 5, 6] } as const,
  { innerRadius: 0.1, outerRadius: 5, width: 1, cells: [4, 3, 2] } as const,
])('$cells: positive, conforming, closed; a torus', (options) => {
  const made = ring(options);
  for (let t = 0; t < made.tets.length / 4; t++) expect(tetVolume(made.positions, made.tets, t)).toBeGreaterThan(0);
  expectConforming(made, 0); // nodes - edges + faces - tets of a solid torus
});

test('nodes go round, then outward, then along z', () => {
  const { cells } = wheel;
  const { positions } = ring({ ...wheel, centre: [1, 2, 3] });
  const at = (i: number, j: number, k: number) => positions.subarray(3 * ringNode(cells, i, j, k)).slice(0, 3);
  expect([...at(0, 0, 0)]).toEqual([1.2, 2, 2.94]);
  expect([...at(0, 2, 2)]).toEqual([1.3, 2, 3.06]);
  expect(ringNode(cells, 45, 1, 1)).toBe(ringNode(cells, 0, 1, 1));
  const [x, y] = at(9, 1, 1); // a fifth of the way
  expect(Math.atan2(y - 2, x - 1)).toBeCloseTo((2 * Math.PI) / 5, 14);
  expect(Math.hypot(y - 2, x - 1)).toBeCloseTo(0.25, 14);
});

test('invalid input is refused with a message', () => {
  expect(() => ring({ ...wheel, outerRadius: 0.2 })).toThrow(
    expect.objectContaining({ message: 'ring: outerRadius — 0.2 m is not over the inner radius, 0.2 m.' }),
  );
  expect(() => ring({ ...wheel, cells: [2, 2, 2] })).toThrow(
    expect.objectContaining({ message: 'ring: cells[0] — 2 cells cannot form a ring (give 3 or more).' }),
  );
  expect(() => ring({ ...wheel, width: -1 })).toThrow('ring: width[0] — -1 is not allowed (give a positive number).');
});
