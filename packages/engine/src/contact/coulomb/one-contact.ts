/**
 * The impulse of one contact alone, as most of a sheet on a model are. G is 3 x 3 and regular, so that the answer is unique:
 *
 *   sticks   lambda = -G^-1 b,  if that is in the cone
 *   slips    lambda = l (1, -mu d),  l = -b_n / (G_nn - mu G_nt.d),  u_t = b_t + l (G_tn - mu G_tt d) = s d,  s >= 0:
 *            one equation for the angle of d, by Newton's method from the direction of b_t
 *
 * What this does not solve to the tolerance is left to coulomb.ts: G that is singular, or G_nn < mu |G_nt|, where answers are several or none.
 */
import { grown, type ImpulseRows, slotNumbers, stride } from './impulse-rows.ts';
import { type CoulombProblem, demandOf, isOpen, residualOf, rowKinds } from './problem.ts';

const mostSteps = 20;
/** Of the product of its diagonal: the determinant of G is taken for 0 below. */
const singular = 1e-9;

export class OneContact {
  readonly #G = new Float64Array(9);
  readonly #rho = new Float64Array(1);
  readonly #u = new Float64Array(3);
  #v = new Float64Array(0);

  /** The residual; Infinity where this is no problem of one contact, or it is not solved: lambda is as it was. */
  solve(problem: CoulombProblem, lambda: Float64Array, tolerance: number): number {
    const { rows, kinds } = problem;
    if (rows.count !== 1 || kinds[0] !== rowKinds.pushes || rows.coupling) return Infinity;
    const l0 = lambda[0];
    const l1 = lambda[1];
    const l2 = lambda[2];
    if (isOpen(problem)) {
      lambda.fill(0, 0, 3);
      return 0;
    }
    this.#findG(rows);
    const { b, mu } = problem;
    if (stickingImpulse(this.#G, b, mu, lambda) || slippingImpulse(this.#G, b, mu, lambda)) {
      this.#v = grown(this.#v, rows.size);
      rows.scales(this.#rho);
      const demand = demandOf(problem, this.#rho);
      const residual = residualOf(problem, this.#rho, lambda, this.#u, this.#v, demand);
      if (residual <= tolerance) return residual;
    }
    lambda[0] = l0;
    lambda[1] = l1;
    lambda[2] = l2;
    return Infinity;
  }
  #findG({ slots, J, Y }: ImpulseRows): void {
    const G = this.#G;
    for (let r = 0; r < 3; r++)
      for (let c = r; c < 3; c++) {
        let sum = 0;
        for (let s = 0; s < slots; s++) {
          const at = slotNumbers * s;
          for (let k = at; k < at + stride; k++) sum += J[k + stride * r] * Y[k + stride * c];
        }
        G[3 * r + c] = G[3 * c + r] = sum;
      }
  }
}

/** The impulse of a contact that sticks; false where it does not. */
export function stickingImpulse(
  G: Float64Array, //      (3 x 3)
  b: Float64Array, //      (3)
  mu: Float64Array, //     (1)
  lambda: Float64Array, // (3)
): boolean {
  const a = G[0];
  const d = G[1];
  const f = G[2];
  const e = G[4];
  const g = G[5];
  const i = G[8];
  if (!(mu[0] > 0)) {
    if (!(a > 0)) return false;
    lambda[0] = -b[0] / a;
    lambda[1] = lambda[2] = 0;
    return true;
  }
  const A = e * i - g * g;
  const B = f * g - d * i;
  const C = d * g - e * f;
  const det = a * A + d * B + f * C;
  if (!(det > singular * a * e * i)) return false;
  const n = -(A * b[0] + B * b[1] + C * b[2]) / det;
  const t1 = -(B * b[0] + (a * i - f * f) * b[1] + (d * f - a * g) * b[2]) / det;
  const t2 = -(C * b[0] + (d * f - a * g) * b[1] + (a * e - d * d) * b[2]) / det;
  if (!(n > 0) || t1 * t1 + t2 * t2 > mu[0] * mu[0] * n * n) return false;
  lambda[0] = n;
  lambda[1] = t1;
  lambda[2] = t2;
  return true;
}
/** The impulse of a contact that slips; false where there is none, or it is not found. */
export function slippingImpulse(G: Float64Array, b: Float64Array, mu: Float64Array, lambda: Float64Array): boolean {
  const a = G[0];
  const d = G[1];
  const f = G[2];
  const e = G[4];
  const g = G[5];
  const i = G[8];
  const m = mu[0];
  // several answers, or none
  if (!(a > m * Math.sqrt(d * d + f * f))) return false;
  const size = Math.sqrt(b[1] * b[1] + b[2] * b[2]);
  let d1 = size > 0 ? b[1] / size : 1;
  let d2 = size > 0 ? b[2] / size : 0;
  for (let step = 0; step < mostSteps; step++) {
    const below = a - m * (d * d1 + f * d2);
    const l = -b[0] / below;
    const u1 = b[1] + l * (d - m * (e * d1 + g * d2));
    const u2 = b[2] + l * (f - m * (g * d1 + i * d2));
    lambda[0] = l;
    lambda[1] = -m * l * d1;
    lambda[2] = -m * l * d2;
    // across = u x d, by the angle: d' = (-d2, d1)
    const across = u1 * d2 - u2 * d1;
    const along = u1 * d1 + u2 * d2;
    const dl = (l * m * (f * d1 - d * d2)) / below;
    const s1 = dl * (d - m * (e * d1 + g * d2)) - l * m * (g * d1 - e * d2);
    const s2 = dl * (f - m * (g * d1 + i * d2)) - l * m * (i * d1 - g * d2);
    const slope = s1 * d2 - s2 * d1 + along;
    const turn = -across / slope;
    if (!(Math.abs(turn) < 0.5)) return false;
    const x = d1 - turn * d2;
    const y = d2 + turn * d1;
    const length = Math.sqrt(x * x + y * y);
    d1 = x / length;
    d2 = y / length;
    if (Math.abs(turn) < 1e-15 || across === 0) return along >= 0;
  }
  return true;
}
