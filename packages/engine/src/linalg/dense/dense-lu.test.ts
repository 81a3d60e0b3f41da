/** Factors in WebAssembly against the plain loops. */
import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { DenseLu } from './dense-lu.ts';
import { factorLu, solveLu } from './lu.ts';

test.each([1, 2, 3, 4, 5, 6, 7, 12, 48, 119])(
  '%i rows, seed 5: factors have the bits of the plain loops, solutions 12 digits',
  (n) => {
    const random = new Random(5);
    const made = new DenseLu(120);
    for (let round = 0; round < 2; round++) {
      made.begin(n);
      const a = new Float64Array(n * n);
      const x = new Float64Array(n);
      for (let r = 0; r < n; r++) {
        for (let c = 0; c < n; c++) {
          // a part of zeros, as between contacts that share nothing
          a[n * r + c] = random.next() < 0.4 && r !== c ? 0 : random.next() - 0.5;
          made.A[made.line * r + c] = a[n * r + c];
        }
        x[r] = random.next() - 0.5;
        made.x[r] = x[r];
      }
      const pivots = new Int32Array(n);
      expect(factorLu(a, n, pivots)).toBe(true);
      expect(made.factor()).toBe(true);
      for (let r = 0; r < n; r++)
        for (let c = 0; c < n; c++) expect(made.A[made.line * r + c] === a[n * r + c]).toBe(true);
      solveLu(a, n, pivots, x);
      made.solve();
      const largest = Math.max(...x.map(Math.abs));
      for (let r = 0; r < n; r++) expect(Math.abs(made.x[r] - x[r])).toBeLessThan(1e-12 * largest);
    }
  },
);
test.each([6, 15, 48, 117])(
  '%i lines of contacts, of which few share a body, seed 9: rows that are left out leave the bits of the plain loops',
  (n) => {
    const random = new Random(9);
    const made = new DenseLu(120);
    made.begin(n);
    made.A.fill(Number.NaN);
    const a = new Float64Array(n * n);
    const contacts = n / 3;
    const near = Array.from({ length: contacts ** 2 }, () => random.next() < 0.15);
    for (let r = 0; r < n; r++)
      for (let c = 0; c < n; c++) {
        const [i, j] = [Math.floor(r / 3), Math.floor(c / 3)];
        const isZero = i !== j && !near[contacts * Math.min(i, j) + Math.max(i, j)];
        a[n * r + c] = isZero ? 0 : random.next() - 0.5;
        made.A[made.line * r + c] = a[n * r + c];
      }
    const pivots = new Int32Array(n);
    expect(factorLu(a, n, pivots)).toBe(true);
    expect(made.factor()).toBe(true);
    for (let r = 0; r < n; r++)
      for (let c = 0; c < n; c++) expect(made.A[made.line * r + c] === a[n * r + c]).toBe(true);
  },
);
test('a column of zeros, or of no numbers, has no pivot', () => {
  const made = new DenseLu(4);
  for (const value of [0, Number.NaN]) {
    made.begin(2);
    made.A.set([1, value, 1, value]);
    expect(made.factor()).toBe(false);
  }
});
