/**
 * Automatic penalties: k doubles where the violation does not fall by a factor of 4 within 5/omega.                 [notes, 4.1]
 *
 *   e' = omega (|C| - e)                     e follows |C|; it is 1.38 |C| while |C| falls as 4^(-t omega/5), less while it falls slower
 *   d' = omega/5 while 1.38 |C| > e, |C| > 1e-9 and d < most, else 0                 k = 2^d times what it starts with
 *
 * The same rule as one that looks once in 5/omega, as state that every integrator advances. With gains from omega, omega grows as
 * 2^(d/2), at most to omega h = 0.4. With gains that are given, omega is k, as k is the rate of a constraint under first-order flow;
 * there 2^d k N h stays below 0.5, which is stable with a drag of 1/s and more, and d below 20.
 */
import type { BoundRelation } from '../../constraints/bound-relation.ts';
import { h } from '../../integrators/integrator.ts';
import { gather } from '../../kernel/compile/kernel.ts';
import {
  abs,
  add,
  constant,
  div,
  type Expr,
  exp,
  log,
  max,
  min,
  mul,
  one,
  select,
  sub,
  zero,
} from '../../kernel/formula/expr.ts';
import { type AugmentedOptions, augmentedDefaults } from './options.ts';

const ln2 = Math.LN2;
/** e/|C| while |C| falls by 4 in 5/omega: 1/(1 - ln 4/5) */
const following = constant(1 / (1 - (2 * ln2) / 5));
const least = constant(1e-9);
const mostDoublings = constant(20);
const mostOmegaTimesStep = 0.4;

/** omega of the options. */
export const omegaOf = ({ omega }: AugmentedOptions): Expr =>
  omega === undefined ? div(constant(augmentedDefaults.omegaTimesStep), h) : constant(omega);

/** 2^d and its root, of a row; `at`: where e and d begin in the state. */
export function growth(boundRelation: BoundRelation, at: number, r: number): { readonly k: Expr; readonly root: Expr } {
  const d = gather('q', boundRelation.methodSlot, at + boundRelation.size + r);
  return { k: exp(mul(constant(ln2), d)), root: exp(mul(constant(ln2 / 2), d)) };
}

/** e' and d' of all rows. */
export function doublingRates(
  { size }: BoundRelation,
  C: readonly Expr[],
  y: readonly Expr[],
  at: number,
  options: AugmentedOptions,
  inverses: readonly Expr[],
): Expr[] {
  const given = options.stiffness !== undefined;
  const omega = given ? constant(options.stiffness as number) : omegaOf(options);
  const room = max(zero, log(div(constant(mostOmegaTimesStep), mul(omega, h))));
  const mostOf = (r: number): Expr =>
    given
      ? min(mostDoublings, mul(constant(1 / ln2), log(max(one, div(mul(constant(0.5), inverses[r]), mul(omega, h))))))
      : mul(constant(2 / ln2), room);
  const violations = C.map(abs);
  const follows = violations.map((v, r) => mul(omega, sub(v, y[at + r])));
  const grows = violations.map((v, r) => {
    const slow = select(y[at + r], mul(following, v), mul(constant(1 / 5), omega), zero);
    return select(least, v, select(y[at + size + r], mostOf(r), slow, zero), zero);
  });
  return [...follows, ...grows].map((rate) => add(rate, zero));
}
