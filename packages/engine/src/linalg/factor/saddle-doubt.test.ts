/** Which pivots of saddle-point systems are lost. The scenes of [MIC08] and long ropes are in rods.test.ts. */
import { describe, expect, test } from 'vitest';
import { bending, bracedSaddle, stiffRope } from '../../../../../tests/support/saddle-problems.ts';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { createSolver } from '../create-solver.ts';
import type { SymmetricSolver } from '../solver.ts';
import { SaddleDoubt } from './saddle-doubt.ts';

type Problem = problems.SparseProblem;
const kinds = ['small', 'supernodal', 'banded'] as const;
type Kind = (typeof kinds)[number];

function factored({ pattern, rank, values }: Problem, kind: Kind): SymmetricSolver {
  const solver = createSolver(pattern, { rank, kind });
  solver.values.set(values);
  solver.factor();
  return solver;
}
const most = (list: Float64Array): number => list.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
function expectAllKept(problem: Problem, kind: Kind, tolerance: number): void {
  const solver = factored(problem, kind);
  expect(solver.dependentCount).toBe(0);
  const b = new Float64Array(problem.n).fill(1);
  const x = b.slice();
  solver.solve(x);
  expect(most(problems.times(problem, x).map((v, i) => v - b[i]))).toBeLessThan(tolerance * most(x));
}

describe.each(kinds)('%s', (kind) => {
  // a bound that knows no signs drops 4 of 40 points and 12 of 100
  test.each([40, 100, 300])('%i points that resist bending, however numbered: none is dropped', (points) => {
    for (const mass of [1e-3, 1e-6]) {
      const problem = bending(points, mass);
      for (const one of [problem, problems.shuffled(problem, 3)]) expectAllKept(one, kind, 1e-12);
    }
  });

  // stretching leaves two of three pivots of a point small against what they are made of: the bound drops half of them
  test.each([1e4, 1e6, 1e8])('a rope that stretches %d times less than it bends: none is dropped', (contrast) => {
    expectAllKept(stiffRope(200, contrast), kind, 1e-15 * contrast);
  });

  // if only pivots below 1e-5 m are doubted, one is missed by 5 (small), 34 and, of stiffness 1e6, 42 (supernodal)
  const numberings = kind === 'banded' ? [1] : [5, 34, 42];
  test.each([
    [2, 1],
    [3, 23],
    [4, 93],
    [5, 235],
    [6, 473],
  ])('blocks of rods, %i points a side: %i multipliers too many, however numbered', (side, redundant) => {
    for (const stiffness of [1, 1e6]) {
      const block = bracedSaddle(side, stiffness);
      expect(block.redundant).toBe(redundant);
      for (const one of [block.problem, ...numberings.map((seed) => problems.shuffled(block.problem, seed))]) {
        const solver = factored(one, kind);
        expect(solver.dependentCount).toBe(redundant);
        expect([...solver.dependent].every((row) => one.rank![row] === 1)).toBe(true);
      }
    }
  });

  test('no false alarm on a bridge and on cloths, however numbered', () => {
    for (const problem of [problems.bridge(), problems.cloth(12), problems.cloth(12, true)]) {
      for (const one of [problem, problems.shuffled(problem, 1), problems.shuffled(problem, 2)])
        expect(factored(one, kind).dependentCount, one.name).toBe(0);
    }
  });
});

test('a pivot that is kept in doubt casts doubt on those after it, until the next factorisation', () => {
  const doubt = new SaddleDoubt();
  expect(doubt.isDoubtful(2e-5, 1, false)).toBe(false);
  expect(doubt.isDoubtful(2e-5, 1, true)).toBe(true);
  expect(doubt.isLost(2e-5, 2e9)).toBe(true);
  expect(doubt.isLost(2e-5, 2e7)).toBe(false); // may be rounding to a hundredth
  expect(doubt.isDoubtful(0.9e-2, 1, false)).toBe(true);
  expect(doubt.isDoubtful(1.1e-2, 1, true)).toBe(false);
  expect(doubt.isDoubtful(Number.NaN, 1, true)).toBe(false);
  doubt.start();
  expect(doubt.isDoubtful(2e-5, 1, false)).toBe(false);
});
