/**
 * An integrator turns forces into motion. It is written as formulas over the columns of the State; bodies
 * determine W and how coordinates move at a velocity (see integrator-pass.ts).
 *
 *   stages    what to do with each evaluation of f, given W f. The last one leaves the prediction p and
 *             u, without constraints
 *   finish    formulas after constraints have moved p and u, before they become q and v
 *
 * A constraint's reaction R moves what was predicted, exactly, whatever the scheme:                       [GBT06, eq. 1]
 *
 *   p <- p + c R,  u <- u + d R,      c = positionCompliance h^2 W,  d = velocityCompliance h W
 *
 * R is the force that acts over the whole step: its impulse is h R under every integrator, so that reactions of points
 * that are joined cancel even where their integrators differ. GBT06 writes F~, the force put into the scheme's own formula,
 * R = reactionScale F~: velocity Verlet uses F~ in one of its two kicks only, and needs twice the force.
 */

import { type Sink, uniform } from '../kernel/compile/kernel.ts';
import type { Expr } from '../kernel/formula/expr.ts';

export interface Stage {
  /**
   * The column `to` becomes the column `from`, moved for so many steps: at a velocity (kick and drift), or at a mean of the rates
   * qdot = T(q) v that stages have seen (Runge-Kutta). Where qdot = v, the columns `rate` and `rate0` are v and v0.
   */
  readonly from: string;
  readonly to: string;
  readonly velocity?: Expr;
  readonly rate?: Expr;
  readonly steps: number;
  readonly also: readonly Sink[];
}

/**
 * An integrator: how forces become motion, as formulas, and what a force does to its prediction.
 * @example const verlet: Integrator = integrators.verlet;
 */
export interface Integrator {
  readonly kind: string;
  readonly order: number;
  readonly stages: readonly ((Wf: Expr) => Stage)[];
  finish?(Wf: Expr): readonly Sink[];
  readonly positionCompliance: number;
  readonly velocityCompliance: number;
  /**
   * Drag z = drag h reduces the effect of a force within a step, where the scheme evaluates drag in between: factors of c and d. Without
   * them reactions at rest have an error of order z.
   */
  dragged?(z: number): { readonly c: number; readonly d: number };
  readonly reactionScale: number;
  /**
   * How old the stored velocity is, in steps: at the time of q it is v + lag (v - u). A force that jumps by dF at the time
   * of q therefore moves the stored velocity by -lag h W dF.
   */
  readonly lag: number;
  /** columns of its own that last from step to step; each holds an acceleration, and jumps with the forces */
  readonly history: readonly string[];
  /** p is the prediction after so many steps */
  readonly lookahead: number;
  /**
   * An error of velocity at a constrained point is multiplied by 1 - h d/c in each step. Where that is not 0, velocities are projected
   * onto the constraints after the step.                                                    [GBT06, errata: E8]
   */
  readonly projected: boolean;
  /** the time of q while predictions are corrected along the rows there, in steps since the beginning */
  readonly rowsAt: number;
  /** u is left by a linear solve over the whole body, before the stage (see implicit-solve.ts) */
  readonly implicit?: true;
  /** p and u are left by one solve over all bodies of this kind and their constraints (see methods/displacement/kkt.ts) */
  readonly solved?: 'dynamic' | 'static';
  /** it moves coordinates at a rate that methods may add to: xdot = v + rateShift, under the hook `onRate` */
  readonly positionRate: boolean;
  /**
   * q^{t+h} - 2 q^t + q^{t-h} = h^2 W f: a point follows a path to rounding under the force of that difference of the path.
   * The v that forces see is the difference to the step before, or the mean of both. Not given where this is not so.
   */
  readonly pathDifference?: 'backward' | 'central';
  /** how it advances state of first order, see state-schemes.ts */
  readonly firstOrder: 'stages' | 'heun' | 'after';
  /**
   * An oscillation without damping grows in every step, by about this power of omega h over this divisor. Not given where it does
   * not, below the stable step.
   */
  readonly growth?: { readonly power: number; readonly divisor: number };
  /** what bounds its step, see dynamics/stability/stable-step.ts: stiffness h^2 K + damping h D < 4, or a polynomial of so many powers */
  readonly stability: { readonly stiffness: number; readonly damping: number } | { readonly powers: number };
  /** how often a reaction to the prediction is in the first column of the history; not given where history has none */
  readonly historyOfReaction?: number;
  /** columns that last from step to step, which forces do not touch */
  readonly keeps?: readonly string[];
  /** a step is divided into substeps, all bodies at once, by the errors `error of q` and `error of v` of its last stage: see dynamics/stepping/adaptive-step.ts */
  readonly adaptive?: { readonly tolerance: number };
  /**
   * p is q moved at the velocity before the step with h W f added, which is u: contacts can change both. The velocity before is v, less half of h
   * times the acceleration in the column `half`, where one is named. With `gained` that velocity is not u: it is what brings q to p, and h times the
   * acceleration in the column `gained` was added to it; a change of it changes u by velocityCompliance.
   */
  readonly driftsFrom?: { readonly half?: string; readonly gained?: string };
  /** several stages: q and v at the beginning of the step are in these columns, and u is the velocity at its end (see contact/schemes.ts) */
  readonly stagesFrom?: { readonly q: string; readonly v: string };
  /** there is no inertia: D qdot = f, see first-order-flow.ts */
  readonly flow?: true;
  /** the velocity that damping sees, of v and u; v if not given */
  seen?(v: Expr, u: Expr): Expr;
}

/** Values that most integrators share. */
export const plain = {
  positionCompliance: 1,
  velocityCompliance: 1,
  reactionScale: 1,
  lag: 0,
  history: [],
  lookahead: 1,
  projected: false,
  positionRate: false,
  firstOrder: 'stages',
  rowsAt: 0,
  stability: { stiffness: 1, damping: 2 },
} as const;

/** c and d of a body in units of W. */
export function complianceFactors(
  { flow, positionCompliance, velocityCompliance, dragged }: Integrator,
  drag: number,
  h: number,
): { readonly c: number; readonly d: number } {
  if (flow) return drag > 0 ? { c: h / drag, d: 1 / drag } : { c: 0, d: 0 };
  const slowed = dragged?.(drag * h) ?? { c: 1, d: 1 };
  return { c: slowed.c * positionCompliance * h * h, d: slowed.d * velocityCompliance * h };
}

/** Uniforms of every kernel: h, 1/h, gravity; some have w, where it is the same everywhere. */
export const h = uniform(0);
export const perStep = uniform(1);
export const gravity = [uniform(2), uniform(3), uniform(4)] as const;
export const sharedW = uniform(6);
