import { expect, test } from 'vitest';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { cheapestOrder } from '../ordering/order.ts';
import { leastShared, type Plan, planOf } from './plan.ts';
import { tasksOf } from './tasks.ts';

const planFor = ({ pattern, rank }: problems.SparseProblem): Plan => planOf(cheapestOrder(pattern, rank));
/** Of each panel, [k, p0, p1] of the updates that it receives. */
const updatesTo = ({ updatesAt, updates }: Plan, s: number): number[][] =>
  Array.from({ length: updatesAt[s + 1] - updatesAt[s] }, (_, u) => [
    ...updates.subarray(3 * (updatesAt[s] + u), 3 * (updatesAt[s] + u) + 3),
  ]);
const samples = [
  problems.bridge(),
  problems.network(6),
  problems.network(9),
  problems.cloth(30, true),
  ...[1, 2, 3, 4].map((seed) => problems.dominant(300 * seed, 2, seed)),
];

test.each(samples)('$name: every row below a panel is in one update, to the panel that owns it', (problem) => {
  const plan = planFor(problem);
  const { start, rowsAt, rowsEnd, rows } = plan;
  const used = rowsAt.map((_, s) => start[s + 1] - start[s]); // rows of each panel that are done with
  for (let s = 0; s < rowsAt.length; s++)
    for (const [k, p0, p1] of updatesTo(plan, s)) {
      expect([p0, p1 > p0]).toEqual([used[k], true]);
      for (let p = p0; p < p1; p++) expect(plan.nodeOf[rows[rowsAt[k] + p]]).toBe(s);
      used[k] = p1;
    }
  expect([...used]).toEqual([...rowsEnd.map((end, s) => end - rowsAt[s])]);
});

test.each(samples)('$name: updates ascend in large systems only', (problem) => {
  const plan = planFor(problem);
  const sources = [...plan.rowsAt.keys()].map((s) => updatesTo(plan, s).map(([k]) => k));
  const ascend = sources.every((list) => list.every((k, i) => i === 0 || k > list[i - 1]));
  expect(ascend).toBe(plan.flops >= leastShared);
});

test.each([problems.network(9), problems.cloth(40), problems.grid2d(80), problems.braced(6).problem])(
  '$name: every panel is in one task, behind those whose updates it receives; there are many',
  (problem) => {
    const plan = planFor(problem);
    const tasks = tasksOf(plan) as Int32Array;
    expect(tasks.length).toBeGreaterThan(2 * 16);
    const done = new Set<number>();
    for (let t = 0; t < tasks.length; t += 2)
      for (let s = tasks[t]; s < tasks[t + 1]; s++) {
        for (const [k] of updatesTo(plan, s)) expect(done.has(k)).toBe(true);
        expect(done.has(s)).toBe(false);
        done.add(s);
      }
    expect(done.size).toBe(plan.rowsAt.length);
  },
);
