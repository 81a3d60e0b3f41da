/** A number that changes by a rule: a path whose x it is. */
import type { PathDef } from './path.ts';

/**
 * A number that changes with time: values at times, interpolated as a path is.
 * @example const path: NumberPath = { kind: 'smoothstep', times: [0, 1], values: [1, 0.5] };
 */
export interface NumberPath {
  readonly kind: PathDef['kind'];
  /** seconds, increasing */
  readonly times: readonly number[];
  /** one for each time */
  readonly values: readonly number[];
  /** start again after the last, for ever */
  readonly loop?: boolean;
}

export const pathOfNumbers = ({ kind, times, values, loop }: NumberPath): PathDef => ({
  kind,
  times,
  points: values.map((value) => [value, 0, 0] as const),
  ...(loop === undefined ? {} : { loop }),
});
