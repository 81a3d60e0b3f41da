/**
 * A material is one formula: the energy density psi(F) of its deformation gradient F, in J/m^3, from Lame's moduli
 *
 *   mu = E / (2 (1 + nu)),   la = E nu / ((1 + nu) (1 - 2 nu))
 *
 * which are its limit at small strains:  psi = mu |e|^2 + la/2 (tr e)^2,  e = sym(F - I).
 *
 * psi is linear in mu and la, so V psi(F, mu, la) = psi(F, V mu, V la): an element passes moduli multiplied by its volume, and
 * gets joules. Smoothed tets take the parts of mu and of la at different points.
 */
import { gradient, hessian } from '../kernel/formula/derive.ts';
import { constant, type Expr, input, mul, neg, substitute, two } from '../kernel/formula/expr.ts';
import {
  addMatrix,
  cross,
  determinant,
  dot,
  type Mat3,
  multiplyVector,
  outer,
  scalarMatrix,
  scale3,
  scaleMatrix,
  skew,
  type Vec3,
  vectors,
} from '../kernel/formula/vector.ts';

/**
 * A material: its energy density as a formula of the deformation gradient and Lamé's parameters.
 * @example const material: Material = materials['neo-hookean'];
 */
export interface Material {
  readonly name: string;
  energy(F: Mat3, mu: Expr, la: Expr): Expr;
  /** P = dpsi/dF, only where a form better than the derived one is known */
  stress?(F: Mat3, mu: Expr, la: Expr): Mat3;
  /** V d2psi/dx_a dx_b where F = sum of x_a b_a', only where a form better than the derived one is known */
  hessian?(F: Mat3, mu: Expr, la: Expr, b: readonly Vec3[]): HessianBlock;
  /** psi of I = |F|^2 and J = det F, where it depends on nothing else: this makes elements cheaper */
  invariants?(I: Expr, J: Expr, mu: Expr, la: Expr): Expr;
}
/** A function of two of the vectors b, by number. */
export type HessianBlock = (a: number, b: number) => Mat3;

/** A material that depends on I = |F|^2 and J = det F alone. */
export const ofInvariants = (name: string, psi: NonNullable<Material['invariants']>): Material => ({
  name,
  energy: (F, mu, la) => psi(dot(F.flat(), F.flat()), determinant(F), mu, la),
  invariants: psi,
  hessian: (F, mu, la, b) => {
    const cof: Mat3 = [cross(F[1], F[2]), cross(F[2], F[0]), cross(F[0], F[1])];
    return hessianOfInvariants(psi, mu, la, {
      I: dot(F.flat(), F.flat()),
      J: determinant(F),
      byI: b.map((own) => multiplyVector(F, own)),
      byJ: b.map((own) => multiplyVector(cof, own)),
      product: (i, j) => dot(b[i], b[j]),
      across: (i, j) => multiplyVector(F, cross(b[i], b[j])),
    });
  },
});

/** The inputs of the Hessian of a material of invariants: I, J; F b_a, cof(F) b_a, b_a . b_b and F (b_a x b_b). */
export interface InvariantShape {
  readonly I: Expr;
  readonly J: Expr;
  readonly byI: readonly Vec3[];
  readonly byJ: readonly Vec3[];
  product(a: number, b: number): Expr;
  across(a: number, b: number): Vec3;
}
const [stretch, swelling] = ['I', 'J'].map((name) => input(`hessian ${name}`));

/**
 * With dI/dx_a = 2 F b_a and dJ/dx_a = f_a = cof(F) b_a:
 *
 *   H_ab = 2 psi_I (b_a.b_b) I + 4 psi_II (F b_a)(F b_b)' + 2 psi_IJ ((F b_a) f_b' + f_a (F b_b)') + psi_JJ f_a f_b' - psi_J [F (b_a x b_b)]x
 */
export function hessianOfInvariants(
  psi: NonNullable<Material['invariants']>,
  mu: Expr,
  la: Expr,
  shape: InvariantShape,
): HessianBlock {
  const { byI, byJ, product, across } = shape;
  const values = new Map([
    [stretch, shape.I],
    [swelling, shape.J],
  ]);
  const energy = psi(stretch, swelling, mu, la);
  const at = (list: readonly Expr[]): Expr[] => substitute(list, values);
  const [psiI, psiJ] = at(gradient(energy, [stretch, swelling]));
  const [psiII, psiIJ, psiJJ] = at(hessian(energy, [stretch, swelling]));
  return (a, b) => {
    const terms = [
      scalarMatrix(mul(mul(two, psiI), product(a, b))),
      outer(scale3(mul(constant(4), psiII), byI[a]), byI[b]),
      outer(scale3(mul(two, psiIJ), byI[a]), byJ[b]),
      outer(scale3(mul(two, psiIJ), byJ[a]), byI[b]),
      outer(scale3(psiJJ, byJ[a]), byJ[b]),
    ];
    if (a !== b) terms.push(scaleMatrix(neg(psiJ), skew(across(a, b))));
    return terms.reduce(addMatrix);
  };
}

const symbols = vectors(Array.from({ length: 9 }, (_, i) => input(`F ${i}`))) as unknown as Mat3;

/** P = dpsi/dF, the first Piola-Kirchhoff stress. */
export function stressOf(material: Material, F: Mat3, mu: Expr, la: Expr): Mat3 {
  if (material.stress) return material.stress(F, mu, la);
  const P = gradient(material.energy(symbols, mu, la), symbols.flat());
  const put = new Map(symbols.flat().map((symbol, i) => [symbol, F.flat()[i]]));
  return vectors(substitute(P, put)) as unknown as Mat3;
}
