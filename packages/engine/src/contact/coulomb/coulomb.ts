/**
 * Impulses of contacts with Coulomb friction, to a stated residual.                              [contact notes, sec. 4]
 *
 *   1 Newton from the last impulses, or along the smoothing path from 0, with a proximal term about 0: among redundant forces the
 *     least norm, so that they are unique, symmetric and do not depend on the order of contacts
 *   2 exactness: the proximal centre moves to the solution, until the residual is met (once or twice)
 *   3 where that stalls: ADMM and Newton from where it ends, then other proximal terms, then more ADMM
 *
 * Newton alone stalls on 8 of 40 rods with G_nn < mu |G_nt| (Painleve); ADMM takes those. ADMM alone ends at 4e-8 on 100 spheres.
 */
import { admm } from './admm.ts';
import type { CoulombProblem } from './problem.ts';
import { SmoothingNewton } from './smoothing-newton.ts';

/** The residual that is demanded of every solve. */
export const coulombTolerance = 1e-10;

export interface CoulombReport {
  readonly residual: number;
  readonly newtonSteps: number;
  readonly admmIterations: number;
}

type Rung = { readonly eps: number } | { readonly admm: number };
const ladder: readonly Rung[] = [
  { eps: 1e-6 },
  { admm: 500 },
  { eps: 1e-4 },
  { eps: 1e-5 },
  { eps: 1e-3 },
  { admm: 5000 },
];
const mostProximal = 200;
const mostSteps = 250;

/**
 * Solves the problem. `lambda` holds a guess, all zero where there is none, and is overwritten.
 * Where the residual is not met, the best impulses found are left; the report says so.
 */
export function coulomb(
  problem: CoulombProblem,
  lambda: Float64Array,
  tolerance = coulombTolerance,
  /** give up after the first ADMM, where a shorter step is another way */
  brief = false,
): CoulombReport {
  const { n, b } = problem;
  const N = 3 * n;
  if (isOpen(b, n)) {
    lambda.fill(0, 0, N);
    return { residual: 0, newtonSteps: 0, admmIterations: 0 };
  }
  const cone = new SmoothingNewton(problem);
  const { D, c0, e } = cone;
  const limit = tolerance * cone.scale * 0.03;
  const warm = new Float64Array(N);
  let isWarm = false;
  for (let i = 0; i < N; i++) {
    warm[i] = lambda[i] / D[i];
    if (lambda[i] !== 0) isWarm = true;
  }
  const x = new Float64Array(N);
  const next = new Float64Array(N);
  const c = new Float64Array(N);
  const best = new Float64Array(N);
  let least = Infinity;
  let admmIterations = 0;
  const centred = (): void => {
    for (let i = 0; i < N; i++) c[i] = c0[i] - e[i] * x[i];
  };
  const finish = (residual: number): CoulombReport => {
    for (let i = 0; i < N; i++) lambda[i] = D[i] * best[i];
    return { residual, newtonSteps: cone.steps, admmIterations };
  };
  for (const rung of brief ? ladder.slice(0, 2) : ladder) {
    const start = cone.steps;
    if ('admm' in rung) {
      admmIterations += admm(problem, cone.rho, tolerance, rung.admm, next);
      for (let i = 0; i < N; i++) x[i] = next[i] / D[i];
      cone.regularise(1e-6);
      centred();
      next.set(x);
      if (cone.newton(next, c, 0, limit, 8) && cone.residual(next) < cone.residual(x)) x.set(next);
    } else {
      cone.regularise(rung.eps);
      let solved = false;
      if (isWarm) {
        x.set(warm);
        solved = cone.newton(x, c0, 0, limit, 8);
        isWarm = false;
      }
      if (!solved) {
        x.fill(0);
        cone.path(x, c0, limit);
      }
    }
    let last = Infinity;
    let poor = 0;
    for (let round = 0; round < mostProximal; round++) {
      const r = cone.residual(x);
      if (r < least) {
        least = r;
        best.set(x);
      }
      if (r < tolerance) return finish(r);
      poor = r > 0.7 * last ? poor + 1 : 0;
      last = Math.min(last, r);
      if (poor > 6 || cone.steps - start > mostSteps || 'admm' in rung) break;
      centred();
      next.set(x);
      const solved = cone.newton(next, c, 0, limit, 10);
      if (!solved && cone.residual(next) > 0.5 * r) {
        next.set(x);
        cone.path(next, c, limit, Math.min(1, 10 * r), 60);
      }
      x.set(next);
    }
    // more digits were asked for than are demanded
    if (least < coulombTolerance) break;
  }
  return finish(least);
}

/** Nothing approaches: no impulse solves it. */
function isOpen(b: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) if (b[3 * i] < 0) return false;
  return true;
}
