/** Lists of features that last for many steps, against all features near the box of the other body, which stays as the oracle: the same bits. */
import { afterEach, expect, test, vi } from 'vitest';
import { Random } from '../../../../../../tests/support/random.ts';
import { createWorld, grid, model, tetSprings, transformed, type World } from '../../../index.ts';
import { FeaturePairs } from '../feature-pairs.ts';
import { farthestBetween, spreadBetween } from '../placed-vertices.ts';
import { NearLists } from './near-lists.ts';
import { RunSort } from './run-sort.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A sheet that falls askew on waves, slides down and folds. */
function sheetOnWaves(): World {
  const n = 10;
  const world = createWorld({ step: 1e-3, contact: { friction: 0.3, thickness: 4e-3 } });
  const positions: number[] = [];
  for (let j = 0; j <= n; j++)
    for (let i = 0; i <= n; i++) {
      const [x, z] = [i / n - 0.5, j / n - 0.5];
      positions.push(0.6 * x, 0.06 * Math.sin(9 * x) * Math.cos(7 * z) - 0.03, 0.6 * z);
    }
  const triangles: number[] = [];
  const at = (i: number, j: number): number => i + (n + 1) * j;
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++)
      triangles.push(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i + 1, j));
  // closed below by one point
  positions.push(0, -0.4, 0);
  const rim: number[] = [];
  for (let k = 0; k < n; k++) rim.push(at(k, 0));
  for (let k = 0; k < n; k++) rim.push(at(n, k));
  for (let k = n; k > 0; k--) rim.push(at(k, n));
  for (let k = n; k > 0; k--) rim.push(at(0, k));
  for (const [k, v] of rim.entries()) triangles.push(at(n, n) + 1, v, rim[(k + 1) % rim.length]);
  world.add(model({ positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) }, { id: 'model' }));
  const sheet = transformed(grid({ size: [0.4, 0.4], cells: [10, 10] }), {
    rotate: [0.07, 0, 0.07, 1],
    translate: [0.03, 0.07, 0.02],
  });
  world.add(tetSprings(sheet, { id: 'sheet', mass: 2e-3, form: 'spring', stretch: 20, damping: 0.01, drag: 0.5 }));
  return world;
}

/** A sheet that falls on another one, askew, both of which move and are open. */
function sheetOnSheet(): World {
  const world = createWorld({ step: 1e-3, contact: { friction: 0.3, thickness: 4e-3 }, gravity: [0, 0, 0] });
  const mesh = grid({ size: [0.4, 0.4], cells: [12, 12] });
  const count = mesh.positions.length / 3;
  for (const [k, id] of ['lower', 'upper'].entries()) {
    const placed = transformed(mesh, { rotate: [0.02 * k, 0.3 * k, 0.03, 1], translate: [0.05 * k, 0.03 * k, 0.02] });
    const velocities = Array.from({ length: 3 * count }, (_, c) => (c % 3 === 1 ? 0.4 - 0.8 * k : 0));
    world.add(tetSprings(placed, { id, mass: 2e-3, form: 'spring', stretch: 20, damping: 0.01, velocities }));
  }
  return world;
}

test.each([
  ['waves', sheetOnWaves],
  ['another sheet', sheetOnSheet],
])('a sheet that falls on %s: all of its rows, and the same bits', (_, scene) => {
  const [listed, plain] = [scene(), scene()];
  let rows = 0;
  let pushing = 0;
  const hashes = Array.from({ length: 6 }, () => {
    listed.step(25);
    rows += listed.contactReport().rows;
    pushing += listed.contacts().length;
    return listed.hash();
  });
  expect(rows).toBeGreaterThan(20);
  expect(pushing).toBeGreaterThan(0);
  vi.spyOn(NearLists.prototype, 'verticesAndCells').mockReturnValue(undefined);
  vi.spyOn(NearLists.prototype, 'edges').mockReturnValue(undefined);
  for (const hash of hashes) {
    plain.step(25);
    expect(plain.hash()).toBe(hash);
  }
});

test('pairs that lists leave out do not matter to the certificate, and are there where bodies move farther than was expected', () => {
  const [sparse, whole, plain] = [sheetOnWaves(), sheetOnWaves(), sheetOnWaves()];
  for (const world of [sparse, whole, plain]) world.step(50);
  sparse.step(20);
  const { complete } = FeaturePairs.prototype;
  const counts: number[] = [];
  let added = 0;
  vi.spyOn(FeaturePairs.prototype, 'complete').mockImplementation(function (this: FeaturePairs) {
    const { count } = this.candidates;
    complete.call(this);
    counts.push(this.candidates.count);
    added += this.candidates.count - count;
  });
  whole.step(20);
  expect(whole.hash()).toBe(sparse.hash());
  expect(added).toBeGreaterThan(20);
  const withLists = counts.splice(0);
  vi.spyOn(NearLists.prototype, 'verticesAndCells').mockReturnValue(undefined);
  vi.spyOn(NearLists.prototype, 'edges').mockReturnValue(undefined);
  plain.step(20);
  expect(counts).toEqual(withLists);
  expect(plain.hash()).toBe(sparse.hash());
});

test.each([1, 2, 3])('points go no farther relative to each other than is said: seed %d', (seed) => {
  const random = new Random(seed);
  const some = (size: number): Float64Array => Float64Array.from({ length: 60 }, () => random.between(-size, size));
  const before = some(1);
  // all of them fall, by different amounts
  const after = before.map((x, k) => x + random.between(0, 0.1) - (k % 3 === 1 ? 5 : 0));
  let most = 0;
  for (let i = 0; i < 60; i += 3)
    for (let j = 0; j < i; j += 3)
      most = Math.max(
        most,
        Math.hypot(...[0, 1, 2].map((axis) => after[i + axis] - before[i + axis] - after[j + axis] + before[j + axis])),
      );
  expect(spreadBetween(before, after)).toBeGreaterThanOrEqual(most * (1 - 1e-12));
  expect(spreadBetween(before, after)).toBeLessThan(0.2);
  expect(farthestBetween(before, after)).toBeGreaterThan(4.8);
  expect(spreadBetween(before, after.fill(Number.NaN))).toBeNaN();
});

test.each([1, 2, 3])('places are sorted by pair and key, equal ones stay as they were: seed %d', (seed) => {
  const random = new Random(seed);
  const count = 200;
  const pair = Float64Array.from({ length: count }, () => Math.floor(random.between(0, 4)));
  const key = Float64Array.from({ length: count }, (_, k) => (k % 50) + Math.floor(random.between(0, 2 * seed)) / 2);
  const places = Int32Array.from({ length: count }, (_, k) => (k * 77) % count);
  const expected = [...places].sort((a, b) => pair[a] - pair[b] || key[a] - key[b]);
  new RunSort().sort(places, count, pair, key);
  expect([...places]).toEqual(expected);
});
