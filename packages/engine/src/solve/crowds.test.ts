import { expect, test } from 'vitest';
import type { BatchMember } from '../constraints/method.ts';
import { refuseCrowds } from './crowds.ts';
import type { SparseRows } from './sparse-rows.ts';

/** Coordinates, each with so many rows. */
const system = (coordinates: number, rowsEach: number): SparseRows => {
  const starts = Int32Array.from({ length: coordinates + 1 }, (_, k) => k * rowsEach);
  const entries = Int32Array.from({ length: coordinates * rowsEach }, (_, k) => k % rowsEach);
  return {
    row: Int32Array.from({ length: rowsEach }, (_, k) => k),
    coupled: [],
    shared: () => ({ starts, entries }),
  } as unknown as SparseRows;
};
const memberOf = (): BatchMember =>
  ({ shape: { who: () => ({ constraint: 'rods' }) }, member: 0 }) as unknown as BatchMember;
const check = (coordinates: number, rowsEach: number, rows: number): void =>
  refuseCrowds(
    system(coordinates, rowsEach),
    rows,
    Array.from({ length: rows }, (_, r) => r),
    memberOf,
  );

test('many rows are no crowd, as long as few share a point', () => {
  expect(() => check(1_100_000, 2, 400_000)).not.toThrow(); // 3.3 million pairs
});
test('thousands at one point are refused', () => {
  expect(() => check(3, 2000, 2000)).toThrow(
    '2000 rows hold one point, and each is solved with all others: 6003000 pairs',
  );
});
