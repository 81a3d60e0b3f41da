/**
 * A material is one formula: the energy density psi(F) of its deformation gradient F, in J/m^3, from Lame's moduli
 *
 *   mu = E / (2 (1 + nu)),   la = E nu / ((1 + nu) (1 - 2 nu))
 *
 * which are its limit at small strains:  psi = mu |e|^2 + la/2 (tr e)^2,  e = sym(F - I).
 *
 * Nothing but mu and la has a unit in it, so psi is proportional to them, and V psi(F, mu, la) = psi(F, V mu, V la): an
 * element hands over moduli that are multiplied by its volume, and gets joules.
 */
import { gradient } from '../kernel/formula/derive.ts';
import { type Expr, input, substitute } from '../kernel/formula/expr.ts';
import { determinant, dot, type Mat3, vectors } from '../kernel/formula/vector.ts';

/**
 * A material: its energy density as a formula of the deformation gradient and Lamé's parameters.
 * @example const material: Material = materials['neo-hookean'];
 */
export interface Material {
  readonly name: string;
  energy(F: Mat3, mu: Expr, la: Expr): Expr;
  /** P = dpsi/dF, only where that is known in a form better than what is derived */
  stress?(F: Mat3, mu: Expr, la: Expr): Mat3;
  /** psi of I = |F|^2 and J = det F, where it depends on nothing else: elements then have less to do */
  invariants?(I: Expr, J: Expr, mu: Expr, la: Expr): Expr;
}

/** A material that depends on I = |F|^2 and J = det F alone. */
export const ofInvariants = (name: string, psi: NonNullable<Material['invariants']>): Material => ({
  name,
  energy: (F, mu, la) => psi(dot(F.flat(), F.flat()), determinant(F), mu, la),
  invariants: psi,
});

const symbols = vectors(Array.from({ length: 9 }, (_, i) => input(`F ${i}`))) as unknown as Mat3;

/** P = dpsi/dF, the first Piola-Kirchhoff stress. */
export function stressOf(material: Material, F: Mat3, mu: Expr, la: Expr): Mat3 {
  if (material.stress) return material.stress(F, mu, la);
  const P = gradient(material.energy(symbols, mu, la), symbols.flat());
  const put = new Map(symbols.flat().map((symbol, i) => [symbol, F.flat()[i]]));
  return vectors(substitute(P, put)) as unknown as Mat3;
}
