import { describe, expect, test } from 'vitest';
import { expectConforming } from '../../../../tests/support/conforming.ts';
import { type BoxOptions, box, boxNode } from './box.ts';
import { facesOf, type Mesh, meshVolume, tetVolume } from './mesh.ts';

const relative = 1e-12; // sums over some hundred elements

const volumes = ({ positions, tets }: Mesh) =>
  Array.from({ length: tets.length / 4 }, (_, t) => tetVolume(positions, tets, t));

/** Twice the vector area of a triangle. */
function normal({ positions }: Mesh, a: number, b: number, c: number): number[] {
  const d = [0, 1, 2].map((k) => positions[3 * b + k] - positions[3 * a + k]);
  const e = [0, 1, 2].map((k) => positions[3 * c + k] - positions[3 * a + k]);
  return [d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0]];
}

/** All that makes a box a box. */
function checkBox(options: BoxOptions): void {
  const made = box(options);
  const { positions, tets, triangles } = made;
  const { size, cells, tetsPerCell = 5, centre = [0, 0, 0] } = options;
  const [nx, ny, nz] = cells;
  const [sx, sy, sz] = size;
  const volume = sx * sy * sz;
  const area = 2 * (sx * sy + sy * sz + sz * sx);

  // Counts.
  expect(positions.length / 3).toBe((nx + 1) * (ny + 1) * (nz + 1));
  expect(tets.length / 4).toBe(tetsPerCell * nx * ny * nz);
  expect(triangles.length / 3).toBe(4 * (nx * ny + ny * nz + nz * nx));

  // Oriented, and filling the box.
  expect(Math.min(...volumes(made))).toBeGreaterThan(0);
  expect(Math.abs(meshVolume(made) / volume - 1)).toBeLessThan(relative);

  // Conforming; the surface closed, on the box, outward, of the right area.
  expectConforming(made, 1);
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const n = normal(made, a, b, c);
    const axis = n.findIndex((x) => x !== 0);
    sum += Math.abs(n[axis]) / 2;
    const wall = centre[axis] + (n[axis] > 0 ? 0.5 : -0.5) * size[axis];
    for (const node of [a, b, c]) expect(positions[3 * node + axis]).toBe(wall);
  }
  expect(Math.abs(sum / area - 1)).toBeLessThan(relative);
}

describe('the unit cube of 5 tets [GBT06 notes, sec. 8]', () => {
  const cube = box({ size: [1, 1, 1], cells: [1, 1, 1], centre: [0.5, 0.5, 0.5] });

  test('8 nodes, 5 tets, 18 edges, 16 faces, 12 on the boundary', () => {
    expect([...cube.tets]).toEqual([0, 1, 2, 4, 3, 2, 1, 7, 5, 4, 7, 1, 6, 7, 4, 2, 1, 2, 4, 7]);
    expect([...cube.positions]).toEqual([0, 1, 2, 3, 4, 5, 6, 7].flatMap((b) => [b & 1, (b >> 1) & 1, b >> 2]));
    expect(cube.edges.length / 2).toBe(18);
    expect(facesOf(cube.tets).length / 3).toBe(16);
    expect(cube.triangles.length / 3).toBe(12);
  });

  test('volumes 1/6 four times and 1/3', () => expect(volumes(cube)).toEqual([1 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 3]));

  test('a corner of one tet and a corner of five carry 1/24 and 5/24 of it', () => {
    const share = new Float64Array(8);
    volumes(cube).forEach((volume, t) => {
      for (const node of cube.tets.subarray(4 * t, 4 * t + 4)) share[node] += volume / 4;
    });
    for (const b of [0, 3, 5, 6]) expect(share[b]).toBeCloseTo(1 / 24, 15);
    for (const b of [1, 2, 4, 7]) expect(share[b]).toBeCloseTo(5 / 24, 15);
  });

  test('its neighbour is its mirror image', () => {
    const pair = box({ size: [2, 1, 1], cells: [2, 1, 1], centre: [1, 0.5, 0.5] });
    // Corner b of the second cell, seen in the mirror x -> 2 - x.
    const image = (node: number) => 2 - (node % 3) + 2 * Math.floor(node / 3);
    const second = [...pair.tets.subarray(20)].map(image);
    const swapped = second.map((_, k) => second[k % 4 < 2 ? k : k ^ 1]);
    expect(swapped).toEqual([...cube.tets]);
  });
});

test('the unit cube of 6 tets: equal volumes, all around the diagonal', () => {
  const cube = box({ size: [1, 1, 1], cells: [1, 1, 1], tetsPerCell: 6 });
  expect(volumes(cube)).toEqual(new Array(6).fill(1 / 6));
  for (let t = 0; t < 24; t += 4) expect([...cube.tets.subarray(t, t + 4)]).toEqual(expect.arrayContaining([0, 7]));
  expect(cube.edges.length / 2).toBe(19);
  expect(facesOf(cube.tets).length / 3).toBe(18);
});

describe.each([5, 6] as const)('%i tets a cell', (tetsPerCell) => {
  test.each(['111', '211', '121', '112', '222', '345'])('%s cells: conforming, closed, outward', (counts) => {
    const [nx, ny, nz] = [...counts].map(Number);
    checkBox({ size: [1, 1, 1], cells: [nx, ny, nz], tetsPerCell });
  });

  test('random boxes, seed 7', () => {
    let seed = 7;
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 2 ** 32;
    };
    const triple = (f: () => number): [number, number, number] => [f(), f(), f()];
    for (let n = 0; n < 20; n++) {
      const cells = triple(() => 1 + Math.floor(4 * random()));
      checkBox({ size: triple(() => 0.1 + 3 * random()), cells, tetsPerCell, centre: triple(() => random() - 0.5) });
    }
  });

  test('the same box twice is the same to the last bit', () => {
    const options = { size: [0.3, 0.7, 1.1], cells: [3, 2, 4], tetsPerCell } as const;
    expect(box(options)).toEqual(box(options));
  });
});

test('boxNode finds nodes, and opposite nodes lie opposite to the last bit', () => {
  const cells = [3, 4, 5] as const;
  const { positions } = box({ size: [3, 0.4, 0.7], cells });
  for (let i = 0; i <= 3; i++) {
    const a = 3 * boxNode(cells, i, 1, 2);
    const b = 3 * boxNode(cells, 3 - i, 3, 3);
    expect(positions[a]).toBe(3 * ((2 * i - 3) / 6));
    for (let axis = 0; axis < 3; axis++) expect(positions[a + axis] + positions[b + axis]).toBe(0);
  }
  expect(boxNode(cells, 3, 4, 5)).toBe(positions.length / 3 - 1);
});

test('invalid input is refused with a message', () => {
  const good = { size: [1, 1, 1], cells: [1, 1, 1] } as const;
  expect(() => box({ ...good, size: [1, 0, 1] })).toThrow(
    expect.objectContaining({ message: 'box: size[1] — 0 is not allowed (give a positive number).' }),
  );
  expect(() => box({ ...good, size: [1, 1, Infinity] })).toThrow('box: size[2] — Infinity is not allowed');
  expect(() => box({ ...good, cells: [1, 1, 2.5] })).toThrow(
    expect.objectContaining({ message: 'box: cells[2] — 2.5 is not allowed (give a whole number, 1 or more).' }),
  );
  expect(() => box({ ...good, cells: [0, 1, 1] })).toThrow('box: cells[0] — 0 is not allowed');
  expect(() => box({ ...good, cells: [1, 1] as never })).toThrow(
    expect.objectContaining({ message: 'box: cells — 2 numbers given (give 3).' }),
  );
  expect(() => box({ ...good, centre: [NaN, 0, 0] })).toThrow(
    expect.objectContaining({ message: 'box: centre[0] — NaN is not allowed (give a finite number).' }),
  );
  expect(() => box({ ...good, tetsPerCell: 7 as never })).toThrow(
    expect.objectContaining({ message: 'box: tetsPerCell — a cell cannot be cut into 7 tets (give 5 or 6).' }),
  );
});
