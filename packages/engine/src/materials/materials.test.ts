import { describe, expect, test } from 'vitest';
import { valueAt } from '../../../../tests/support/evaluate.ts';
import { Random } from '../../../../tests/support/random.ts';
import { along, directionalAll, gradient } from '../kernel/formula/derive.ts';
import { add, constant, type Expr, input, mul } from '../kernel/formula/expr.ts';
import { type Mat3, vectors } from '../kernel/formula/vector.ts';
import { materials } from './index.ts';
import { type Material, stressOf } from './material.ts';

const [mu, la] = [2.7, 4.1];
const F = vectors(Array.from({ length: 9 }, (_, i) => input(`test F ${i}`))) as unknown as Mat3;
const D = Array.from({ length: 9 }, (_, i) => input(`test D ${i}`));
const all = Object.values(materials);
const moduli = [constant(mu), constant(la)] as const;
const energyAt = (m: Material, at: readonly number[]): number => valueAt([m.energy(F, ...moduli)], F.flat(), at)[0];
const stressAt = (m: Material, at: readonly number[]): number[] =>
  valueAt(stressOf(m, F, ...moduli).flat(), F.flat(), at);

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const transposed = (a: readonly number[]): number[] => a.map((_, i) => a[3 * (i % 3) + Math.floor(i / 3)]);
const product = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((_, i) => [0, 1, 2].reduce((sum, k) => sum + a[3 * Math.floor(i / 3) + k] * b[3 * k + (i % 3)], 0));
const plus = (a: readonly number[], b: readonly number[], s = 1): number[] => a.map((x, i) => x + s * b[i]);
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
const dotted = (a: readonly Expr[], b: readonly Expr[]): Expr => a.map((x, i) => mul(x, b[i])).reduce(add);
const size = (a: readonly number[]): number => Math.sqrt(dot(a, a));
const diagonal = (x: number, y: number, z: number): number[] => [x, 0, 0, 0, y, 0, 0, 0, z];
/** of a random quaternion */
function rotation(random: Random): number[] {
  const q = [0, 1, 2, 3].map(() => random.between(-1, 1));
  const [x, y, z, w] = q.map((c) => c / size(q));
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}
const shaken = (random: Random, by: number): number[] => identity.map((x) => x + random.between(-by, by));

describe.each(all)('$name', (material) => {
  test('psi is linear in mu and la, so that each may be integrated where it locks least (seed 11)', () => {
    const random = new Random(11);
    const at = (m: number, l: number, x: readonly number[]): number =>
      valueAt([material.energy(F, constant(m), constant(l))], F.flat(), x)[0];
    for (let n = 0; n < 20; n++) {
      const x = shaken(random, 0.4);
      expect(at(mu, 0, x) + at(0, la, x)).toBeCloseTo(at(mu, la, x), 12);
      expect(3 * at(mu, la, x)).toBeCloseTo(at(3 * mu, 3 * la, x), 12);
    }
  });
  test('P is the central difference of psi, to 1e-8 [HCY notes, check 1] (seed 1)', () => {
    const random = new Random(1);
    for (let n = 0; n < 20; n++) {
      const at = shaken(random, 0.4);
      const P = stressAt(material, at);
      const step = 1e-5;
      const differences = at.map((_, i) => {
        const moved = (by: number): number[] => at.map((x, k) => (k === i ? x + by : x));
        return (energyAt(material, moved(step)) - energyAt(material, moved(-step))) / (2 * step);
      });
      expect(size(plus(P, differences, -1)) / size(P)).toBeLessThan(1e-8);
    }
  });

  test('P is what the engine derives from psi, to rounding (seed 2)', () => {
    const random = new Random(2);
    const derived = gradient(material.energy(F, ...moduli), F.flat());
    for (let n = 0; n < 20; n++) {
      const at = shaken(random, 0.4);
      const P = stressAt(material, at);
      expect(size(plus(P, valueAt(derived, F.flat(), at), -1))).toBeLessThan(1e-13 * (size(P) + mu + la));
    }
  });

  test('the derivative of P is its difference, and symmetric: the Hessian of psi (seed 3)', () => {
    const random = new Random(3);
    const change = directionalAll(stressOf(material, F, ...moduli).flat(), along(F.flat(), D));
    const hessianTimes = (at: readonly number[], d: readonly number[]): number[] =>
      valueAt(change, [...F.flat(), ...D], [...at, ...d]);
    for (let n = 0; n < 10; n++) {
      const at = shaken(random, 0.3);
      const [d, e] = [0, 1].map(() => at.map(() => random.between(-1, 1)));
      const step = 1e-4;
      const ahead = stressAt(material, plus(at, d, step));
      const difference = plus(ahead, stressAt(material, plus(at, d, -step)), -1).map((x) => x / (2 * step));
      const Hd = hessianTimes(at, d);
      expect(size(plus(Hd, difference, -1)) / size(Hd)).toBeLessThan(1e-6); // error of the difference: step^2
      const [left, right] = [dot(e, Hd), dot(d, hessianTimes(at, e))];
      expect(Math.abs(left - right)).toBeLessThan(1e-12 * size(Hd) * size(e));
    }
  });

  test('small strains: P = 2 mu e + la tr(e), to 1e-3 at 1e-5 [HCY notes, check 1] (seed 4)', () => {
    const random = new Random(4);
    for (let n = 0; n < 10; n++) {
      const d = identity.map(() => random.between(-1, 1));
      const grad = d.map((x) => (1e-5 * x) / size(d));
      const e = plus(grad, transposed(grad)).map((x) => x / 2);
      const hooke = e.map((x, i) => 2 * mu * x + la * identity[i] * (e[0] + e[4] + e[8]));
      const P = stressAt(material, plus(identity, grad));
      expect(size(plus(P, hooke, -1)) / size(hooke)).toBeLessThan(1e-3);
    }
  });

  test('blocks of its Hessian are those that are derived from the stress (seed 7)', () => {
    const random = new Random(7);
    const b = vectors(Array.from({ length: 12 }, (_, i) => input(`test b ${i}`)));
    const symbols = [...F.flat(), ...b.flat()];
    const block = material.hessian?.(F, ...moduli, b);
    if (!block) throw new Error(`${material.name} has no Hessian of its own`);
    // F = sum of x_a b_a': P b_a moves by dP b_a where F moves by e_c b_b'
    const derived = [0, 1, 2].flatMap((c) => {
      const change = along(
        F.flat(),
        [0, 1, 2].flatMap((row) => b[3].map((x) => (row === c ? x : constant(0)))),
      );
      const dP = directionalAll(stressOf(material, F, ...moduli).flat(), change);
      return [0, 1, 2].map((r) => dotted(dP.slice(3 * r, 3 * r + 3), b[1]));
    });
    for (let n = 0; n < 10; n++) {
      const numbers = [...shaken(random, 0.4), ...Array.from({ length: 12 }, () => random.between(-1, 1))];
      const own = valueAt(block(1, 3).flat(), symbols, numbers);
      const other = valueAt(derived, symbols, numbers);
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++)
          expect(Math.abs(own[3 * r + c] - other[3 * c + r])).toBeLessThan(1e-12 * (size(own) + mu + la));
    }
  });

  test('nothing at rest, and none of it from turning: psi(QF) = psi(F), P(QF) = Q P(F) (seed 5)', () => {
    const random = new Random(5);
    expect(Math.abs(energyAt(material, identity))).toBeLessThan(1e-15);
    for (let n = 0; n < 10; n++) {
      const Q = rotation(random);
      expect(size(stressAt(material, Q))).toBeLessThan(2e-14 * (mu + la));
      const at = shaken(random, 0.3);
      const turned = product(Q, at);
      expect(Math.abs(energyAt(material, turned) - energyAt(material, at))).toBeLessThan(1e-13 * (mu + la));
      const P = stressAt(material, at);
      expect(size(plus(stressAt(material, turned), product(Q, P), -1))).toBeLessThan(1e-13 * (size(P) + mu + la));
    }
  });

  test('finite wherever a tet may get to: flat, a line, a point, mirrored', () => {
    const places = [
      ...[diagonal(1, 1, 0), diagonal(1, 0, 0), diagonal(0, 0, 0), diagonal(1, 1, -1), diagonal(-1, -1, -1)],
      ...[diagonal(3, 0.01, 0.01), diagonal(1, 0.5, -0.5)],
    ];
    for (const at of places) {
      expect(stressAt(material, at).every(Number.isFinite)).toBe(true);
      expect(Number.isFinite(energyAt(material, at))).toBe(true);
    }
  });
});

test('a material is found by its own name', () => {
  for (const [name, material] of Object.entries(materials)) expect(material.name).toBe(name);
  expect(Object.keys(materials)).toContain('corotated');
});

describe('corotated', () => {
  const { corotated } = materials;
  /** P of F = R S with S = U diag(stretches) U', as the textbook has it. */
  const textbook = (R: readonly number[], S: readonly number[]): number[] => {
    const spread = la * (S[0] + S[4] + S[8] - 3);
    return product(R, S).map((f, i) => 2 * mu * (f - R[i]) + spread * R[i]);
  };
  test.each([
    [1, 1, 1],
    [1.3, 1.3, 0.6],
    [1.2, 1.2 + 1e-9, 0.9],
    [5, 1, 0.2],
    [1, 0.1, 0.1],
    [0.02, 1, 2],
    [1, 0.01, 0.01],
  ])('is that of the rotation in F, stretches %s, %s, %s (seed 6)', (x, y, z) => {
    const random = new Random(6);
    const U = rotation(random);
    const S = product(product(U, diagonal(x, y, z)), transposed(U));
    const R = rotation(random);
    // R is as well known as its narrowest pair of stretches is wide
    const tolerance = (1e-14 * (x + y + z)) / Math.min(x + y, y + z, z + x);
    expect(size(plus(stressAt(corotated, product(R, S)), textbook(R, S), -1))).toBeLessThan(tolerance * (mu + la) * 10);
  });
  /** The derivative of psi along D by a difference, and by the stress. */
  const slopes = (at: readonly number[], d: readonly number[], step: number): [number, number] => [
    (energyAt(corotated, plus(at, d, step)) - energyAt(corotated, plus(at, d, -step))) / (2 * step),
    dot(stressAt(corotated, at), d),
  ];
  test.each([
    [5.41, 0.082, -0.0815],
    [1, 0.9, -0.8999],
    [1, 0.5, -0.49999],
    [1, 0.999, -0.998],
    [3, 1e-3, -0.9e-3],
    [1, 1, -0.999],
    [2, 2, -1],
    [1, 0.02, -0.01],
  ])('P is the difference of psi where two stretches are nearly opposite: %s, %s, %s (seed 8)', (x, y, z) => {
    const random = new Random(8);
    const at = product(product(rotation(random), diagonal(x, y, z)), rotation(random));
    const step = 0.02 * (y + z);
    for (let n = 0; n < 20; n++) {
      const d = at.map(() => random.between(-1, 1));
      const [difference, derivative] = slopes(at, d, step / size(d));
      expect(Math.abs(difference - derivative)).toBeLessThan(2e-3 * size(stressAt(corotated, at)) * size(d));
    }
  });
  test('psi has its kink, and keeps 8 digits, where two stretches are opposite', () => {
    for (const [x, y] of [
      [5.41, 0.082],
      [1, 0.5],
      [1, 1],
    ]) {
      const s = x; // y - y
      const exact = mu * (x * x + 2 * y * y - 2 * s + 3) + (la / 2) * (s - 3) ** 2;
      expect(Math.abs(energyAt(corotated, diagonal(x, y, -y)) / exact - 1)).toBeLessThan(1e-7);
    }
  });
  test('turned inside out, the least stretch counts negative', () => {
    const S = diagonal(1.1, 0.9, -0.3);
    expect(size(plus(stressAt(corotated, S), textbook(identity, S), -1))).toBeLessThan(1e-12);
  });
});
