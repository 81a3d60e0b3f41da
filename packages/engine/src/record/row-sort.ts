/** The sort of a constraint's rows.                                                                      [MIC08, table 1] */
import type { Constraint, ConstraintSpec } from '../constraints/constraint.ts';

/**
 * What rows connect: bodies to the world, or bodies to each other; or they are one-sided.
 * @example const sort: RowSort = rowSort(nail(node(cube, 0), worldPoint(0, 1, 0)));
 */
export type RowSort = 'absolute' | 'relative' | 'contact';

/**
 * The sort of the rows of a constraint.
 * @example rowSort(join(node(cube, 0), node(other, 0))) // 'relative'
 */
export function rowSort({ relation, members }: Pick<ConstraintSpec, 'relation' | 'members'>): RowSort {
  if (relation.sense === '>=' && !relation.latching) return 'contact';
  return members[0].some((anchor) => anchor.body === undefined) ? 'absolute' : 'relative';
}

/**
 * How a constraint is held: to rounding, by a method that only approaches zero, or on one side, where it may be open.
 * @example const sort: HoldSort = holdSort(world.constraints[0]);
 */
export type HoldSort = 'exact' | 'approximate' | 'contact';

/**
 * How a constraint is held, by its relation and its method.
 * @example holdSort(world.constraints[0]) === 'exact'
 */
export function holdSort(constraint: Pick<Constraint, 'relation' | 'members' | 'method'>): HoldSort {
  if (rowSort(constraint) === 'contact') return 'contact';
  return constraint.method.promise === undefined ? 'approximate' : 'exact';
}
