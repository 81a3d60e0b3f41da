/** H = M + sum of J^T N J over nodes: which units it couples, against sets, and what it solves, against a dense elimination. */
import { expect, test } from 'vitest';
import { Random } from '../../../../../../tests/support/random.ts';
import { factorLu, solveLu } from '../../../linalg/dense/lu.ts';
import { ImpulseRows, slotNumbers, stride, unitNumbers } from '../impulse-rows.ts';
import { UnitMatrix } from './unit-matrix.ts';
import { UnitStructures } from './unit-structure.ts';

/** Rows over one to four of some nodes each. */
function nodes(random: Random, units: number, count: number): ImpulseRows {
  const rows = new ImpulseRows();
  rows.clear();
  for (let u = 0; u < units; u++) {
    const at = unitNumbers * rows.addUnit(3);
    for (let k = 0; k < unitNumbers; k++) rows.mass[at + k] = rows.inverse[at + k] = 0;
    const m = random.between(0.5, 2);
    for (let k = 0; k < 3; k++) {
      rows.mass[at + (stride + 1) * k] = m;
      rows.inverse[at + (stride + 1) * k] = 1 / m;
    }
  }
  for (let i = 0; i < count; i++) {
    rows.addRow();
    for (let k = 0; k <= i % 4; k++) {
      const at = rows.addSlot(Math.min(units - 1, Math.floor(i / 2) + Math.floor(random.between(0, 5))));
      for (let line = 0; line < 3; line++)
        for (let axis = 0; axis < 3; axis++) rows.J[at + stride * line + axis] = random.between(-1, 1);
    }
  }
  rows.finish();
  return rows;
}

test.each([
  [1, 6, 9],
  [2, 30, 50],
  [3, 40, 70],
])('seed %d: %d nodes, %d rows', (seed, units, count) => {
  const random = new Random(seed);
  const rows = nodes(random, units, count);
  const used = Uint8Array.from({ length: count }, (_, i) => (i % 5 === 3 ? 0 : 1));
  const structures = new UnitStructures();

  const { place, order, first, later } = structures.of(rows, used);
  const near = Array.from({ length: units }, () => new Set<number>());
  const unitsOf = (i: number): Int32Array => rows.slotUnit.subarray(rows.firstSlot[i], rows.firstSlot[i + 1]);
  for (let i = 0; i < count; i++)
    if (used[i]) for (const u of unitsOf(i)) for (const v of unitsOf(i)) if (u !== v) near[u].add(v);
  // a unit that is eliminated couples all of its neighbours
  for (let k = 0; k < units; k++) {
    const left = [...near[order[k]]].filter((u) => place[u] > k);
    for (const u of left) for (const v of left) if (u !== v) near[u].add(v);
    expect([...later.subarray(first[k], first[k + 1])]).toEqual(left.map((u) => place[u]).sort((a, b) => a - b));
  }

  const matrix = new UnitMatrix(structures);
  matrix.prepare(rows);
  matrix.use(used);
  matrix.begin();
  const size = 3 * units;
  const full = new Float64Array(size * size);
  for (let u = 0; u < units; u++)
    for (let k = 3 * u; k < 3 * u + 3; k++) full[(size + 1) * k] = rows.mass[unitNumbers * u];
  for (let i = 0; i < count; i++) {
    if (!used[i]) continue;
    const N = Float64Array.from({ length: 9 }, (_, k) => random.between(-0.3, 0.3) + (k % 4 ? 0 : 1));
    matrix.add(i, N, 0);
    for (let s = rows.firstSlot[i]; s < rows.firstSlot[i + 1]; s++)
      for (let t = rows.firstSlot[i]; t < rows.firstSlot[i + 1]; t++)
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < 3; c++)
            for (let a = 0; a < 3; a++)
              for (let b = 0; b < 3; b++)
                full[(3 * rows.slotUnit[s] + r) * size + 3 * rows.slotUnit[t] + c] +=
                  rows.J[slotNumbers * s + stride * a + r] * N[3 * a + b] * rows.J[slotNumbers * t + stride * b + c];
  }
  const v = Float64Array.from({ length: size }, () => random.between(-1, 1));
  const expected = v.slice();
  const pivots = new Int32Array(size);
  expect(factorLu(full, size, pivots)).toBe(true);
  solveLu(full, size, pivots, expected);
  expect(matrix.factor()).toBe(true);
  matrix.solve(v);
  for (let k = 0; k < size; k++) expect(v[k]).toBeCloseTo(expected[k], 10);
});
