import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { block } from '../meshes/block.ts';
import { hexMesh } from '../meshes/hex-mesh.ts';
import { embedInHexes, evaluateInHexes, type HexEmbedding } from './embed-hex.ts';

const random = new Random(12);
/** A block with bent cells: inner and outer nodes moved by up to a fifth of a cell. */
const straight = block({ size: [2, 1, 1], cells: [6, 3, 3] });
const bent = hexMesh({ ...straight, positions: straight.positions.map((x) => x + random.between(-0.066, 0.066)) });

function placesOf(embedding: HexEmbedding, x: Float64Array): Float64Array {
  const out = new Float64Array((3 * embedding.corners.length) / 8);
  evaluateInHexes(embedding, x, out);
  return out;
}
const difference = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
const sumError = ({ weights }: HexEmbedding): number => {
  let most = 0;
  for (let i = 0; i < weights.length; i += 8) {
    most = Math.max(most, Math.abs(weights.subarray(i, i + 8).reduce((a, b) => a + b) - 1));
  }
  return most;
};

describe.each([
  ['straight', straight],
  ['bent', bent],
])('%s cells, 400 points each, seed 12', (_, mesh) => {
  const inside = Float64Array.from({ length: 1200 }, (_, i) => random.between(-0.4, 0.4) * (i % 3 ? 1 : 2));
  const around = Float64Array.from({ length: 1200 }, (_, i) => random.between(-1, 1) * (i % 3 ? 1 : 2));
  test('points are where they were given, inside and outside; weights have sum 1', () => {
    for (const points of [inside, around]) {
      const embedding = embedInHexes(points, mesh.positions, mesh.hexes);
      expect(difference(placesOf(embedding, mesh.positions), points)).toBeLessThan(1e-13);
      expect(sumError(embedding)).toBeLessThan(1e-13);
    }
  });
  test('inside, all weights are between 0 and 1', () => {
    const { weights, outside, farthest } = embedInHexes(inside, mesh.positions, mesh.hexes);
    expect([outside, farthest]).toEqual([0, 0]);
    expect(weights.reduce((least, w) => Math.min(least, w), 1)).toBeGreaterThan(-1e-8);
    expect(weights.reduce((most, w) => Math.max(most, w), 0)).toBeLessThan(1 + 1e-8);
  });
  test('linear motions of the nodes are motions of the points', () => {
    const embedding = embedInHexes(around, mesh.positions, mesh.hexes);
    const A = random.list(9, -1, 1);
    const move = (x: Float64Array): Float64Array =>
      x.map((_, k) => {
        const at = k - (k % 3);
        const row = 3 * (k % 3);
        return A[row] * x[at] + A[row + 1] * x[at + 1] + A[row + 2] * x[at + 2] + 0.5;
      });
    expect(difference(placesOf(embedding, move(mesh.positions)), move(around))).toBeLessThan(1e-13);
  });
});

test('outside points count, with the distance of the farthest', () => {
  const points = Float64Array.of(0, 0, 0, 1.5, 0, 0, 0, 0.5, 0, 0, 0, -0.75);
  const { outside, farthest } = embedInHexes(points, straight.positions, straight.hexes);
  expect(outside).toBe(2);
  expect(farthest).toBeCloseTo(0.5, 12);
});

test('the inverse of the trilinear map: 500 places in a strongly bent cell, seed 13', () => {
  const random = new Random(13);
  const cell = block({ size: [1, 1, 1], cells: [1, 1, 1] });
  const x = cell.positions.map((p) => p + random.between(-0.22, 0.22));
  hexMesh({ positions: x, hexes: cell.hexes }); // its corners are sound
  const places = Float64Array.from(random.list(1500, 0, 1));
  const points = new Float64Array(1500);
  for (let i = 0; i < 500; i++) {
    const [r, s, t] = places.subarray(3 * i, 3 * i + 3);
    const weights = [
      (1 - r) * (1 - s) * (1 - t),
      r * (1 - s) * (1 - t),
      r * s * (1 - t),
      (1 - r) * s * (1 - t),
      (1 - r) * (1 - s) * t,
      r * (1 - s) * t,
      r * s * t,
      (1 - r) * s * t,
    ];
    for (let axis = 0; axis < 3; axis++) {
      points[3 * i + axis] = weights.reduce((sum, w, c) => sum + w * x[3 * cell.hexes[c] + axis], 0);
    }
  }
  const { weights, outside } = embedInHexes(points, x, cell.hexes);
  expect(outside).toBe(0);
  const found = places.map((_, k) => {
    const w = weights.subarray(8 * Math.floor(k / 3), 8 * Math.floor(k / 3) + 8);
    const ones = [
      [1, 2, 5, 6],
      [2, 3, 6, 7],
      [4, 5, 6, 7],
    ][k % 3];
    return ones.reduce((sum, c) => sum + w[c], 0);
  });
  expect(difference(found, places)).toBeLessThan(1e-12);
});

test('what cannot be embedded is refused', () => {
  expect(() => embedInHexes(new Float64Array(3), new Float64Array(0), new Int32Array(0))).toThrow(
    'embed: hexes — there are none',
  );
  expect(() => embedInHexes(new Float64Array(4), straight.positions, straight.hexes)).toThrow('not whole points');
  expect(() => embedInHexes(Float64Array.of(0, NaN, 0), straight.positions, straight.hexes)).toThrow('points[1] — NaN');
});
