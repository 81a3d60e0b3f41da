/** Entries of rows on points that rods carry: they stand on what carries them,  J_p dx_p = J_p L dz.  See carried.ts. */
import { laned } from '../kernel/batch.ts';
import type { Block } from '../kernel/memory.ts';
import { kernelsIn } from '../linalg/system.ts';
import type { State } from '../state.ts';
import type { Carried, CarriedTable } from './carried.ts';
import type { KktRows, Table } from './kkt-rows.ts';

/** An entry of a row on a carried coordinate: whose force it is there, and where J_p is. */
interface Entry {
  readonly table: Table;
  readonly row: number;
  /** among the numbers of its table */
  readonly J: number;
  readonly points: CarriedTable;
  readonly member: number;
  readonly axis: number;
  /** among the forces on points */
  readonly held: number;
}
/** What an entry becomes: one for each coordinate that its point goes by. */
interface Product {
  readonly points: CarriedTable;
  readonly member: number;
  readonly row: number;
  /** which coordinate of the member */
  readonly z: number;
}
type SlotOf = (row: number, coordinate: number) => number;

export class Expansions {
  readonly #entries: readonly Entry[];
  readonly #products: readonly Product[];
  /** of each product: where it goes, J, L, and which weight it has */
  readonly #places: Block<Int32Array>;

  constructor(
    private readonly rows: KktRows,
    private readonly carried: Carried,
    private readonly state: State,
  ) {
    const [entries, products, addresses]: [Entry[], Product[], number[]] = [[], [], []];
    for (const table of rows.tables) {
      const { shape, entries: own, coordinates, width, first, size, side } = table;
      for (let m = 0; carried.any && m < shape.members.length; m++) {
        own.forEach(({ r, i, at: number }) => {
          const at = carried.placeOf(coordinates[m * width + i]);
          if (!at) return;
          const { table: points, member, axis } = at;
          const row = first + m * size + r;
          const { place } = side.batch.table();
          const J = laned(place[m], side.batch.kernel.rows, number);
          entries.push({ table, row, J, points, member, axis, held: points.first + 3 * member + axis });
          points.slopes.forEach((slope) => {
            if (slope.axis !== axis) return;
            products.push({ points, member, row, z: slope.i });
            addresses.push(side.batch.rowAddress(m, number), points.side.batch.rowAddress(member, slope.row));
          });
        });
      }
    }
    this.#entries = entries;
    this.#products = products;
    this.#places = state.arena.i32(4 * products.length);
    const words = this.#places.view();
    for (let k = 0; k < products.length; k++) {
      words[4 * k + 1] = addresses[2 * k];
      words[4 * k + 2] = addresses[2 * k + 1];
    }
  }
  /** Every entry that there is, or may come to be: row and coordinate. */
  pairs(visit: (row: number, coordinate: number) => void): void {
    for (let e = 0; e < this.#entries.length; e++) {
      const { points, member, axis, row } = this.#entries[e];
      for (const way of points.standing.reach(member))
        for (const slope of points.slopes) if (slope.axis === axis) visit(row, way[slope.i]);
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
  /** Members of points have come to other spans. */
  move(moved: ReadonlyMap<CarriedTable, readonly number[]>, slotOf: SlotOf): void {
    if (moved.size === 0) return;
    const sets = new Map(Array.from(moved, ([table, members]) => [table, new Set(members)]));
    const words = this.#places.view();
    for (let k = 0; k < this.#products.length; k++)
      if (sets.get(this.#products[k].points)?.has(this.#products[k].member)) this.#place(words, k, slotOf);
  }
  /** Into the matrix at an address, of rows that are on: after those of the rows themselves. */
  add(values: number): void {
    const { arena } = this.state;
    if (this.#products.length > 0)
      kernelsIn(arena.memory).sumProducts(this.#products.length, this.#places.address, values, this.rows.weights);
  }
  /** What rows do to points. */
  hold(lambda: Float64Array): void {
    const { held } = this.carried;
    held.fill(0);
    for (let e = 0; e < this.#entries.length; e++) {
      const { table, row, J, held: at } = this.#entries[e];
      if (lambda[row] !== 0) held[at] += table.side.batch.table().rows[J] * lambda[row];
    }
  }
}
