import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { fillOf } from './fill.ts';
import { minimumDegree } from './ordering.ts';
import { lowerRows, type Pattern, upperPattern } from './pattern.ts';

type Pairs = [number, number][];

function grid(width: number, height: number): Pairs {
  const pairs: Pairs = [];
  for (let i = 0; i < width * height; i++) {
    if ((i + 1) % width) pairs.push([i, i + 1]);
    if (i + width < width * height) pairs.push([i, i + width]);
  }
  return pairs;
}
const chain = (n: number): Pairs => Array.from({ length: n - 1 }, (_, i) => [i, i + 1]);
const natural = (n: number): Int32Array => Int32Array.from({ length: n }, (_, i) => i);

function fillIn(order: Int32Array, { pointers, indices }: Pattern): number {
  const { starts, columns } = lowerRows(order, pointers, indices);
  return fillOf(order.length, starts, columns).rows.length;
}
const orderOf = (n: number, pairs: Pairs): Int32Array => {
  const { pointers, indices } = upperPattern(n, pairs);
  return minimumDegree(n, pointers, indices);
};

/** Eliminates by sets, each time an unknown of truly least degree, the lowest of equals: the entries of L. */
function exactMinimumDegreeFill(n: number, pairs: Pairs): number {
  const near = Array.from({ length: n }, () => new Set<number>());
  for (const [i, j] of pairs) {
    if (i === j) continue;
    near[i].add(j);
    near[j].add(i);
  }
  const left = new Set(natural(n));
  let fill = 0;
  while (left.size > 0) {
    const p = [...left].reduce((best, i) => (near[i].size < near[best].size ? i : best));
    fill += near[p].size;
    left.delete(p);
    for (const i of near[p]) {
      near[i].delete(p);
      for (const j of near[p]) if (i !== j) near[i].add(j);
    }
  }
  return fill;
}

test('an order: every unknown once; the same for one triangle, both, and repeated entries (seed 1)', () => {
  const random = new Random(1);
  for (let round = 0; round < 50; round++) {
    const n = 1 + random.below(40);
    const pairs = Array.from({ length: random.below(3 * n) }, (): [number, number] => [
      random.below(n),
      random.below(n),
    ]);
    const { pointers, indices } = upperPattern(n, pairs);
    const order = minimumDegree(n, pointers, indices);
    expect([...order].sort((a, b) => a - b)).toEqual([...natural(n)]);

    const rows: number[][] = Array.from({ length: n }, (_, i) => [...indices.subarray(pointers[i], pointers[i + 1])]);
    rows.forEach((row, i) => {
      for (const j of [...row]) if (j > i) rows[j].push(i, i);
    });
    const starts = new Int32Array(n + 1);
    rows.forEach((row, i) => {
      starts[i + 1] = starts[i] + row.length;
    });
    const full = minimumDegree(n, starts, Int32Array.from(rows.flat()));
    expect(fillIn(full, { pointers, indices })).toBe(fillIn(order, { pointers, indices }));
  }
});

test('nothing, unknowns without neighbours, ties: the lowest first', () => {
  expect([...orderOf(0, [])]).toEqual([]);
  expect([...orderOf(4, [])]).toEqual([0, 1, 2, 3]);
  expect([...orderOf(4, chain(4))]).toEqual([0, 1, 2, 3]);
});

test('a hub goes last: no fill', () => {
  const spokes: Pairs = Array.from({ length: 99 }, (_, i) => [0, i + 1]);
  const order = orderOf(100, spokes);
  expect(order.indexOf(0)).toBeGreaterThanOrEqual(98); // with one spoke left, the two are alike
  expect(fillIn(order, upperPattern(100, spokes))).toBe(99);
  expect(fillIn(natural(100), upperPattern(100, spokes))).toBe((99 * 100) / 2);
});

test('a shuffled tree: no fill (seed 2)', () => {
  const random = new Random(2);
  const label = random.shuffle([...natural(300)]);
  const tree: Pairs = Array.from({ length: 299 }, (_, i) => [label[i + 1], label[random.below(i + 1)]]);
  expect(fillIn(orderOf(300, tree), upperPattern(300, tree))).toBe(299);
});

test('a grid of 30 x 30: less than half of the fill of the natural order', () => {
  const pattern = upperPattern(900, grid(30, 30));
  const fill = fillIn(orderOf(900, grid(30, 30)), pattern);
  expect(fillIn(natural(900), pattern)).toBe(26_129); // a full band of width 30
  expect(fill).toBeLessThan(0.5 * 26_129);
});

test('close to an exact minimum degree: 100 random graphs, seed 3', () => {
  const random = new Random(3);
  let ours = 0;
  let exact = 0;
  for (let round = 0; round < 100; round++) {
    const n = 20 + random.below(60);
    const pairs = Array.from({ length: 2 * n }, (): [number, number] => [random.below(n), random.below(n)]);
    ours += fillIn(orderOf(n, pairs), upperPattern(n, pairs));
    exact += exactMinimumDegreeFill(n, pairs);
  }
  expect(ours / exact).toBeGreaterThan(0.9);
  expect(ours / exact).toBeLessThan(1.05);
});

test('10,000 unknowns in well below a second: chain, ring, grid, shuffled grid (seed 4)', () => {
  const n = 10_000;
  const label = new Random(4).shuffle([...natural(n)]);
  const graphs: Pairs[] = [
    chain(n),
    [...chain(n), [0, n - 1]],
    grid(100, 100),
    grid(100, 100).map(([i, j]) => [label[i], label[j]]),
  ];
  const fills = graphs.map((pairs) => {
    const pattern = upperPattern(n, pairs);
    const before = performance.now();
    const order = minimumDegree(n, pattern.pointers, pattern.indices);
    expect(performance.now() - before).toBeLessThan(1000);
    return fillIn(order, pattern);
  });
  expect(fills[0]).toBe(n - 1);
  expect(fills[1]).toBe(2 * n - 3);
  for (const fill of fills.slice(2)) expect(fill).toBeLessThan(30 * n); // natural order: 100 n
});
