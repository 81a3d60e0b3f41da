import { expect, test } from 'vitest';
import { solveDense, times } from '../../../../../tests/support/dense.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { ProjectedCg, type ProjectedSystem } from './projected-cg.ts';

test('seed 5: a full system of 12 coordinates and 4 rows, to rounding in the rows and to the tolerance in balance', () => {
  const random = new Random(5);
  const [n, m] = [12, 4];
  const B = Array.from({ length: n }, () => random.list(n, -1, 1));
  const A = B.map((row, i) => row.map((_, j) => B.reduce((sum, b) => sum + b[i] * b[j], i === j ? 2 : 0)));
  const J = Array.from({ length: m }, () => random.list(n, -1, 1));
  const gain = Float64Array.from(A, (row, i) => 1 / row[i]);
  const rows = J.map((a) => J.map((b) => a.reduce((sum, one, i) => sum + one * b[i] * gain[i], 0)));
  const system: ProjectedSystem = {
    multiply: (x, out) => out.set(times(A, x)),
    rows: (x, out) => out.set(times(J, x)),
    subtractForces: (y, out) => {
      for (let i = 0; i < n; i++) for (let r = 0; r < m; r++) out[i] -= J[r][i] * y[r];
    },
    solveRows: (y) => y.set(solveDense(rows, y)),
  };
  const cg = new ProjectedCg(n, m);
  const b = Float64Array.from(random.list(m, -1, 1));
  const report = cg.solve(system, gain, b, { tolerance: 1e-13, least: 0, limit: 100 });
  expect(report.positive).toBe(true);
  expect(report.iterations).toBeLessThanOrEqual(n); // directions with J x = 0: n - m of them, and a few for rounding
  times(J, cg.x).forEach((value, r) => {
    expect(Math.abs(value - b[r])).toBeLessThan(1e-14);
  });
  const forces = new Float64Array(n);
  system.subtractForces(cg.lambda, forces);
  times(A, cg.x).forEach((value, i) => {
    expect(Math.abs(value + forces[i])).toBeLessThan(1e-11);
  });
  // a direction along which A is negative is found
  const bent: ProjectedSystem = { ...system, multiply: (x, out) => out.set(times(A, x).map((a) => -a)) };
  expect(cg.solve(bent, gain, b, { tolerance: 1e-13, least: 0, limit: 100 }).positive).toBe(false);
});
