/** Kernels of problems with few contacts, against the plain loops: the same bits. */
import { expect, test, vi } from 'vitest';
import { pile, stack } from '../../../../../../tests/support/impulse-problems.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { Coulomb } from '../coulomb.ts';
import { ImpulseRows, unitNumbers } from '../impulse-rows.ts';
import type { CoulombProblem } from '../problem.ts';
import { ContactMatrix } from './contact-matrix.ts';
import { UnitMatrix } from './unit-matrix.ts';
import { UnitStructures } from './unit-structure.ts';

class PlainMatrix extends ContactMatrix {
  override few(): undefined {
    return undefined;
  }
}
/** Nodes in a chain, each of which pushes the next one and falls on it. */
function nodes(count: number): CoulombProblem {
  const random = new Random(7);
  const rows = new ImpulseRows();
  rows.clear();
  for (let k = 0; k <= count; k++) {
    const at = unitNumbers * rows.addUnit(3);
    for (let c = 0; c < 3; c++) {
      rows.mass[at + 7 * c] = 1;
      rows.inverse[at + 7 * c] = 1;
    }
    rows.inertia += 1;
  }
  for (let i = 0; i < count; i++) {
    rows.addRow();
    for (const [unit, sign] of [
      [i, 1],
      [i + 1, -1],
    ]) {
      const at = rows.addSlot(unit);
      for (let line = 0; line < 3; line++) rows.J[at + 7 * line] = sign;
    }
  }
  rows.finish();
  const b = Float64Array.from({ length: 3 * count }, (_, k) => (k % 3 ? 0.3 * (random.next() - 0.5) : -random.next()));
  return { rows, kinds: new Uint8Array(count), b, mu: new Float64Array(count).fill(0.4) };
}
const made: [string, () => CoulombProblem][] = [
  ['two boxes that slide', () => stack(2, 0.5, [1, 0, -9.81])],
  ['two boxes without friction', () => stack(2, 0, [1, 0, -9.81])],
  ['eight boxes: more contacts can change than a dense matrix takes', () => stack(8, 0.5, [6, 0, -9.81])],
  ['eight spheres', () => pile(1, 0.4, 2)],
  ['36 contacts of 37 nodes', () => nodes(36)],
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
test('a matrix over units is made where that has fewer lines: of boxes, but not of nodes', () => {
  const factor = vi.spyOn(UnitMatrix.prototype, 'factor');
  const made = [nodes(36), stack(8, 0.5, [6, 0, -9.81])].map((problem) => {
    factor.mockClear();
    new Coulomb().solve(problem, new Float64Array(3 * problem.rows.count));
    return factor.mock.calls.length;
  });
  factor.mockRestore();
  expect(made[0]).toBe(0);
  expect(made[1]).toBeGreaterThan(0);
});
test.each(made)('%s: G is that of plain loops', (_name, problem) => {
  const { rows } = problem();
  const [kernels, plain] = [new ContactMatrix(), new PlainMatrix()];
  kernels.prepare(rows);
  plain.prepare(rows);
  const N = 3 * rows.count;
  expect(kernels.G.slice(0, N * N)).toEqual(plain.G.slice(0, N * N));
});
