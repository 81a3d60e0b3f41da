/**
 * An integrator turns forces into motion. It is written as formulas over the columns of the State; how coordinates move at
 * a velocity is the body's business, and so is W (see mover.ts).
 *
 *   stages    what to do with each evaluation of f, given W f; the last leaves p: where everything would be without
 *             constraints
 *   commit    q and v from p, as the local constraints left it, and f, constraint forces included
 *   lag       how old the stored velocity is, in steps: the velocity at the time of q is v + lag h W f.
 *             A force that jumps by dF at the time of q therefore moves the stored velocity by -lag h W dF.
 *   gain      c = gain h^2 W: how far a unit of force moves p
 */
import type { Expr } from '../kernel/expr.ts';
import { type Sink, uniform } from '../kernel/kernel.ts';

export interface Stage {
  /** the column `to` becomes the column `from`, moved at this velocity for so many steps */
  readonly from: string;
  readonly to: string;
  readonly velocity: Expr;
  readonly steps: number;
  readonly also?: readonly Sink[];
}

export interface Integrator {
  readonly kind: string;
  readonly order: number;
  readonly stages: readonly ((Wf: Expr) => Stage)[];
  commit(Wf: Expr): readonly Sink[];
  readonly lag: number;
  readonly gain: number;
  /** columns of its own that last from step to step */
  readonly history?: readonly string[];
}

/** Uniforms of every flat kernel. */
export const h = uniform(0);
