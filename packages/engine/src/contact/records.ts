/** What pushed in a (sub)step: read, and remembered for the next. */
import { gapOf } from './detect/gap.ts';
import type { Pose } from './detect/row.ts';
import type { RowPool } from './detect/row-pool.ts';
import type { ContactRecord } from './memory.ts';

/** Adds the impulses of all rows to records, which stay sorted; end: where bodies are at the end. */
export function addRecords(pool: RowPool, end: Pose, records: ContactRecord[]): void {
  const before = records.length;
  for (let k = 0; k < pool.count; k++) {
    const row = pool.rows[k];
    const n = row.impulse[0];
    if (!(n > 0)) continue;
    const t1 = row.impulse[1];
    const t2 = row.impulse[2];
    const { frame } = row;
    const made: ContactRecord = {
      pair: row.pair,
      key: row.key,
      a: row.a.collider.index,
      b: row.b.collider.index,
      sticks: row.sticks,
      gap: gapOf(row, end),
      impulse: [n, t1, t2],
      normal: [frame[0], frame[1], frame[2]],
      total: [
        n * frame[0] + t1 * frame[3] + t2 * frame[6],
        n * frame[1] + t1 * frame[4] + t2 * frame[7],
        n * frame[2] + t1 * frame[5] + t2 * frame[8],
      ],
      point: [row.point[0], row.point[1], row.point[2]],
    };
    const known = before ? records.find((r) => r.pair === made.pair && r.key === made.key) : undefined;
    if (known) {
      // two impulses in a step
      for (let axis = 0; axis < 3; axis++) {
        made.impulse[axis] += known.impulse[axis];
        made.total[axis] += known.total[axis];
      }
      Object.assign(known, made);
    } else records.push(made);
  }
  // rows are sorted
  if (before) records.sort((x, y) => x.pair - y.pair || x.key - y.key);
}
