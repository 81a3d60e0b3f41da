import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { fillOf } from './fill.ts';
import { lowerRows, upperPattern } from './pattern.ts';

test('the pattern that elimination by sets gives, by columns and by rows: 100 random patterns, seed 51', () => {
  const random = new Random(51);
  for (let round = 0; round < 100; round++) {
    const n = 1 + random.below(30);
    const pairs = Array.from({ length: random.below(2 * n) }, (): [number, number] => [
      random.below(n),
      random.below(n),
    ]);
    const below = Array.from({ length: n }, () => new Set<number>());
    for (const [i, j] of pairs) if (i !== j) below[Math.min(i, j)].add(Math.max(i, j));
    for (let k = 0; k < n; k++) {
      for (const i of below[k]) for (const j of below[k]) if (i < j) below[i].add(j);
    }

    const { pointers, indices } = upperPattern(n, pairs);
    const { starts, columns } = lowerRows(Int32Array.from(below.keys()), pointers, indices);
    const fill = fillOf(n, starts, columns);
    for (let k = 0; k < n; k++) {
      const rows = fill.rows.subarray(fill.columnStarts[k], fill.columnStarts[k + 1]);
      expect([...rows]).toEqual([...below[k]].sort((a, b) => a - b));
      const left = fill.columns.subarray(fill.rowStarts[k], fill.rowStarts[k + 1]);
      expect([...left]).toEqual([...below.keys()].filter((j) => below[j].has(k)));
    }
  }
});
