import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { LeastOf } from './least.ts';

test('like a search from the first to the last, through changes and removals (seed 41)', () => {
  const random = new Random(41);
  for (const n of [1, 2, 3, 7, 8, 9, 100]) {
    const values = Array.from({ length: n }, () => random.below(5));
    const left = new Set(values.keys());
    const least = new LeastOf(values);
    while (left.size > 0) {
      expect(least.index).toBe([...left].reduce((best, i) => (values[i] < values[best] ? i : best)));
      const i = random.pick([...left]);
      values[i] = random.below(5);
      least.changed(i);
      if (random.chance(0.5)) {
        least.remove(i);
        left.delete(i);
      }
    }
    expect(least.index).toBe(-1);
  }
  expect(new LeastOf([]).index).toBe(-1);
});
