import { describe, expect, test } from 'vitest';
import { derivative, steps } from '../../../../../tests/support/derivative.ts';
import { evaluate, valueAt } from '../../../../../tests/support/evaluate.ts';
import {
  cofactors,
  det,
  type Matrix,
  materials,
  restParameters,
  tetEnergy,
  times,
  turned,
} from '../../../../../tests/support/materials.ts';
import { Random } from '../../../../../tests/support/random.ts';
import { gradient, hessian } from './derive.ts';
import { type Expr, input, neg } from './expr.ts';
import {
  add3,
  column,
  cross,
  determinant,
  dot,
  length,
  lengthSquared,
  type Mat3,
  multiply,
  multiplyVector,
  neg3,
  normalise,
  scale3,
  sub3,
  sum3,
  transpose,
  type Vec3,
  vec3,
  vectors,
} from './vector.ts';

/** Nodal forces against P(F) by hand, relative to the terms they are sums of: some hundred roundings. */
const closedForm = 1e-13;
/** Hessians against differences of forces: what the difference says of itself, so often, plus rounding. */
const guesses = 50;
const rounding = 1e-9;

const names = (name: string, count: number): Expr[] => Array.from({ length: count }, (_, i) => input(`${name}${i}`));
const matrixOf = (m: readonly Expr[]): Mat3 => {
  const [a, b, c] = vectors(m);
  return [a, b, c];
};

describe('vectors and matrices are what their names say', () => {
  const at = [...new Random(31).list(18, -2, 2), 0.7];
  const [a, b] = vectors(names('a', 6));
  const [p, q] = [at.slice(0, 3), at.slice(3, 6)];
  const of = (roots: readonly Expr[]): number[] => valueAt(roots, [...a, ...b], [...p, ...q]);
  const close = (actual: readonly number[], expected: readonly number[]): void => {
    expect(actual.length).toBe(expected.length);
    actual.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 13);
    });
  };

  test('of three', () => {
    close(
      of(add3(a, b)),
      p.map((x, i) => x + q[i]),
    );
    close(
      of(sub3(a, b)),
      p.map((x, i) => x - q[i]),
    );
    close(
      of(neg3(a)),
      p.map((x) => -x),
    );
    close(
      of(scale3(b[0], a)),
      p.map((x) => q[0] * x),
    );
    close(
      of(sum3([a, b, a])),
      p.map((x, i) => 2 * x + q[i]),
    );
    close(of([dot(a, b), lengthSquared(a), length(a)]), [
      p[0] * q[0] + p[1] * q[1] + p[2] * q[2],
      p[0] ** 2 + p[1] ** 2 + p[2] ** 2,
      Math.hypot(...p),
    ]);
    close(of(cross(a, b)), [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]);
    close(of([length(normalise(a)), ...cross(a, normalise(a))]), [1, 0, 0, 0]);
    close(of(vec3(1, 2, 3)), [1, 2, 3]);
  });
  test('three by three, row by row', () => {
    const scalars = names('m', 18);
    const [m, n] = [matrixOf(scalars.slice(0, 9)), matrixOf(scalars.slice(9))];
    const rows = (list: number[]): Matrix => [0, 3, 6].map((i) => list.slice(i, i + 3));
    const [M, N] = [rows(at.slice(0, 9)), rows(at.slice(9, 18))];
    const value = (roots: readonly Expr[]): number[] => valueAt(roots, scalars, at);
    close(value(multiply(m, n).flat()), times(M, N).flat());
    close(value(transpose(m).flat()), turned(M).flat());
    close(value([...column(m, 1)]), [M[0][1], M[1][1], M[2][1]]);
    close(
      value([...multiplyVector(m, n[0])]),
      M.map((r) => r[0] * N[0][0] + r[1] * N[0][1] + r[2] * N[0][2]),
    );
    close(value([determinant(m)]), [det(M)]);
    close(value(gradient(determinant(m), m.flat())), cofactors(M).flat());
  });
});

interface Tet {
  readonly rest: number[][];
  readonly x: number[][];
  readonly F: Matrix;
  readonly parameters: number[];
}
/** A tet of ordinary quality under a deformation with stretches 0.3 to 2.5 in turned axes, now and then inverted. */
function randomTet(random: Random): Tet {
  const rotation = (): Matrix => {
    const [w, x, y, z] = random.list(4, -1, 1);
    const n = w * w + x * x + y * y + z * z;
    return [
      [1 - (2 * (y * y + z * z)) / n, (2 * (x * y - w * z)) / n, (2 * (x * z + w * y)) / n],
      [(2 * (x * y + w * z)) / n, 1 - (2 * (x * x + z * z)) / n, (2 * (y * z - w * x)) / n],
      [(2 * (x * z - w * y)) / n, (2 * (y * z + w * x)) / n, 1 - (2 * (x * x + y * y)) / n],
    ];
  };
  const stretches = random.list(3, 0.3, 2.5);
  if (random.chance(0.2)) stretches[0] *= -1;
  const diagonal = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? stretches[i] : 0)));
  const G = times(times(rotation(), diagonal), rotation());
  const rest = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((p) => p.map((c) => c + random.between(-0.15, 0.15)));
  const offset = random.list(3, -1, 1);
  const x = rest.map((p) => G.map((r, i) => r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + offset[i]));
  const parameters = restParameters(rest, random.between(0.5, 5), random.between(0.5, 20));
  // F as the element sees it, from rounded positions
  const B = [0, 3, 6].map((i) => parameters.slice(i, i + 3));
  const F = times(
    [0, 1, 2].map((i) => [1, 2, 3].map((j) => x[j][i] - x[0][i])),
    B,
  );
  return { rest, x, F, parameters };
}

describe.each(materials)('$name from its energy density [HCY notes, sec. 3]', (material) => {
  const scalars = names('x', 12);
  const x = vectors(scalars);
  const parameters = names('p', 12);
  const [V, mu, la] = parameters.slice(9);
  const energy = tetEnergy(material, x as Vec3[], matrixOf(parameters.slice(0, 9)), V, mu, la);
  const forces = gradient(energy, scalars).map(neg);
  const tets = (random: Random, count: number): Tet[] => Array.from({ length: count }, () => randomTet(random));
  /** inputs at many points: positions as given, the parameters of the tet */
  const inputsAt = (points: readonly { x: readonly number[]; tet: Tet }[]): Map<Expr, number[]> =>
    new Map([
      ...scalars.map((e, i): [Expr, number[]] => [e, points.map((p) => p.x[i])]),
      ...parameters.map((e, i): [Expr, number[]] => [e, points.map((p) => p.tet.parameters[i])]),
    ]);

  test('nodal forces are -V P B^T, 300 tets, seed 32', () => {
    const list = tets(new Random(32), 300);
    const values = evaluate(forces, inputsAt(list.map((tet) => ({ x: tet.x.flat(), tet }))), list.length);
    list.forEach(({ F, parameters }, e) => {
      const B = [0, 3, 6].map((i) => parameters.slice(i, i + 3));
      const [V, mu, la] = parameters.slice(9);
      const Hm = times(material.stress(F, mu, la), turned(B)).map((r) => r.map((h) => -V * h));
      const expected = [0, 1, 2, 3].flatMap((n) => Hm.map((r) => (n === 0 ? -(r[0] + r[1] + r[2]) : r[n - 1])));
      const scale = V * material.size(F, mu, la) * Math.max(...B.flat().map(Math.abs));
      expected.forEach((f, i) => {
        expect(Math.abs(values[i][e] - f), `tet ${e}, component ${i}`).toBeLessThan(closedForm * scale);
      });
    });
  });

  test('at rest there is no force, and none under rotation, seed 33', () => {
    const [tet] = tets(new Random(33), 1);
    const turnedRest = tet.rest.map(([a, b, c]) => [-b + 3, a, c - 1]);
    const values = evaluate(forces, inputsAt([tet.rest, turnedRest].map((x) => ({ x: x.flat(), tet }))), 2);
    for (const value of values.flatMap((list) => [...list])) expect(Math.abs(value)).toBeLessThan(1e-13 * 100);
  });

  test('the element Hessian is symmetric and minus the slope of the forces, 10 tets, seed 34', () => {
    const list = tets(new Random(34), 10);
    const largest = 0.02;
    const ladder = steps(largest);
    const points = list.flatMap((tet) => [
      { x: tet.x.flat(), tet },
      ...scalars.flatMap((_, j) => ladder.map((h) => ({ x: tet.x.flat().map((c, k) => (k === j ? c + h : c)), tet }))),
    ]);
    const perTet = 1 + scalars.length * ladder.length;
    const sampled = evaluate(forces, inputsAt(points), points.length);
    const here = inputsAt(list.map((tet) => ({ x: tet.x.flat(), tet })));
    const lower = evaluate(hessian(energy, scalars), here, list.length);
    const slopes = gradient(energy, scalars);
    const full = evaluate(
      slopes.flatMap((g) => gradient(g, scalars)),
      here,
      list.length,
    );
    expect(lower.length).toBe(78);
    list.forEach((_, e) => {
      const H = (i: number, j: number): number => full[12 * i + j][e];
      const scale = Math.max(...full.map((entry) => Math.abs(entry[e])));
      for (let i = 0; i < 12; i++) {
        for (let j = 0; j < 12; j++) {
          if (j <= i) expect(Math.abs(lower[(i * (i + 1)) / 2 + j][e] - H(i, j))).toBeLessThan(closedForm * scale);
          expect(Math.abs(H(i, j) - H(j, i))).toBeLessThan(closedForm * scale);
          const from = e * perTet + 1 + j * ladder.length;
          const slope = derivative(sampled[i].subarray(from, from + ladder.length), largest);
          expect(slope.error).toBeLessThan(1e-7 * scale);
          expect(Math.abs(H(i, j) + slope.value), `tet ${e}, entry ${i} ${j}`).toBeLessThan(
            guesses * slope.error + rounding * scale,
          );
        }
        // moving all nodes together changes no force
        for (let axis = 0; axis < 3; axis++) {
          const sum = [0, 1, 2, 3].reduce((s, n) => s + H(i, 3 * n + axis), 0);
          expect(Math.abs(sum)).toBeLessThan(closedForm * scale);
        }
      }
    });
  });
});
