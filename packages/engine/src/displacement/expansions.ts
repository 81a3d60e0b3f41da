/** Entries of rows on points that rods carry: they stand on what carries them,  J_p dx_p = J_p L dz.  See carried.ts. */
import { laned } from '../kernel/batch.ts';
import type { Carried, CarriedTable } from './carried.ts';
import type { KktRows, Table } from './kkt-rows.ts';

/** Entries of one table of rows on points of one table of points; what each becomes, one after another. */
interface Group {
  readonly table: Table;
  readonly points: CarriedTable;
  /** of each entry: its row, where J_p is among the numbers of rows, whose force it is, of which member */
  readonly row: number[];
  readonly J: number[];
  readonly held: number[];
  readonly member: number[];
  /** of each product: of which entry, where L is among the numbers of points, which coordinate, where it goes */
  readonly entry: number[];
  readonly L: number[];
  readonly z: number[];
  readonly slots: number[];
}
type SlotOf = (row: number, coordinate: number) => number;

export class Expansions {
  readonly #groups: readonly Group[];

  constructor(
    rows: KktRows,
    private readonly carried: Carried,
    slotOf: SlotOf,
  ) {
    const groups = new Map<string, Group>();
    rows.tables.forEach((table, t) => {
      const { shape, entries, coordinates, width, first, size, side } = table;
      for (let m = 0; carried.any && m < shape.members.length; m++) {
        entries.forEach(({ r, i }, e) => {
          const at = carried.placeOf(coordinates[m * width + i]);
          if (!at) return;
          const key = `${t} ${carried.tables.indexOf(at.table)}`;
          const group = groups.get(key) ?? emptyGroup(table, at.table);
          groups.set(key, group);
          const columns = side.batch.kernel.rows;
          const number = group.row.push(first + m * size + r) - 1;
          group.J.push(laned(side.batch.table().place[m], columns, 2 * size + e));
          group.held.push(at.table.first + 3 * at.member + at.axis);
          group.member.push(at.member);
          at.table.slopes.forEach((slope, k) => {
            if (slope.axis !== at.axis) return;
            const { place } = at.table.side.batch.table();
            group.entry.push(number);
            group.L.push(laned(place[at.member], at.table.side.batch.kernel.rows, k));
            group.z.push(slope.i);
            group.slots.push(-1);
          });
        });
      }
    });
    this.#groups = [...groups.values()];
    for (const group of this.#groups) for (let k = 0; k < group.slots.length; k++) place(group, k, slotOf);
  }
  /** Members of points have come to other spans. */
  move(moved: ReadonlyMap<CarriedTable, readonly number[]>, slotOf: SlotOf): void {
    for (const group of this.#groups) {
      const members = new Set(moved.get(group.points));
      if (members.size === 0) continue;
      for (let k = 0; k < group.slots.length; k++)
        if (members.has(group.member[group.entry[k]])) place(group, k, slotOf);
    }
  }
  /** Into the matrix, of rows that are on. */
  add(values: Float64Array, on: Uint8Array): void {
    for (const { table, points, row, J, entry, L, slots } of this.#groups) {
      const slopes = table.side.batch.table().rows;
      const numbers = points.side.batch.table().rows;
      for (let k = 0; k < slots.length; k++) {
        const e = entry[k];
        if (slots[k] >= 0 && on[row[e]]) values[slots[k]] += slopes[J[e]] * numbers[L[k]];
      }
    }
  }
  /** What rows do to points. */
  hold(lambda: Float64Array): void {
    const { held: out } = this.carried;
    out.fill(0);
    for (const { table, row, J, held } of this.#groups) {
      const slopes = table.side.batch.table().rows;
      for (let e = 0; e < row.length; e++) out[held[e]] += slopes[J[e]] * lambda[row[e]];
    }
  }
}

const emptyGroup = (table: Table, points: CarriedTable): Group => ({
  table,
  points,
  row: [],
  J: [],
  held: [],
  member: [],
  entry: [],
  L: [],
  z: [],
  slots: [],
});
function place({ points, row, member, entry, z, slots }: Group, k: number, slotOf: SlotOf): void {
  slots[k] = slotOf(row[entry[k]], points.coordinates[member[entry[k]] * points.width + z[k]]);
}
