/** Multipliers are kept in the records of their constraints, behind the forces. */
import type { BatchView } from '../../constraints/method.ts';
import { laned } from '../../kernel/run/batch.ts';

interface RowTable {
  readonly shape: BatchView;
  readonly first: number;
  readonly size: number;
}
/** Into the records, where forces are zero then, or from them. */
export function exchange({ shape, first, size }: RowTable, lambda: Float64Array, record: boolean): void {
  const { rows, place } = shape.batch.table();
  const columns = shape.batch.kernel.rows;
  const forces = 3 * shape.boundRelation.shapes.length;
  if (record) rows.fill(0);
  for (let m = 0, r = first; m < shape.members.length; m++) {
    for (let k = 0; k < size; k++, r++) {
      const at = laned(place[m], columns, forces + k);
      if (record) rows[at] = lambda[r];
      else lambda[r] = rows[at];
    }
  }
}
