import { expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { Arena } from '../../kernel/run/memory.ts';
import { createSupernodal } from '../create-solver.ts';
import { slotIn, upperPattern } from '../pattern/pattern.ts';
import { Bordered } from './bordered.ts';

/** A grid of nodes with springs, a chain of other unknowns, and rows that tie both; stiffness: of one spring, others have 1; ofChain: of its springs. */
function system(seed: number, stiffness = 1, ofChain = 3) {
  const random = new Random(seed);
  const side = 4;
  const count = side ** 3;
  const positions = Float64Array.from({ length: 3 * count }, (_, i) => {
    const node = Math.floor(i / 3);
    return [node % side, Math.floor(node / side) % side, Math.floor(node / side / side)][i % 3];
  });
  const [chain, rows] = [5, 4];
  const n = 3 * count + chain + rows;
  const entries = new Map<string, number>();
  const add = (i: number, j: number, value: number): void => {
    const key = `${Math.min(i, j)} ${Math.max(i, j)}`;
    entries.set(key, (entries.get(key) ?? 0) + value);
  };
  for (let i = 0; i < 3 * count + chain; i++) add(i, i, 0.5);
  for (let a = 0; a < count; a++)
    for (const step of [1, side, side * side]) {
      const b = a + step;
      if (b >= count) continue;
      const k = a === 7 && step === 1 ? stiffness : 1;
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) {
          const value = k * (r === c ? 1 : 0.2);
          add(3 * a + r, 3 * a + c, r <= c ? value : 0);
          add(3 * b + r, 3 * b + c, r <= c ? value : 0);
          add(3 * a + r, 3 * b + c, -value);
        }
    }
  for (let k = 0; k + 1 < chain; k++) {
    const [i, j] = [3 * count + k, 3 * count + k + 1];
    add(i, i, ofChain);
    add(j, j, ofChain);
    add(i, j, -ofChain);
  }
  for (let r = 0; r < rows; r++) {
    const row = 3 * count + chain + r;
    add(row, row, 0);
    for (let e = 0; e < 3; e++) add(row, random.below(3 * count), random.between(-1, 1));
    if (r % 2) add(row, 3 * count + r, 1);
  }
  const list = [...entries].map(([key, value]) => [...key.split(' ').map(Number), value] as [number, number, number]);
  const pattern = upperPattern(
    n,
    list.map(([i, j]) => [i, j] as const),
  );
  const rank = new Uint8Array(n).fill(1, 3 * count + chain);
  const arena = new Arena();
  const nodes = Int32Array.from({ length: count }, (_, k) => 3 * k);
  const bordered = new Bordered(pattern, arena, rank, nodes, positions, (out) => out.set(positions));
  const whole = createSupernodal(pattern, arena, rank);
  for (const [i, j, value] of list)
    for (const solver of [bordered, whole]) solver.values[slotIn(pattern, i, j)] = value;
  const b = Float64Array.from({ length: n }, () => random.between(-1, 1));
  return { n, inner: 3 * count, arena, bordered, whole, b };
}
const residualOf = ({ n, whole, b }: ReturnType<typeof system>, x: Float64Array): Float64Array => {
  const out = new Float64Array(n);
  whole.residual(b, x, out);
  return out;
};
const largest = (list: Float64Array): number => list.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

test.each([1, 2, 3])('the solution is that of the whole, seed %i', (seed) => {
  const made = system(seed);
  const [x, y] = [made.b.slice(), made.b.slice()];
  made.bordered.solve(x);
  made.whole.factor();
  made.whole.solve(y);
  expect(made.bordered.dependentCount).toBe(0);
  expect(largest(x.map((value, i) => value - y[i]))).toBeLessThan(1e-9 * largest(y));
});

test('the border is solved to rounding however early iterations end; the nodes to what was asked for (seed 4)', () => {
  const made = system(4);
  const x = made.arena.f64(made.n);
  let iterations = 0;
  for (const goal of [0.5, 1e-2, 1e-6]) {
    expect(made.bordered.solveNearly(made.b, goal, 0)).toBe(true);
    expect(made.bordered.iterations).toBeGreaterThan(iterations);
    iterations = made.bordered.iterations;
    made.bordered.solveRest(x);
    const left = residualOf(made, x.view());
    expect(largest(left.slice(made.inner))).toBeLessThan(1e-12);
    const inner = left.slice(0, made.inner);
    expect(Math.sqrt(inner.reduce((sum, value) => sum + value * value, 0))).toBeLessThan(goal * 40);
    expect(largest(inner)).toBeGreaterThan(1e-12);
  }
});

test('an indefinite block of nodes is found, and solved as a whole (seed 5)', () => {
  const made = system(5, -40);
  expect(made.bordered.solveNearly(made.b, 1e-6, 0)).toBe(false);
  expect(made.bordered.dependentCount).toBe(1);
  expect(made.bordered.dependent[0]).toBeLessThan(made.inner);
  const x = made.b.slice();
  made.bordered.factor();
  made.bordered.solve(x);
  const y = made.b.slice();
  made.whole.factor();
  made.whole.solve(y);
  expect([...x]).toEqual([...y]);
});

test('a chain that is not definite is told: nothing of it is left out', () => {
  const made = system(4, 1, -3);
  expect(made.bordered.solveNearly(made.b, 1e-10, 0)).toBe(false);
  expect(made.bordered.dependentCount).toBe(1);
  made.bordered.openSigns(true);
  made.bordered.factor();
  expect(made.bordered.dependentCount).toBe(0);
  expect(made.bordered.isDefiniteOnRows).toBe(false);
  const x = made.b.slice();
  made.bordered.solve(x);
  expect(largest(residualOf(made, x))).toBeLessThan(1e-10);
});
