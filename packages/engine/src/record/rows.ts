/** The rows of all constraints: which are independent, and which follow from others. */
import type { World } from '../world/world.ts';

/**
 * How many rows there are and how many are independent.
 * @example const { rows, independent }: RowsReport = rowsReport(world);
 */
export interface RowsReport {
  /** rows of active equalities */
  readonly rows: number;
  /** the rank of J, as the solver found it */
  readonly independent: number;
  /** rows that follow from others: they are met, and have no force of their own */
  readonly redundant: readonly RedundantRow[];
}
/**
 * A row that follows from others.
 * @example const redundant: readonly RedundantRow[] = rowsReport(world).redundant;
 */
export interface RedundantRow {
  readonly constraint: string;
  readonly member: number;
  /** the constraints that it follows from */
  readonly follows: readonly string[];
}

/**
 * Finds rows that follow from others.
 * @example rowsReport(world).redundant
 */
export function rowsReport(world: World): RowsReport {
  const reports = world.program.constraintSet.reports();
  const rows = reports.reduce((n, { active }) => n + active.length, 0);
  const redundant = reports.flatMap(({ rows: whose, dependent }) =>
    dependent.map(({ row, on }): RedundantRow => {
      const { constraint, member } = whose[row].shape.who(whose[row].member);
      const others = on.map((r) => whose[r].shape.who(whose[r].member).constraint);
      return { constraint, member, follows: [...new Set(others)] };
    }),
  );
  return { rows, independent: rows - redundant.length, redundant };
}

/**
 * The Jacobian of all rows, entry by entry; rows count over all methods, coordinates over the whole state.
 * @example jacobianEntries(world).length
 */
export function jacobianEntries(world: World): { row: number; coordinate: number; value: number }[] {
  let first = 0;
  return world.program.constraintSet.reports().flatMap(({ rows, entries }) => {
    const shifted = entries.map((e) => ({ ...e, row: first + e.row }));
    first += rows.length;
    return shifted;
  });
}
