/** Kernels of problems with few contacts, against the plain loops: the same bits. */
import { expect, test, vi } from 'vitest';
import { pile, stack } from '../../../../../../tests/support/impulse-problems.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import { Coulomb } from '../coulomb.ts';
import { ImpulseRows, unitNumbers } from '../impulse-rows.ts';
import { SmoothingNewton } from '../newton/smoothing-newton.ts';
import type { CoulombProblem } from '../problem.ts';
import { ContactMatrix, isSmall } from './contact-matrix.ts';
import { FewContacts } from './few-contacts.ts';
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
/** Rows that all move the same nodes; those from `pushing` on begin open. */
function shared(count: number, units: number, pushing: number): CoulombProblem {
  const random = new Random(11);
  const rows = new ImpulseRows();
  rows.clear();
  for (let k = 0; k < units; k++) {
    const at = unitNumbers * rows.addUnit(3);
    for (let c = 0; c < 3; c++) rows.mass[at + 7 * c] = rows.inverse[at + 7 * c] = 1;
    rows.inertia += 1;
  }
  for (let i = 0; i < count; i++) {
    rows.addRow();
    for (let unit = 0; unit < units; unit++) {
      const at = rows.addSlot(unit);
      for (let k = 0; k < 18; k++) if (k % 6 < 3) rows.J[at + k] = random.next() - 0.5;
    }
  }
  rows.finish();
  const b = Float64Array.from({ length: 3 * count }, (_, k) => (k % 3 ? 0 : k < 3 * pushing ? -1 : 1));
  return { rows, kinds: new Uint8Array(count), b, mu: new Float64Array(count).fill(0.4) };
}
const made: [string, () => CoulombProblem][] = [
  ['two boxes that slide', () => stack(2, 0.5, [1, 0, -9.81])],
  ['two boxes without friction', () => stack(2, 0, [1, 0, -9.81])],
  ['eight boxes: more contacts can change than a dense matrix takes', () => stack(8, 0.5, [6, 0, -9.81])],
  ['eight spheres', () => pile(1, 0.4, 2)],
  ['36 contacts of 37 nodes', () => nodes(36)],
  ['70 contacts of 71 nodes: a matrix over units', () => nodes(70)],
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
test.each(made)('%s: relaxation is that of plain loops', (_name, problem) => {
  const relaxed = (matrix: ContactMatrix) => {
    const one = problem();
    const cone = new SmoothingNewton(new UnitStructures(), matrix);
    cone.setup(one);
    const x = new Float64Array(cone.N);
    cone.relax(x, 7, 0.5);
    return { x, residual: cone.residual(x) };
  };
  const kernels = relaxed(new ContactMatrix());
  expect(kernels.x.some((value) => value > 0)).toBe(true);
  expect(kernels).toEqual(relaxed(new PlainMatrix()));
});
test('where more rows can change than there is room for, nothing of the last structure is used: Newton steps are those of plain loops', () => {
  const problem = shared(48, 14, 41);
  const solved = (matrix: ContactMatrix) => {
    const newton = new SmoothingNewton(new UnitStructures(), matrix);
    newton.setup(problem);
    const x = new Float64Array(3 * problem.rows.count);
    // at 0 those that push; with smoothing all of them: 14 x 14 pairs of slots for each
    newton.newton(x, newton.c0, 0, 0, 1);
    for (let call = 0; call < 2; call++) newton.newton(x, newton.c0, newton.scale, 0, 2);
    return { steps: newton.steps, x };
  };
  const arrange = vi.spyOn(FewContacts.prototype, 'arrange');
  const kernels = solved(new ContactMatrix());
  expect(arrange.mock.results.map(({ value }) => value)).toEqual([true, false, false]);
  vi.restoreAllMocks();
  expect(kernels).toEqual(solved(new PlainMatrix()));
});
test('a matrix over units is made where that has fewer lines: of boxes, but not of nodes; and by kernels alone', () => {
  const arrange = vi.spyOn(FewContacts.prototype, 'arrange');
  const factor = vi.spyOn(UnitMatrix.prototype, 'factor');
  const made = [nodes(36), stack(8, 0.5, [6, 0, -9.81])].map((problem) => {
    arrange.mockClear();
    new Coulomb().solve(problem, new Float64Array(3 * problem.rows.count));
    return arrange.mock.calls.length;
  });
  expect(factor.mock.calls.length).toBe(0);
  vi.restoreAllMocks();
  expect(made[0]).toBe(0);
  expect(made[1]).toBeGreaterThan(0);
});
test.each(made.filter(([, problem]) => isSmall(problem().rows)))('%s: G is that of plain loops', (_name, problem) => {
  const { rows } = problem();
  const [kernels, plain] = [new ContactMatrix(), new PlainMatrix()];
  kernels.prepare(rows);
  plain.prepare(rows);
  const N = 3 * rows.count;
  expect(kernels.G.slice(0, N * N)).toEqual(plain.G.slice(0, N * N));
});
