import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { BandCholesky } from './band-cholesky.ts';

describe.each([
  { n: 1, band: 0 },
  { n: 5, band: 1 },
  { n: 40, band: 3 },
  { n: 3, band: 7 },
])('$n rows, band $band', ({ n, band }) => {
  // diagonally dominant
  const random = new Random(n);
  const A = new Float64Array(n * (band + 1));
  for (let i = 0; i < n; i++) {
    for (let j = Math.max(0, i - band); j < i; j++) A[(band + 1) * i + band + j - i] = random.between(-1, 1);
    A[(band + 1) * i + band] = 2 * band + 1;
  }
  const entry = (i: number, j: number): number =>
    j > i ? entry(j, i) : i - j > band ? 0 : A[(band + 1) * i + band + j - i];

  test('A x = b to 1e-14, three right sides side by side, nothing else touched', () => {
    const x = Float64Array.from({ length: 3 * n + 4 }, (_, i) => Math.sin(i));
    const b = x.slice();
    new BandCholesky(A, n, band).solve(x, 2, 3);
    expect([...x.subarray(0, 2), ...x.subarray(-2)]).toEqual([...b.subarray(0, 2), ...b.subarray(-2)]);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let j = 0; j < n; j++) sum += entry(i, j) * x[2 + 3 * j + k];
        expect(Math.abs(sum - b[2 + 3 * i + k])).toBeLessThan(1e-14);
      }
    }
  });
});

test('what is not positive definite is refused, and where', () => {
  expect(() => new BandCholesky(Float64Array.of(0, 1, 2, 1), 2, 1)).toThrow(
    'a banded matrix is not positive definite: pivot 1 is -3.',
  );
});
