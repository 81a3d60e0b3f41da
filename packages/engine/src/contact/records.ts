/** What pushed in a (sub)step: read, and remembered for the next. */
import { ballGapAt } from './detect/balls.ts';
import { gapOf } from './detect/gap.ts';
import type { Pose } from './detect/row.ts';
import type { RowMemory } from './detect/row-memory.ts';
import type { RowPool } from './detect/row-pool.ts';
import { fields, type RecordTable } from './record-table.ts';

/** of rows that push: their number, and their gap */
let pushing = new Int32Array(64);
let gaps = new Float64Array(64);

/** Adds the impulses of all rows to records, which stay sorted; end: where bodies are at the end. */
export function addRecords(pool: RowPool, end: Pose, records: RecordTable): void {
  const before = records.count;
  const count = findPushing(pool);
  if (!count) return;
  findGaps(pool, count, end);
  for (let i = 0; i < count; i++) add(pool.memory, pool.places[pushing[i]], gaps[i], records, before);
  // rows are sorted
  if (before) records.sort();
}
function findPushing({ memory: { impulse }, places, count }: RowPool): number {
  if (pushing.length < count) {
    pushing = new Int32Array(2 * count);
    gaps = new Float64Array(2 * count);
  }
  let found = 0;
  for (let k = 0; k < count; k++) if (impulse[3 * places[k]] > 0) pushing[found++] = k;
  return found;
}
function findGaps(pool: RowPool, count: number, end: Pose): void {
  const { memory, places, rows } = pool;
  const { kernels } = memory;
  if (kernels?.isFor(pool.count)) {
    for (let i = 0; i < count; i++) kernels.places[i] = places[pushing[i]];
    kernels.findGaps(count, end.coordinates, false);
    for (let i = 0; i < count; i++) gaps[i] = kernels.known[i] ? kernels.gaps[i] : gapOf(rows[pushing[i]], end);
    return;
  }
  for (let i = 0; i < count; i++) {
    const k = pushing[i];
    gaps[i] = memory.ball[places[k]] ? ballGapAt(memory, places[k], end.coordinates) : gapOf(rows[k], end);
  }
}
/** One row, to its record where there is one among the first `before`. */
function add(memory: RowMemory, at: number, gap: number, records: RecordTable, before: number): void {
  const line = 3 * at;
  const { frame, impulse, point } = memory;
  const pair = memory.pair[at];
  const key = memory.key[at];
  const known = before ? records.find(pair, key, before) : -1;
  const to = known < 0 ? records.add() : known;
  const { values } = records;
  values[to + fields.pair] = pair;
  values[to + fields.key] = key;
  values[to + fields.a] = memory.body[2 * at];
  values[to + fields.b] = memory.body[2 * at + 1];
  values[to + fields.sticks] = memory.sticks[at];
  values[to + fields.gap] = gap;
  const n = impulse[line];
  const t1 = impulse[line + 1];
  const t2 = impulse[line + 2];
  // two impulses in a step are added
  if (known < 0) values.fill(0, to + fields.impulse, to + fields.point);
  values[to + fields.impulse] += n;
  values[to + fields.impulse + 1] += t1;
  values[to + fields.impulse + 2] += t2;
  for (let axis = 0; axis < 3; axis++) {
    const f = 9 * at + axis;
    values[to + fields.normal + axis] = frame[f];
    values[to + fields.total + axis] += n * frame[f] + t1 * frame[f + 3] + t2 * frame[f + 6];
    values[to + fields.point + axis] = point[line + axis];
  }
}
