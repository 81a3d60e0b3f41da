/**
 * Steps of projected relaxation, all contacts at once:
 *
 *   lambda_i <- P(lambda_i - part rho_i u_i)          P: on n >= 0, then on the disk of friction; between bounds
 *
 * Not exact, but a step takes little more than a product with G, and a few of them find which contacts push, stick and slip. Contacts are not taken one after another, as in
 * gauss-seidel.ts: the result depends neither on their order nor on the directions of tangents.
 */
import { type CoulombProblem, clamped, rowKinds } from '../problem.ts';

export function relax(
  { rows, kinds, b, mu, lower, upper }: CoulombProblem,
  rho: Float64Array, //    (n)
  D: Float64Array, //      lambda = D x   (3n)
  x: Float64Array, //      in place   (3n)
  times: number,
  part: number,
  lambda: Float64Array, // workspace   (3n)
  u: Float64Array, //      workspace   (3n)
  v: Float64Array, //      workspace, over the velocities of units
): void {
  for (let time = 0; time < times; time++) {
    for (let k = 0; k < 3 * rows.count; k++) lambda[k] = D[k] * x[k];
    rows.spread(lambda, v);
    rows.velocities(v, u);
    for (let i = 0; i < rows.count; i++) {
      if (kinds[i] === rowKinds.absent) continue;
      const k = 3 * i;
      const by = part * rho[i];
      let l0 = lambda[k] - by * (u[k] + b[k]);
      let l1 = lambda[k + 1] - by * (u[k + 1] + b[k + 1]);
      let l2 = lambda[k + 2] - by * (u[k + 2] + b[k + 2]);
      if (kinds[i] === rowKinds.bounded) {
        l0 = clamped(l0, i, lower, upper);
        l1 = l2 = 0;
      } else if (kinds[i] === rowKinds.pushes) {
        l0 = l0 > 0 ? l0 : 0;
        const bound = mu[i] * l0;
        const size = Math.sqrt(l1 * l1 + l2 * l2);
        if (size > bound) {
          l1 *= bound / size;
          l2 *= bound / size;
        }
      }
      x[k] = l0 / D[k];
      x[k + 1] = l1 / D[k + 1];
      x[k + 2] = l2 / D[k + 2];
    }
  }
}
