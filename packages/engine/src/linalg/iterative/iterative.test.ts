import { expect, test } from 'vitest';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { createSolver } from '../create-solver.ts';
import type { SymmetricSolver } from '../solver.ts';

function prepared(problem: problems.SparseProblem): SymmetricSolver {
  const solver = createSolver(problem.pattern, { kind: 'conjugate-gradients' });
  solver.values.set(problem.values);
  solver.factor();
  return solver;
}
const most = (list: Float64Array): number => list.reduce((m, v) => Math.max(m, Math.abs(v)), 0);

test('to rounding: 1e-14 of the right-hand side on a lattice, or as far as it goes on a network', () => {
  for (const [problem, bound] of [
    [problems.grid3d(10), 1e-14],
    [problems.network(6), 1e-13],
  ] as const) {
    const b = Float64Array.from({ length: problem.n }, (_, k) => ((k * 7919) % 1000) / 1000 - 0.5);
    const x = b.slice();
    const solver = prepared(problem);
    solver.solve(x);
    const r = new Float64Array(problem.n);
    solver.residual(b, x, r);
    expect(most(r) / most(b)).toBeLessThan(bound);
  }
});

test('rows that are left out, and rows that nothing moves', () => {
  const t = new problems.Triplets(4);
  for (let i = 0; i < 3; i++) t.add(i, i, 2);
  t.add(0, 1, -1);
  t.add(1, 2, -1);
  const solver = prepared(t.problem('chain and a row of zeros'));
  expect([...solver.dependent]).toEqual([3]);
  solver.setActive(1, false);
  solver.factor();
  const x = Float64Array.of(2, 5, 4, 7);
  solver.solve(x);
  expect([...x]).toEqual([1, 0, 2, 0]);
  x.set([0, 0, 0, 0]);
  solver.solve(x);
  expect([...x]).toEqual([0, 0, 0, 0]);
});

test('redundant rows that agree are solved; an indefinite system is refused; a NaN is not hidden', () => {
  const { problem } = problems.braced(3);
  const b = problems.times(
    problem,
    Float64Array.from({ length: problem.n }, (_, k) => (k % 5) - 2),
  );
  const x = b.slice();
  const solver = prepared(problem);
  solver.solve(x);
  const r = new Float64Array(problem.n);
  solver.residual(b, x, r);
  expect(most(r) / most(b)).toBeLessThan(1e-9);

  const t = new problems.Triplets(2);
  t.add(0, 0, 1);
  t.add(1, 1, 1);
  t.add(0, 1, 2);
  expect(() => prepared(t.problem('indefinite')).solve(Float64Array.of(1, -1))).toThrow(
    'conjugate gradients leave 1.0 of the right-hand side of a system of 2 rows, which is too large to be factored; it is not positive definite',
  );
  const sick = Float64Array.of(1, Number.NaN);
  prepared(problems.grid2d(2)).solve(Float64Array.of(1, 1, 1, 1));
  prepared(t.problem('indefinite')).solve(sick);
  expect([...sick]).toEqual([Number.NaN, Number.NaN]);
});
