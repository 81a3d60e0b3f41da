/**
 * Elastic energies per volume, written with the vector helpers, and their stresses by hand.         [HCY notes, sec. 3]
 *
 *   F deformation gradient, J = det F, E = (F^T F - I) / 2, P = dPsi/dF
 */
import {
  add,
  constant,
  div,
  type Expr,
  log,
  mul,
  one,
  square,
  sub,
} from '../../packages/engine/src/kernel/formula/expr.ts';
import {
  determinant,
  dot,
  type Mat3,
  multiply,
  sub3,
  transpose,
  type Vec3,
} from '../../packages/engine/src/kernel/formula/vector.ts';

export type Matrix = readonly (readonly number[])[];

export interface Material {
  readonly name: string;
  readonly density: (F: Mat3, mu: Expr, la: Expr) => Expr;
  readonly stress: (F: Matrix, mu: number, la: number) => number[][];
  /** size of the terms that P is the sum of */
  readonly size: (F: Matrix, mu: number, la: number) => number;
}

const half = constant(0.5);
const identity = (i: number, j: number): number => (i === j ? 1 : 0);
const map = (f: (i: number, j: number) => number): number[][] => [0, 1, 2].map((i) => [0, 1, 2].map((j) => f(i, j)));
export const det = (m: Matrix): number =>
  m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
  m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
  m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
/** d det / dF */
export const cofactors = (m: Matrix): number[][] =>
  map((i, j) => {
    const [a, b] = [(i + 1) % 3, (i + 2) % 3];
    const [c, d] = [(j + 1) % 3, (j + 2) % 3];
    return m[a][c] * m[b][d] - m[a][d] * m[b][c];
  });
export const times = (a: Matrix, b: Matrix): number[][] =>
  map((i, j) => a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j]);
export const turned = (m: Matrix): number[][] => map((i, j) => m[j][i]);
export const squaredSize = (m: Matrix): number => m.flat().reduce((sum, value) => sum + value * value, 0);
const strain = (F: Matrix): number[][] => {
  const C = times(turned(F), F);
  return map((i, j) => (C[i][j] - identity(i, j)) / 2);
};

/** P = F (2 mu E + la tr(E) I) */
const stVenantKirchhoff: Material = {
  name: 'St. Venant-Kirchhoff',
  density: (F, mu, la) => {
    const C = multiply(transpose(F), F);
    const E = C.map((r, i) => r.map((c, j) => mul(half, i === j ? sub(c, one) : c)));
    const trace = add(add(E[0][0], E[1][1]), E[2][2]);
    return add(mul(mu, dot(E.flat(), E.flat())), mul(half, mul(la, square(trace))));
  },
  stress: (F, mu, la) => {
    const E = strain(F);
    const trace = E[0][0] + E[1][1] + E[2][2];
    return times(
      F,
      map((i, j) => 2 * mu * E[i][j] + la * trace * identity(i, j)),
    );
  },
  size: (F, mu, la) => (2 * mu + 3 * la) * Math.sqrt(squaredSize(F)) * (1 + Math.sqrt(squaredSize(strain(F)))),
};

/** Psi = mu/2 (|F|^2 - 3) - mu (J - 1) + la2/2 (J - 1)^2, la2 = la + mu; P = mu F + (la2 (J - 1) - mu) cof F */
const neoHookean: Material = {
  name: 'stable neo-Hookean',
  density: (F, mu, la) => {
    const change = sub(determinant(F), one);
    const stretch = sub(dot(F.flat(), F.flat()), constant(3));
    const shear = sub(mul(half, mul(mu, stretch)), mul(mu, change));
    return add(shear, mul(half, mul(add(la, mu), square(change))));
  },
  stress: (F, mu, la) => {
    const cof = cofactors(F);
    const pressure = (la + mu) * (det(F) - 1) - mu;
    return map((i, j) => mu * F[i][j] + pressure * cof[i][j]);
  },
  size: (F, mu, la) =>
    mu * Math.sqrt(squaredSize(F)) + (mu + (la + mu) * (1 + Math.abs(det(F)))) * Math.sqrt(squaredSize(cofactors(F))),
};

/**
 * mus = 4 mu / 3, las = la + 5 mu / 6, alpha = 1 + mus / las - mus / (4 las),
 * Psi = mus/2 (|F|^2 - 3) - mus/2 log(|F|^2 + 1) + las/2 (J - alpha)^2; P = mus (1 - 1 / (|F|^2 + 1)) F + las (J - alpha) cof F
 */
const neoHookeanLog: Material = {
  name: 'stable neo-Hookean with logarithm',
  density: (F, mu, la) => {
    const mus = mul(constant(4 / 3), mu);
    const las = add(la, mul(constant(5 / 6), mu));
    const ratio = div(mus, las);
    const alpha = sub(add(one, ratio), mul(constant(0.25), ratio));
    const I = dot(F.flat(), F.flat());
    const shear = mul(mul(half, mus), sub(sub(I, constant(3)), log(add(I, one))));
    return add(shear, mul(mul(half, las), square(sub(determinant(F), alpha))));
  },
  stress: (F, mu, la) => {
    const [mus, las] = [(4 / 3) * mu, la + (5 / 6) * mu];
    const alpha = 1 + mus / las - mus / (4 * las);
    const cof = cofactors(F);
    return map((i, j) => mus * (1 - 1 / (squaredSize(F) + 1)) * F[i][j] + las * (det(F) - alpha) * cof[i][j]);
  },
  size: (F, mu, la) =>
    2 * mu * Math.sqrt(squaredSize(F)) + (2 * mu + la) * (2 + Math.abs(det(F))) * Math.sqrt(squaredSize(cofactors(F))),
};

export const materials: readonly Material[] = [stVenantKirchhoff, neoHookean, neoHookeanLog];

/** V Psi(Ds B) of a tet at x0 .. x3; B is the inverse of Ds at rest. */
export function tetEnergy(material: Material, x: readonly Vec3[], B: Mat3, V: Expr, mu: Expr, la: Expr): Expr {
  const Ds = transpose([sub3(x[1], x[0]), sub3(x[2], x[0]), sub3(x[3], x[0])]);
  return mul(V, material.density(multiply(Ds, B), mu, la));
}
/** Columns of parameters that tetEnergy needs, in the order B V mu la. */
export function restParameters(rest: readonly (readonly number[])[], mu: number, la: number): number[] {
  const Dm = map((i, j) => rest[j + 1][i] - rest[0][i]);
  const d = det(Dm);
  const inverse = turned(cofactors(Dm)).map((r) => r.map((c) => c / d));
  return [...inverse.flat(), d / 6, mu, la];
}
