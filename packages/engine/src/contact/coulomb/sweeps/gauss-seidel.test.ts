/** The compiled sweep against the plain loop, to the bit. */
import { expect, test } from 'vitest';
import { ImpulseRows, slotNumbers, stride, unitNumbers } from '../impulse-rows.ts';
import { type CoulombProblem, clamped, rowKinds } from '../problem.ts';
import { GaussSeidel } from './gauss-seidel.ts';

const random = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32 - 0.5;
};

/** Bodies and nodes, each row on two of them, or on one. */
function problemOf(seed: number, units: number, count: number): CoulombProblem {
  const next = random(seed);
  const rows = new ImpulseRows();
  rows.clear();
  const sizes = Array.from({ length: units }, (_, k) => (k % 3 === 1 ? 3 : 6));
  for (const [u, size] of sizes.entries()) {
    rows.addUnit(size);
    for (let k = 0; k < size; k++) {
      const mass = 0.5 + (next() + 0.5) * 2;
      rows.mass[unitNumbers * u + (stride + 1) * k] = mass;
      rows.inverse[unitNumbers * u + (stride + 1) * k] = 1 / mass;
    }
  }
  for (let i = 0; i < count; i++) {
    rows.addRow();
    for (let s = 0; s < 1 + (i % 4 > 0 ? 1 : 0); s++) {
      const unit = (i * (s + 1) + 7 * s) % units;
      const at = rows.addSlot(unit);
      for (let line = 0; line < 3; line++)
        for (let k = 0; k < sizes[unit]; k++) rows.J[at + stride * line + k] += next();
    }
  }
  rows.finish();
  const list = (of: (i: number) => number): Float64Array => Float64Array.from({ length: count }, (_, i) => of(i));
  return {
    rows,
    kinds: Uint8Array.from({ length: count }, (_, i) => (i % 11 === 3 ? 1 : i % 13 === 5 ? 2 : i % 7 === 6 ? 3 : 0)),
    b: Float64Array.from({ length: 3 * count }, next),
    mu: list((i) => (i % 5 === 0 ? 0 : 0.4)),
    lower: list(() => -0.1),
    upper: list(() => 0.2),
  };
}

function plainSweeps({ rows, kinds, b, mu, lower, upper }: CoulombProblem, lambda: Float64Array, most: number): void {
  const { firstSlot, slotUnit, unitAt, unitSize, J, Y, count, size } = rows;
  const v = new Float64Array(size);
  rows.spread(lambda, v);
  const own = (i: number, r: number, c: number): number => {
    let sum = 0;
    for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++)
      for (let k = slotNumbers * s; k < slotNumbers * s + stride; k++) sum += J[k + stride * r] * Y[k + stride * c];
    return sum;
  };
  const inverse = (i: number, r: number): number => (own(i, r, r) > 0 ? 1 / own(i, r, r) : 0);
  const velocity = (i: number, line: number): number => {
    let u = b[3 * i + line];
    for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++)
      for (let k = 0; k < unitSize[slotUnit[s]]; k++)
        u += J[slotNumbers * s + stride * line + k] * v[unitAt[slotUnit[s]] + k];
    return u;
  };
  for (let sweep = 0; sweep < most; sweep++)
    for (let i = 0; i < count; i++) {
      if (kinds[i] === rowKinds.absent) continue;
      const l = [...lambda.subarray(3 * i, 3 * i + 3)];
      const u = [0, 1, 2].map((line) => velocity(i, line));
      const d = [0, 0, 0];
      if (kinds[i] === rowKinds.bounded) d[0] = clamped(l[0] - inverse(i, 0) * u[0], i, lower, upper) - l[0];
      else if (kinds[i] === rowKinds.holds) {
        d[0] = -inverse(i, 0) * u[0];
        d[1] = -inverse(i, 1) * (u[1] + own(i, 1, 0) * d[0]);
        d[2] = -inverse(i, 2) * (u[2] + own(i, 2, 0) * d[0] + own(i, 2, 1) * d[1]);
      } else {
        const normal = Math.max(0, l[0] - inverse(i, 0) * u[0]);
        d[0] = normal - l[0];
        const mass = Math.min(inverse(i, 1), inverse(i, 2));
        let t1 = l[1] - mass * (u[1] + own(i, 1, 0) * d[0]);
        let t2 = l[2] - mass * (u[2] + own(i, 2, 0) * d[0]);
        const length = Math.sqrt(t1 * t1 + t2 * t2);
        if (length > mu[i] * normal) {
          t1 *= (mu[i] * normal) / length;
          t2 *= (mu[i] * normal) / length;
        }
        d[1] = t1 - l[1];
        d[2] = t2 - l[2];
      }
      for (let line = 0; line < 3; line++) lambda[3 * i + line] += d[line];
      for (let s = firstSlot[i]; s < firstSlot[i + 1]; s++)
        for (let k = 0; k < unitSize[slotUnit[s]]; k++) {
          const at = slotNumbers * s + k;
          v[unitAt[slotUnit[s]] + k] += d[0] * Y[at] + d[1] * Y[at + stride] + d[2] * Y[at + 2 * stride];
        }
    }
}

test.each([
  [1, 4, 3],
  [2, 9, 40],
  [3, 30, 120],
])('seed %d: %d bodies and nodes, %d rows of every kind: the same bits as the plain loop', (seed, units, count) => {
  const problem = problemOf(seed, units, count);
  const next = random(seed + 100);
  const [a, b] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  const gaussSeidel = new GaussSeidel();
  for (let round = 0; round < 3; round++) {
    for (let k = 0; k < 3 * count; k++) a[k] = b[k] = round === 0 ? 0 : 0.1 * next();
    expect(gaussSeidel.sweep(problem, a, 4, 0)).toBe(4);
    plainSweeps(problem, b, 4);
    expect([...a]).toEqual([...b]);
  }
});

test('sweeps end where they change nothing by more than is asked', () => {
  const problem = problemOf(5, 2, 1);
  expect(new GaussSeidel().sweep(problem, new Float64Array(3), 1000, 1e-12)).toBeLessThan(1000);
});
