/**
 * A tetrahedron of a material, total Lagrangian.                                                     [HCY notes, sec. 2, 3]
 *
 *   F = Ds B,   Ds = [x1 - x0, x2 - x0, x3 - x0],   B = Dm^-1, the inverse of Ds at rest
 *   energy   V psi(F)
 *   forces   f1, f2, f3 = columns of -V (P + Pv) B',   f0 = -(f1 + f2 + f3)
 *   P  = dpsi/dF                        the material's
 *   Pv = 2 eta F Edot,   Edot = sym(F' Fdot)
 *
 *   d2E/dx_a dx_b                       the material's, of the rows b_a of B, b_0 = -(b_1 + b_2 + b_3): F = sum of x_a b_a'
 *
 * Pv is the gradient by Fdot of eta |Edot|^2, and Edot the rate of Green's strain: rigid motions are not damped, and
 * the dissipated power is 2 V eta |Edot|^2 >= 0.
 *
 * Materials are isotropic: psi(F) = psi(F Q) for every rotation Q, and so B may be turned, B Q. That with a lower triangle alone has
 * six entries that are not zero; F and the forces take a third less (`lowerTriangle`).
 *
 * Parameters: B (00, 10, 11, 20, 21, 22), V mu, V la, V eta (see materials/material.ts for V).
 *
 * Tried and rejected: la / mu as a constant of the batch where it is the same everywhere, one parameter less; and the gradient by x
 * directly, without P in between. Neither is faster: 1.19 and 1.21 ms instead of 1.21 (st-venant-kirchhoff), 1.43 and 1.42 instead of 1.42
 * (neo-hookean-log), 53,240 tets.
 */
import { constant, type Expr, half, mul, two, zero } from '../../kernel/formula/expr.ts';
import {
  addMatrix,
  column,
  determinant,
  type Mat3,
  multiply,
  neg3,
  scaleMatrix,
  sub3,
  sum3,
  transpose,
  type Vec3,
} from '../../kernel/formula/vector.ts';
import { materials } from '../../materials/index.ts';
import { type Material, stressOf } from '../../materials/material.ts';
import type { ElementKind } from '../body.ts';

const tetParameters = ['B00', 'B10', 'B11', 'B20', 'B21', 'B22', 'shear', 'lame', 'viscosity'];
const tetParts = ([B00, B10, B11, B20, B21, B22, mu, la, eta]: readonly Expr[]) => {
  const B: Mat3 = [
    [B00, zero, zero],
    [B10, B11, zero],
    [B20, B21, B22],
  ];
  return { B, mu, la, eta };
};
/** B Q of B, row by row: its entries 00, 10, 11, 20, 21, 22. Rows are made orthogonal one after another, twice for slivers. */
export function lowerTriangle(B: ArrayLike<number>): number[] {
  const rows = [0, 3, 6].map((at) => [B[at], B[at + 1], B[at + 2]]);
  const times = (u: readonly number[], v: readonly number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const less = (u: readonly number[], v: readonly number[], by: number): number[] => u.map((x, i) => x - by * v[i]);
  const unit = (u: readonly number[]): number[] => u.map((x) => x / Math.sqrt(times(u, u)));
  const first = unit(rows[0]);
  let rest = less(rows[1], first, times(rows[1], first));
  rest = less(rest, first, times(rest, first));
  const second = unit(rest);
  const third = [0, 1, 2].map((i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    return first[j] * second[k] - first[k] * second[j];
  });
  return [
    ...[times(rows[0], first), times(rows[1], first), times(rows[1], second)],
    ...[times(rows[2], first), times(rows[2], second), times(rows[2], third)],
  ];
}
/** det(x1 - x0, x2 - x0, x3 - x0) / 6 */
export const volumeNow: NonNullable<ElementKind['continuum']> = (q) => {
  const [a, ...others] = q as unknown as Vec3[];
  return mul(constant(1 / 6), determinant(others.map((x) => sub3(x, a)) as unknown as Mat3));
};
/** Columns x1 - x0, x2 - x0, x3 - x0, times B. */
export const gradientOf = ([a, ...others]: readonly Vec3[], B: Mat3): Mat3 =>
  multiply(transpose(others.map((x) => sub3(x, a)) as unknown as Mat3), B);

function hessianOf({ hessian }: Material): Pick<ElementKind, 'hessian'> {
  if (!hessian) return {};
  return {
    hessian(q, p) {
      const { B, mu, la } = tetParts(p);
      return hessian(gradientOf(q as unknown as Vec3[], B), mu, la, [neg3(sum3(B)), ...B]);
    },
  };
}

function tetElement(material: Material): ElementKind {
  return {
    name: `tet ${material.name}`,
    blocks: [3, 3, 3, 3],
    continuum: volumeNow,
    parameters: tetParameters,
    energy(q, p) {
      const { B, mu, la } = tetParts(p);
      return material.energy(gradientOf(q as unknown as Vec3[], B), mu, la);
    },
    ...hessianOf(material),
    forces(q, v, p) {
      const { B, mu, la, eta } = tetParts(p);
      const F = gradientOf(q as unknown as Vec3[], B);
      const rate = multiply(transpose(F), gradientOf(v as unknown as Vec3[], B));
      const Edot = scaleMatrix(half, addMatrix(rate, transpose(rate)));
      const P = addMatrix(stressOf(material, F, mu, la), scaleMatrix(mul(two, eta), multiply(F, Edot)));
      const H = multiply(P, transpose(B));
      const f = [0, 1, 2].map((k) => neg3(column(H, k)));
      return [neg3(sum3(f)), ...f] as unknown as Expr[][];
    },
  };
}

/** The element of every material, by its name. */
export const tetElements: Readonly<Record<string, ElementKind>> = Object.fromEntries(
  Object.values(materials).map((material) => [material.name, tetElement(material)]),
);
