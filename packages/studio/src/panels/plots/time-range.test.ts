import { expect, test } from 'vitest';
import { timeRange } from './time-range.ts';

test('an axis of time reaches to the last sample, and does not jump where there is none or one', () => {
  expect(timeRange([], 0.5)).toEqual([0, 0.5]);
  expect(timeRange([0], 0.5)).toEqual([0, 0.5]);
  expect(timeRange([0, 0.1, 3], 0.5)).toEqual([0, 3]);
});
