import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { Arena } from '../../kernel/run/memory.ts';
import { aggregatesOf } from './aggregates.ts';
import { BlockCg } from './block-cg.ts';
import { BlockMatrix } from './block-matrix.ts';
import { RigidPreconditioner } from './preconditioner.ts';

/** A chain of nodes with random blocks, added from either side, and the same matrix in full. */
function chain(n: number, random: Random, diagonal: number) {
  const arena = new Arena();
  const pairs: number[] = [];
  for (let i = 0; i < n; i++) pairs.push(i, i);
  for (let i = 0; i + 1 < n; i++) pairs.push(...(i % 2 ? [i, i + 1] : [i + 1, i]), i, i + 1);
  const matrix = new BlockMatrix(arena, n, Int32Array.from(pairs), 64);
  const full = Array.from({ length: 3 * n }, () => new Float64Array(3 * n));
  const values = matrix.values.view();
  matrix.places.forEach((at, k) => {
    const [a, b] = [pairs[2 * k], pairs[2 * k + 1]];
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        const value = a === b ? (r === c ? diagonal + random.between(0, 1) : 0) : random.between(-1, 1);
        values[at + 3 * r + c] += value;
        full[3 * a + r][3 * b + c] += value;
        if (a !== b) full[3 * b + c][3 * a + r] += value;
      }
  });
  matrix.fold();
  const numbers = () => arena.f64(3 * n);
  const mask = numbers();
  mask.view().fill(1);
  const positions = Float64Array.from({ length: 3 * n }, (_, i) => (i % 3 ? random.between(0, 1) : i));
  return { arena, matrix, full, mask, positions, numbers };
}
const times = (full: readonly Float64Array[], x: Float64Array): number[] =>
  full.map((row) => row.reduce((sum, a, i) => sum + a * x[i], 0));
const filled = (values: Float64Array, random: Random): Float64Array => {
  for (let i = 0; i < values.length; i++) values[i] = random.between(-1, 1);
  return values;
};

describe('a matrix of 3x3 blocks', () => {
  test('its product is that of the full matrix, whichever node of a block comes first (seed 1)', () => {
    const random = new Random(1);
    const { matrix, full, numbers } = chain(70, random, 5);
    const [x, out] = [numbers(), numbers()];
    filled(x.view(), random);
    matrix.multiply(x, out);
    times(full, x.view()).forEach((value, i) => {
      expect(Math.abs(out.view()[i] - value)).toBeLessThan(1e-13);
    });
  });
  test('masked unknowns have neither rows nor columns (seed 2)', () => {
    const random = new Random(2);
    const { matrix, full, mask, numbers } = chain(20, random, 5);
    for (const i of [0, 4, 31, 33, 34, 35]) mask.view()[i] = 0;
    matrix.mask(mask);
    const [x, out] = [numbers(), numbers()];
    filled(x.view(), random);
    matrix.multiply(x, out);
    const free = x.view().map((value, i) => value * mask.view()[i]);
    times(full, free).forEach((value, i) => {
      expect(Math.abs(out.view()[i] - value * mask.view()[i])).toBeLessThan(1e-13);
    });
  });
  test('aggregates are neighbours, at least about 30 and at most 60 nodes each', () => {
    const positions = Float64Array.from({ length: 3 * 500 }, (_, i) => (i % 3 === 0 ? i : 0));
    const counts = new Map<number, number[]>();
    aggregatesOf(positions, [0, 200, 500]).forEach((a, node) => {
      counts.set(a, [...(counts.get(a) ?? []), node]);
    });
    for (const nodes of counts.values()) {
      expect(nodes.length).toBeLessThanOrEqual(60);
      expect(nodes.length).toBeGreaterThan(23);
      expect(Math.max(...nodes) - Math.min(...nodes)).toBe(nodes.length - 1);
      expect(nodes.some((i) => i < 200)).toBe(!nodes.some((i) => i >= 200));
    }
  });
});

describe('conjugate gradients', () => {
  test('solve, with masked unknowns left at 0 (seed 3)', () => {
    const random = new Random(3);
    const { arena, matrix, full, mask, positions, numbers } = chain(120, random, 8);
    for (const i of [0, 1, 2, 100]) mask.view()[i] = 0;
    matrix.mask(mask);
    const preconditioner = new RigidPreconditioner(arena, matrix, aggregatesOf(positions, [0, 120]));
    preconditioner.build(positions);
    const cg = new BlockCg(arena, matrix, preconditioner);
    const [b, x] = [numbers(), numbers()];
    filled(b.view(), random);
    for (let i = 0; i < 360; i++) b.view()[i] *= mask.view()[i];
    const report = cg.solve(b, x, mask, 1e-12, 500);
    expect(report.positive).toBe(true);
    times(full, x.view()).forEach((value, i) => {
      if (mask.view()[i] === 1) expect(Math.abs(value - b.view()[i])).toBeLessThan(1e-11);
      else expect(x.view()[i]).toBe(0);
    });
  });
  test('the preconditioner is symmetric and positive (seed 4)', () => {
    const random = new Random(4);
    const { arena, matrix, mask, positions, numbers } = chain(90, random, 8);
    const preconditioner = new RigidPreconditioner(arena, matrix, aggregatesOf(positions, [0, 90]));
    preconditioner.build(positions);
    const [a, b, za, zb] = [numbers(), numbers(), numbers(), numbers()];
    const along = (u: Float64Array, v: Float64Array): number => u.reduce((sum, x, i) => sum + x * v[i], 0);
    for (let n = 0; n < 5; n++) {
      filled(a.view(), random);
      filled(b.view(), random);
      preconditioner.apply(a, za, mask);
      preconditioner.apply(b, zb, mask);
      expect(along(a.view(), za.view())).toBeGreaterThan(0);
      expect(Math.abs(along(a.view(), zb.view()) - along(b.view(), za.view()))).toBeLessThan(1e-12);
    }
  });
  test('at negative curvature they stop with something that points downhill (seed 5)', () => {
    const random = new Random(5);
    const { arena, matrix, mask, positions, numbers } = chain(60, random, -0.5);
    const preconditioner = new RigidPreconditioner(arena, matrix, aggregatesOf(positions, [0, 60]));
    preconditioner.build(positions);
    const [b, x] = [numbers(), numbers()];
    filled(b.view(), random);
    const report = new BlockCg(arena, matrix, preconditioner).solve(b, x, mask, 1e-12, 500);
    expect(report.positive).toBe(false);
    expect(b.view().reduce((sum, value, i) => sum + value * x.view()[i], 0)).toBeGreaterThan(0);
  });
});
