/**
 * Euler-Cromer: velocity first, then position with the new velocity.                       [GBT06, sec. 3; order 1]
 *
 *   u = v + h W f,   p = q + h u                          c = h^2 W,  d = h W
 */

import { flat, toFlat } from '../kernel/compile/kernel.ts';
import { add, type Expr, mul } from '../kernel/formula/expr.ts';
import { h, type Integrator, plain } from './integrator.ts';

const kicked = (Wf: Expr): Expr => add(flat('v'), mul(h, Wf));

export const eulerCromer: Integrator = {
  ...plain,
  kind: 'euler-cromer',
  order: 1,
  positionRate: true,
  driftsFrom: {},
  pathDifference: 'backward',
  stages: [(Wf) => ({ from: 'q', to: 'p', velocity: kicked(Wf), steps: 1, also: [toFlat('u', kicked(Wf))] })],
};
