import { expect, test } from 'vitest';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { cheapestOrder } from '../ordering/order.ts';
import { inverseOf } from '../pattern/graph.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type Plan, planOf } from './plan.ts';
import { recentAnalysis, recentPlan } from './recent-plans.ts';

/** Of every place in the panels, the row and column of L that it holds, by what a panel is. */
function held({ start, rowsAt, rowsEnd, rows, panelAt, stride }: Plan): Map<number, string> {
  const places = new Map<number, string>();
  for (let s = 0; s < stride.length; s++)
    for (let column = start[s]; column < start[s + 1]; column++)
      for (let at = rowsAt[s]; at < rowsEnd[s]; at++)
        places.set(panelAt[s] + (column - start[s]) * stride[s] + at - rowsAt[s], `${rows[at]} ${column}`);
  return places;
}
function entriesOf({ pointers, indices }: Pattern): [number, number][] {
  return [...indices].map((j, at) => [pointers.findLastIndex((first) => first <= at), j]);
}

test.each([
  ['a bridge', problems.bridge()],
  ['cloth with sliders', problems.cloth(12, true)],
  ['a network, with panels that are cut', problems.network(8)],
])('%s: every entry of the pattern goes to its place in the panels, ascending', (_, { pattern, rank }) => {
  const plan = planOf(cheapestOrder(pattern, rank));
  const [place, panels, entries] = [inverseOf(plan.order), held(plan), entriesOf(pattern)];
  const moves = Array.from({ length: entries.length }, (_, k) =>
    plan.moves.subarray(2 * k, 2 * k + 2).map((m) => m / 8),
  );
  expect(moves.map(([entry]) => entry).sort((a, b) => a - b)).toEqual([...entries.keys()]);
  moves.forEach(([entry, slot], k) => {
    const [i, j] = entries[entry].map((row) => place[row]);
    expect(panels.get(slot)).toBe(`${Math.max(i, j)} ${Math.min(i, j)}`);
    if (k > 0) expect(slot).toBeGreaterThan(moves[k - 1][1]);
  });
});

test('a plan that was made lately is found again, and is the one that would be made', () => {
  const { pattern, rank } = problems.cloth(7);
  const ranks = rank as Uint8Array;
  const copy = (): Pattern => ({ pointers: pattern.pointers.slice(), indices: pattern.indices.slice() });
  const first = recentPlan(copy(), ranks);
  expect(recentPlan(copy(), ranks.slice())).toBe(first);
  expect(first).toEqual(planOf(cheapestOrder(pattern, ranks)));
  const others = ranks.map(() => 0); // nobody waits
  expect(recentPlan(copy(), others)).toEqual(planOf(cheapestOrder(pattern, others)));
  expect(recentPlan(copy(), others)).not.toBe(first);
  expect(recentPlan(copy(), ranks)).toBe(first);
});

const chain = (n: number): { pattern: Pattern; rank: Uint8Array } => ({
  pattern: {
    pointers: Int32Array.from({ length: n + 1 }, (_, i) => Math.min(2 * i, 2 * n - 1)),
    indices: Int32Array.from({ length: 2 * n - 1 }, (_, k) => (k + 1) >> 1),
  },
  rank: new Uint8Array(n),
});

test('a large system that comes back is not analysed again, as long as all that are kept are not too large', () => {
  const made = (n: number) => recentAnalysis(chain(n).pattern);
  const [first, second] = [made(90_000), made(100_000)]; // 380,000 entries
  expect(made(90_000)).toBe(first);
  made(70_000); // and the second is too much
  expect(made(90_000)).toBe(first);
  expect(made(100_000)).not.toBe(second);
  const { pattern, rank } = chain(50);
  const given = { pointers: pattern.pointers.slice(), indices: pattern.indices.slice() };
  const before = recentPlan(given, rank);
  given.indices[1] = 7; // the caller's own
  expect(recentPlan(pattern, rank)).toBe(before);
});

test('of many systems the last eight are kept', () => {
  const made = (n: number): Plan => recentPlan(chain(n).pattern, chain(n).rank);
  const plans = [10, 11, 12, 13, 14, 15, 16, 17].map(made);
  expect(made(10)).toBe(plans[0]); // and is the last that was asked for
  made(18);
  expect(made(10)).toBe(plans[0]);
  expect(made(11)).not.toBe(plans[1]);
});
