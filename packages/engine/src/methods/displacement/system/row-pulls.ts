/** The forces J^T lambda of rows on coordinates, for residuals without a matrix. */
import type { MemberBatch } from '../../../constraints/method.ts';
import { Sums } from '../../../forces/sums.ts';
import { laned } from '../../../kernel/run/batch.ts';
import type { Arena, Block } from '../../../kernel/run/memory.ts';

interface Pulling {
  readonly memberBatch: MemberBatch;
  /** of each entry: the row, where its number is, and which of the coordinates it is of */
  readonly slopes: Int32Array;
  readonly coordinates: Int32Array;
}

export class RowPulls {
  readonly #sums: Sums;
  readonly #lambda: Block<Float64Array>;
  /** of each table, the first of its sums */
  readonly #first: readonly number[];

  constructor(
    private readonly arena: Arena,
    private readonly tables: readonly Pulling[],
    rows: number,
  ) {
    const places: number[] = [];
    this.#first = tables.map(({ slopes, memberBatch: { batch } }) => {
      const first = places.length / 3;
      const { place } = batch.table();
      const start = slopes.length ? batch.rowAddress(0, 0) - 8 * laned(place[0], batch.kernel.rows, 0) : 0;
      for (let k = 0; k < slopes.length; k += 3) places.push(-1, start + 8 * slopes[k + 1], slopes[k]);
      return first;
    });
    this.#sums = new Sums(arena, places, true);
    this.#lambda = arena.f64(rows);
    for (let t = 0; t < tables.length; t++) this.aim(t);
  }
  /** The members of a table have moved to other coordinates. */
  aim(t: number): void {
    const { slopes, coordinates } = this.tables[t];
    for (let k = 0; 3 * k < slopes.length; k++) this.#sums.set(this.#first[t] + k, coordinates[slopes[3 * k + 2]]);
  }
  /** Adds them to the column at an address. */
  add(lambda: Float64Array, g: number): void {
    this.#lambda.view().set(lambda);
    this.#sums.addWeighted(g, this.#lambda.address);
  }
  release(): void {
    this.#sums.release();
    this.arena.release(this.#lambda);
  }
}
