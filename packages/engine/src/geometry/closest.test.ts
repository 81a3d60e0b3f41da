import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { closestInTet, closestOnSegment, closestOnSimplex, closestOnTriangle, tetWeights } from './closest.ts';

type Point = readonly number[];

/** The corner at index i of a list has its coordinates at 3i. */
function closest(corners: readonly Point[], p: Point): { weights: number[]; squared: number } {
  const out = new Float64Array(corners.length);
  const offsets = corners.map((_, i) => 3 * i);
  const squared = closestOnSimplex(Float64Array.from(corners.flat()), offsets, p[0], p[1], p[2], out);
  return { weights: Array.from(out, (w) => w + 0), squared }; // -0 is 0 as well
}

const minus = (a: Point, b: Point) => a.map((x, axis) => x - b[axis]);
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const mean = (corners: readonly Point[], weights: readonly number[]) =>
  [0, 1, 2].map((axis) => corners.reduce((sum, corner, i) => sum + weights[i] * corner[axis], 0));

/** Share of the squares of lengths by which rounding may spoil a product of two lengths. */
const rounding = 1e-14;

/**
 * y is the point of a convex hull closest to p if and only if (p - y).(x_i - y) <= 0 for every corner x_i. Otherwise the
 * squared distance is too large by at most twice the largest of these. Returns that largest, and the error of the squared
 * distance if that is more, in squares of the largest length; Infinity if the weights are none.
 */
function error(corners: readonly Point[], p: Point): number {
  const { weights, squared } = closest(corners, p);
  const sum = weights.reduce((a, b) => a + b, 0);
  if (!(weights.every((w) => w >= 0 && w <= 1) && Math.abs(sum - 1) <= 2.3e-16)) return Infinity;
  const y = mean(corners, weights);
  const r = minus(p, y);
  const size = Math.max(...corners.map((corner) => dot(minus(corner, p), minus(corner, p))));
  const beyond = Math.max(...corners.map((corner) => dot(r, minus(corner, y))));
  return Math.max(beyond, Math.abs(squared - dot(r, r))) / size;
}

/** All lattices of weights in steps of 1/n. */
function* lattice(corners: number, n: number): Generator<number[]> {
  if (corners === 1) yield [n];
  else for (let k = 0; k <= n; k++) for (const rest of lattice(corners - 1, n - k)) yield [k, ...rest];
}

describe.each([1, 2, 3, 4])('a simplex of %i corners', (count) => {
  test('no point of it is closer: 2000 random ones, seed 1', () => {
    const random = new Random(1);
    let worst = 0;
    for (let k = 0; k < 2000; k++) {
      const corners = Array.from({ length: count }, () => random.list(3, -1, 1));
      worst = Math.max(worst, error(corners, random.list(3, -2, 2)));
    }
    expect(worst).toBeLessThan(rounding);
  });

  test('nor is any of a lattice of points in it: 100 random ones, seed 2', () => {
    const random = new Random(2);
    for (let k = 0; k < 100; k++) {
      const corners = Array.from({ length: count }, () => random.list(3, -1, 1));
      const p = random.list(3, -2, 2);
      const { squared } = closest(corners, p);
      let least = Infinity;
      for (const weights of lattice(count, 12)) {
        const r = minus(
          mean(
            corners,
            weights.map((w) => w / 12),
          ),
          p,
        );
        least = Math.min(least, dot(r, r));
      }
      expect(squared).toBeLessThanOrEqual(least + rounding);
      expect(squared).toBeGreaterThan(least - 1); // the lattice is that fine at least
    }
  });

  test('a corner, and a point far away behind it, give that corner alone', () => {
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].slice(0, count);
    for (let i = 0; i < count; i++) {
      const one = corners.map((_, k) => (k === i ? 1 : 0));
      expect(closest(corners, corners[i])).toEqual({ weights: one, squared: 0 });
      const behind = i === 0 ? [-1e6, -1e6, -1e6] : corners[i].map((x) => 1e6 * x);
      expect(closest(corners, behind).weights).toEqual(one);
    }
  });

  test('what is not a number is not hidden', () => {
    const corners = Array.from({ length: count }, (_, i) => [i, i * i, i * i * i]);
    const lost = closest(corners, [0, NaN, 0]);
    expect(lost.squared).toBeNaN();
    corners[count - 1][1] = NaN;
    expect(closest(corners, [0, 0.1, 0]).squared).toBeNaN();
  });
});

test('other numbers of corners are refused', () => {
  expect(() => closest([], [0, 0, 0])).toThrow('0 corners are not a simplex (give 1 to 4)');
  expect(() => closest(new Array(5).fill([0, 0, 0]), [0, 0, 0])).toThrow('5 corners');
});

describe('regions of the triangle (0 0 0) (4 0 0) (0 4 0)', () => {
  const triangle = [
    [0, 0, 0],
    [4, 0, 0],
    [0, 4, 0],
  ];
  test.each([
    { region: 'vertex a', p: [-1, -2, 2], weights: [1, 0, 0], squared: 9 },
    { region: 'vertex b', p: [6, -1, 2], weights: [0, 1, 0], squared: 9 },
    { region: 'vertex c', p: [1, 6, 2], weights: [0, 0, 1], squared: 9 },
    { region: 'edge ab', p: [1, -3, 4], weights: [0.75, 0.25, 0], squared: 25 },
    { region: 'edge bc', p: [4, 2, 1], weights: [0, 0.75, 0.25], squared: 3 },
    { region: 'edge ca', p: [-3, 3, 4], weights: [0.25, 0, 0.75], squared: 25 },
    { region: 'face, above', p: [1, 2, 7], weights: [0.25, 0.25, 0.5], squared: 49 },
    { region: 'face, below', p: [2, 1, -7], weights: [0.25, 0.5, 0.25], squared: 49 },
    { region: 'face, on it', p: [1, 1, 0], weights: [0.5, 0.25, 0.25], squared: 0 },
  ])('$region', ({ p, weights, squared }) => {
    expect(closest(triangle, p)).toEqual({ weights, squared });
  });

  test('of an obtuse one, a point beyond the long side can be closest to a short one', () => {
    const obtuse = [
      [0, 0, 0],
      [10, 0, 0],
      [-8, 1, 0],
    ];
    expect(error(obtuse, [-9, 3, 0])).toBeLessThan(rounding);
    expect(closest(obtuse, [-9, 3, 0]).weights).toEqual([0, 0, 1]);
    expect(closest(obtuse, [-5, -4, 1]).weights[1]).toBe(0);
  });
});

describe('the tet (0 0 0) (1 0 0) (0 1 0) (0 0 1)', () => {
  const tet = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  test.each([
    { region: 'inside', p: [0.25, 0.125, 0.5], weights: [0.125, 0.25, 0.125, 0.5], squared: 0 },
    { region: 'on a face', p: [0.25, 0.25, 0], weights: [0.5, 0.25, 0.25, 0], squared: 0 },
    { region: 'beyond a face', p: [0.25, 0.25, -3], weights: [0.5, 0.25, 0.25, 0], squared: 9 },
    { region: 'beyond an edge', p: [0.5, -3, -4], weights: [0.5, 0.5, 0, 0], squared: 25 },
    { region: 'beyond the slanted edge', p: [1, 1, -1], weights: [0, 0.5, 0.5, 0], squared: 1.5 },
  ])('$region, whichever way it is wound', ({ p, weights, squared }) => {
    expect(closest(tet, p)).toEqual({ weights, squared });
    const swap = (list: typeof tet | number[]) => [list[1], list[0], list[2], list[3]];
    expect(closest(swap(tet) as Point[], p)).toEqual({ weights: swap(weights), squared });
  });

  test('weights outside go on linearly', () => {
    const out = new Float64Array(4);
    expect(tetWeights(Float64Array.from(tet.flat()), 0, 3, 6, 9, 3, -2, 0.5, out)).toBe(true);
    expect([...out]).toEqual([-0.5, 3, -2, 0.5]);
  });
});

describe('flat ones fall back to their sides', () => {
  test.each([
    { what: 'segment, no length', corners: ['1 2 3', '1 2 3'], weights: [1, 0] },
    { what: 'triangle, one point', corners: ['1 2 3', '1 2 3', '1 2 3'], weights: [0, 1, 0] },
    { what: 'triangle, two corners in one', corners: ['0 0 0', '0 0 0', '4 0 0'], weights: [0, 0.75, 0.25] },
    { what: 'tet, one point', corners: ['1 2 3', '1 2 3', '1 2 3', '1 2 3'], weights: [0, 0, 1, 0] },
  ])('$what', ({ corners, weights }) => {
    const points = corners.map((corner) => corner.split(' ').map(Number));
    expect(closest(points, [1, 5, 7]).weights).toEqual(weights);
  });

  test('triangles on a line and tets in a plane: still no point is closer (500 random ones, seed 3)', () => {
    const random = new Random(3);
    let worst = 0;
    for (let k = 0; k < 500; k++) {
      const [a, b, p] = [random.list(3, -1, 1), random.list(3, -1, 1), random.list(3, -2, 2)];
      const c = mean([a, b], [1.5, -0.5]);
      const apex = random.list(3, -1, 1);
      const d = mean([a, b, apex], random.list(3, -1, 1));
      worst = Math.max(worst, error([a, b, c], p), error([a, b, apex, d], p), error([a, b, c, apex], p));
      expect(closest([a, b, c], p).weights).toContain(0);
    }
    expect(worst).toBeLessThan(rounding);
  });

  test('flat is a height of 1e-12 edges, at any size', () => {
    for (const size of [1e-6, 1, 1e6]) {
      const needle = (height: number) => [
        [0, 0, 0],
        [size, 0, 0],
        [size / 2, height * size, 0],
      ];
      const above = (height: number) => [size / 2, (height * size) / 2, size];
      expect(closest(needle(2e-12), above(2e-12)).weights.every((w) => w > 0.2)).toBe(true);
      expect(closest(needle(5e-13), above(5e-13)).weights).toContain(0);
      const sliver = (height: number) => [
        [0, 0, 0],
        [size, 0, 0],
        [0, size, 0],
        [0, 0, height * size],
      ];
      const inside = (height: number) => [size / 4, size / 4, (height * size) / 4];
      expect(closest(sliver(4e-12), inside(4e-12)).weights.every((w) => w > 0.2)).toBe(true);
      expect(closest(sliver(5e-13), inside(5e-13)).weights).toContain(0);
    }
  });

  test('thin, but not flat: heights of 1e-2 to 1e-8 edges (1000 random ones, seed 4)', () => {
    const random = new Random(4);
    let worst = 0;
    for (let k = 0; k < 1000; k++) {
      const height = 10 ** -random.between(2, 8);
      const [a, b] = [random.list(3, -1, 1), random.list(3, -1, 1)];
      const along = random.between(-0.5, 1.5);
      const c = mean([a, b, random.list(3, -1, 1)], [1 - along - height, along, height]);
      // The normal of a triangle of that height is known to 1e-16 / height.
      worst = Math.max(worst, error([a, b, c], random.list(3, -2, 2)) * height);
    }
    expect(worst).toBeLessThan(1e-15);
  });
});

test('the entries by shape are the entry by number of corners', () => {
  const x = Float64Array.of(9, 9, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4); // starts at 2
  const by = new Float64Array(4);
  const out = new Float64Array(4);
  const p = [3, 2, 1] as const;
  expect(closestOnSegment(x, 2, 5, ...p, out)).toBe(closestOnSimplex(x, [2, 5], ...p, by));
  expect(out).toEqual(by);
  expect(closestOnTriangle(x, 2, 5, 8, ...p, out)).toBe(closestOnSimplex(x, Int32Array.of(2, 5, 8), ...p, by));
  expect(out).toEqual(by);
  expect(closestInTet(x, 2, 5, 8, 11, ...p, out)).toBe(closestOnSimplex(x, [2, 5, 8, 11], ...p, by));
  expect(out).toEqual(by);
});
