/** Pairs of boxes against all pairs that overlap. */
import { expect, test } from 'vitest';
import { Random } from '../../../../../../tests/support/random.ts';
import { BoxPairs } from './box-pairs.ts';

test.each([
  [1, 20, 0.1, 0],
  [2, 300, 0.05, 0],
  [3, 400, 0.02, 3],
  [4, 200, 0, 0],
  [5, 150, 0.6, 20],
])('seed %i: %i boxes of up to %d, %i of them large: each pair once, sorted', (seed, count, size, large) => {
  const random = new Random(seed);
  const boxes = new Float64Array(6 * count);
  for (let n = 0; n < count; n++)
    for (let axis = 0; axis < 3; axis++) {
      // on a coarse grid, so that some only touch
      const low = Math.round(20 * random.between(0, 1)) / 20;
      boxes[6 * n + axis] = low;
      boxes[6 * n + 3 + axis] = low + (n < large ? 2 : random.between(0, size));
    }
  const pairs = new BoxPairs(boxes, [...Array(count).keys()]);
  pairs.find((a, b) => (a + b) % 7 !== 0);
  pairs.sort();
  const found = Array.from({ length: pairs.count }, (_, k) => [pairs.first[k], pairs.second[k]]);
  const all: number[][] = [];
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) {
      const overlap = [0, 1, 2].every(
        (k) => boxes[6 * a + k] <= boxes[6 * b + 3 + k] && boxes[6 * b + k] <= boxes[6 * a + 3 + k],
      );
      if (overlap && (a + b) % 7 !== 0) all.push([a, b]);
    }
  expect(found).toEqual(all);
});
