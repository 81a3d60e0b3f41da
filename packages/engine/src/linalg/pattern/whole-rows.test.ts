import { expect, test } from 'vitest';
import { upperPattern } from './pattern.ts';
import { wholeRows } from './whole-rows.ts';

test('rows of an arrow: what lies above the diagonal belongs to them as well', () => {
  // 0 1 2 each coupled with 3; 2 with 4
  const pattern = upperPattern(5, [
    [0, 3],
    [1, 3],
    [2, 3],
    [2, 4],
  ]);
  const { rows, ends, slots, columns } = wholeRows(pattern, (row) => row === 2 || row === 3);
  expect([...rows]).toEqual([2, 3]);
  expect([...ends]).toEqual([3, 7]);
  expect([...columns]).toEqual([2, 3, 4, 0, 1, 2, 3]);
  // entries in the order of the pattern: 00 03 11 13 22 23 24 33 44
  expect([...slots]).toEqual([4, 5, 6, 1, 3, 5, 7]);
});
test('none of them: nothing', () => {
  expect(wholeRows(upperPattern(3, [[0, 1]]), () => false).slots.length).toBe(0);
});
