/** A method made for tests: its multiplier is state of first order. */
import { forcesThemselves, type Method, runEach } from '../../packages/engine/src/constraints/method.ts';
import { addTo, gather, kernel, toRow } from '../../packages/engine/src/kernel/compile/kernel.ts';
import { directional } from '../../packages/engine/src/kernel/formula/derive.ts';
import { add, constant, mul, neg } from '../../packages/engine/src/kernel/formula/expr.ts';

export interface IntegralOptions {
  readonly rate: number;
  readonly stiffness: number;
  readonly damping: number;
}
/**
 * A nail that integrates: F = lambda + stiffness C + damping Cdot, lambda' = rate C, C = target - point. The multiplier becomes
 * the true reaction where a plain spring would stay short of its goal.
 */
export const integral = ({ rate, stiffness, damping }: IntegralOptions): Method => ({
  kind: 'integral',
  order: 1,
  needs: 'points',
  exclusive: () => false,
  refuses: () => undefined,
  state: (boundRelation) => ({
    order: 1,
    start: [0, 0, 0],
    rate: () => boundRelation.at('q').C.map((C) => mul(constant(rate), C)),
  }),
  work: (shapes) => ({ onForce: runEach(shapes) }),
  rule: (boundRelation) => {
    const motion = boundRelation.motion('q');
    const force = boundRelation.at('q').C.map((C, axis) => {
      const spring = add(mul(constant(stiffness), C), mul(constant(damping), directional(C, motion)));
      return add(gather('q', boundRelation.methodSlot, axis), spring);
    });
    const rows = [...force, ...force.map(neg)].map((f, row) => toRow(row, f));
    return { kernel: kernel([addTo('f', 0, force), ...rows]), forces: forcesThemselves(boundRelation) };
  },
});
