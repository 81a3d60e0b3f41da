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
 * Parameters: B row by row, V mu, V la, V eta (see materials/material.ts for V).
 *
 * Tried and rejected: la / mu as a constant of the batch where it is the same everywhere, one parameter less; and the gradient by x
 * directly, without P in between. Neither is faster: 1.19 and 1.21 ms instead of 1.21 (st-venant-kirchhoff), 1.43 and 1.42 instead of 1.42
 * (neo-hookean-log), 53,240 tets.
 */
import { constant, type Expr, half, mul, two } from '../../kernel/formula/expr.ts';
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
  vectors,
} from '../../kernel/formula/vector.ts';
import { materials } from '../../materials/index.ts';
import { type Material, stressOf } from '../../materials/material.ts';
import type { ElementKind } from '../body.ts';

const rest = ['00', '01', '02', '10', '11', '12', '20', '21', '22'].map((ij) => `B${ij}`);
export const tetParameters = [...rest, 'shear', 'lame', 'viscosity'] as const;
export const tetParts = (p: readonly Expr[]) => ({
  B: vectors(p.slice(0, 9)) as unknown as Mat3,
  mu: p[9],
  la: p[10],
  eta: p[11],
});
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
