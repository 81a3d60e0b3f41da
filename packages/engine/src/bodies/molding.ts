/**
 * Moldability: the rest metric R of an element flows where the strain G - R is beyond its yield.      [PB88, sec. 6.3; notes, 7]
 *
 *   P = |G - R|^2 - P0,   Q = max(P, 0),   eta = Q^2/2        over all nine entries; |2 eps| = sqrt P0 at the yield point
 *
 *   rate    R' = rate 2 Q (G - R)                             rate = 1 is eq. 75 as printed
 *   paper   R' = (sigma + c eta) 2 Q (G - R),  sigma' = eta   eq. 71 to 76 (errata: P24, P25)
 *
 * In the rate form y = |G - R|^2 follows a logistic equation while G is constant, so that each step is integrated exactly:
 *
 *   y1 = P0 / (1 - (1 - P0/y) e^(-4 rate P0 h)),   R <- G - (G - R) sqrt(y1/y)
 *
 * The new R is a mean of R and G, and stays positive definite at any rate. In the paper's form sigma only grows while R flows
 * (eta >= 0); otherwise it decays within a second. The paper's shift u of the velocity is left out: it would move the nodes by the
 * change of R. `deviatoric`: the trace of G - R neither counts nor flows.
 */
import type { Refuse } from '../base/refusal.ts';
import { uniform } from '../kernel/compile/kernel.ts';
import {
  add,
  constant,
  div,
  type Expr,
  exp,
  max,
  mul,
  neg,
  one,
  select,
  sqrt,
  square,
  sub,
  two,
  zero,
} from '../kernel/formula/expr.ts';
import type { ElementState } from './body.ts';

/**
 * How a body yields: its rest shape flows where it is strained beyond the yield.
 * @example const clay: MoldingOptions = { yield: 0.005, rate: 500 };
 */
export interface MoldingOptions {
  /** P0: it yields where |G - R|^2 is larger; a strain of sqrt(P0)/2 along one axis */
  readonly yield: number;
  /** of the rate form, 1/s */
  readonly rate?: number;
  readonly form?: 'rate' | 'paper';
  /** c of the paper's form, 1/s */
  readonly penalty?: number;
  /** volume does not flow */
  readonly deviatoric?: boolean;
}
/**
 * What molding uses for options that are not given.
 * @example const rate = moldingDefaults.rate;
 */
export const moldingDefaults = { rate: 500, form: 'rate', penalty: 1000, deviatoric: false } as const;

/** The h of a step, see integrators/integrator.ts. */
const h = uniform(0);
const times = [1, 1, 1, 2, 2, 2].map(constant);
/** time constant of the decay of sigma, s */
const fading = 1;

export const moldingParameters = ['yield', 'flow'] as const;
export const restStateSize = ({ form = moldingDefaults.form }: Pick<MoldingOptions, 'form'>): number =>
  form === 'paper' ? 7 : 6;

/** The molding parameters of an element; they follow its other parameters. */
export function moldingNumbers(options: MoldingOptions, refuse: Refuse): number[] {
  const { form, rate, penalty } = { ...moldingDefaults, ...options };
  const positive = (name: string, value: number, unit: string): void => {
    if (!(value > 0 && Number.isFinite(value)))
      throw refuse(`molding.${name}`, `${value}${unit}; it must be positive.`);
  };
  positive('yield', options.yield, '');
  positive('rate', rate, ' /s');
  positive('penalty', penalty, ' /s');
  return [options.yield, form === 'paper' ? penalty : rate];
}

/** metric: G of an element; parameters: where its `moldingParameters` begin; rest: R at the start */
export function restState<Inputs extends Parameters<NonNullable<ElementState['rate']>>>(
  { form = moldingDefaults.form, deviatoric = moldingDefaults.deviatoric }: Pick<MoldingOptions, 'form' | 'deviatoric'>,
  parameters: number,
  metric: (q: Inputs[0], p: Inputs[2]) => readonly Expr[],
  rest: (p: readonly number[]) => readonly number[],
): ElementState {
  const strained = (q: Inputs[0], p: Inputs[2], y: readonly Expr[]) => {
    const strain = metric(q, p).map((g, n) => sub(g, y[n]));
    const mean = mul(constant(1 / 3), add(add(strain[0], strain[1]), strain[2]));
    const flowing = deviatoric ? strain.map((e, n) => (n < 3 ? sub(e, mean) : e)) : strain;
    const size = flowing.map((e, n) => mul(times[n], square(e))).reduce((a, b) => add(a, b));
    return { flowing, size, limit: p[parameters], flow: p[parameters + 1] };
  };
  if (form === 'paper')
    return {
      size: 7,
      order: 1,
      start: (p) => [...rest(p), 0],
      rate: (q, _, p, y) => {
        const { flowing, size, limit, flow } = strained(q, p, y);
        const Q = max(sub(size, limit), zero);
        const eta = mul(constant(0.5), square(Q));
        const speed = mul(add(y[6], mul(flow, eta)), mul(two, Q));
        const fades = mul(constant(-1 / fading), y[6]);
        return [...flowing.map((e) => mul(speed, e)), select(zero, Q, eta, fades)];
      },
    };
  return {
    size: 6,
    order: 0,
    start: rest,
    update: (q, _, p, y) => {
      const { flowing, size, limit, flow } = strained(q, p, y);
      const apart = max(size, limit); // no division by zero without flow
      const fade = exp(neg(mul(constant(4), mul(flow, mul(limit, h)))));
      const after = div(limit, sub(one, mul(sub(one, div(limit, apart)), fade)));
      const moved = sub(one, sqrt(div(after, apart)));
      return flowing.map((e, n) => select(limit, size, add(y[n], mul(moved, e)), y[n]));
    },
  };
}
