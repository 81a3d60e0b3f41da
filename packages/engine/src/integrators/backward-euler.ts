/**
 * Backward Euler, and static equilibrium: all forces at the new positions, constraints included, in one solve.      [MIC08, eq. 1, 2]
 *
 *   backward-euler   M (p - q)/h^2 = M v/h + f(p, (p - q)/h) + J^T lambda,   C(p) = 0,   u = (p - q)/h
 *   quasi-static                 0 = f(p, 0) + J^T lambda,                   C(p) = 0,   u = 0
 *
 * The solve is that of the method `displacement` (see methods/displacement/kkt.ts); it is made without constraints too.
 */
import { zero } from '../kernel/formula/expr.ts';
import { type Integrator, plain } from './integrator.ts';

const solvedFor = {
  ...plain,
  order: 1,
  firstOrder: 'after',
  stages: [() => ({ from: 'q', to: 'p', velocity: zero, steps: 1, also: [] })],
} as const;

/** `change`: that of v in the last step, from which the next is predicted (methods/displacement/system/part.ts). */
export const backwardEuler: Integrator = {
  ...solvedFor,
  kind: 'backward-euler',
  solved: 'dynamic',
  keeps: ['change'],
};
export const quasiStatic: Integrator = { ...solvedFor, kind: 'quasi-static', solved: 'static' };
