/**
 * Elastic tets: energy densities psi(F), and the stresses P = dpsi/dF that textbooks print, to compare with.
 *
 *   F = Ds B,  Ds = [x1 - x0, x2 - x0, x3 - x0],  B = Dm^-1 of the rest shape, W its volume           [HCY notes, sec. 3]
 *   force of the energy W psi(F) on nodes 1, 2, 3: the columns of -W P B';  on node 0: minus their sum
 *
 * C = F'F, J = det F, I = |F|^2. Columns of parameters: B row by row (9), then W.
 */

import { parameter, point } from '../../../packages/engine/src/kernel/compile/kernel.ts';
import { gradient } from '../../../packages/engine/src/kernel/formula/derive.ts';
import {
  add,
  constant,
  type Expr,
  half,
  log,
  mul,
  neg,
  one,
  reciprocal,
  square,
  sub,
} from '../../../packages/engine/src/kernel/formula/expr.ts';
import {
  column,
  cross,
  determinant,
  dot,
  type Mat3,
  multiply,
  neg3,
  scale3,
  sub3,
  sum3,
  transpose,
  type Vec3,
  vectors,
} from '../../../packages/engine/src/kernel/formula/vector.ts';

export const x: readonly Vec3[] = [0, 1, 2, 3].map((slot) => point('x', slot));
export const parametersPerTet = 10;
const B = vectors(Array.from({ length: 9 }, (_, c) => parameter(c))) as unknown as Mat3;
const W = parameter(9);

const mu = 4000;
const lambda = 16000;

export interface Material {
  readonly name: string;
  energy(F: Mat3): Expr;
  /** W P(F), written as one would by hand: factors of the element are worked out first. */
  stress(F: Mat3): Mat3;
}

/** psi = mu |E|^2 + lambda/2 (tr E)^2,  E = (C - 1) / 2;   P = F (2 mu E + lambda tr E) */
const stVenantKirchhoff: Material = {
  name: 'st-venant-kirchhoff',
  energy(F) {
    const C = multiply(transpose(F), F);
    const E = C.map((r, i) => r.map((c, j) => mul(half, i === j ? sub(c, one) : c)));
    const trace = add(add(E[0][0], E[1][1]), E[2][2]);
    return add(mul(constant(mu), dot(E.flat(), E.flat())), mul(constant(lambda / 2), square(trace)));
  },
  stress(F) {
    const C = multiply(transpose(F), F);
    const shear = mul(constant(mu), W);
    const pressure = mul(mul(constant(lambda / 2), W), sub(add(add(C[0][0], C[1][1]), C[2][2]), constant(3)));
    const S = C.map((r, i) => r.map((c, j) => (i === j ? add(mul(shear, sub(c, one)), pressure) : mul(shear, c))));
    return multiply(F, S as unknown as Mat3);
  },
};

const cofactors = ([a, b, c]: Mat3): Mat3 => [cross(b, c), cross(c, a), cross(a, b)];
/** s F + t cof F */
const combined = (F: Mat3, s: Expr, cof: Mat3, t: Expr): Mat3 =>
  F.map((r, i) => r.map((f, j) => add(mul(s, f), mul(t, cof[i][j])))) as unknown as Mat3;

/** Stable neo-Hookean of HCY notes, sec. 3:  psi = mu/2 (I - 3) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2 */
const neoHookean: Material = {
  name: 'neo-hookean',
  energy(F) {
    const growth = sub(determinant(F), one);
    const shear = mul(constant(mu / 2), sub(dot(F.flat(), F.flat()), constant(3)));
    return add(sub(shear, mul(constant(mu), growth)), mul(constant((lambda + mu) / 2), square(growth)));
  },
  stress(F) {
    const cof = cofactors(F);
    const growth = sub(dot(F[0], cof[0]), one);
    const t = mul(W, sub(mul(constant(lambda + mu), growth), constant(mu)));
    return combined(F, mul(constant(mu), W), cof, t);
  },
};

/** Smith, de Goes, Kim 2018:  psi = mu/2 (I - 3) + lambda/2 (J - alpha)^2 - mu/2 log(I + 1) */
const alpha = constant(1 + mu / lambda - mu / (4 * lambda));
const neoHookeanLog: Material = {
  name: 'neo-hookean-log',
  energy(F) {
    const I = dot(F.flat(), F.flat());
    const shear = mul(constant(mu / 2), sub(sub(I, constant(3)), log(add(I, one))));
    return add(shear, mul(constant(lambda / 2), square(sub(determinant(F), alpha))));
  },
  stress(F) {
    const cof = cofactors(F);
    const s = mul(mul(constant(mu), W), sub(one, reciprocal(add(dot(F.flat(), F.flat()), one))));
    return combined(F, s, cof, mul(mul(constant(lambda), W), sub(dot(F[0], cof[0]), alpha)));
  },
};

export const materials = [stVenantKirchhoff, neoHookean, neoHookeanLog] as const;

function deformation(): Mat3 {
  const sides = [1, 2, 3].map((n) => sub3(x[n], x[0])) as unknown as Mat3;
  return multiply(transpose(sides), B);
}

/** Of the whole element, in joules. */
export const elementEnergy = (material: Material): Expr => mul(W, material.energy(deformation()));

export const forcesFromEnergy = (material: Material): Vec3[] =>
  vectors(gradient(material.energy(deformation()), x.flat(), neg(W)));

export function forcesByHand(material: Material): Vec3[] {
  const H = multiply(material.stress(deformation()), transpose(B));
  const f = [0, 1, 2].map((k) => scale3(constant(-1), column(H, k)));
  return [neg3(sum3(f)), ...f];
}
