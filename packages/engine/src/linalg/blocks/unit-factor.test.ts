/** Factors of blocks against a dense factor with free pivots. */
import { expect, test } from 'vitest';
import { factorLu, solveLu } from '../dense/lu.ts';
import { UnitFactor } from './unit-factor.ts';

const random = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32 - 0.5;
};

/** Units in a chain, each coupled to the next and all to the last: eliminating them fills nothing in. */
test.each([
  [1, [6]],
  [2, [3, 3, 3, 3]],
  [3, [6, 3, 6, 3, 3, 6]],
  [4, [6, 6, 6, 6, 6, 6, 6, 6]],
])('seed %d, units of %j: H^-1 v to 1e-12, twice in the same memory', (seed, sizes) => {
  const next = random(seed);
  const n = sizes.length;
  const order = Int32Array.from({ length: n }, (_, k) => n - 1 - k);
  const place = new Int32Array(n);
  order.forEach((unit, k) => {
    place[unit] = k;
  });
  const first = new Int32Array(n + 1);
  const later: number[] = [];
  for (let k = 0; k < n; k++) {
    if (k + 1 < n) later.push(k + 1);
    if (k + 2 < n) later.push(n - 1);
    first[k + 1] = later.length;
  }
  const unitSize = Int32Array.from(sizes);
  const unitAt = new Int32Array(n);
  for (let u = 1; u < n; u++) unitAt[u] = unitAt[u - 1] + sizes[u - 1];
  const size = unitAt[n - 1] + sizes[n - 1];
  const units = new UnitFactor();
  for (let round = 0; round < 2; round++) {
    units.begin({ place, order, first, later: Int32Array.from(later) }, unitAt, unitSize);
    const dense = new Float64Array(size * size);
    const put = (row: number, column: number, block: number): void => {
      for (let r = 0; r < unitSize[row]; r++)
        for (let c = 0; c < unitSize[column]; c++) {
          const value = next() + (row === column && (r + 1) % unitSize[row] === c ? 4 : 0);
          units.blocks[36 * block + 6 * r + c] = value;
          dense[(unitAt[row] + r) * size + unitAt[column] + c] = value;
        }
    };
    for (let k = 0; k < n; k++) {
      put(order[k], order[k], k);
      for (let e = first[k]; e < first[k + 1]; e++) {
        put(order[k], order[later[e]], n + 2 * e);
        put(order[later[e]], order[k], n + 2 * e + 1);
      }
    }
    expect(units.factor()).toBe(true);
    const pivots = new Int32Array(size);
    expect(factorLu(dense, size, pivots)).toBe(true);
    const v = Float64Array.from({ length: size }, next);
    const x = v.slice();
    units.solve(v);
    solveLu(dense, size, pivots, x);
    for (let k = 0; k < size; k++) expect(Math.abs(v[k] - x[k])).toBeLessThan(1e-12);
  }
});

test('a block that is singular is refused', () => {
  const units = new UnitFactor();
  const [order, first] = [Int32Array.of(0), Int32Array.of(0, 0)];
  units.begin({ place: order, order, first, later: new Int32Array(0) }, Int32Array.of(0), Int32Array.of(3));
  units.blocks.fill(1);
  expect(units.factor()).toBe(false);
});
