/** The impulse problem on its own: inclines, stacks, piles, Painleve rods, impacts.            [contact notes, sec. 4] */
import { describe, expect, test } from 'vitest';
import {
  after,
  cross,
  diagonal,
  incline,
  type Mass,
  pile,
  pose,
  stack,
} from '../../../../../tests/support/impulse-problems.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { Coulomb, coulombTolerance } from './coulomb.ts';
import type { CoulombProblem } from './problem.ts';

const solved = (problem: CoulombProblem) => {
  const lambda = new Float64Array(3 * problem.rows.count);
  return { lambda, ...new Coulomb().solve(problem, lambda) };
};

describe('Coulomb', () => {
  test('an incline sticks below the angle of friction and slides above it', () => {
    const sticks = incline(0.3, 0.5);
    const held = solved(sticks);
    expect(held.residual).toBeLessThan(coulombTolerance);
    expect(Math.max(...after(sticks, held.lambda).map(Math.abs))).toBeLessThan(1e-12);
    const slides = incline(0.6, 0.5);
    const free = solved(slides);
    const gain = 9.81e-3 * (Math.sin(0.6) - 0.5 * Math.cos(0.6));
    expect(after(slides, free.lambda)[0]).toBeCloseTo(gain, 12);
    expect(Math.abs(after(slides, free.lambda)[2])).toBeLessThan(1e-12);
  });
  test('a sliding body is not lifted, as the convex relaxation would do', () => {
    const body: Mass = { x: [0, 0, 0.1], m: 1, inverse: diagonal(1), v: [1, 0, 0, 0, 0, 0] };
    const one = pose([body], [{ i: 0, j: -1, p: [0, 0, 0.1], n: [0, 0, 1], mu: 0.5 }], 1e-3, [0, 0, -9.81]);
    const { lambda } = solved(one);
    const v = after(one, lambda);
    expect(Math.abs(v[2])).toBeLessThan(1e-13);
    expect(v[0]).toBeCloseTo(1 - 0.5 * 9.81e-3, 12);
  });
  test('a stack of ten: the least norm shares the weight equally among corners', () => {
    const { lambda, residual } = solved(stack(10, 0.5, [0, 0, -9.81]));
    expect(residual).toBeLessThan(coulombTolerance);
    const weight = 10 * 9.81e-3;
    for (let k = 0; k < 4; k++) expect(Math.abs(lambda[3 * k] / lambda[0] - 1)).toBeLessThan(1e-9);
    expect(Math.abs((lambda[0] + lambda[3] + lambda[6] + lambda[9]) / weight - 1)).toBeLessThan(1e-8);
  });
  test.each([1, 3, 4])('a stack of ten, kicked and pushed, seed %i', (seed) => {
    expect(solved(stack(10, 0.5, [0, 0, -9.81], seed)).residual).toBeLessThan(coulombTolerance);
    expect(solved(stack(10, 0.9, [4, 1, -9.81], seed)).residual).toBeLessThan(coulombTolerance);
  });
  test.each([1, 2, 3])('8 and 27 spheres, seed %i', (seed) => {
    for (const mu of [0.2, 0.7]) expect(solved(pile(seed, mu, 2)).residual).toBeLessThan(coulombTolerance);
    if (seed === 2) expect(solved(pile(seed, 0.4)).residual).toBeLessThan(coulombTolerance);
  });
  test('the order of contacts does not matter: 1e-9', () => {
    const mixed = (k: number, n: number): number => (7 * k + 3) % n;
    const problem = stack(5, 0.5, [1, 0, -9.81]);
    const { n } = problem;
    const place = (r: number): number => 3 * mixed(Math.floor(r / 3), n) + (r % 3);
    const [one, other] = [solved(problem), solved(stack(5, 0.5, [1, 0, -9.81], undefined, mixed))];
    const largest = Math.max(...one.lambda.map(Math.abs));
    for (let r = 0; r < 3 * n; r++)
      expect(Math.abs(other.lambda[r] - one.lambda[place(r)]) / largest).toBeLessThan(1e-9);
  });
  test.each([
    ['three boxes at rest', () => stack(3, 0.5, [0, 0, -9.81])],
    ['three boxes that are pushed', () => stack(3, 0.5, [1, 0, -9.81])],
    ['eight spheres', () => pile(1, 0.4, 2)],
  ])('%s: impulses of least norm do not depend on the guess, seeds 1 to 20', (_name, posed) => {
    const problem = posed();
    const one = solved(problem).lambda;
    const largest = Math.max(...one.map(Math.abs));
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed);
      const lambda = Float64Array.from(one, (_, k) => largest * (k % 3 ? 0.1 * (random.next() - 0.5) : random.next()));
      for (let k = 0; k < problem.n; k++) if (random.next() < 0.3) lambda.fill(0, 3 * k, 3 * k + 3);
      expect(new Coulomb().solve(problem, lambda).residual).toBeLessThan(coulombTolerance);
      for (let k = 0; k < lambda.length; k++) expect(Math.abs(lambda[k] - one[k]) / largest).toBeLessThan(1e-8);
    }
  });
  test('where Newton fails from nothing, relaxed impulses are a better start: 5 boxes that are kicked and pushed, seed 3', () => {
    const { residual, newtonSteps } = solved(stack(5, 0.5, [4, 1, -9.81], 3));
    expect(residual).toBeLessThan(coulombTolerance);
    // 110 with the descent alone
    expect(newtonSteps).toBeLessThan(50);
  });
  test('120 rods that slide on a tip, mu 1 to 4 (Painleve), seed 2: all solved, energy falls', () => {
    const next = new Random(2);
    let indeterminate = 0;
    for (let k = 0; k < 120; k++) {
      const angle = (0.5 + next.next()) * (next.next() < 0.5 ? -1 : 1);
      const [s, c] = [Math.sin(angle), Math.cos(angle)];
      const tip = [-0.5 * s, 0, -0.5 * c]; // from the centre, along the turned axis z
      const [a, b] = [12, 1e4]; // inverse moments: across, along
      const inverse = [a * c * c + b * s * s, 0, (b - a) * s * c, 0, a, 0, (b - a) * s * c, 0, a * s * s + b * c * c];
      const spin = [0, 6 * next.next() - 3, 0];
      const turning = cross(spin, tip);
      const body: Mass = { x: tip.map((x) => -x), m: 1, inverse, v: [6 * next.next() - 3, 0, -turning[2], ...spin] };
      const mu = 1 + 3 * next.next();
      const problem = pose([body], [{ i: 0, j: -1, p: [0, 0, 0], n: [0, 0, 1], mu }], 1e-3, [0, 0, -9.81]);
      if (problem.G[0] < mu * Math.max(Math.abs(problem.G[1]), Math.abs(problem.G[2]))) indeterminate++;
      const { lambda, residual } = solved(problem);
      expect(residual).toBeLessThan(coulombTolerance);
      expect(problem.energy(after(problem, lambda))).toBeLessThanOrEqual(problem.energy(problem.u) * (1 + 1e-12));
    }
    expect(indeterminate).toBeGreaterThan(30);
  });
  test.each([2, 3, 4])('no contact pulls, not even within the tolerance, seed %i', (seed) => {
    for (const problem of [
      stack(5, 0.5, [4, 1, -9.81], seed),
      stack(6, 6e-4, [1, 0, -9.81], seed),
      pile(seed, 0.7, 2),
    ]) {
      const { lambda } = solved(problem);
      for (let k = 0; k < problem.n; k++)
        if (!(lambda[3 * k] > 0)) expect([...lambda.slice(3 * k, 3 * k + 3)]).toEqual([0, 0, 0]);
    }
  });
  test('without friction there are no tangential impulses', () => {
    const problem = stack(3, 0, [1, 0, -9.81]);
    const { lambda, residual } = solved(problem);
    expect(residual).toBeLessThan(coulombTolerance);
    for (let k = 0; k < problem.n; k++) expect(Math.abs(lambda[3 * k + 1]) + Math.abs(lambda[3 * k + 2])).toBe(0);
  });
});
