import { expect, test } from 'vitest';
import { logFloor } from './log-floor.ts';

test('an even axis for numbers of one size and for numbers of both signs', () => {
  expect(logFloor([[1, 2, 999]])).toBeUndefined();
  expect(logFloor([[1, -1e6]])).toBeUndefined();
  expect(logFloor([[0, 0, null]])).toBeUndefined();
});

test('decades: the axis begins below the least, a decade lower where zero has to stand', () => {
  expect(logFloor([[2e-9, null], [3e-3]])).toEqual({ floor: 1e-9, hasZero: false });
  expect(logFloor([[0, 2e-9, 3e-3]])).toEqual({ floor: 1e-10, hasZero: true });
});
