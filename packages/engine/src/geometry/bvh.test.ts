import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { box } from '../meshes/box.ts';
import { Bvh } from './bvh.ts';
import { closestOnSimplex } from './closest.ts';

const cube = box({ size: [2, 2, 2], cells: [8, 8, 8] });
/** The surface of a cube, blown up to a ball. */
const ball = cube.positions.map((x, i) => {
  const [a, b, c] = cube.positions.subarray(i - (i % 3), i - (i % 3) + 3);
  return x / Math.max(1e-3, Math.sqrt(a * a + b * b + c * c));
});

interface Found {
  item: number;
  squared: number;
  weights: number[];
}

/** All items in turn. */
function plain(x: Float64Array, first: number, items: Int32Array, corners: number, p: number[]): Found {
  const at = new Int32Array(corners);
  const out = new Float64Array(corners);
  let best: Found = { item: -1, squared: Infinity, weights: [] };
  for (let item = 0; item < items.length / corners; item++) {
    for (let c = 0; c < corners; c++) at[c] = first + 3 * items[corners * item + c];
    const squared = closestOnSimplex(x, at, p[0], p[1], p[2], out);
    if (squared < best.squared) best = { item, squared, weights: [...out] };
  }
  return best;
}

function query(bvh: Bvh, x: Float64Array, first: number, corners: number, p: number[], bound?: number): Found {
  const out = new Float64Array(corners);
  const item = bvh.closest(x, first, p[0], p[1], p[2], out, bound);
  return { item, squared: bvh.squared, weights: [...out] };
}

describe('the closest item is that of trying all, bit for bit', () => {
  test('1000 points around a ball, and again when it has moved (seed 1)', () => {
    const random = new Random(1);
    const first = 6;
    const x = new Float64Array(first + ball.length);
    x.set(ball, first);
    const bvh = new Bvh(cube.triangles, 3, x, first);
    for (let round = 0; round < 2; round++) {
      for (let k = 0; k < 500; k++) {
        const p = random.list(3, -2, 2);
        expect(query(bvh, x, first, 3, p)).toEqual(plain(x, first, cube.triangles, 3, p));
      }
      // Sheared, stretched, crumpled.
      for (let i = first; i < x.length; i += 3) {
        x[i] = 1.5 * x[i] + 0.5 * x[i + 1] + random.between(-0.02, 0.02);
        x[i + 2] = 0.3 * x[i + 2] - 1;
      }
      bvh.refit(x, first);
    }
  });

  test('ties: points on and straight above nodes, edges and faces of a cube', () => {
    const bvh = new Bvh(cube.triangles, 3, cube.positions);
    for (let k = 0; k < 200; k++) {
      const node = 3 * cube.triangles[(7 * k) % cube.triangles.length];
      const p = [...cube.positions.subarray(node, node + 3)].map((x) => x * (1 + (k % 4)));
      p[k % 3] += 0.125 * (k % 2);
      expect(query(bvh, cube.positions, 0, 3, p)).toEqual(plain(cube.positions, 0, cube.triangles, 3, p));
    }
  });

  test.each([
    { what: 'nodes', items: Int32Array.from({ length: ball.length / 3 }, (_, n) => n), corners: 1 as const },
    { what: 'edges', items: cube.edges, corners: 2 as const },
    { what: 'tets', items: cube.tets, corners: 4 as const },
    { what: 'one tet', items: cube.tets.slice(0, 4), corners: 4 as const },
    { what: 'three triangles', items: cube.triangles.slice(0, 9), corners: 3 as const },
  ])('$what (seed 2)', ({ items, corners }) => {
    const random = new Random(2);
    const bvh = new Bvh(items, corners, cube.positions);
    for (let k = 0; k < 50; k++) {
      const p = random.list(3, -1.5, 1.5);
      expect(query(bvh, cube.positions, 0, corners, p)).toEqual(plain(cube.positions, 0, items, corners, p));
    }
  });
});

test('a bound leaves out what is farther, and keeps what is just there', () => {
  const bvh = new Bvh(cube.triangles, 3, cube.positions);
  const p = [0.1, 0.2, 3]; // 2 above the top
  expect(query(bvh, cube.positions, 0, 3, p, 3.99).item).toBe(-1);
  expect(query(bvh, cube.positions, 0, 3, p, 4)).toEqual(query(bvh, cube.positions, 0, 3, p));
  expect(bvh.squared).toBe(4);
});

test('many items in one place make a tree as well', () => {
  const x = new Float64Array(3 * 1000).fill(0.5);
  const bvh = new Bvh(
    Int32Array.from({ length: 1000 }, (_, n) => n),
    1,
    x,
  );
  expect(query(bvh, x, 0, 1, [0.5, 0.5, 2.5])).toEqual({ item: 0, squared: 4, weights: [1] });
  expect(bvh.size).toBe(0);
});

test('a point that is no number has nothing closest to it', () => {
  expect(query(new Bvh(cube.triangles, 3, ball), ball, 0, 3, [0, NaN, 0]).item).toBe(-1);
});

test('lists that are not whole items, or empty, are refused', () => {
  expect(() => new Bvh(new Int32Array(4), 3, ball)).toThrow('4 corners are not a list of items (give 3 for each');
  expect(() => new Bvh(new Int32Array(0), 3, ball)).toThrow('one item or more');
});
