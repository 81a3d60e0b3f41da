/** Islands with few rows: G, Newton's step and corrections over contacts, against those over units. */
import { expect, test } from 'vitest';
import { pile, stack } from '../../../../../../tests/support/impulse-problems.ts';
import { Random } from '../../../../../../tests/support/random.ts';
import type { ImpulseRows } from '../impulse-rows.ts';
import { LeastNorm } from '../least-norm.ts';
import { lines } from '../line-use.ts';
import { ContactStep } from '../newton/contact-step.ts';
import { ContactMatrix } from './contact-matrix.ts';
import { UnitStructures } from './unit-structure.ts';

const problems = { 'two boxes': stack(2, 0.5, [1, 0, -9.81]), 'eight spheres': pile(1, 0.4, 2) };
const largest = (list: Iterable<number>): number => Math.max(...[...list].map(Math.abs));

/** G of the rows, column by column. */
function products(rows: ImpulseRows): number[][] {
  const N = 3 * rows.count;
  const v = new Float64Array(rows.size);
  return Array.from({ length: N }, (_, c) => {
    const one = new Float64Array(N);
    one[c] = 1;
    rows.spread(one, v);
    const column = new Float64Array(N);
    rows.velocities(v, column);
    return [...column];
  });
}

test.each(Object.entries(problems))('%s: G is that of products through units', (_name, { rows }) => {
  const matrix = new ContactMatrix();
  matrix.prepare(rows);
  const N = 3 * rows.count;
  const columns = products(rows);
  const size = largest(columns.flat());
  for (let r = 0; r < N; r++)
    for (let c = 0; c < N; c++) expect(Math.abs(matrix.G[N * r + c] - columns[c][r])).toBeLessThan(1e-14 * size);
});

test('two boxes, seed 3: the step solves its equations, with rows that are open among them', () => {
  const { rows } = problems['two boxes'];
  const random = new Random(3);
  const n = rows.count;
  const N = 3 * n;
  const matrix = new ContactMatrix();
  matrix.prepare(rows);
  const { G } = matrix;
  const [D, K, SQ, f] = [N, 9 * n, 9 * n, N].map((size) => Float64Array.from(random.list(size, 0.5, 1)));
  for (let i = 0; i < n; i++) for (let r = 0; r < 3; r++) K[9 * i + 4 * r] += 3;
  for (const open of [1, 4]) {
    SQ.fill(0, 9 * open, 9 * open + 9);
    for (let m = 0; m < 9; m++) K[9 * open + m] = m % 4 ? 0 : 1;
  }
  // a contact that sticks, and lines with one number each
  for (let m = 0; m < 9; m++) SQ[9 * 2 + m] = m % 4 ? 0 : 1;
  const dx = new Float64Array(N);
  expect(new ContactStep().find(rows, matrix, D, K, SQ, f, dx)).toBe(true);
  for (let i = 0; i < n; i++)
    for (let r = 0; r < 3; r++) {
      let sum = f[3 * i + r];
      for (let m = 0; m < 3; m++) {
        sum += K[9 * i + 3 * r + m] * dx[3 * i + m];
        for (let c = 0; c < N; c++) sum += SQ[9 * i + 3 * r + m] * D[3 * i + m] * G[N * (3 * i + m) + c] * D[c] * dx[c];
      }
      expect(Math.abs(sum)).toBeLessThan(1e-12);
    }
});

/** More rows than are solved over contacts: those of the problem, and others that take no part. */
function padded({ rows }: { readonly rows: ImpulseRows }): ImpulseRows {
  const first = rows.count;
  while (rows.count <= 64) rows.addRow();
  rows.finish();
  rows.version++;
  expect(rows.count).toBeGreaterThan(first);
  return rows;
}
const wantedOf = (rows: ImpulseRows): Float64Array => {
  // velocities that bodies can have: redundant lines do not contradict each other
  const v = Float64Array.from({ length: rows.size }, (_, k) => 1e-3 * ((k % 5) - 1.7));
  const wanted = new Float64Array(3 * rows.count);
  rows.velocities(v, wanted);
  return wanted;
};
test.each([
  ['normals', [lines.normal]],
  ['sticking', [lines.all]],
  ['mixed', [lines.all, lines.slipping, lines.normal, lines.none]],
])('two boxes, %s: lines get their changes of velocity; where none slips, by the shortest impulses', (_name, uses) => {
  const made = () => stack(2, 0.5, [1, 0, -9.81]);
  const count = made().rows.count;
  const solved = (rows: ImpulseRows) => {
    const least = new LeastNorm(new UnitStructures(), new ContactMatrix());
    least.begin(rows);
    const wanted = wantedOf(rows);
    least.wanted.set(wanted);
    for (let i = 0; i < count; i++) {
      least.use[i] = uses[i % uses.length];
      least.slip[2 * i] = 0.3;
      least.slip[2 * i + 1] = -0.2;
    }
    expect(least.solve()).toBe(true);
    const got = new Float64Array(3 * rows.count);
    rows.velocities(least.motion(), got);
    const isWanted = (a: number): boolean => least.use[Math.floor(a / 3)] === lines.all || a % 3 === 0;
    const error = largest(got.map((u, a) => (isWanted(a) && least.use[Math.floor(a / 3)] ? u - wanted[a] : 0)));
    expect(error).toBeLessThan(1e-12 * largest(wanted));
    least.impulses();
    return least.x.slice(0, 3 * count);
  };
  const [few, many] = [solved(made().rows), solved(padded(made()))];
  // forces of friction that follows a normal force are not the directions of velocities: some motion is left open
  if (!uses.includes(lines.slipping as never))
    expect(largest(few.map((x, k) => x - many[k]))).toBeLessThan(1e-9 * largest(many));
});
