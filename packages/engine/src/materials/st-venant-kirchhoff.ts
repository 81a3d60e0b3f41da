/**
 * St. Venant-Kirchhoff: linear in Green's strain.                                                      [HCY notes, sec. 3]
 *
 *   psi = mu |E|^2 + la/2 (tr E)^2,   E = (F'F - I) / 2
 *
 *   H_ab = (b_a.S b_b) I + mu (b_a.b_b) F F' + mu (F b_b)(F b_a)' + la (F b_a)(F b_b)',   S = 2 mu E + la tr(E) I
 *
 * Valid for large rotations and small strains. Compressed below 1/sqrt(3) = 0.577 of its length it softens, and an element may
 * collapse: where that can happen, use neo-hookean.
 */
import { add, type Expr, half, mul, one, square, sub, two } from '../kernel/formula/expr.ts';
import {
  addMatrix,
  dot,
  type Mat3,
  multiply,
  multiplyVector,
  outer,
  scalarMatrix,
  scale3,
  scaleMatrix,
  transpose,
} from '../kernel/formula/vector.ts';
import type { Material } from './material.ts';

export const stVenantKirchhoff: Material = {
  name: 'st-venant-kirchhoff',
  energy(F, mu, la) {
    const { E, trace } = strain(F);
    return add(mul(mu, dot(E.flat(), E.flat())), mul(half, mul(la, square(trace))));
  },
  hessian(F, mu, la, b) {
    const { E, trace } = strain(F);
    const S = addMatrix(scaleMatrix(mul(two, mu), E), scalarMatrix(mul(la, trace)));
    const [Fb, Sb] = [F, S].map((matrix) => b.map((own) => multiplyVector(matrix, own)));
    const shear = scaleMatrix(mu, multiply(F, transpose(F)));
    return (i, j) =>
      [
        scalarMatrix(dot(b[i], Sb[j])),
        scaleMatrix(dot(b[i], b[j]), shear),
        outer(scale3(mu, Fb[j]), Fb[i]),
        outer(scale3(la, Fb[i]), Fb[j]),
      ].reduce(addMatrix);
  },
};

function strain(F: Mat3): { E: Mat3; trace: Expr } {
  const C = multiply(transpose(F), F);
  const E = C.map((row, i) => row.map((c, j) => mul(half, i === j ? sub(c, one) : c))) as unknown as Mat3;
  return { E, trace: add(add(E[0][0], E[1][1]), E[2][2]) };
}
