/**
 * First-order flow: no inertia, D qdot = f.                                      [Metaxas 1993; PB88, eq. 17; order 1]
 *
 *   u = D^-1 f,   p = q + h u                             c = h D^-1,  d = D^-1
 *
 * D = drag M: `drag` is the body's rate in 1/s, and M its mass matrix, which weighs the coordinates as it does in motion.
 * With mass 1 and drag 1 it is the flow qdot = f. The column `mobility` holds 1/drag.
 *
 * Velocities are those of the step, (p - q)/h; nothing depends on earlier ones. So forces may not depend on velocities:
 * elements with damping are refused. Explicit: stable while h times the largest eigenvalue of D^-1 K is below 2.
 */
import { flat, toFlat } from '../kernel/compile/kernel.ts';
import { type Expr, mul } from '../kernel/formula/expr.ts';
import { type Integrator, plain } from './integrator.ts';

const flowing = (Wf: Expr): Expr => mul(flat('mobility'), Wf);

export const firstOrderFlow: Integrator = {
  ...plain,
  kind: 'first-order-flow',
  order: 1,
  flow: true,
  stages: [(Wf) => ({ from: 'q', to: 'p', velocity: flowing(Wf), steps: 1, also: [toFlat('u', flowing(Wf))] })],
};
