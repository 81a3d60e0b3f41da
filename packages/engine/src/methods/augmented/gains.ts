/** The gains of each row: given, or from omega and how far a unit of the multiplier moves the row. */
import type { BoundRelation } from '../../constraints/bound-relation.ts';
import { constant, div, type Expr, mul, one, square, two } from '../../kernel/formula/expr.ts';
import { inverseCompliances } from '../../solve/coupled-compliance.ts';
import { growth, omegaOf } from './doubling.ts';
import { type AugmentedOptions, augmentedDefaults } from './options.ts';

export interface Gains {
  readonly k: Expr;
  readonly c: Expr;
  readonly kappa: Expr;
  /** of the slack, in parts of lam + k C */
  readonly gamma: Expr;
}

/** Where the state of doublings begins: behind multipliers and slacks. */
export const doublingsAt = ({ size, relation }: BoundRelation, { inequalities }: AugmentedOptions): number =>
  relation.sense === '>=' && inequalities === 'slack' ? 2 * size : size;

export function gainsOf(boundRelation: BoundRelation, options: AugmentedOptions): Gains[] {
  const { form, integral, stiffness, damping, gain } = { ...augmentedDefaults, ...options };
  if (stiffness !== undefined || damping !== undefined || gain !== undefined) {
    const [k, c, kappa] = [stiffness, damping, gain].map((value) => constant(value ?? 0));
    return Array.from({ length: boundRelation.size }, (_, r) => ({
      k: options.automatic ? mul(growth(boundRelation, doublingsAt(boundRelation, options), r).k, k) : k,
      c,
      kappa,
      gamma: one,
    }));
  }
  const start = omegaOf(options);
  return inverseCompliances(boundRelation, boundRelation.at('q')).map((inverse, r) => {
    const at = doublingsAt(boundRelation, options);
    const omega = options.automatic ? mul(growth(boundRelation, at, r).root, start) : start;
    const [first, second] = [mul(omega, inverse), mul(square(omega), inverse)];
    // z^2 follows C at the rate omega once it is of its size: 4 gamma k z^2
    const gamma = mul(constant(0.25), div(one, omega));
    if (form === 'paper') return { k: mul(two, first), c: first, kappa: second, gamma };
    return { k: second, c: mul(two, first), kappa: mul(constant(integral), mul(omega, second)), gamma };
  });
}
