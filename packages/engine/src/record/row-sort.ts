/** What a constraint's rows count as.                                                                   [MIC08, table 1] */
import type { Constraint, ConstraintSpec } from '../constraints/constraint.ts';

/** To the world, between bodies, one-sided (but for those that hold several rows while they push). */
export type RowSort = 'absolute' | 'relative' | 'contact';

export function rowSort({ relation, members }: Pick<ConstraintSpec, 'relation' | 'members'>): RowSort {
  if (relation.sense === '>=' && !relation.latching) return 'contact';
  return members[0].some((anchor) => anchor.body === undefined) ? 'absolute' : 'relative';
}

/** How a constraint is held: to rounding, by a method that only approaches zero, or on one side, where it may be open. */
export type HoldSort = 'exact' | 'approximate' | 'contact';

export function holdSort(constraint: Pick<Constraint, 'relation' | 'members' | 'method'>): HoldSort {
  if (rowSort(constraint) === 'contact') return 'contact';
  return constraint.method.promise === undefined ? 'approximate' : 'exact';
}
