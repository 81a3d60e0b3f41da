/** Constraint rows: C, J, Cdot and Jdot v of 10,000 distances, all derived from C. */

import { type Kernel, kernel, parameter, point, toRow } from '../../../packages/engine/src/kernel/compile/kernel.ts';
import { row } from '../../../packages/engine/src/kernel/formula/derive.ts';
import { Batch, ghostCoordinates } from '../../../packages/engine/src/kernel/run/batch.ts';
import { Arena } from '../../../packages/engine/src/kernel/run/memory.ts';
import { distance as builtIn } from '../../../packages/engine/src/relations/points/distance.ts';
import type { Relation } from '../../../packages/engine/src/relations/relation.ts';
import { race, relativeDifference, timesFaster } from '../../harness.ts';
import { distancesByHand } from './by-hand.ts';
import { seeded } from './seeded.ts';

const count = 10000;
const columns = 9;

/** C, J, Cdot, Jdot v of a relation between two points with one parameter. */
export function rowKernel(relation: Relation): Kernel {
  const [a, b] = [point('x', 0), point('x', 1)];
  const [C] = relation.rows([a, b], [parameter(0)]);
  const r = row(C, [...a, ...b], [...point('v', 0), ...point('v', 1)]);
  return kernel([r.C, ...r.J, r.Cdot, r.curvature].map((value, column) => toRow(column, value)));
}

/** Points, lengths, and a batch of a kernel's rows on them. */
export function distances() {
  const random = seeded(7);
  const size = 6 * count;
  const positions = Float64Array.from({ length: size }, random);
  const velocities = Float64Array.from({ length: size }, random);
  const blocks = Int32Array.from({ length: 2 * count }, (_, i) => 3 * i);
  const lengths = Float64Array.from({ length: count }, (_, e) => 1 + 1e-4 * e);
  const batchOf = (k: Kernel): Batch => {
    const arena = new Arena(4 << 20);
    const block = { x: arena.f64(size + ghostCoordinates), v: arena.f64(size + ghostCoordinates) };
    block.x.view().set(positions);
    block.v.view().set(velocities);
    const batch = new Batch(k, arena, { count, blocks, parameters: lengths }, size);
    batch.bind((array) => block[array as keyof typeof block].address);
    return batch;
  };
  return { positions, velocities, blocks, lengths, batchOf };
}
/** All rows of a batch, one after another. */
export const rowsOf = (batch: Batch): Float64Array =>
  Float64Array.from({ length: columns * count }, (_, i) => batch.row(Math.floor(i / columns), i % columns));

export const distance = race({
  name: 'distance',
  what: '10,000 rows of C, J, Cdot, Jdot v: kernel against TypeScript',
  target: timesFaster(2),
  prepare() {
    const { positions, velocities, blocks, lengths, batchOf } = distances();
    const batch = batchOf(rowKernel(builtIn));
    const rows = new Float64Array(columns * count);
    const hand = [{ x: positions, v: velocities, blocks, lengths, rows, count }];
    return {
      ours: () => batch.run(),
      theirs() {
        for (const h of hand) distancesByHand(h.x, h.v, h.blocks, h.lengths, h.rows, h.count);
      },
      difference: () => relativeDifference(rowsOf(batch), rows),
    };
  },
});
