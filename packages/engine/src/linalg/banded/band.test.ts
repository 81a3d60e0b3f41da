/** Banded solvers as solvers; as systems of rods need them in rods.test.ts. */
import { describe, expect, test } from 'vitest';
import { bending } from '../../../../../tests/support/saddle-problems.ts';
import * as problems from '../../../../../tests/support/sparse-problems.ts';
import { rcm } from '../ordering/rcm.ts';
import { BandLdlt } from './band-ldlt.ts';
import { BandLu } from './band-lu.ts';

type Problem = problems.SparseProblem;
const kinds = { banded: bandLdlt, 'banded-lu': bandLu };

function bandLdlt(problem: Problem, regularisation = 0): BandLdlt {
  const { pattern, rank } = problem;
  return factored(new BandLdlt(pattern, rcm(pattern, rank), { rank, regularisation }), problem);
}
function bandLu(problem: Problem): BandLu {
  return factored(new BandLu(problem.pattern, rcm(problem.pattern), problem.rank), problem);
}
function factored<T extends BandLdlt | BandLu>(solver: T, { values }: Problem): T {
  solver.values.set(values);
  solver.factor();
  return solver;
}
function rightHand(n: number): Float64Array {
  const next = problems.sequence(5);
  return Float64Array.from({ length: n }, () => next() - 0.5);
}
function solved(solver: BandLdlt | BandLu, b: Float64Array): Float64Array {
  const x = b.slice();
  solver.solve(x);
  return x;
}
const most = (list: Float64Array): number => list.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
const minus = (a: Float64Array, b: Float64Array): Float64Array => a.map((v, i) => v - b[i]);

/** K = stiffness diag(1, 2, 3, ... 6, 1, 2, ...) and rows on it. */
function saddle(stiffness: number, rows: readonly (readonly number[])[]): Problem {
  const primal = rows[0].length;
  const t = new problems.Triplets(primal + rows.length);
  for (let v = 0; v < primal; v++) t.add(v, v, stiffness * (1 + (v % 6)));
  rows.forEach((row, m) => {
    row.forEach((x, v) => {
      if (x !== 0) t.add(primal + m, v, x);
    });
  });
  return t.problem('saddle', new Uint8Array(t.n).fill(1, primal));
}
/** A block of rods with all diagonals between points: rigid, and more. */
function braced(side: number, seed: number, stiffness: number): { problem: Problem; redundant: number } {
  const random = problems.sequence(seed);
  const points = Array.from({ length: side ** 3 }, (_, v) =>
    [v % side, Math.floor(v / side) % side, Math.floor(v / side ** 2)].map((x) => x + 0.3 * random()),
  );
  const rows: number[][] = [];
  for (const [a, p] of points.entries()) {
    for (const [b, q] of points.entries()) {
      const step = p.map((x, c) => Math.floor(q[c]) - Math.floor(x));
      if (a === b || step.some((x) => x < 0 || x > 1)) continue;
      const row = new Array<number>(3 * points.length).fill(0);
      step.forEach((_, c) => {
        row[3 * a + c] = p[c] - q[c];
        row[3 * b + c] = q[c] - p[c];
      });
      rows.push(row);
    }
  }
  return { problem: saddle(stiffness, rows), redundant: rows.length - (3 * points.length - 6) };
}

describe.each(Object.entries(kinds))('%s', (kind, make) => {
  test('systems of every sort, and refinement does no harm', () => {
    for (const problem of [
      problems.network(4),
      problems.chain(3000),
      problems.ladder(2000),
      problems.bridge(),
      problems.cloth(12),
      problems.cloth(12, true),
      problems.shuffled(problems.bridge(), 3),
      ...[1, 2, 3, 4, 5].map((seed) => problems.dominant(40 * seed, seed, seed)),
    ]) {
      const solver = make(problem);
      expect(solver.kind).toBe(kind);
      expect(solver.dependentCount, problem.name).toBe(0);
      const b = rightHand(problem.n);
      const x = solved(solver, b);
      const error = most(minus(problems.times(problem, x), b));
      expect(error, problem.name).toBeLessThan(1e-13 * (most(problem.values) * most(x) + most(b)));
      const r = new Float64Array(problem.n);
      solver.residual(b, x, r);
      expect(most(minus(r, minus(b, problems.times(problem, x))))).toBeLessThan(1e-9 * most(b));
      solver.refine(b, x);
      expect(most(minus(problems.times(problem, x), b)), problem.name).toBeLessThanOrEqual(2 * error);
    }
  });

  test('a multiplier whose row follows from two others is found, whatever the size of K', () => {
    for (const stiffness of [1e-6, 1, 1e6, 1e12]) {
      const problem = saddle(stiffness, [
        [1, 0, 0, -1, 0, 0],
        [0, 0, 0, 0, 0, 1],
        [0, 1, 1, 0, -1, 0],
        [2, 1, 1, -2, -1, 0], // twice the first and the third
        [0, 1, 0, 0, 0, 0],
      ]);
      const solver = make(problem);
      expect(solver.dependentCount).toBe(1);
      expect([6, 8, 9]).toContain(solver.dependent[0]);
      expect(solver.dependsOn(solver.dependent[0])).toEqual([6, 8, 9]);
      expect(() => solver.dependsOn(7)).toThrow('row 7 does not depend on others');

      // rows that agree are all met
      const b = problems.times(problem, rightHand(problem.n));
      const x = solved(solver, b);
      solver.refine(b, x);
      expect(most(minus(problems.times(problem, x), b))).toBeLessThan(1e-12 * most(b));
    }
  });

  test('of braced blocks exactly so many rods are redundant, and all are met', () => {
    for (const [side, seed, stiffness] of [
      [2, 3, 1],
      [3, 3, 1],
      [3, 4, 1e6],
    ]) {
      const { problem, redundant } = braced(side, seed, stiffness);
      expect(redundant).toBe(side === 2 ? 1 : 23);
      const solver = make(problem);
      expect(solver.dependentCount).toBe(redundant);
      for (const row of solver.dependent) expect(problem.rank![row]).toBe(1);
      const b = problems.times(problem, rightHand(problem.n));
      const x = solved(solver, b);
      solver.refine(b, x);
      expect(most(minus(problems.times(problem, x), b))).toBeLessThan(1e-11 * most(b));
    }
  });

  test('a long rod that resists bending and hardly has mass: nothing is taken for dependent', () => {
    for (const points of [40, 300]) {
      const problem = bending(points, 1e-3);
      const solver = make(problem);
      expect(solver.dependentCount).toBe(0);
      const b = rightHand(problem.n);
      const x = solved(solver, b);
      expect(most(minus(problems.times(problem, x), b))).toBeLessThan(1e-12 * most(x));
    }
  });

  test('rows that are left out, and taken back', () => {
    const problem = problems.bridge();
    const solver = make(problem);
    const b = rightHand(problem.n);
    const whole = solved(solver, b);
    const out = [500, 520, problem.n - 1];
    for (const row of out) solver.setActive(row, false);
    solver.factor();
    expect(solver.dependentCount).toBe(0);
    const x = solved(solver, b);
    for (const row of out) expect(Math.abs(x[row])).toBe(0);
    const r = new Float64Array(problem.n);
    solver.residual(b, x, r);
    expect(most(r)).toBeLessThan(1e-10);
    expect(most(minus(problems.times(problem, x), b))).toBeGreaterThan(1e-3); // the rows themselves are not met
    for (const row of out) solver.setActive(row, true);
    solver.factor();
    expect(solved(solver, b)).toEqual(whole);
  });

  test('a NaN is not hidden; no rows, one row', () => {
    const solver = make(problems.chain(60));
    solver.values[3] = Number.NaN;
    solver.factor();
    expect(solved(solver, rightHand(60)).some(Number.isNaN)).toBe(true);
    make(new problems.Triplets(0).problem('none')).solve(new Float64Array(0));
    const t = new problems.Triplets(1);
    t.add(0, 0, 4);
    expect([...solved(make(t.problem('one')), Float64Array.of(2))]).toEqual([0.5]);
  });

  test('a row may move anywhere, the band widens if it has to; what cannot be is refused and changes nothing', () => {
    const problem = bending(60, 1);
    const solver = make(problem);
    const at = solver.slot(60, 0);
    expect(solver.moveRow(60, [0], [30])).toBe(kind === 'banded'); // the other's band has no room for any row inside
    expect(solver.slot(30, 60)).toBe(at);
    expect(() => solver.slot(60, 0)).toThrow('entry (60, 0) is not in the pattern of the system');
    expect(solver.moveRow(61, [59], [1])).toBe(true);
    solver.factor();
    const b = rightHand(62);
    const x = solved(solver, b);
    expect(x[30]).toBeCloseTo(b[60], 12);
    expect(x[1]).toBeCloseTo(b[61], 12);
    const narrow = solver.halfBand;
    expect(solver.moveRow(20, [22], [55])).toBe(false);
    expect(solver.halfBand).toBeGreaterThan(narrow);
    solver.factor();
    const y = solved(solver, b);
    const r = new Float64Array(62);
    solver.residual(b, y, r);
    expect(most(r)).toBeLessThan(1e-12);

    expect(() => solver.moveRow(60, [30], [1, 2])).toThrow(
      'moveRow: row 60 has 1 entries to move, but 2 columns for them.',
    );
    expect(() => solver.moveRow(60, [0], [1])).toThrow('moveRow: row 60 has no entry in column 0 that could move.');
    for (const wrong of [60, 62, -1]) {
      expect(() => solver.moveRow(60, [30], [wrong])).toThrow(`row 60 cannot have another entry in column ${wrong}.`);
    }
    expect(() => solver.moveRow(1, [61], [2])).toThrow('row 1 cannot have another entry in column 2.');
    solver.factor();
    expect(solved(solver, b)).toEqual(y);
  });
});

test('banded: a negative pivot for each multiplier, and dependent rows that share the force', () => {
  const held = [0, 1, 0];
  const problem = saddle(100, [held, held, [1, 0, 1]]);
  const dropping = bandLdlt(problem);
  expect(dropping.negativeCount).toBe(2);
  expect(dropping.dependentCount).toBe(1);
  const regularised = bandLdlt(problem, 1e-7 / 200);
  expect(regularised.negativeCount).toBe(3);
  expect(regularised.dependentCount).toBe(0);
  const b = Float64Array.of(1, 2, 3, 0.5, 0.5, 0);
  const x = solved(regularised, b);
  expect(x[3]).toBeCloseTo(x[4], 6);
  expect(x[1]).toBeCloseTo(0.5, 6);
  regularised.refine(b, x);
  expect(x[1]).toBeCloseTo(0.5, 12);
  const alone = solved(dropping, b);
  expect(x[3] + x[4]).toBeCloseTo(alone[3] + alone[4], 6);
});
