/** Entries of rows on condensed points: they act on the coordinates of the rod,  J_p dx_p = J_p L dz.  See condensed-points.ts. */
import { laned } from '../../../kernel/run/batch.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import type { State } from '../../../state/state.ts';
import type { KktRows, Table } from '../system/kkt-rows.ts';
import type { CondensedPoints } from './condensed-points.ts';
import type { CondensedTable } from './condensed-table.ts';

/** Entries of the rows of one table on condensed coordinates: the row, where J_p is among its numbers, and the point. */
interface Holds {
  readonly table: Table;
  readonly rows: Int32Array;
  readonly J: Int32Array;
  /** among the forces on points */
  readonly points: Int32Array;
}
/** The entries that replace one: one for each coordinate that the point depends on. */
interface Product {
  readonly points: CondensedTable;
  readonly member: number;
  readonly row: number;
  /** which coordinate of the member */
  readonly z: number;
}
type SlotOf = (row: number, coordinate: number) => number;

export class Expansions {
  readonly #holds: readonly Holds[];
  readonly #kernels: Kernels;
  readonly #products: readonly Product[];
  /** of each product: where it goes, J, L, and which weight it has */
  readonly #places: Block<Int32Array>;

  constructor(
    private readonly rows: KktRows,
    private readonly condensed: CondensedPoints,
    private readonly state: State,
  ) {
    const [holds, products, addresses]: [Holds[], Product[], number[]] = [[], [], []];
    for (const table of rows.tables) {
      const entries: { row: number; J: number; point: number }[] = [];
      const { shape, entries: own, coordinates, width, first, size, memberBatch } = table;
      for (let m = 0; condensed.any && m < shape.members.length; m++) {
        own.forEach(({ r, i, at: number }) => {
          const at = condensed.placeOf(coordinates[m * width + i]);
          if (!at) return;
          const { table: points, member, axis } = at;
          const row = first + m * size + r;
          const { place } = memberBatch.batch.table();
          const J = laned(place[m], memberBatch.batch.kernel.rows, number);
          entries.push({ row, J, point: points.first + 3 * member + axis });
          points.slopes.forEach((slope) => {
            if (slope.axis !== axis) return;
            products.push({ points, member, row, z: slope.i });
            addresses.push(
              memberBatch.batch.rowAddress(m, number),
              points.memberBatch.batch.rowAddress(member, slope.row),
            );
          });
        });
      }
      if (entries.length)
        holds.push({
          table,
          rows: Int32Array.from(entries, ({ row }) => row),
          J: Int32Array.from(entries, ({ J }) => J),
          points: Int32Array.from(entries, ({ point }) => point),
        });
    }
    this.#holds = holds;
    this.#kernels = kernelsIn(state.arena.memory);
    this.#products = products;
    this.#places = state.arena.i32(4 * products.length);
    const words = this.#places.view();
    for (let k = 0; k < products.length; k++) {
      words[4 * k + 1] = addresses[2 * k];
      words[4 * k + 2] = addresses[2 * k + 1];
    }
  }
  /** Every entry that exists, or may exist after sliding: row and coordinate. */
  pairs(visit: (row: number, coordinate: number) => void): void {
    let last: Product | undefined;
    let ways: readonly Int32Array[] = [];
    for (let k = 0; k < this.#products.length; k++) {
      const { points, member, row, z } = this.#products[k];
      if (last?.points !== points || last.member !== member) ways = points.slidingDofs.reachable(member);
      last = this.#products[k];
      for (let n = 0; n < ways.length; n++) visit(row, ways[n][z]);
    }
  }
  /** Say where entries go. */
  settle(slotOf: SlotOf): void {
    const words = this.#places.view();
    for (let k = 0; k < this.#products.length; k++) this.#place(words, k, slotOf);
  }
  #place(words: Int32Array, k: number, slotOf: SlotOf): void {
    const { points, member, row, z } = this.#products[k];
    const slot = slotOf(row, points.coordinates[member * points.width + z]);
    words[4 * k] = 8 * Math.max(0, slot);
    words[4 * k + 3] = 8 * (slot < 0 ? this.rows.nowhere : row);
  }
  release(): void {
    this.state.arena.release(this.#places);
  }
  /** Updates points that moved to other spans. */
  move(moved: ReadonlyMap<CondensedTable, readonly number[]>, slotOf: SlotOf): void {
    if (moved.size === 0) return;
    const sets = new Map(Array.from(moved, ([table, members]) => [table, new Set(members)]));
    const words = this.#places.view();
    for (let k = 0; k < this.#products.length; k++)
      if (sets.get(this.#products[k].points)?.has(this.#products[k].member)) this.#place(words, k, slotOf);
  }
  /** Adds the entries of active rows to the matrix at an address, after those of the rows themselves. */
  add(values: number): void {
    const { length } = this.#products;
    if (length > 0) this.#kernels.sumProducts(length, this.#places.address, values, this.rows.weights);
  }
  /** The forces of rows on points. */
  hold(lambda: Float64Array): void {
    const { rowForces } = this.condensed;
    rowForces.fill(0);
    for (let t = 0; t < this.#holds.length; t++) {
      const { table, rows, J, points } = this.#holds[t];
      const numbers = table.memberBatch.batch.table().rows;
      for (let e = 0; e < rows.length; e++)
        if (lambda[rows[e]] !== 0) rowForces[points[e]] += numbers[J[e]] * lambda[rows[e]];
    }
  }
}
