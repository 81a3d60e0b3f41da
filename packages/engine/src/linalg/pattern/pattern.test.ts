import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { checkUpper, lowerRows, merged, Pairs, slotIn, upperPattern } from './pattern.ts';

test('coupled rows become an upper triangle, each entry once', () => {
  const { pointers, indices } = upperPattern(4, [
    [2, 0],
    [0, 2],
    [3, 2],
    [1, 1],
    [0, 1],
  ]);
  expect([...pointers]).toEqual([0, 3, 4, 6, 7]);
  expect([...indices]).toEqual([0, 1, 2, 1, 2, 3, 3]);
});

test('in another order: each entry once below the diagonal, which comes last', () => {
  const { pointers, indices } = upperPattern(3, [
    [0, 1],
    [1, 2],
  ]);
  const { starts, columns, slots } = lowerRows(Int32Array.of(1, 2, 0), pointers, indices); // 1 first, then 2, then 0
  expect([...starts]).toEqual([0, 1, 3, 5]);
  expect([...columns]).toEqual([0, 0, 1, 0, 2]);
  expect([...slots]).toEqual([2, 3, 4, 1, 0]);
});

test.each([
  [[0, 1, 2], [0, 0], 'row 1 must begin with its diagonal, column 1.'],
  [[0, 2, 3], [0, 2, 1], 'row 0: column 2 is out of order or out of range (0 to 1).'],
  [[0, 3, 4], [0, 1, 1, 1], 'row 0: column 1 is out of order or out of range (0 to 1).'],
  [[0, 1], [0], '2 rows need 3 pointers that start at 0, not 2.'],
])('pointers %j, indices %j are refused', (pointers, indices, message) => {
  expect(() => checkUpper(2, Int32Array.from(pointers), Int32Array.from(indices))).toThrow(message);
});

test('many pairs, in any order and as often as they come', () => {
  const random = new Random(7);
  const coupled = new Set<string>();
  const pairs = new Pairs();
  for (let k = 0; k < 700; k++) {
    const [i, j] = random.list(2, 0, 40).map(Math.floor);
    pairs.add(i, j);
    coupled.add(`${Math.min(i, j)} ${Math.max(i, j)}`);
  }
  for (let i = 0; i < 40; i++) coupled.add(`${i} ${i}`);
  const { pointers, indices } = pairs.upper(40);
  const found = Array.from({ length: 40 }, (_, i) =>
    [...indices.subarray(pointers[i], pointers[i + 1])].map((j) => `${i} ${j}`),
  );
  expect(found.flat().length).toBe(coupled.size);
  expect(new Set(found.flat())).toEqual(coupled);
  checkUpper(40, pointers, indices);
});

test('two patterns as one: where each entry of the first is', () => {
  const first = upperPattern(4, [
    [0, 2],
    [1, 3],
  ]);
  const second = upperPattern(4, [
    [0, 1],
    [0, 2],
    [2, 3],
  ]);
  const { pattern, at } = merged(first, second);
  expect([...pattern.pointers]).toEqual([0, 3, 5, 7, 8]);
  expect([...pattern.indices]).toEqual([0, 1, 2, 1, 3, 2, 3, 3]);
  expect([...at]).toEqual([0, 2, 3, 4, 5, 7]);
});

test('the place of an entry, either way round, or -1', () => {
  const pattern = upperPattern(3, [
    [0, 2],
    [1, 2],
  ]);
  expect([slotIn(pattern, 0, 2), slotIn(pattern, 2, 0), slotIn(pattern, 1, 1)]).toEqual([1, 1, 2]);
  expect([slotIn(pattern, 0, 1), slotIn(pattern, -1, 1), slotIn(pattern, 3, 3)]).toEqual([-1, -1, -1]);
});
