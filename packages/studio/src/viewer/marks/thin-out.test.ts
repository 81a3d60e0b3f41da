import { expect, test } from 'vitest';
import { type Candidate, thinOut } from './thin-out.ts';

const row = Array.from(
  { length: 101 },
  (_, index): Candidate => ({ index, x: index, y: 0, strength: (index * 37) % 101 }),
);

test('thinOut: those that are kept keep their distance, and nobody is left alone without need', () => {
  const kept = [...thinOut(row, new Set(), 10)].sort((a, b) => a - b);
  const gaps = kept.slice(1).map((x, i) => x - kept[i]);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...gaps)).toBeLessThan(20);
});
test('thinOut: one that is drawn stays while the strengths change', () => {
  const first = thinOut(row, new Set(), 10);
  const other = row.map((c) => ({ ...c, strength: (c.index * 53) % 101 }));
  expect(thinOut(other, first, 10)).toEqual(first);
});
