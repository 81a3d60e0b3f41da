import { describe, expect, test } from 'vitest';
import * as problems from '../../../../tests/support/sparse-problems.ts';
import { createSolver, mostSmallRows, type SolverOptions } from './create-solver.ts';
import { upperPattern } from './pattern/pattern.ts';
import type { SymmetricSolver } from './solver.ts';

type Problem = problems.SparseProblem;
const kinds = ['small', 'supernodal', 'banded', 'banded-lu'] as const;

const rightHand = (n: number, seed = 5): Float64Array => {
  const next = problems.sequence(seed);
  return Float64Array.from({ length: n }, () => next() - 0.5);
};
function factored(problem: Problem, options: SolverOptions = {}): SymmetricSolver {
  const solver = createSolver(problem.pattern, { rank: problem.rank, ...options });
  solver.values.set(problem.values);
  solver.factor();
  return solver;
}
function solved(solver: SymmetricSolver, b: Float64Array): Float64Array {
  const x = b.slice();
  solver.solve(x);
  return x;
}
const most = (list: Float64Array): number => list.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
const apart = (a: Float64Array, b: Float64Array): number => most(a.map((v, i) => v - b[i]));

/** Gaussian elimination with row exchanges. */
function denseSolve({ n, pattern: { pointers, indices }, values }: Problem, b: Float64Array): Float64Array {
  const rows = Array.from({ length: n }, () => new Float64Array(n));
  for (let i = 0; i < n; i++) {
    for (let at = pointers[i]; at < pointers[i + 1]; at++) rows[i][indices[at]] = rows[indices[at]][i] = values[at];
  }
  const x = b.slice();
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    [x[k], x[best]] = [x[best], x[k]];
    for (let i = k + 1; i < n; i++) {
      const f = rows[i][k] / rows[k][k];
      if (f === 0) continue;
      for (let j = k; j < n; j++) rows[i][j] -= f * rows[k][j];
      x[i] -= f * x[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) x[k] -= rows[k][j] * x[j];
    x[k] /= rows[k][k];
  }
  return x;
}
/** |A x - b| against the sizes that go into it. */
const relativeResidual = (problem: Problem, x: Float64Array, b: Float64Array): number =>
  apart(problems.times(problem, x), b) / (most(problem.values) * most(x) + most(b));

describe('which solver is taken', () => {
  test.each([
    ['rows with nothing in common', problems.dominant(100, 0, 1), 'diagonal'],
    ['few rows', problems.chain(mostSmallRows), 'small'],
    ['more rows', problems.chain(99), 'supernodal'],
    ['a saddle-point system', problems.bridge(), 'supernodal'],
  ] as const)('%s', (_, problem, kind) => {
    expect(factored(problem).kind).toBe(kind);
  });

  test('a lattice of 97,336 rows in three dimensions is too much to factor', () => {
    const lattice = problems.grid3d(46);
    const solver = factored(lattice);
    expect(solver.kind).toBe('conjugate-gradients');
    const b = rightHand(lattice.n);
    expect(relativeResidual(lattice, solved(solver, b), b)).toBeLessThan(1e-14);
  });

  test('ranks of another length are refused', () => {
    expect(() => createSolver(upperPattern(3, []), { rank: new Uint8Array(2) })).toThrow(
      'a system of 3 rows needs 3 ranks, not 2.',
    );
  });
});

describe.each(kinds)('%s', (kind) => {
  test('elimination of the full matrix gives the same: 60 random systems, seeds 1 to 60', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const problem = problems.dominant(1 + ((seed * 53) % 200), seed % 9, seed);
      const solver = factored(problem, { kind });
      expect(solver.dependentCount).toBe(0);
      const b = rightHand(problem.n);
      const x = solved(solver, b);
      expect(relativeResidual(problem, x, b)).toBeLessThan(1e-14);
      expect(apart(x, denseSolve(problem, b))).toBeLessThan(1e-10 * most(x));
    }
  });

  test('systems of every sort, and refinement does no harm', () => {
    for (const problem of [
      problems.network(8),
      problems.grid3d(10),
      problems.chain(3000),
      problems.ladder(4000),
      problems.bridge(),
      problems.cloth(15),
      problems.cloth(15, true),
    ]) {
      const solver = factored(problem, { kind });
      const b = rightHand(problem.n);
      const x = solved(solver, b);
      expect(relativeResidual(problem, x, b), problem.name).toBeLessThan(1e-13);
      // what is below the rounding of its terms is no harm
      const rounding = Number.EPSILON * (most(problem.values) * most(x) + most(b));
      const before = Math.max(rounding, apart(problems.times(problem, x), b));
      solver.refine(b, x);
      expect(apart(problems.times(problem, x), b), problem.name).toBeLessThanOrEqual(2 * before);
    }
  });

  test('saddle-point systems: the full solution, multipliers and sliders included', () => {
    for (const problem of [problems.cloth(4), problems.cloth(6, true)]) {
      const solver = factored(problem, { kind });
      expect(solver.dependentCount).toBe(0);
      const b = rightHand(problem.n);
      const x = solved(solver, b);
      solver.refine(b, x);
      expect(apart(x, denseSolve(problem, b))).toBeLessThan(1e-9 * most(x));
    }
  });

  test('a multiplier whose row follows from two others is found, whatever the size of K', () => {
    for (const stiffness of [1, 1e6, 1e12]) {
      const t = new problems.Triplets(11);
      for (let v = 0; v < 6; v++) t.add(v, v, stiffness * (1 + v));
      t.add(0, 3, 0.5 * stiffness);
      const rows = [
        [1, 0, 0, -1, 0, 0],
        [0, 0, 0, 0, 0, 1],
        [0, 1, 1, 0, -1, 0],
        [2, 1, 1, -2, -1, 0], // twice the first and the third
        [0, 1, 0, 0, 0, 0],
      ];
      rows.forEach((row, m) => {
        row.forEach((x, v) => {
          if (x !== 0) t.add(6 + m, v, x);
        });
      });
      const solver = factored(t.problem('redundant', Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1)), { kind });
      expect(solver.dependentCount).toBe(1);
      expect([6, 8, 9]).toContain(solver.dependent[0]);
      expect(solver.dependsOn(solver.dependent[0])).toEqual([6, 8, 9]);
      expect(() => solver.dependsOn(7)).toThrow('row 7 does not depend on others; see `dependent`.');
    }
  });

  test('no false alarm on sound systems, however stiff', () => {
    for (const problem of [problems.chain(3000), problems.ladder(3000), problems.network(8, 0), problems.grid2d(40)]) {
      expect(factored(problem, { kind }).dependentCount, problem.name).toBe(0);
    }
    const cloth = problems.cloth(12);
    const { pointers, indices } = cloth.pattern;
    for (const stiffness of [1e3, 1e6, 1e9]) {
      const values = cloth.values.slice();
      for (let i = 0; i < cloth.n; i++) {
        for (let at = pointers[i]; at < pointers[i + 1]; at++)
          if (cloth.rank![indices[at]] === 0) values[at] *= stiffness;
      }
      expect(factored({ ...cloth, values }, { kind }).dependentCount).toBe(0);
    }
  });

  test('many right-hand sides are solved as one at a time, also in place', () => {
    const problem = problems.network(5);
    const { n } = problem;
    const solver = factored(problem, { kind });
    for (const count of [1, 3, 4, 7]) {
      const bs = rightHand(n * count);
      const xs = new Float64Array(n * count);
      solver.solveMany(bs, xs, count);
      for (let c = 0; c < count; c++) {
        const one = solved(solver, bs.slice(c * n, (c + 1) * n));
        expect(apart(one, xs.subarray(c * n, (c + 1) * n))).toBeLessThan(1e-12 * most(one));
      }
      solver.solveMany(bs, bs, count);
      expect(bs).toEqual(xs);
    }
  });

  test('factored again with other values it is as made anew, to the last bit', () => {
    const problem = problems.network(6);
    const solver = factored(problem, { kind });
    const b = rightHand(problem.n);
    const x = solved(solver, b);
    solver.values.set(problem.values.map((v, k) => v * (1 + 1e-3 * (k % 5))));
    solver.factor();
    expect(solved(solver, b)).not.toEqual(x);
    solver.values.set(problem.values);
    solver.factor();
    expect(solved(solver, b)).toEqual(x);
    expect(solved(factored(problem, { kind }), b)).toEqual(x);
  });

  test('rows that are left out are as if they had never been there, and come back', () => {
    const problem = problems.network(4);
    const { n, pattern, values } = problem;
    const out = [0, 17, 18, 60, n - 1];
    const solver = factored(problem, { kind });
    const whole = solved(solver, rightHand(n));
    for (const row of out) solver.setActive(row, false);
    solver.factor();
    expect(solver.dependentCount).toBe(0);
    const b = rightHand(n);
    const x = solved(solver, b);
    solver.refine(b, x);

    const kept = [...Array(n).keys()].filter((i) => !out.includes(i));
    const smaller = new problems.Triplets(kept.length);
    kept.forEach((i, k) => {
      for (let at = pattern.pointers[i]; at < pattern.pointers[i + 1]; at++) {
        const l = kept.indexOf(pattern.indices[at]);
        if (l >= 0) smaller.add(k, l, values[at]);
      }
    });
    const expected = denseSolve(
      smaller.problem('smaller'),
      Float64Array.from(kept, (i) => b[i]),
    );
    expect(
      apart(
        Float64Array.from(kept, (i) => x[i]),
        expected,
      ),
    ).toBeLessThan(1e-11 * most(expected));
    for (const row of out) expect(Math.abs(x[row])).toBe(0);
    const r = new Float64Array(n);
    solver.residual(b, x, r);
    expect(most(r)).toBeLessThan(1e-13);

    for (const row of out) solver.setActive(row, true);
    solver.factor();
    expect(solved(solver, rightHand(n))).toEqual(whole);
    expect(() => solver.setActive(n, false)).toThrow(`row ${n} is not in a system of ${n} rows.`);
  });

  test('leaving out a dependent row leaves nothing dependent', () => {
    const { problem } = problems.braced(2);
    const solver = factored(problem, { kind });
    const [first] = solver.dependent;
    const count = solver.dependentCount;
    solver.setActive(first, false);
    solver.factor();
    expect(solver.dependentCount).toBe(count - 1);
    expect([...solver.dependent]).not.toContain(first);
  });

  test('a NaN is not hidden', () => {
    const problem = problems.network(4);
    const solver = factored(problem, { kind });
    solver.values[3] = Number.NaN;
    solver.factor();
    expect(solved(solver, rightHand(problem.n)).some(Number.isNaN)).toBe(true);
  });

  test('no rows, one row', () => {
    const none = factored(new problems.Triplets(0).problem('none'), { kind });
    expect(none.dependentCount).toBe(0);
    none.solve(new Float64Array(0));
    const t = new problems.Triplets(1);
    t.add(0, 0, 4);
    expect([...solved(factored(t.problem('one'), { kind }), Float64Array.of(2))]).toEqual([0.5]);
  });
});

// In a band the kept rods of 1115 are a poorer basis (3.6e-4 below), and `banded-lu` finds 92 of 93 and 472 of 473.
describe.each(['small', 'supernodal'] as const)('%s', (kind) => {
  test.each([
    [3, 23],
    [4, 93],
    [6, 473],
  ])('over-braced blocks of rods, %i points a side: %i too many, however they are numbered', (side, redundant) => {
    const { problem } = problems.braced(side);
    for (const one of [problem, problems.shuffled(problem, 1), problems.shuffled(problem, 2)]) {
      const solver = factored(one, { kind });
      expect(solver.dependentCount).toBe(redundant);
      const b = problems.times(one, rightHand(one.n));
      const x = solved(solver, b);
      for (const row of solver.dependent) expect(Math.abs(x[row])).toBe(0);
      expect(apart(problems.times(one, x), b)).toBeLessThan(1e-4); // the kept rods are a poor basis
    }
  });
});

test('the diagonal: signs by rank, rows that nothing moves, rows left out', () => {
  const solver = createSolver(upperPattern(4, []), { rank: Uint8Array.of(0, 1, 0, 1) });
  expect(solver.kind).toBe('diagonal');
  solver.values.set([2, -4, 0, 1]);
  solver.factor();
  expect([...solver.dependent]).toEqual([2, 3]);
  expect(solver.dependsOn(3)).toEqual([3]);
  solver.setActive(0, false);
  solver.factor();
  expect([...solved(solver, Float64Array.of(1, 1, 1, 1))]).toEqual([0, -0.25, 0, 0]);
  solver.solveMany(Float64Array.of(1, 1, 1, 1, 2, 2, 2, 2), new Float64Array(8), 2);
});
