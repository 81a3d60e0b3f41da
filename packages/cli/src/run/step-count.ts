/** The number of steps to a time; times are compared to a millionth of a step. */
import { UsageError } from '../base/failure.ts';
import { quantity } from './quantity.ts';

/** option: where a shorter time can be given, `--seconds` */
export function stepCount(seconds: number, h: number, option: string): number {
  const steps = Math.ceil(seconds / h - 1e-6);
  if (Number.isSafeInteger(steps)) return steps;
  throw new UsageError(
    `${quantity(seconds, 's')} are ${steps} steps of ${quantity(h, 's')}, more than can be counted. Choose a shorter time with ${option}.`,
  );
}
