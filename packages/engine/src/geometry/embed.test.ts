import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { box } from '../meshes/box.ts';
import { tetWeights } from './closest.ts';
import { type Embedding, embed, evaluate } from './embed.ts';

const block = box({ size: [2, 1, 1], cells: [6, 3, 3], tetsPerCell: 6 });

function positionsOf(embedding: Embedding, x: Float64Array): Float64Array {
  const out = new Float64Array((3 * embedding.corners.length) / 4);
  evaluate(embedding, x, out);
  return out;
}

const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const difference = (a: Float64Array, b: Float64Array) => largest(a.map((value, i) => value - b[i]));

/** Largest difference of the sum of four weights from 1. */
function sumError({ weights }: Embedding): number {
  let most = 0;
  for (let i = 0; i < weights.length; i += 4) {
    most = Math.max(most, Math.abs(weights[i] + weights[i + 1] + weights[i + 2] + weights[i + 3] - 1));
  }
  return most;
}

describe('points inside (500, seed 1)', () => {
  const random = new Random(1);
  const points = Float64Array.from({ length: 1500 }, (_, i) => random.between(-0.5, 0.5) * (i % 3 ? 1 : 2));
  const embedding = embed(points, block.positions, block.tets);

  test('are in the lowest tet that holds them', () => {
    const w = new Float64Array(4);
    for (let i = 0; i < 500; i++) {
      const [px, py, pz] = points.subarray(3 * i, 3 * i + 3);
      const holds = (t: number) => {
        const [a, b, c, d] = block.tets.subarray(4 * t, 4 * t + 4).map((n) => 3 * n);
        return tetWeights(block.positions, a, b, c, d, px, py, pz, w) && w.every((weight) => weight >= 0);
      };
      let t = 0;
      while (!holds(t)) t++;
      expect(embedding.corners.subarray(4 * i, 4 * i + 4)).toEqual(block.tets.subarray(4 * t, 4 * t + 4));
      expect(difference(embedding.weights.subarray(4 * i, 4 * i + 4), w)).toBeLessThan(1e-14);
    }
  });

  test('are where they were, with weights of sum 1', () => {
    expect(embedding).toMatchObject({ outside: 0, farthest: 0 });
    expect(Math.min(...embedding.weights)).toBeGreaterThan(-1e-15);
    expect(sumError(embedding)).toBeLessThanOrEqual(2.3e-16);
    expect(difference(positionsOf(embedding, block.positions), points)).toBeLessThan(1e-15);
  });

  test('move with the nodes: turned, sheared, stretched, moved', () => {
    const moved = (p: Float64Array) =>
      p.map((_, i) => {
        const [x, y, z] = p.subarray(i - (i % 3), i - (i % 3) + 3);
        return [1.5 * x - 0.5 * y + 3, 0.25 * x + y - 2 * z - 1, y + 0.75 * z + 0.5][i % 3];
      });
    expect(difference(positionsOf(embedding, moved(block.positions)), moved(points))).toBeLessThan(4e-15);
  });
});

describe('points outside (seed 2)', () => {
  const random = new Random(2);
  const points = Float64Array.from({ length: 900 }, () => random.between(-2, 2));
  const embedding = embed(points, block.positions, block.tets);

  test('are where they were, to 1e-14, by weights some of which are negative', () => {
    expect(Math.min(...embedding.weights)).toBeLessThan(-1);
    expect(sumError(embedding)).toBeLessThan(4e-15);
    expect(difference(positionsOf(embedding, block.positions), points)).toBeLessThan(1e-14);
  });

  test('are counted, and the farthest measured', () => {
    let outside = 0;
    let farthest = 0;
    for (let i = 0; i < points.length; i += 3) {
      const beyond = [1, 0.5, 0.5].map((half, axis) => Math.max(0, Math.abs(points[i + axis]) - half));
      if (Math.max(...beyond) > 0) outside++;
      farthest = Math.max(farthest, Math.hypot(...beyond));
    }
    expect(embedding.outside).toBe(outside);
    expect(outside).toBeGreaterThan(200);
    expect(Math.abs(embedding.farthest - farthest)).toBeLessThan(1e-14);
  });
});

test('nodes follow themselves, and the surface is not outside', () => {
  const embedding = embed(block.positions, block.positions, block.tets);
  expect(embedding).toMatchObject({ outside: 0, farthest: 0 });
  expect(difference(positionsOf(embedding, block.positions), block.positions)).toBeLessThan(2.3e-16);

  const far = block.positions.map((x) => x / 3 + 100);
  const onFaces = Float64Array.from({ length: 3 * 300 }, (_, i) => {
    const t = 3 * (Math.floor(i / 3) % (block.triangles.length / 3));
    const [a, b, c] = block.triangles.subarray(t, t + 3);
    const u = Math.floor(i / 3) / 300;
    return far[3 * a + (i % 3)] * u + (1 - u) * (0.5 * far[3 * b + (i % 3)] + 0.5 * far[3 * c + (i % 3)]);
  });
  expect(embed(onFaces, far, block.tets).outside).toBe(0);
});

test('in tets 1e4 times as wide as high points are where they were all the same (200, seed 3)', () => {
  const random = new Random(3);
  let worst = 0;
  for (let k = 0; k < 200; k++) {
    const x = Float64Array.from([...random.list(9, -1, 1), 0, 0, 0]);
    const p = new Float64Array(3);
    for (let axis = 0; axis < 3; axis++) {
      x[9 + axis] = (x[axis] + x[3 + axis] + x[6 + axis]) / 3 + random.between(-1e-4, 1e-4);
      p[axis] = 0.1 * x[axis] + 0.2 * x[3 + axis] + 0.3 * x[6 + axis] + 0.4 * x[9 + axis];
    }
    worst = Math.max(worst, difference(positionsOf(embed(p, x, Int32Array.of(0, 1, 2, 3)), x), p));
  }
  expect(worst).toBeLessThan(1e-15);
});

test('no points make an empty embedding', () => {
  expect(embed(new Float64Array(0), block.positions, block.tets)).toEqual({
    corners: new Int32Array(0),
    weights: new Float64Array(0),
    outside: 0,
    farthest: 0,
  });
});

test('what cannot be embedded, or not followed, is refused', () => {
  const { positions, tets } = block;
  expect(() => embed(new Float64Array(3), positions, new Int32Array(0))).toThrow('embed: tets — there are none');
  expect(() => embed(new Float64Array(4), positions, tets)).toThrow('4 numbers are not whole points');
  expect(() => embed(Float64Array.of(0, NaN, 0), positions, tets)).toThrow('points[1] — NaN is not a coordinate');
  const square = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
  expect(() => embed(new Float64Array(3), square, Int32Array.of(0, 1, 2, 3))).toThrow(
    'tets[0] — nodes 0, 1, 2, 3 lie in a plane',
  );
});
