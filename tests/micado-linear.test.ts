/** Long ropes of the benchmarks: the band of their matrix does not widen with them, and what is drawn of their times. */
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../benchmarks/harness.ts';
import { halfBandOf } from '../benchmarks/suites/micado/linear.ts';
import { linearCost } from '../benchmarks/suites/micado/plot.ts';
import { overPegs, throughKeyholes, withPearls } from '../benchmarks/suites/micado/ropes.ts';
import { matrixOf, residual } from '../packages/engine/src/index.ts';

describe.each([
  { name: 'keyholes', make: throughKeyholes, halfBand: 26, unknowns: 12 },
  { name: 'pearls', make: withPearls, halfBand: 16, unknowns: 9.6 },
])('$name', ({ make, halfBand, unknowns }) => {
  test('the half band is that of a short rope, and so is what L costs for each', () => {
    const costs = [10, 100].map((count) => {
      const world = make(count);
      world.step(3);
      expect(halfBandOf(world)).toBe(halfBand);
      // rods and rows are met as far as one linearisation goes: they hardly move
      expect(residual(world).max).toBeLessThan(1e-6);
      const matrix = matrixOf(world);
      const used =
        matrix?.orders.find(({ name }) => name === 'used') ?? matrix?.orders.find(({ name }) => name === 'band');
      if (!matrix || !used) throw new Error('there is no matrix.');
      expect(matrix.negativePivots).toBe(matrix.rows);
      return { n: matrix.n, entries: used.entries };
    });
    // those at the ends count less and less
    expect((costs[1].n - costs[0].n) / 90).toBeCloseTo(unknowns, 9);
    expect(costs[1].entries / 100).toBeLessThan((1.1 * costs[0].entries) / 10);
  });
});

test('a rope over pegs: a peg more adds as many unknowns, and as many entries of L, to 100 as to 20', () => {
  const [few, some, many] = [20, 60, 100].map((count) => {
    const world = overPegs(count);
    world.step(2);
    const matrix = matrixOf(world);
    const used = matrix?.orders.find(({ name }) => name === 'used');
    if (!matrix || !used) throw new Error('there is no matrix.');
    return { n: matrix.n, entries: used.entries };
  });
  expect(many.n - some.n).toBe(some.n - few.n);
  expect((many.entries - some.entries) / (some.entries - few.entries)).toBeLessThan(1.1);
});

describe('fig. 7', () => {
  const outcome = (name: string, ms: readonly number[]): Outcome => ({
    name,
    what: '',
    target: { unit: 'x' },
    times: Object.fromEntries(ms.map((one, k) => [String(10 ** (k + 1)), one])),
    score: 1,
    spread: [1, 1],
    met: undefined,
  });
  const points = (svg: string): number[][] =>
    [...svg.matchAll(/points="([^"]*)"/g)].map(([, list]) => list.split(' ').map((pair) => Number(pair.split(',')[1])));

  test('what is linear is straight: equal steps up for equal steps across, ten times the cost ten times as high', () => {
    const [heights] = points(linearCost([outcome('micado-linear-keyholes', [0.1, 1, 10, 100])]));
    expect(heights).toHaveLength(4);
    const steps = heights.slice(1).map((y, k) => heights[k] - y);
    for (const step of steps) expect(step).toBeCloseTo(steps[0], 0);
    expect(steps[0]).toBeGreaterThan(20);
  });
  test('both kinds, or the one that was measured', () => {
    const [keyholes, pearls] = ['micado-linear-keyholes', 'micado-linear-pearls'].map((name) =>
      outcome(name, [0.07, 0.6, 8, 90]),
    );
    expect(points(linearCost([keyholes, pearls]))).toHaveLength(2);
    expect(linearCost([pearls])).not.toContain('>keyholes<');
    expect(() => linearCost([])).toThrow(
      'nothing to draw: none of micado-linear-keyholes, micado-linear-pearls was measured.',
    );
  });
});
