/** GMRES against a dense solve. */
import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { factorLu, solveLu } from '../dense/lu.ts';
import { Gmres } from './gmres.ts';

test('a matrix that is not symmetric, preconditioned by its diagonal (seed 7)', () => {
  const n = 30;
  const made = new Random(7);
  const next = (): number => made.between(0, 1);
  const A = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 4 : 0) + next() - 0.5);
  const b = Float64Array.from({ length: n }, () => next() - 0.5);
  const expected = b.slice();
  const [lu, pivots] = [A.slice(), new Int32Array(n)];
  expect(factorLu(lu, n, pivots)).toBe(true);
  solveLu(lu, n, pivots, expected);
  const gmres = new Gmres();
  gmres.solve(
    b,
    n,
    (x, out) => {
      for (let i = 0; i < n; i++) {
        out[i] = 0;
        for (let j = 0; j < n; j++) out[i] += A[n * i + j] * x[j];
      }
    },
    (x) => {
      for (let i = 0; i < n; i++) x[i] /= A[(n + 1) * i];
    },
  );
  expect(gmres.iterations).toBeLessThan(n + 1);
  for (let i = 0; i < n; i++) expect(Math.abs(b[i] - expected[i])).toBeLessThan(1e-12);
});
