import { expect, test } from 'vitest';
import { floor, History } from './history.ts';

const at = (time: number) => ({
  time,
  exact: { max: 0, worst: 'nail', bound: 1e-15 },
  soft: undefined,
  others: [],
  probes: [time, 2 * time, Number.NaN],
  kinetic: 1,
  potential: 2,
});

test('history: keeps what is measured; zero has its place on a logarithmic axis; no contact is no line', () => {
  const history = new History();
  history.add(at(0));
  history.add(at(0));
  history.add(at(0.1));
  expect(history.time).toEqual([0, 0.1]);
  expect(history.exact).toEqual([floor, floor]);
  expect(history.soft).toEqual([null, null]);
  expect(history.total).toEqual([3, 3]);
});
test('history: a run that starts again starts a new plot, from its first number on', () => {
  const history = new History();
  for (const t of [0, 1, 2, 0, 0.5]) history.add(at(t));
  expect(history.time).toEqual([0, 0.5]);
});
test('history: a long run is thinned out, and still reaches from its start to its end', () => {
  const history = new History();
  for (let k = 0; k <= 100_000; k++) history.add(at(k / 1000));
  expect(history.time.length).toBeLessThan(3000);
  expect(history.time[0]).toBe(0);
  expect(history.time.at(-1)).toBeGreaterThan(99.8);
});
test('history: what is no number is not plotted', () => {
  const history = new History();
  history.add({ ...at(0), kinetic: Number.NaN });
  expect(history.time).toEqual([]);
});

test('history: probes are kept beside the time, thinned with it, and told row by row', () => {
  const history = new History();
  for (let i = 0; i < 5000; i++) history.add(at(i / 100));
  const rows = history.rows();
  expect(rows).toHaveLength(history.time.length);
  expect(rows[7]).toEqual([history.time[7], history.time[7], 2 * history.time[7], null]);
  history.clear();
  expect(history.probes).toEqual([]);
});

test('history: where time goes back, what came after is forgotten, and no more', () => {
  const history = new History();
  for (let i = 0; i < 10; i++) history.add(at(i));
  history.add(at(6.5));
  expect(history.time).toEqual([0, 1, 2, 3, 4, 5, 6, 6.5]);
  expect(history.total.length).toBe(8);
});
