/** One contact alone, against the solver of many: the same impulses, and what is not its own is left. */
import { expect, test } from 'vitest';
import { diagonal, pose } from '../../../../../tests/support/impulse-problems.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { Coulomb, coulombTolerance } from './coulomb.ts';
import { OneContact } from './one-contact.ts';
import type { CoulombProblem } from './problem.ts';

const h = 1e-3;
/** A body that touches a floor at a corner: friction at a lever couples normal and tangents. */
function corner(random: () => number, mu: number): CoulombProblem {
  const at = (): number => 0.2 * random() - 0.1;
  const v = Array.from({ length: 6 }, () => 2 * random() - 1);
  v[2] -= 1;
  return pose(
    [
      {
        x: [0, 0, 0],
        m: 1,
        inverse: diagonal(0.01 + 0.02 * random()),
        v: v as [number, number, number, number, number, number],
      },
    ],
    [{ i: 0, j: -1, p: [at(), at(), -0.1], n: [0, 0, 1], mu }],
    h,
    [0, 0, -10],
  );
}
test('300 corners that strike, mu 0 to 1.5, seed 4: they stick and slip as the solver of many says', () => {
  const stream = new Random(4);
  const random = (): number => stream.next();
  const one = new OneContact();
  let own = 0;
  let slips = 0;
  for (let k = 0; k < 300; k++) {
    const mu = k % 10 === 0 ? 0 : 1.5 * random();
    const problem = corner(random, mu);
    const lambda = new Float64Array(3);
    const residual = one.solve(problem, lambda, 1e-11);
    const other = new Float64Array(3);
    expect(new Coulomb().solve(problem, other, 1e-11).residual).toBeLessThan(coulombTolerance);
    if (residual === Infinity) {
      expect([...lambda]).toEqual([0, 0, 0]);
      continue;
    }
    own++;
    const bound = Math.hypot(lambda[1], lambda[2]) / (mu * lambda[0]);
    if (mu > 0 && bound > 1 - 1e-9) slips++;
    for (let line = 0; line < 3; line++) expect(Math.abs(lambda[line] - other[line])).toBeLessThan(1e-9);
  }
  expect(own).toBeGreaterThan(250);
  expect(slips).toBeGreaterThan(30);
  expect(own - slips).toBeGreaterThan(30);
});
test('several contacts are not its problem: impulses stay as they are', () => {
  const floor = { i: 0, j: -1, n: [0, 0, 1] as const, mu: 0.5 };
  const problem = pose(
    [{ x: [0, 0, 0], m: 1, inverse: diagonal(0.01), v: [0, 0, -1, 0, 0, 0] }],
    [
      { ...floor, p: [0.1, 0, -0.1], n: [0, 0, 1] },
      { ...floor, p: [-0.1, 0, -0.1], n: [0, 0, 1] },
    ],
    h,
    [0, 0, -10],
  );
  const lambda = Float64Array.of(1, 2, 3, 4, 5, 6);
  expect(new OneContact().solve(problem, lambda, 1e-10)).toBe(Infinity);
  expect([...lambda]).toEqual([1, 2, 3, 4, 5, 6]);
});
