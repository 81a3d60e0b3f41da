/**
 * Motors: what brings a turn or a travel to a speed, with a torque or a force of at most `limit`.
 *
 *   C = x - [x] - S,   S = (speed + [speed]) (t - [t]) / 2            brackets: at the beginning of the step, without a derivative
 *
 * So C = 0 and C' = x' - speed at the beginning of a step, and C at its end is how much further x went than the mean speed would have
 * brought it. Nothing is remembered from step to step: what a motor could not do is not made up for.
 */
import { add, detach, type Expr, half, mul, sub } from '../../kernel/formula/expr.ts';
import { finite, positive } from '../relation.ts';

export const motor = {
  parameters: { speed: finite, limit: positive, time: finite },
  time: 'time',
  bounded: true,
} as const;

/** S */
export const byMotor = ({ speed, time }: Readonly<Record<'speed' | 'time', Expr>>): Expr =>
  mul(mul(half, add(speed, detach(speed))), sub(time, detach(time)));
