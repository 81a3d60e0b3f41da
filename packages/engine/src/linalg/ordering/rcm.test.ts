import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { graphOf, inverseOf } from '../pattern/graph.ts';
import { upperPattern } from '../pattern/pattern.ts';
import { precedenceOf } from './precedence.ts';
import { bandOf, rcm } from './rcm.ts';

type Pairs = [number, number][];
const natural = (n: number): Int32Array => Int32Array.from({ length: n }, (_, i) => i);

test('an order: every unknown once, the same every time, and the half band is as told (seed 1)', () => {
  const random = new Random(1);
  for (let round = 0; round < 100; round++) {
    const n = 1 + random.below(100);
    const pairs: Pairs = Array.from({ length: random.below(3 * n) }, () => [random.below(n), random.below(n)]);
    const rank = Uint8Array.from({ length: n }, () => (round % 2 ? random.below(3) : 0));
    const pattern = upperPattern(n, pairs);
    const { order, halfBand } = rcm(pattern, rank);
    expect([...order].sort((a, b) => a - b)).toEqual([...natural(n)]);
    const place = inverseOf(order);
    expect(halfBand).toBe(pairs.reduce((most, [i, j]) => Math.max(most, Math.abs(place[i] - place[j])), 0));
    expect(rcm(pattern, rank).order).toEqual(order);
  }
});

test('nothing, and unknowns without neighbours', () => {
  expect(rcm(upperPattern(0, []))).toEqual({ order: new Int32Array(0), halfBand: 0, flops: 0 });
  expect(rcm(upperPattern(3, []))).toMatchObject({ halfBand: 0, flops: 3 });
});

test('the least possible: a shuffled chain 1, a ring 2, a comb 2, a chain of blocks of three 5 (seed 3)', () => {
  const random = new Random(3);
  const label = random.shuffle([...natural(120)]);
  const named = (pairs: Pairs) =>
    upperPattern(
      120,
      pairs.map(([i, j]) => [label[i], label[j]]),
    );
  const chain: Pairs = Array.from({ length: 119 }, (_, i) => [i, i + 1]);
  expect(rcm(named(chain)).halfBand).toBe(1);
  expect(rcm(named([...chain, [119, 0]])).halfBand).toBe(2);
  const comb: Pairs = Array.from({ length: 60 }, (_, i) => [i, i + 60]);
  expect(rcm(named([...chain.slice(0, 59), ...comb])).halfBand).toBe(2);
  const blocks: Pairs = [];
  for (let i = 0; i < 120; i++) for (let j = i + 1; j < Math.min(120, i - (i % 3) + 6); j++) blocks.push([i, j]);
  expect(rcm(named(blocks)).halfBand).toBe(5);
});

test('a grid of 40 x 6, shuffled: no wider than across', () => {
  const pairs: Pairs = [];
  for (let v = 0; v < 240; v++) {
    if (v % 6 < 5) pairs.push([v, v + 1]);
    if (v + 6 < 240) pairs.push([v, v + 6]);
  }
  const label = new Random(4).shuffle([...natural(240)]);
  const pattern = upperPattern(
    240,
    pairs.map(([i, j]) => [label[i], label[j]]),
  );
  expect(rcm(pattern).halfBand).toBeLessThanOrEqual(7); // 6 is the least
  expect(bandOf(pattern, natural(240)).halfBand).toBeGreaterThan(200);
});

test('nobody comes before those that it waits for, and multipliers follow at once', () => {
  for (const problem of [problems.bridge(), problems.cloth(8), problems.cloth(8, true)]) {
    const { order, halfBand, flops } = rcm(problem.pattern, problem.rank);
    const place = inverseOf(order);
    const graph = graphOf(problem.pattern);
    const { starts, before } = precedenceOf(graph, problem.rank!);
    for (let v = 0; v < problem.n; v++) {
      if (starts[v] === starts[v + 1]) continue;
      const last = before.subarray(starts[v], starts[v + 1]).reduce((most, u) => Math.max(most, place[u]), 0);
      expect(place[v]).toBeGreaterThan(last);
      for (let k = last + 1; k < place[v]; k++) expect(problem.rank![order[k]]).toBeGreaterThan(0);
    }
    expect(bandOf(problem.pattern, order)).toEqual({ order, halfBand, flops });
  }
});

test('flops are the squared heights of columns in the envelope', () => {
  expect(bandOf(upperPattern(4, [[0, 2]]), natural(4)).flops).toBe(9 + 4 + 1 + 1);
});
