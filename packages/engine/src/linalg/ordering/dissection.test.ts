import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { type Graph, graphOf } from '../pattern/graph.ts';
import { upperPattern } from '../pattern/pattern.ts';
import { nestedDissection } from './dissection.ts';
import { cheapestOrder, minimumDegree } from './order.ts';
import { bisect } from './separator.ts';
import { first, second, separator, type Weighted } from './separator-moves.ts';
import { symbolic } from './symbolic.ts';

const weighted = (graph: Graph): Weighted => ({
  ...graph,
  weight: new Int32Array(graph.n).fill(1),
  edges: new Int32Array(graph.neighbours.length).fill(1),
});
function grid(width: number, height: number): Graph {
  const pairs: [number, number][] = [];
  for (let i = 0; i < width * height; i++) {
    if ((i + 1) % width) pairs.push([i, i + 1]);
    if (i + width < width * height) pairs.push([i, i + width]);
  }
  return graphOf(upperPattern(width * height, pairs));
}
function randomGraph(random: Random, n: number, edges: number): Graph {
  const pairs = Array.from({ length: edges }, (): [number, number] => [
    Math.floor(random.between(0, n)),
    Math.floor(random.between(0, n)),
  ]);
  return graphOf(
    upperPattern(
      n,
      pairs.filter(([a, b]) => a !== b),
    ),
  );
}

test('no edge leads from one half to the other; seeds 1 to 30, with graphs in pieces', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const graph = randomGraph(new Random(seed), 50 + 20 * seed, 30 * seed * (1 + (seed % 4)));
    const part = bisect(weighted(graph));
    let across = 0;
    for (let v = 0; v < graph.n; v++)
      for (let p = graph.starts[v]; p < graph.starts[v + 1]; p++)
        if (part[v] === first && part[graph.neighbours[p]] === second) across++;
    expect(across).toBe(0);
  }
});

test('the separator of a grid is hardly longer than its short side, and the halves are alike', () => {
  for (const [width, height] of [
    [60, 20],
    [40, 40],
    [15, 100],
  ]) {
    const part = bisect(weighted(grid(width, height)));
    const sizes = [first, second, separator].map((one) => part.filter((p) => p === one).length);
    expect(sizes[2]).toBeLessThanOrEqual(1.3 * Math.min(width, height));
    expect(Math.min(sizes[0], sizes[1])).toBeGreaterThan(0.35 * width * height);
  }
});

test('every unknown is ordered once, also where nothing is coupled or everything is; the order is the same each time', () => {
  const all = Array.from({ length: 500 }, (_, i) =>
    Array.from({ length: i }, (_j, j): [number, number] => [j, i]),
  ).flat();
  for (const graph of [
    grid(70, 30),
    randomGraph(new Random(7), 3000, 2000),
    graphOf(upperPattern(1000, [])),
    graphOf(upperPattern(500, all)),
    graphOf(problems.network(9).pattern),
  ]) {
    const order = nestedDissection(graph);
    expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
    expect(nestedDissection(graph)).toEqual(order);
  }
});

test('a network needs fewer operations than by minimum degree, however it is numbered', () => {
  const network = problems.network(12);
  const byDegree = symbolic(network.pattern, minimumDegree(graphOf(network.pattern), undefined, 'highest')).flops;
  for (const { pattern } of [network, problems.shuffled(network, 3)]) {
    const { flops } = symbolic(pattern, nestedDissection(graphOf(pattern)));
    expect(flops).toBeLessThan(0.8 * byDegree);
    expect(cheapestOrder(pattern).flops).toBeLessThanOrEqual(flops);
  }
});
