import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { grid } from '../meshes/grid.ts';
import { Surface } from './surface.ts';

/** An icosahedron, each triangle cut into four so many times, on the unit sphere. */
function icosphere(times: number): { positions: Float64Array; triangles: Int32Array } {
  const g = (1 + Math.sqrt(5)) / 2;
  const points: number[][] = [];
  const add = (p: number[]) => points.push(p.map((x) => x / Math.hypot(...p))) - 1;
  for (const s of [-1, 1])
    for (const t of [-g, g])
      for (const p of [
        [0, s, t],
        [s, t, 0],
        [t, 0, s],
      ])
        add(p);
  let triangles: number[][] = [];
  const near = (a: number, b: number) => Math.hypot(...points[a].map((x, k) => x - points[b][k])) < 1.1;
  for (let a = 0; a < 12; a++)
    for (let b = a + 1; b < 12; b++)
      for (let c = b + 1; c < 12; c++) if (near(a, b) && near(b, c) && near(c, a)) triangles.push([a, b, c]);
  for (let k = 0; k < times; k++) {
    const halves = new Map<string, number>();
    const half = (a: number, b: number) => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      if (!halves.has(key)) halves.set(key, add(points[a].map((x, axis) => x + points[b][axis])));
      return halves.get(key)!;
    };
    triangles = triangles.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  return { positions: Float64Array.from(points.flat()), triangles: Int32Array.from(triangles.flat()) };
}

const ball = icosphere(3);
const out = new Float64Array(3);

/** sum w_i x_i */
function pointOn(surface: Surface, x: Float64Array, first: number, triangle: number, weights: Float64Array): number[] {
  const nodes = [...surface.triangles.subarray(3 * triangle, 3 * triangle + 3)];
  return [0, 1, 2].map((axis) => nodes.reduce((sum, n, c) => sum + weights[c] * x[first + 3 * n + axis], 0));
}

test('the icosphere is one: 1280 triangles, edges of 0.15 (what the tests below stand on)', () => {
  expect(ball.triangles.length / 3).toBe(1280);
  expect(new Surface(ball.triangles, ball.positions).meanEdge).toBeCloseTo(0.1507, 4);
});

describe('a walk', () => {
  test('follows a point around a ball, and a moving ball, as a search would (seed 1)', () => {
    const random = new Random(1);
    const first = 9;
    const x = new Float64Array(first + ball.positions.length);
    x.set(ball.positions, first);
    const surface = new Surface(ball.triangles, x, first);
    const searched = new Float64Array(3);
    let triangle = surface.search(x, first, 0, 0, 1.1, out);
    const seen = new Set<number>();
    for (let k = 0; k < 500; k++) {
      const [turn, tilt] = [0.08 * k, 0.0148 * k];
      const height = 1 + random.between(-0.1, 0.4);
      for (let i = first; i < x.length; i++)
        x[i] = ball.positions[i - first] * (1 + 0.1 * Math.sin(0.04 * k + (i % 3)));
      const p = [Math.sin(turn) * Math.cos(tilt), Math.sin(turn) * Math.sin(tilt), Math.cos(turn)].map(
        (c) => c * height,
      );
      triangle = surface.walk(x, first, triangle, p[0], p[1], p[2], out);
      const { distance } = surface;
      seen.add(triangle);
      const best = surface.search(x, first, p[0], p[1], p[2], searched);
      expect(distance - surface.distance).toBeLessThanOrEqual(1e-9 * surface.meanEdge);
      expect(distance - surface.distance).toBeGreaterThanOrEqual(0);
      if (distance > surface.distance + 1e-12) continue; // within the hysteresis the two may differ
      const y = pointOn(surface, x, first, triangle, out);
      const there = pointOn(surface, x, first, best, searched);
      expect(Math.hypot(...y.map((c, axis) => c - there[axis]))).toBeLessThan(1e-9);
      expect(Math.abs(Math.hypot(...y.map((c, axis) => c - p[axis])) - distance)).toBeLessThan(1e-14);
    }
    expect(seen.size).toBeGreaterThan(200); // it did go places
  });

  test('goes half around the ball when it has to', () => {
    const surface = new Surface(ball.triangles, ball.positions);
    const start = surface.search(ball.positions, 0, 0.1, 0.2, 3, out);
    const end = surface.search(ball.positions, 0, 0.15, -0.2, -3, new Float64Array(3));
    expect(surface.walk(ball.positions, 0, start, 0.15, -0.2, -3, out)).toBe(end);
  });

  test('above an edge, and above a node, stays where it is; past the edge it changes', () => {
    // Two triangles that share the edge x = 0.
    const x = Float64Array.of(0, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0);
    const surface = new Surface(Int32Array.of(0, 1, 2, 0, 3, 1), x);
    expect(surface.meanEdge).toBeCloseTo((2 + Math.sqrt(2)) / 3, 14);
    const margin = 1e-9 * surface.meanEdge;
    for (const triangle of [0, 1]) {
      expect(surface.walk(x, 0, triangle, 0, 0.3, 2, out)).toBe(triangle);
      expect(surface.distance).toBe(2);
      expect(surface.track(x, 0, triangle, 10, 0, 0.3, 2, out)).toBe(triangle); // searched, and nothing nearer found
      expect(surface.walk(x, 0, triangle, 0, 0, 2, out)).toBe(triangle);
      expect([...out]).toEqual([1, 0, 0]);
      expect(surface.walk(x, 0, triangle, 0, 0, 0, out)).toBe(triangle);
    }
    // On the plane, the distance to the other triangle is what p is past the edge.
    expect(surface.walk(x, 0, 0, 0.9 * margin, 0.3, 0, out)).toBe(0);
    expect(surface.walk(x, 0, 0, 1.1 * margin, 0.3, 0, out)).toBe(1);
    expect(surface.walk(x, 0, 1, -0.9 * margin, 0.3, 0, out)).toBe(1);
    expect(surface.walk(x, 0, 1, -1.1 * margin, 0.3, 0, out)).toBe(0);
  });

  test('ends for points as far away as numbers go (300, seed 2)', () => {
    const random = new Random(2);
    const surface = new Surface(ball.triangles, ball.positions);
    let triangle = 0;
    for (let k = 0; k < 300; k++) {
      const [px, py, pz] = random.list(3, -1, 1).map((c) => c * 10 ** (k + 1));
      triangle = surface.walk(ball.positions, 0, triangle, px, py, pz, out);
      if (k > 11 && k < 150) expect(surface.distance / Math.hypot(px, py, pz)).toBeCloseTo(1, 9);
    }
  });

  test('takes the best of the ring, the lowest of equals, and turns a corner through a node alone', () => {
    // Triangles 0 and 1 touch in node 0 only.
    const x = Float64Array.of(0, 0, 0, -1, 0.5, 0, -1, -0.5, 0, 1, -0.5, 0, 1, 0.5, 0);
    const surface = new Surface(Int32Array.of(0, 1, 2, 0, 3, 4, 0, 3, 4), x);
    expect(surface.walk(x, 0, 0, 0.5, 0, 0.1, out)).toBe(1);
    expect([...out]).toEqual([0.5, 0.25, 0.25]);
    expect(surface.search(x, 0, 0.5, 0, 0.1, out)).toBe(1);
  });
});

describe('two sheets 0.1 apart, joined at one end', () => {
  // A strip of 40 x 4 cells, 4 long, folded in the middle around x = 2.
  const strip = grid({ size: [4, 0.4], cells: [40, 4], centre: [2, 0, 0], plane: 'xy' });
  const x = strip.positions.map((at, i) => {
    const along = strip.positions[i - (i % 3)];
    if (i % 3 === 0) return Math.min(at, 4 - at);
    return i % 3 === 2 ? (along > 2.05 ? 0.1 : along > 1.95 ? 0.05 : 0) : at;
  });
  const surface = new Surface(strip.triangles, x);
  const sheet = (triangle: number) => x[3 * strip.triangles[3 * triangle] + 2];

  test('a walk and a track keep to the lower one where the upper one is closer', () => {
    let triangle = surface.search(x, 0, 0.2, 0.01, -0.1, out);
    expect(sheet(triangle)).toBe(0);
    let tracked = triangle;
    let { distance } = surface;
    for (let k = 0; k <= 100; k++) {
      const [px, py, pz] = [0.2 + 0.01 * k, 0.01, Math.min(0.08, -0.1 + 0.01 * k)];
      triangle = surface.walk(x, 0, triangle, px, py, pz, out);
      expect(sheet(triangle)).toBe(0);
      expect(surface.distance).toBeCloseTo(Math.abs(pz), 12);
      tracked = surface.track(x, 0, tracked, distance, px, py, pz, out);
      distance = surface.distance;
      expect(tracked).toBe(triangle);
    }
    expect(sheet(surface.search(x, 0, 1.2, 0.01, 0.08, out))).toBeCloseTo(0.1, 12);
  });

  test('a point that jumps is searched for, and one that has nothing better stays', () => {
    const start = surface.search(x, 0, 0.2, 0.01, -0.1, out);
    const { distance } = surface;
    const far = surface.track(x, 0, start, distance, 1, 0.01, 0.9, out);
    expect(sheet(far)).toBeCloseTo(0.1, 12);
    expect(surface.distance).toBeCloseTo(0.8, 12);
    expect(surface.track(x, 0, start, 10, 0.2, 0.01, -0.1, out)).toBe(start);
    expect(surface.distance).toBe(distance);
    expect(pointOn(surface, x, 0, start, out)[0]).toBeCloseTo(0.2, 12);
  });
});

test('a point that is no number gets weights that are none', () => {
  const surface = new Surface(ball.triangles, ball.positions);
  expect(surface.search(ball.positions, 0, NaN, 0, 0, out)).toBe(0);
  expect(out.some(Number.isNaN)).toBe(true);
  expect(surface.track(ball.positions, 0, 17, 0.1, 0, NaN, 0, out)).toBe(17);
  expect(surface.distance).toBeNaN();
});

test('no triangles, or half of one, are refused', () => {
  expect(() => new Surface(new Int32Array(0), ball.positions)).toThrow('0 corners are not triangles');
  expect(() => new Surface(new Int32Array(4), ball.positions)).toThrow('4 corners are not triangles');
});
