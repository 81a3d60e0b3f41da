/** The residual is relative to the data of the problem: runaway impulses are refused, and units do not matter.       [contact notes, sec. 4] */
import { describe, expect, test } from 'vitest';
import { diagonal, incline, type Posed, pile, pose, stack } from '../../../../../tests/support/impulse-problems.ts';
import { Coulomb, coulombTolerance } from './coulomb.ts';
import { ImpulseRows, slotNumbers, unitNumbers } from './impulse-rows.ts';
import { type CoulombProblem, demandOf, residualOf } from './problem.ts';

const residual = (problem: CoulombProblem, lambda: Float64Array): number => {
  const { rows } = problem;
  const rho = new Float64Array(rows.count);
  rows.scales(rho);
  const [u, v] = [new Float64Array(3 * rows.count), new Float64Array(rows.size)];
  return residualOf(problem, rho, lambda, u, v, demandOf(problem, rho));
};
/** A ball of 1 kg that falls between a floor and a ceiling, which it touches, at 10 mm/s. */
const clamped = (mu: number): Posed =>
  pose(
    [{ x: [0, 0, 0], m: 1, inverse: diagonal(0.004), v: [0.002, 0, 0, 0, 0, 0] }],
    [
      { i: 0, j: -1, p: [0, 0, -0.1], n: [0, 0, 1], mu },
      { i: 0, j: -1, p: [0, 0, 0.1], n: [0, 0, -1], mu },
    ],
    1e-3,
    [0, 0, -10],
  );

describe('runaway impulses', () => {
  test.each([1e3, 1e6, 1e9, 1e12])('%f times the weight: an error of 1e-11 of them is not accepted', (size) => {
    const weight = 0.01;
    const A = size * weight;
    // friction 0: the ball may slide; it is thrown up by the error
    const lambda = Float64Array.of(A + weight + 1e-11 * A, 0, 0, A, 0, 0);
    const error = (1e-11 * A) / weight;
    expect(residual(clamped(0), lambda)).toBeGreaterThan(Math.min(error / 100, 1e-9));
  });
  test.each([1e6, 1e9, 1e12])('%f times the weight, which cancel: not accepted', (size) => {
    // a power of two: they cancel to the last bit
    const A = 2 ** Math.round(Math.log2(0.01 * size));
    expect(residual(clamped(0), Float64Array.of(A + 0.01, 0, 0, A, 0, 0))).toBeGreaterThan(coulombTolerance);
  });
  test.each([0, 0.5])('as a guess they are left, mu %f', (mu) => {
    const problem = clamped(mu);
    for (const A of [1e5, 2 ** 30]) {
      const lambda = Float64Array.of(A + 0.01, 0, 0, A, 0, 0);
      const report = new Coulomb().solve(problem, lambda);
      expect(report.residual).toBeLessThan(coulombTolerance);
      expect(Math.max(...lambda.map(Math.abs))).toBeLessThan(0.0101);
    }
  });
  test('one solution is accepted, and its multiples are not', () => {
    for (const problem of [stack(10, 0.5, [0, 0, -9.81], 3), pile(2, 0.4, 2)]) {
      const lambda = new Float64Array(3 * problem.rows.count);
      new Coulomb().solve(problem, lambda);
      expect(residual(problem, lambda)).toBeLessThan(coulombTolerance);
      for (const times of [1 + 1e-7, 2, 1e3, 1e9, 1e15])
        expect(
          residual(
            problem,
            lambda.map((x) => times * x),
          ),
        ).toBeGreaterThan(10 * coulombTolerance);
    }
  });
});

/** The same problem where a kilogram, a metre and a second are so many units. */
function inUnits(problem: Posed, kg: number, m: number, s: number): CoulombProblem {
  const { rows, b, mu, kinds } = problem;
  const made = new ImpulseRows();
  made.clear();
  const length = (k: number): number => (k % 6 < 3 ? 1 : m);
  for (let u = 0; u < rows.units; u++) {
    const at = unitNumbers * made.addUnit(6);
    for (let k = 0; k < unitNumbers; k++) {
      const per = kg * length(Math.floor(k / 6)) * length(k);
      made.mass[at + k] = per * rows.mass[at + k];
      made.inverse[at + k] = rows.inverse[at + k] / per;
    }
  }
  for (let i = 0; i < rows.count; i++) {
    made.addRow();
    for (let slot = rows.firstSlot[i]; slot < rows.firstSlot[i + 1]; slot++) {
      const at = made.addSlot(rows.slotUnit[slot]);
      for (let k = 0; k < slotNumbers; k++) made.J[at + k] = length(k) * rows.J[at + k];
    }
  }
  made.inertia = kg * rows.inertia;
  made.finish();
  return { rows: made, kinds, mu, b: b.map((x) => (x * m) / s) };
}

describe('units', () => {
  const solve = (problem: CoulombProblem): { lambda: Float64Array; steps: number; residual: number } => {
    const lambda = new Float64Array(3 * problem.rows.count);
    const { newtonSteps, residual: left } = new Coulomb().solve(problem, lambda);
    return { lambda, steps: newtonSteps, residual: left };
  };
  // the last one takes 75 to 89 Newton steps, as rounding decides
  const problems: [string, () => Posed, boolean][] = [
    ['an incline', () => incline(0.6, 0.5), true],
    ['a stack of ten', () => stack(10, 0.5, [0, 0, -9.81]), true],
    ['8 spheres', () => pile(2, 0.7, 2), true],
    ['27 spheres', () => pile(2, 0.4), true],
    ['a stack of five, kicked', () => stack(5, 0.5, [0, 0, -9.81], 3), false],
  ];
  describe.each([
    ['g', 1000, 1, 1],
    ['mm', 1, 1000, 1],
    ['ms', 1, 1, 1000],
    ['g, mm, ms', 1000, 1000, 1000],
    ['2^20 kg, 2^-10 m, 2^7 s', 2 ** -20, 2 ** 10, 2 ** -7],
  ])('in %s', (_, kg, m, s) => {
    test.each(problems)('%s: the same impulses and Newton steps', (_name, make, isSteady) => {
      const problem = make();
      const [here, there] = [solve(problem), solve(inUnits(problem, kg, m, s))];
      expect(here.residual).toBeLessThan(coulombTolerance);
      expect(there.residual).toBeLessThan(coulombTolerance);
      if (isSteady) expect(there.steps).toBe(here.steps);
      const largest = Math.max(...here.lambda.map(Math.abs));
      here.lambda.forEach((x, k) => {
        expect(Math.abs((there.lambda[k] * s) / (kg * m) - x) / largest).toBeLessThan(1e-9);
      });
    });
  });
});
