import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { planOf } from '../factor/plan.ts';
import { fillOf } from '../pattern/fill.ts';
import { graphOf, inverseOf } from '../pattern/graph.ts';
import { lowerRows, type Pattern, upperPattern } from '../pattern/pattern.ts';
import { cheapestOrder, minimumDegree } from './order.ts';
import { precedenceOf } from './precedence.ts';
import { symbolic } from './symbolic.ts';

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
const orderOf = (n: number, pairs: Pairs): Int32Array => minimumDegree(graphOf(upperPattern(n, pairs)));

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

test('an order: every unknown once (seed 1)', () => {
  const random = new Random(1);
  for (let round = 0; round < 100; round++) {
    const n = 1 + random.below(150);
    const pairs = Array.from({ length: random.below(4 * n) }, (): [number, number] => [
      random.below(n),
      random.below(n),
    ]);
    expect([...orderOf(n, pairs)].sort((a, b) => a - b)).toEqual([...natural(n)]);
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
    const order = minimumDegree(graphOf(pattern));
    expect(performance.now() - before).toBeLessThan(1000);
    return fillIn(order, pattern);
  });
  expect(fills[0]).toBe(n - 1);
  expect(fills[1]).toBe(2 * n - 3);
  for (const fill of fills.slice(2)) expect(fill).toBeLessThan(30 * n); // natural order: 100 n
});

test('a dense row goes last and does not spoil the others', () => {
  const pairs: Pairs = [...chain(2000), ...Array.from(natural(2000), (i): [number, number] => [7, i])];
  const order = orderOf(2000, pairs);
  expect(order[1999]).toBe(7);
  expect(fillIn(order, upperPattern(2000, pairs))).toBeLessThan(3 * 2000);
});

test('what has to wait comes behind what it waits for, also after supernodes are merged; sliders included', () => {
  for (const { pattern, rank } of [problems.bridge(), problems.cloth(7), problems.cloth(12, true)]) {
    const { starts, before } = precedenceOf(graphOf(pattern), rank!);
    const costs = cheapestOrder(pattern, rank);
    for (const order of [costs.ordering, planOf(costs).order]) {
      const place = inverseOf(order);
      for (let v = 0; v < place.length; v++) {
        for (const one of before.subarray(starts[v], starts[v + 1])) expect(place[one]).toBeLessThan(place[v]);
      }
    }
  }
});

test('column counts, entries and flops are those of elimination by sets', () => {
  for (const { pattern } of [
    problems.bridge(),
    problems.ladder(120),
    problems.network(4),
    problems.dominant(80, 4, 3),
  ]) {
    const costs = cheapestOrder(pattern);
    const plan = planOf(costs).order;
    for (const [order, counts] of [
      [costs.post.map((k) => costs.ordering[k]), [...costs.counts]],
      [plan, undefined],
    ] as const) {
      const { starts, columns } = lowerRows(order, pattern.pointers, pattern.indices);
      const { columnStarts } = fillOf(order.length, starts, columns);
      const exact = [...order.keys()].map((j) => columnStarts[j + 1] - columnStarts[j] + 1);
      if (counts) expect(counts).toEqual(exact);
      expect(costs.entries).toBe(exact.reduce((sum, one) => sum + one, 0)); // renumbering changes no fill
      expect(costs.flops).toBe(exact.reduce((sum, one) => sum + one * one, 0));
    }
  }
});

test('a badly numbered network is renumbered, a well numbered one is not', () => {
  const network = problems.network(10);
  const asNumbered = (pattern: Pattern): number =>
    symbolic(pattern, minimumDegree(graphOf(pattern), undefined, 'highest')).entries;
  const good = cheapestOrder(network.pattern).entries;
  const bad = problems.shuffled(network, 5).pattern;
  expect(good).toBeLessThanOrEqual(asNumbered(network.pattern));
  expect(cheapestOrder(bad).entries).toBeLessThan(0.9 * asNumbered(bad));
});

test('waiting costs no fill: less than without constraints', () => {
  const { pattern, rank } = problems.cloth(20);
  expect(cheapestOrder(pattern).entries).toBeGreaterThan(30_000);
  expect(cheapestOrder(pattern, rank).entries).toBe(28_039);
});

test('a multiplier without support waits for nobody', () => {
  const order = minimumDegree(graphOf(upperPattern(3, [[0, 1]])), Uint8Array.of(0, 1, 1));
  expect([...order].sort()).toEqual([0, 1, 2]);
  expect(order.indexOf(1)).toBeGreaterThan(order.indexOf(0));
});
