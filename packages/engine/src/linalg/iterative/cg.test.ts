import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { ConjugateGradient } from './cg.ts';

/** A chain with ends held, rows in units: u_i u_j (2 x_i - x_{i-1} - x_{i+1}), and `shift` on the diagonal. */
function chain(unit: readonly number[], shift: number) {
  const n = unit.length;
  const apply = (x: Float64Array, out: Float64Array): void => {
    for (let i = 0; i < n; i++) {
      let sum = (2 + shift) * unit[i] * x[i];
      if (i > 0) sum -= unit[i - 1] * x[i - 1];
      if (i + 1 < n) sum -= unit[i + 1] * x[i + 1];
      out[i] = unit[i] * sum;
    }
  };
  return { apply, diagonal: Float64Array.from(unit, (u) => u * u * (2 + shift)) };
}
function trueResidual(
  apply: (x: Float64Array, out: Float64Array) => void,
  d: Float64Array,
  b: Float64Array,
  x: Float64Array,
) {
  const out = new Float64Array(b.length);
  apply(x, out);
  const norm = (v: Float64Array): number => Math.sqrt(v.reduce((sum, one, i) => sum + (one * one) / d[i], 0));
  return norm(out.map((v, i) => b[i] - v)) / norm(b);
}

test('1e-13 in rows of units 1e-3 to 1e3, in few more iterations than unknowns; the report is true (seed 31)', () => {
  const random = new Random(31);
  const n = 200;
  const cg = new ConjugateGradient(n);
  for (let round = 0; round < 10; round++) {
    const { apply, diagonal } = chain(
      random.list(n, -3, 3).map((e) => 10 ** e),
      0.01,
    );
    const b = Float64Array.from(random.list(n, -1, 1)),
      x = Float64Array.from(random.list(n, -1, 1));
    const report = cg.solve(apply, diagonal, b, x, { tolerance: 1e-13, limit: 1000 });
    expect(report.positive).toBe(true);
    expect(report.residual).toBeLessThanOrEqual(1e-13);
    expect(report.residual).toBeCloseTo(trueResidual(apply, diagonal, b, x), 16);
    expect(report.iterations).toBeLessThan(1.5 * n);
  }
});

test('a known answer; from the answer, no iteration', () => {
  const { apply, diagonal } = chain([1, 1, 1], 0);
  const cg = new ConjugateGradient(3),
    x = new Float64Array(3);
  expect(cg.solve(apply, diagonal, Float64Array.of(0, 0, 4), x, { tolerance: 1e-15, limit: 10 }).iterations).toBe(3);
  expect(x[0]).toBeCloseTo(1, 14);
  expect(x[1]).toBeCloseTo(2, 14);
  expect(x[2]).toBeCloseTo(3, 14);
  x.set([1, 2, 3]);
  const again = cg.solve(apply, diagonal, Float64Array.of(0, 0, 4), x, { tolerance: 1e-15, limit: 10 });
  expect(again).toEqual({ iterations: 0, residual: 0, positive: true });
});

test('nothing asked, nothing given', () => {
  const { apply, diagonal } = chain([1, 1, 1], 0);
  const x = Float64Array.of(1, 2, 3);
  const report = new ConjugateGradient(3).solve(apply, diagonal, new Float64Array(3), x, {
    tolerance: 1e-12,
    limit: 9,
  });
  expect(report).toEqual({ iterations: 0, residual: 0, positive: true });
  expect([...x]).toEqual([0, 0, 0]);
});

test('stops at the limit and tells what is left (seed 32)', () => {
  const { apply, diagonal } = chain(new Array<number>(100).fill(1), 0);
  const b = Float64Array.from(new Random(32).list(100, -1, 1)),
    x = new Float64Array(100);
  const report = new ConjugateGradient(100).solve(apply, diagonal, b, x, { tolerance: 1e-13, limit: 7 });
  expect(report.iterations).toBe(7);
  expect(report.positive).toBe(true);
  expect(report.residual).toBeGreaterThan(1e-3);
  expect(report.residual).toBeCloseTo(trueResidual(apply, diagonal, b, x), 14);
});

test('an indefinite matrix is reported: positive diagonal, one negative direction; a diagonal that is not positive', () => {
  const cg = new ConjugateGradient(50);
  const options = { tolerance: 1e-13, limit: 1000 };
  const b = Float64Array.from(new Random(33).list(50, -1, 1));
  const bent = chain(new Array<number>(50).fill(1), -0.1); // 2 - 2 cos(pi / 51) < 0.1
  expect(cg.solve(bent.apply, bent.diagonal, b, new Float64Array(50), options).positive).toBe(false);
  const flat = chain(new Array<number>(50).fill(1), -2);
  const report = cg.solve(flat.apply, flat.diagonal, b, new Float64Array(50), options);
  expect(report.positive).toBe(false);
  expect(report.iterations).toBe(0);
});
