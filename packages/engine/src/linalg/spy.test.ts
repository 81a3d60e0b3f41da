/** Pictures of matrices: places in an order, and what the order costs. */
import { expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { inverseOf, natural } from './pattern/graph.ts';
import { upperPattern } from './pattern/pattern.ts';
import { costsOf, fillPlaces, placesOf } from './spy.ts';

type Pairs = [number, number][];

test('where the entries of a pattern are', () => {
  const pattern = upperPattern(4, [[0, 1], [0, 2], [2, 3]] as Pairs); // biome-ignore format: pairs
  const before = placesOf(pattern, natural(4)); // (0,0) (0,1) (0,2) (1,1) (2,2) (2,3) (3,3)
  expect([...before.rows]).toEqual([0, 1, 2, 1, 2, 3, 3]);
  expect([...before.columns]).toEqual([0, 0, 0, 1, 2, 2, 3]);
  const after = placesOf(pattern, Int32Array.of(1, 0, 2, 3));
  expect([...after.rows]).toEqual([1, 1, 2, 0, 2, 3, 3]);
  expect([...after.columns]).toEqual([1, 0, 1, 0, 2, 2, 3]);
});

test('an arrow: eliminated from its tip all is filled, from its other end nothing', () => {
  const pattern = upperPattern(4, [[0, 1], [0, 2], [0, 3]] as Pairs); // biome-ignore format: pairs
  expect(costsOf(pattern, natural(4))).toEqual({ halfBand: 3, entries: 10, flops: 16 + 9 + 4 + 1 });
  expect(fillPlaces(pattern, natural(4))).toEqual({ rows: Int32Array.of(2, 3, 3), columns: Int32Array.of(1, 1, 2) });
  const last = Int32Array.of(1, 2, 3, 0);
  expect(costsOf(pattern, last)).toEqual({ halfBand: 3, entries: 7, flops: 4 + 4 + 4 + 1 });
  expect(fillPlaces(pattern, last).rows).toHaveLength(0);
});

test('entries of A and of what is filled are those of L, each once, as elimination by hand makes them (seed 4)', () => {
  const random = new Random(4);
  for (let round = 0; round < 30; round++) {
    const n = 1 + random.below(30);
    const pairs: Pairs = Array.from({ length: random.below(2 * n) }, () => [random.below(n), random.below(n)]);
    const pattern = upperPattern(n, pairs);
    const order = natural(n);
    for (let k = n - 1; k > 0; k--) {
      const other = random.below(k + 1);
      [order[k], order[other]] = [order[other], order[k]];
    }
    const place = inverseOf(order);
    const full = Array.from({ length: n }, (_, i) => new Set([i]));
    for (const [i, j] of pairs) full[Math.min(place[i], place[j])].add(Math.max(place[i], place[j]));
    for (let k = 0; k < n; k++) for (const i of full[k]) for (const j of full[k]) if (i > k && j >= i) full[i].add(j);
    const byHand = full.flatMap((rows, column) => [...rows].map((row) => `${row} ${column}`)).sort();
    const found = [placesOf(pattern, order), fillPlaces(pattern, order)].flatMap(({ rows, columns }) =>
      Array.from(rows, (row, e) => `${row} ${columns[e]}`),
    );
    expect(found.sort()).toEqual(byHand);
    expect(costsOf(pattern, order).entries).toBe(byHand.length);
  }
});

test('an order of another system is refused', () => {
  const pattern = upperPattern(4, []);
  for (const of of [costsOf, placesOf, fillPlaces])
    expect(() => of(pattern, Int32Array.of(0))).toThrow('spy: 4 unknowns, but an order of 1.');
});
