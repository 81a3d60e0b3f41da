/** What pushed in a (sub)step: read, and remembered for the next. */
import { ballGapAt } from './detect/balls.ts';
import { gapOf } from './detect/gap.ts';
import type { Pose } from './detect/row.ts';
import type { RowKernels } from './detect/row-kernels.ts';
import type { RowPool } from './detect/row-pool.ts';
import { fields, type RecordTable } from './record-table.ts';

/** Adds the impulses of all rows to records, which stay sorted; end: where bodies are at the end. */
export function addRecords(pool: RowPool, end: Pose, records: RecordTable): void {
  const before = records.count;
  const { memory, places } = pool;
  const kernels = memory.kernels?.isFor(pool.count) ? memory.kernels : undefined;
  if (kernels) findGaps(pool, kernels, end);
  for (let k = 0, pushing = 0; k < pool.count; k++) {
    const at = places[k];
    const line = 3 * at;
    const n = memory.impulse[line];
    if (!(n > 0)) continue;
    const gap = kernels?.known[pushing] ? kernels.gaps[pushing] : gapOfOne(pool, k, end);
    pushing++;
    const [pair, key] = [memory.pair[at], memory.key[at]];
    const known = before ? records.find(pair, key, before) : -1;
    const to = known < 0 ? records.add() : known;
    const { values } = records;
    values[to + fields.pair] = pair;
    values[to + fields.key] = key;
    values[to + fields.a] = memory.body[2 * at];
    values[to + fields.b] = memory.body[2 * at + 1];
    values[to + fields.sticks] = memory.sticks[at];
    values[to + fields.gap] = gap;
    const t1 = memory.impulse[line + 1];
    const t2 = memory.impulse[line + 2];
    // two impulses in a step are added
    if (known < 0) values.fill(0, to + fields.impulse, to + fields.point);
    values[to + fields.impulse] += n;
    values[to + fields.impulse + 1] += t1;
    values[to + fields.impulse + 2] += t2;
    for (let axis = 0; axis < 3; axis++) {
      const f = 9 * at + axis;
      const { frame } = memory;
      values[to + fields.normal + axis] = frame[f];
      values[to + fields.total + axis] += n * frame[f] + t1 * frame[f + 3] + t2 * frame[f + 6];
      values[to + fields.point + axis] = memory.point[line + axis];
    }
  }
  // rows are sorted
  if (before) records.sort();
}
/** Of rows that push, where there are many. */
function findGaps({ memory, places, count }: RowPool, kernels: RowKernels, { coordinates }: Pose): void {
  let pushing = 0;
  for (let k = 0; k < count; k++) if (memory.impulse[3 * places[k]] > 0) kernels.places[pushing++] = places[k];
  kernels.findGaps(pushing, coordinates, false);
}
function gapOfOne({ memory, places, rows }: RowPool, k: number, end: Pose): number {
  return memory.ball[places[k]] ? ballGapAt(memory, places[k], end.coordinates) : gapOf(rows[k], end);
}
