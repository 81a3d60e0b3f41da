/** Pivots of either sign: H is indefinite, and definite where rows are met. Against elimination with row exchanges, and against counted signs. */
import { expect, test } from 'vitest';
import { sequence } from '../../../../../tests/support/sparse-problems.ts';
import { Arena } from '../../kernel/run/memory.ts';
import { createSupernodal } from '../create-solver.ts';
import { upperPattern } from '../pattern/pattern.ts';

const n = 40;

/** A chain of springs with rows that hold some of its points; those points alone have `own` as stiffness of their own, and one more point `free`. */
function held({ own, free, seed }: { own: number; free: number; seed: number }) {
  const random = sequence(seed);
  const rows = [0, 7, 19, 33];
  const K = Array.from({ length: n + rows.length }, () => new Float64Array(n + rows.length));
  const add = (i: number, j: number, value: number): void => {
    K[i][j] += value;
    if (i !== j) K[j][i] += value;
  };
  for (let i = 0; i < n; i++) {
    add(i, i, 0.3 + 0.1 * random());
    if (i + 1 < n) {
      const k = 0.5 + random();
      add(i, i, k);
      add(i + 1, i + 1, k);
      add(i, i + 1, -k);
    }
  }
  rows.forEach((i, r) => {
    add(i, i, own);
    add(i, n + r, 1 + random());
  });
  add(12, 12, free);
  const entries: [number, number][] = [];
  for (let i = 0; i < K.length; i++)
    for (let j = i; j < K.length; j++) if (i === j || K[i][j] !== 0) entries.push([i, j]);
  const pattern = upperPattern(K.length, entries);
  const rank = Uint8Array.from({ length: K.length }, (_, i) => (i < n ? 0 : 1));
  const solver = createSupernodal(pattern, new Arena(1e6), rank);
  for (const [i, j] of entries) solver.values[solver.slot(i, j)] = K[i][j];
  return { K, solver };
}
const error = (K: readonly Float64Array[], x: Float64Array, b: Float64Array): number =>
  Math.max(...K.map((row, i) => Math.abs(row.reduce((sum, a, j) => sum + a * x[j], 0) - b[i])));

test.each([1, 2, 3, 4])(
  'solve where held points have negative stiffness, and no equation is left out: seed %i',
  (seed) => {
    const { K, solver } = held({ own: -9, free: 0, seed });
    const b = Float64Array.from({ length: K.length }, sequence(seed + 100));
    solver.factor();
    expect([...solver.dependent].some((i) => i < n)).toBe(true); // as it was: equations are lost
    solver.openSigns(true);
    solver.factor();
    expect(solver.dependentCount).toBe(0);
    expect(solver.isDefiniteOnRows).toBe(true);
    const x = b.slice();
    solver.solve(x);
    expect(error(K, x, b)).toBeLessThan(1e-12);
  },
);

test('where a free point has negative stiffness it is told', () => {
  const { solver } = held({ own: -9, free: -9, seed: 5 });
  solver.openSigns(true);
  solver.factor();
  expect(solver.isDefiniteOnRows).toBe(false);
});

test('a definite matrix has the same factor with signs open, and closed again', () => {
  const { K, solver } = held({ own: 0, free: 0, seed: 6 });
  const b = Float64Array.from({ length: K.length }, sequence(8));
  const solved = (isOpen: boolean): Float64Array => {
    solver.openSigns(isOpen);
    solver.factor();
    expect(solver.isDefiniteOnRows).toBe(true);
    const x = b.slice();
    solver.solve(x);
    return x;
  };
  const first = solved(false);
  expect(solved(true)).toEqual(first);
  expect(solved(false)).toEqual(first);
});
