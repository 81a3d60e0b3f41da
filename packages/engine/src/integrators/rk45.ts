/**
 * Runge-Kutta-Fehlberg 4(5): a step divided into substeps that are as long as a tolerance allows.          [Fehlberg 1969; PB88, sec. 7]
 *
 *   k_i = f(q + h sum_j a_ij k_j),   q' = q + h sum_i b_i k_i        order 5
 *   e = h sum_i (b_i - b*_i) k_i                                      the difference to the result of order 4
 *
 * The step of the world stays h: frames, events and targets see it. Within it substeps adapt (dynamics/stepping/adaptive-step.ts): one is
 * repeated while e is over the tolerance, and the length of the next follows from e. That length is kept from step to step, in the
 * column `substep`: it is state, in snapshots and hashes.
 *
 * Substeps divide what happens in a step; so methods that correct its end do not fit, and are refused. Forces do: `reaction`,
 * `augmented`, `penalty`. State of first order is advanced with the same stages, and its error counts.
 */
import { flat, toFlat } from '../kernel/compile/kernel.ts';
import { add, constant, type Expr, mul } from '../kernel/formula/expr.ts';
import { h, type Integrator, plain, type Stage } from './integrator.ts';

/** When each stage but the first is, and what it is made of; then the result, and its error. */
const times = [1 / 4, 3 / 8, 12 / 13, 1, 1 / 2];
const a = [
  [1 / 4],
  [3 / 32, 9 / 32],
  [1932 / 2197, -7200 / 2197, 7296 / 2197],
  [439 / 216, -8, 3680 / 513, -845 / 4104],
  [-8 / 27, 2, -3544 / 2565, 1859 / 4104, -11 / 40],
];
const result = [16 / 135, 0, 6656 / 12825, 28561 / 56430, -9 / 50, 2 / 55];
const error = [1 / 360, 0, -128 / 4275, -2197 / 75240, 1 / 50, 2 / 55];

const [v, v0, rate] = ['v', 'v0', 'rate'].map(flat);
/** Columns: the rates and the accelerations that stages have seen. */
const rateAt = (stage: number): string => `rate of stage ${stage}`;
const accelerationAt = (stage: number): string => `acceleration of stage ${stage}`;

/** A weighted sum of what stages have seen; the last of them is at hand. */
function combined(weights: readonly number[], column: (stage: number) => string, latest: Expr, scale = 1): Expr {
  const last = weights.length - 1;
  return weights
    .map((weight, stage) => ({ weight: weight / scale, value: stage === last ? latest : flat(column(stage)) }))
    .filter(({ weight }) => weight !== 0)
    .map(({ weight, value }) => mul(constant(weight), value))
    .reduce((sum, term) => add(sum, term));
}

const begin = [toFlat('q0', flat('q')), toFlat('v0', v)];
const stages = [...a.keys()].map((i) => (Wf: Expr): Stage => {
  const acceleration = combined(a[i], accelerationAt, Wf);
  return {
    from: i === 0 ? 'q' : 'q0',
    to: 'q',
    rate: combined(a[i], rateAt, rate, times[i]),
    steps: times[i],
    also: [
      ...(i === 0 ? begin : []),
      toFlat(rateAt(i), rate),
      toFlat(accelerationAt(i), Wf),
      toFlat('v', add(i === 0 ? v : v0, mul(h, acceleration))),
    ],
  };
});
const last = (Wf: Expr): Stage => ({
  from: 'q0',
  to: 'p',
  rate: combined(result, rateAt, rate),
  steps: 1,
  also: [
    toFlat('u', add(v0, mul(h, combined(result, accelerationAt, Wf)))),
    toFlat('error of q', mul(h, combined(error, rateAt, rate))),
    toFlat('error of v', mul(h, combined(error, accelerationAt, Wf))),
  ],
});

/**
 * Options of `rk45`.
 * @example const options: Rk45Options = { tolerance: 1e-9 };
 */
export interface Rk45Options {
  /** error of a substep: of places in m; of velocities in m/s, and of state, in parts of what is over 1 */
  readonly tolerance?: number;
}
/**
 * What `rk45` uses for options that are not given.
 * @example rk45({ tolerance: rk45Defaults.tolerance / 10 })
 */
export const rk45Defaults = { tolerance: 1e-6 } as const;

const made = new Map<number, Integrator>();
/**
 * Runge-Kutta-Fehlberg 4(5) with substeps that adapt to a tolerance. Equal options give the same object.
 * @example createWorld({ integrator: rk45({ tolerance: 1e-9 }), method: 'reaction' })
 */
export function rk45(options: Rk45Options = {}): Integrator {
  const { tolerance } = { ...rk45Defaults, ...options };
  if (!(tolerance > 0 && Number.isFinite(tolerance)))
    throw new Error(`rk45: tolerance — ${tolerance}; it must be positive.`);
  const found = made.get(tolerance);
  if (found) return found;
  const integrator: Integrator = {
    ...plain,
    kind: 'rk45',
    order: 5,
    positionCompliance: 0.5,
    positionRate: true,
    stages: [...stages, last],
    keeps: ['substep'],
    adaptive: { tolerance },
  };
  made.set(tolerance, integrator);
  return integrator;
}
