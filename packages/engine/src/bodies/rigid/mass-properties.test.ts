import { describe, expect, test } from 'vitest';
import { Random } from '../../../../../tests/support/random.ts';
import { momentsFault, principalAxes, surfaceProperties } from './mass-properties.ts';
import { type RigidShape, solidShape } from './shapes.ts';

describe('closed forms and the integral over the surface agree', () => {
  // the surfaces of round shapes are polyhedra inside them, of 32 sectors and 16 rings: their volume is 1.2 % smaller
  test.each<[RigidShape, number]>([
    [{ kind: 'box', size: [0.3, 1.1, 2.7] }, 1e-13],
    [{ kind: 'sphere', radius: 0.7 }, 0.025],
    [{ kind: 'cylinder', radius: 0.4, length: 1.3 }, 0.01],
    [{ kind: 'cylinder', radius: 1.4, length: 0.2 }, 0.01],
    [{ kind: 'capsule', radius: 0.3, length: 0.9 }, 0.025],
    [{ kind: 'capsule', radius: 0.9, length: 0.1 }, 0.025],
  ])('%o within %d', (shape, tolerance) => {
    const exact = solidShape(shape);
    const found = surfaceProperties(exact.surface);
    expect(Math.abs(found.volume / exact.volume - 1)).toBeLessThan(tolerance);
    for (const x of found.centre) expect(Math.abs(x)).toBeLessThan(1e-13);
    const perMass = (I: readonly number[], V: number): number[] => I.map((x) => x / V);
    const [a, b] = [perMass(found.inertia, found.volume), perMass(exact.inertia, exact.volume)];
    for (const k of b.keys()) expect(Math.abs(a[k] - b[k])).toBeLessThan(tolerance * Math.max(...b));
  });
  test('a surface that is moved has the same inertia about its centre of mass', () => {
    const { surface } = solidShape({ kind: 'box', size: [1, 2, 3] });
    const far = { ...surface, positions: surface.positions.map((x, i) => x + [50, -70, 20][i % 3]) };
    const [near, moved] = [surfaceProperties(surface), surfaceProperties(far)];
    for (const axis of [0, 1, 2]) expect(Math.abs(moved.centre[axis] - [50, -70, 20][axis])).toBeLessThan(1e-12);
    for (const k of near.inertia.keys()) expect(Math.abs(moved.inertia[k] - near.inertia[k])).toBeLessThan(1e-12);
  });
});

describe('principal axes', () => {
  test('R diag(moments) R^T is the inertia, and R is a rotation, for 200 random ones (seed 7)', () => {
    const random = new Random(7);
    for (let n = 0; n < 200; n++) {
      const B = Array.from({ length: 9 }, () => random.next() - 0.5);
      const A = B.map((_, k) => [0, 1, 2].reduce((s, j) => s + B[3 * Math.floor(k / 3) + j] * B[3 * (k % 3) + j], 0));
      const { moments, R } = principalAxes(A);
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) {
          const back = [0, 1, 2].reduce((s, k) => s + R[3 * i + k] * moments[k] * R[3 * j + k], 0);
          const unit = [0, 1, 2].reduce((s, k) => s + R[3 * i + k] * R[3 * j + k], 0);
          expect(Math.abs(back - A[3 * i + j])).toBeLessThan(1e-14);
          expect(Math.abs(unit - (i === j ? 1 : 0))).toBeLessThan(1e-14);
        }
      const det =
        R[0] * (R[4] * R[8] - R[5] * R[7]) - R[1] * (R[3] * R[8] - R[5] * R[6]) + R[2] * (R[3] * R[7] - R[4] * R[6]);
      expect(Math.abs(det - 1)).toBeLessThan(1e-14);
    }
  });
});

test('impossible moments are named', () => {
  expect(momentsFault([1, 2, 3])).toBeUndefined(); // a flat body
  expect(momentsFault([1, 2, 3.1])).toMatch(/larger than the sum of the other two/);
  expect(momentsFault([0, 1, 1])).toMatch(/three positive numbers/);
});
