/** What a constraint's rows count as.                                                                   [MIC08, table 1] */
import type { ConstraintSpec } from '../constraints/constraint.ts';

/** To the world, between bodies, one-sided (but for those that hold several rows while they push). */
export type RowSort = 'absolute' | 'relative' | 'contact';

export function rowSort({ relation, members }: Pick<ConstraintSpec, 'relation' | 'members'>): RowSort {
  if (relation.sense === '>=' && !relation.latching) return 'contact';
  return members[0].some((anchor) => anchor.body === undefined) ? 'absolute' : 'relative';
}
