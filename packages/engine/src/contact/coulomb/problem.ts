/**
 * The impulse problem of contacts with Coulomb friction.                                        [contact notes, sec. 4]
 *
 *   u = G lambda + b,  G = J W J^T                        blocks of three: normal, two tangents
 *   u_n >= 0,  lambda_n >= 0,  u_n lambda_n = 0                       a contact pushes, and only where it is closed
 *   |lambda_t| <= mu lambda_n;  lambda_t opposes u_t at that bound, or u_t = 0
 *   u = 0                                                             rows of constraints, any lambda
 *   u = 0, lower < lambda < upper; u >= 0 at lower, u <= 0 at upper   limits and motors: one line
 *
 * This is true Coulomb friction, not its convex relaxation, which lifts sliding bodies (0.4 m/s at v = 1 m/s, mu = 0.5).
 *
 * The residual is that of the natural map, relative:
 *
 *   z = lambda - rho u,  rho = 3 / tr G_ii,  r = max |lambda - (max(0, z_n), disk(z_t, mu max(0, z_n)))| / max(rho |b|, min(|lambda|, demand))
 *   demand = (sum of rho + sum of masses) max |b|                     what the velocities without impulses can ask for, N s: data alone
 *
 * Relative to |lambda| alone, impulses of 1e9 times the momenta in the problem were accepted: their errors are small beside themselves. Nor can velocities be
 * known better than the rounding of the largest impulse, eps |lambda|, which counts as an error: redundant impulses of more than 4e5 times the demand,
 * which cancel each other to the last bit, are not accepted either.
 *
 * A contact on a node that is nailed can do nothing about an approach of 1e-17 m/s. Below the rounding of coordinates, divided by the step, velocities
 * are 0.
 */
import type { ImpulseRows } from './impulse-rows.ts';

/** What a row does. */
export const rowKinds = { pushes: 0, holds: 1, absent: 2, bounded: 3 } as const;

export interface CoulombProblem {
  readonly rows: ImpulseRows;
  /** of rowKinds   (n) */
  readonly kinds: Uint8Array;
  /** velocities without impulses, m/s; a target is subtracted from normal ones   (3n) */
  readonly b: Float64Array;
  /** friction   (n) */
  readonly mu: Float64Array;
  /** of bounded rows, N s; lower <= 0 <= upper   (n) */
  readonly lower?: Float64Array;
  readonly upper?: Float64Array;
  /** m/s: velocities that are smaller are rounding errors; 0 if not given */
  readonly rounding?: number;
}
/** Residuals are relative to velocities of at least so many times their rounding. */
export const digits = 1e10;

/** N s: the largest impulses that velocities without impulses can ask for, times a number of order 1. Of b, rho and masses alone. */
export function demandOf({ rows, kinds, b, rounding = 0 }: CoulombProblem, rho: Float64Array): number {
  let { inertia } = rows;
  let speed = digits * rounding;
  for (let i = 0; i < rows.count; i++) {
    if (kinds[i] === rowKinds.absent) continue;
    inertia += rho[i];
    for (let a = 3 * i; a < 3 * i + 3; a++) speed = Math.max(speed, Math.abs(b[a]));
  }
  return inertia * speed;
}

/** Times the demand: impulses of that size have no digits left. */
const boundless = 1e6;
/** Impulses D x grew without bound, as where a nail leads a body into another: no way to solve such a problem was found. */
export function isBoundless(x: Float64Array, D: Float64Array, demand: number): boolean {
  for (let i = 0; i < x.length; i++) if (Math.abs(D[i] * x[i]) > boundless * demand) return true;
  return false;
}

/** The relative residual; u, workspace (3n), is left with the velocities; v: workspace, over the velocities of units. */
export function residualOf(
  { rows, kinds, b, mu, lower, upper, rounding = 0 }: CoulombProblem,
  rho: Float64Array,
  lambda: Float64Array,
  u: Float64Array,
  v: Float64Array,
  demand: number,
): number {
  rows.spread(lambda, v);
  rows.velocities(v, u);
  let worst = 0;
  let largest = 0;
  let scale = 1e-300;
  for (let i = 0; i < rows.count; i++) {
    const k = 3 * i;
    for (let a = k; a < k + 3; a++) u[a] += b[a];
    if (kinds[i] === rowKinds.absent) continue;
    scale = Math.max(scale, rho[i] * (digits * rounding));
    for (let a = k; a < k + 3; a++) {
      largest = Math.max(largest, Math.abs(lambda[a]));
      scale = Math.max(scale, rho[i] * Math.abs(b[a]));
    }
    if (kinds[i] === rowKinds.holds) {
      for (let a = k; a < k + 3; a++) worst = Math.max(worst, rho[i] * Math.abs(u[a]));
      continue;
    }
    const zn = lambda[k] - rho[i] * u[k];
    if (kinds[i] === rowKinds.bounded) {
      worst = Math.max(worst, Math.abs(lambda[k] - clamped(zn, i, lower, upper)));
      continue;
    }
    const z1 = lambda[k + 1] - rho[i] * u[k + 1];
    const z2 = lambda[k + 2] - rho[i] * u[k + 2];
    const normal = zn > 0 ? zn : 0;
    const bound = mu[i] * normal;
    const size = Math.sqrt(z1 * z1 + z2 * z2);
    const part = size > bound ? bound / size : 1;
    worst = Math.max(
      worst,
      Math.abs(lambda[k] - normal),
      Math.abs(lambda[k + 1] - part * z1),
      Math.abs(lambda[k + 2] - part * z2),
    );
  }
  return Math.max(worst, Number.EPSILON * largest) / Math.max(scale, Math.min(largest, demand));
}

/** z within the bounds of row i. */
export function clamped(z: number, i: number, lower?: Float64Array, upper?: Float64Array): number {
  if (lower && z < lower[i]) return lower[i];
  return upper && z > upper[i] ? upper[i] : z;
}

/** Nothing approaches: no impulse solves it. */
export function isOpen({ rows, kinds, b, lower, upper, rounding = 0 }: CoulombProblem): boolean {
  for (let i = 0; i < rows.count; i++) {
    if (kinds[i] === rowKinds.pushes && b[3 * i] < -rounding) return false;
    if (kinds[i] === rowKinds.bounded && lower && upper) {
      if (b[3 * i] < -rounding && upper[i] > 0) return false;
      if (b[3 * i] > rounding && lower[i] < 0) return false;
    }
    if (kinds[i] === rowKinds.holds)
      for (let a = 3 * i; a < 3 * i + 3; a++) if (Math.abs(b[a]) > rounding) return false;
  }
  return true;
}
