import { expect, test } from 'vitest';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { Arena } from '../../kernel/run/memory.ts';
import { runAll } from '../../kernel/threads/shared-calls.ts';
import { cheapestOrder } from '../ordering/order.ts';
import { planOf } from './plan.ts';
import { cutTree } from './solve-parts.ts';
import { Supernodal } from './supernodal.ts';

const samples = [
  problems.bridge(),
  problems.network(5),
  problems.cloth(10, true),
  problems.chain(200),
  problems.grid3d(6),
  problems.braced(4).problem,
  ...[1, 2, 3].map((seed) => problems.dominant(200 * seed, 2, seed)),
];
const threads = [1, 2, 3, 5];
/** Turns cost nothing, so that small systems are cut too. */
const free = 0;

test.each(samples)('$name: a solve in parts has the bits of the whole, whoever comes first', (problem) => {
  const { pattern, rank, values } = problem;
  const plan = planOf(cheapestOrder(pattern, rank));
  const arena = new Arena(1 << 20);
  const solver = new Supernodal(pattern, plan, arena, rank);
  solver.values.set(values);
  solver.factor();
  const given = Float64Array.from({ length: solver.n }, (_, i) => ((i * 7919) % 113) / 17 - 3);
  const expected = given.slice();
  solver.solve(expected);
  const b = arena.f64(solver.n);
  b.view().set(given);
  runAll([solver.solveCall(b)]);
  expect(b.view()).toEqual(expected);
  for (const count of threads)
    for (const turned of [false, true]) {
      const parts = solver.solveParts(plan, b, count, free);
      b.view().set(given);
      for (const turn of [parts.up, [parts.above], parts.down])
        for (const calls of turned ? [...turn].reverse() : turn) runAll(calls);
      expect(b.view()).toEqual(expected);
      parts.release();
    }
});

test.each(samples)('$name: every panel is in one part, with all that it depends on, or above', ({ pattern, rank }) => {
  const plan = planOf(cheapestOrder(pattern, rank));
  for (const count of threads) {
    const { below, above } = cutTree(plan, count, free);
    const seen = new Int32Array(plan.subtree.length);
    for (const { first, end } of [...below.flat(), ...above]) for (let s = first; s < end; s++) seen[s]++;
    expect(seen.every((times) => times === 1)).toBe(true);
    for (const { first, end } of below.flat()) expect(plan.subtree[end - 1]).toBe(first);
  }
});

test('the cube of a coarse matrix is cut where two threads take less than 0.8 of the time of one', () => {
  const plan = planOf(cheapestOrder(problems.grid3d(8).pattern));
  const entries = ({ first, end }: { first: number; end: number }): number => {
    let sum = 0;
    for (let s = first; s < end; s++) {
      const width = plan.start[s + 1] - plan.start[s];
      sum += width * (plan.rowsEnd[s] - plan.rowsAt[s] - width / 2);
    }
    return sum;
  };
  const total = (list: readonly { first: number; end: number }[]): number =>
    list.reduce((sum, one) => sum + entries(one), 0);
  const { below, above } = cutTree(plan, 2, free);
  expect(below).toHaveLength(2);
  expect(total(above) + Math.max(...below.map(total))).toBeLessThan(0.8 * (total(above) + total(below.flat())));
});

test('a coarse matrix is cut only if that saves more than two more turns cost', () => {
  const cut = (side: number): number => cutTree(planOf(cheapestOrder(problems.grid3d(side).pattern)), 2).below.length;
  expect([cut(8), cut(14)]).toEqual([0, 2]);
});
