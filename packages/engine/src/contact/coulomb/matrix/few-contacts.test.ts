/** Kernels of problems with few contacts, against the plain loops: the same bits. */
import { expect, test } from 'vitest';
import { pile, stack } from '../../../../../../tests/support/impulse-problems.ts';
import { Coulomb } from '../coulomb.ts';
import type { CoulombProblem } from '../problem.ts';
import { ContactMatrix } from './contact-matrix.ts';
import { UnitStructures } from './unit-structure.ts';

class PlainMatrix extends ContactMatrix {
  override few(): undefined {
    return undefined;
  }
}
const made: [string, () => CoulombProblem][] = [
  ['two boxes that slide', () => stack(2, 0.5, [1, 0, -9.81])],
  ['two boxes without friction', () => stack(2, 0, [1, 0, -9.81])],
  ['eight boxes: more contacts can change than a dense matrix takes', () => stack(8, 0.5, [6, 0, -9.81])],
  ['eight spheres', () => pile(1, 0.4, 2)],
];
test.each(made)('%s: impulses, residuals and Newton steps are those of plain loops', (_name, problem) => {
  const solved = (matrix: ContactMatrix) => {
    const one = problem();
    const lambda = new Float64Array(3 * one.rows.count);
    // from nothing, and from impulses that are nearly right
    const reports = [1, 0.9].map((part) => {
      for (let i = 0; i < lambda.length; i++) lambda[i] *= part;
      return { ...new Coulomb(new UnitStructures(), matrix).solve(one, lambda) };
    });
    return { reports, lambda: [...lambda] };
  };
  const [kernels, plain] = [solved(new ContactMatrix()), solved(new PlainMatrix())];
  expect(kernels.reports[0].newtonSteps).toBeGreaterThan(0);
  expect(kernels).toEqual(plain);
});
test.each(made)('%s: G is that of plain loops', (_name, problem) => {
  const { rows } = problem();
  const [kernels, plain] = [new ContactMatrix(), new PlainMatrix()];
  kernels.prepare(rows);
  plain.prepare(rows);
  const N = 3 * rows.count;
  expect(kernels.G.slice(0, N * N)).toEqual(plain.G.slice(0, N * N));
});
