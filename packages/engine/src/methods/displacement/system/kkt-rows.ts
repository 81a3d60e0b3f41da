/** The rows of constraints at the prediction, for a solve with multipliers: C, J and the geometric stiffness of taut rows. */

import type { Slider } from '../../../constraints/attachments/slider.ts';
import type { BatchMember, BatchView, MemberBatch } from '../../../constraints/method.ts';
import { Sums } from '../../../forces/sums.ts';
import { laned } from '../../../kernel/run/batch.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import type { State } from '../../../state/state.ts';
import { SlidingDofs } from '../points/sliding-dofs.ts';
import { type RowKernel, rowKernels } from './row-kernels.ts';
import { RowPulls } from './row-pulls.ts';

export interface Table extends RowKernel {
  readonly latching: boolean;
  /** of each row, where C is among the numbers; its size comes as many further, see row-kernels.ts */
  readonly numbers: Int32Array;
  /** of one-sided rows, for each entry: the row, where its number is, and which of the coordinates it is of */
  readonly ahead: Int32Array;
  /** so of all rows, but only of blocks that they act on */
  readonly slopes: Int32Array;
  readonly shape: BatchView;
  readonly memberBatch: MemberBatch;
  readonly size: number;
  readonly first: number;
  /** of each member, its coordinates */
  readonly slidingDofs: SlidingDofs;
  readonly coordinates: Int32Array;
  readonly width: number;
  /** of each coordinate of a member, the slot of its block */
  readonly slots: readonly number[];
  /** of each member, the first of its sums; the number of the first among those that bend */
  places: Int32Array;
  bent: number;
}

export interface RowsOptions {
  /** false: no second derivatives of sliding rows */
  readonly bends?: boolean;
  /** false: no geometric stiffness of taut rows */
  readonly stiffening?: boolean;
}

export class KktRows {
  readonly size: number;
  readonly tables: readonly Table[];
  readonly C: Float64Array;
  /** some rows have a restitution */
  readonly bounces: boolean;
  #sums: Sums | undefined;
  readonly #pulls: RowPulls;
  /** of each row whether it is on, then of each member that stiffens by how much, and twice that */
  #weights: Block<Float64Array> | undefined;
  /** of every two entries of a row, see `brace` */
  #products = new Int32Array(0);

  constructor(
    shapes: readonly BatchView[],
    private readonly state: State,
    options: RowsOptions = {},
  ) {
    const { bends = true, stiffening = true } = options;
    let first = 0;
    this.tables = shapes.map((shape) => {
      const slides = shape.sliders.length > 0;
      const { convex } = shape.boundRelation.relation;
      const made = rowKernels[
        bends && (slides || (stiffening && !convex)) ? 'curved' : !slides && stiffening ? 'taut' : 'straight'
      ](shape.boundRelation);
      const members = Array.from({ length: shape.members.length }, (_, m) => m);
      const slidingDofs = new SlidingDofs(shape, state);
      // named one by one: copies by ... would all be of different classes to V8
      const memberBatch = shape.memberBatch(made.kernel, members);
      const table: Table = {
        kernel: made.kernel,
        entries: made.entries,
        bends: made.bends,
        lambda: made.lambda,
        linear: made.linear,
        latching: shape.boundRelation.relation.latching ?? false,
        numbers: Int32Array.from({ length: shape.boundRelation.size * members.length }, (_, r) => {
          const { size } = shape.boundRelation;
          return laned(memberBatch.batch.table().place[Math.floor(r / size)], made.kernel.rows, r % size);
        }),
        ahead:
          shape.boundRelation.relation.sense === '>='
            ? slopesIn(shape, memberBatch, made, first, slidingDofs.width, () => true)
            : new Int32Array(0),
        slopes: slopesIn(shape, memberBatch, made, first, slidingDofs.width, (m, i) =>
          shape.actsOn(m, slidingDofs.slots[i]),
        ),
        shape,
        memberBatch,
        size: shape.boundRelation.size,
        first,
        slidingDofs,
        width: slidingDofs.width,
        slots: slidingDofs.slots,
        coordinates: slidingDofs.coordinates,
        places: new Int32Array(0),
        bent: 0,
      };
      first += table.size * members.length;
      return table;
    });
    this.size = first;
    this.C = new Float64Array(first);
    this.#pulls = new RowPulls(state.arena, this.tables, first);
    this.bounces = shapes.some((shape) => {
      for (let m = 0; m < shape.members.length; m++) if (shape.restitution(m) > 0) return true;
      return false;
    });
  }
  end(): void {
    for (const { shape, memberBatch } of this.tables) shape.releaseMemberBatch(memberBatch);
    this.#sums?.release();
    this.#pulls.release();
    this.state.arena.release(this.#weights);
  }
  nodeOf(row: number): BatchMember {
    let t = this.tables.length - 1;
    while (this.tables[t].first > row) t--;
    const { shape, first, size } = this.tables[t];
    return { shape, member: Math.floor((row - first) / size) };
  }

  /**
   * Every entry of J that exists, or may exist after sliding, as row and coordinate; and every entry of second derivatives, as
   * two coordinates. Blocks without weight have none. `sliding`: of tables with sliders, or of the others.
   */
  each(
    slide: boolean,
    onSlope: (row: number, coordinate: number) => void,
    onBend: (i: number, j: number) => void,
  ): void {
    for (const { shape, slidingDofs, entries, bends, slots, first, size } of this.tables) {
      if (shape.sliders.length > 0 !== slide) continue;
      for (let m = 0; m < shape.members.length; m++) {
        const reaches = slots.map((slot) => shape.actsOn(m, slot));
        for (const way of slidingDofs.reachable(m)) {
          for (const { r, i } of entries) if (reaches[i]) onSlope(first + m * size + r, way[i]);
          for (const { i, j } of bends) if (reaches[i] && reaches[j]) onBend(way[i], way[j]);
        }
      }
    }
  }
  /** Say which entries those are that do not slide, -1 for none. */
  place(slope: (row: number, coordinate: number) => number, bend: (i: number, j: number) => number): void {
    const places: number[] = [];
    const nowhere = this.size + 2 * this.tables.reduce((n, t) => n + (t.bends.length ? t.shape.members.length : 0), 0);
    let bent = 0;
    for (const table of this.tables) {
      const { shape, memberBatch, entries, bends, size, first } = table;
      table.places = new Int32Array(shape.members.length);
      table.bent = bent;
      const slides = shape.sliders.length > 0;
      const put = (m: number, column: number, entry: number, weight: number): void => {
        // a slider may move onto coordinates that are unknowns
        if (entry >= 0 || slides) places.push(entry, memberBatch.batch.rowAddress(m, column), weight);
      };
      for (let m = 0; m < shape.members.length; m++) {
        table.places[m] = places.length / 3;
        for (let e = 0; e < entries.length; e++)
          put(m, entries[e].at, slides ? -1 : this.#slope(table, m, e, slope), first + m * size + entries[e].r);
        for (let e = 0; e < bends.length; e++)
          put(m, bends[e].at, slides ? -1 : this.#bend(table, m, e, bend), this.#bendWeight(table, m, e));
        if (bends.length) bent++;
      }
    }
    // the last weight is 0, for entries that do not exist
    this.#sums = new Sums(this.state.arena, places, true);
    this.#weights = this.state.arena.f64(nowhere + 1);
  }
  #slope(table: Table, m: number, e: number, slope: (row: number, i: number) => number): number {
    const { shape, slots, coordinates, width, entries, first, size } = table;
    const { r, i } = entries[e];
    return shape.actsOn(m, slots[i]) ? slope(first + m * size + r, coordinates[m * width + i]) : -1;
  }
  #bend(table: Table, m: number, e: number, bend: (i: number, j: number) => number): number {
    const { shape, slots, coordinates, width, bends } = table;
    const { i, j } = bends[e];
    const reaches = shape.actsOn(m, slots[i]) && shape.actsOn(m, slots[j]);
    return reaches ? bend(coordinates[m * width + i], coordinates[m * width + j]) : -1;
  }
  /** Where weights are; and which of them is 0. */
  get weights(): number {
    return this.#weights?.address ?? 0;
  }
  get nowhere(): number {
    return (this.#weights?.view().length ?? 1) - 1;
  }
  /** Two coordinates of a member may be the same, of points of one rod: then an entry of half the matrix counts twice. */
  #bendWeight({ coordinates, width, bends, bent }: Table, m: number, e: number): number {
    const { i, j } = bends[e];
    const same = i !== j && coordinates[m * width + i] === coordinates[m * width + j];
    return this.size + 2 * (bent + m) + (same ? 1 : 0);
  }
  /** Uses the present spans of sliding members. */
  stand(): void {
    for (let t = 0; t < this.tables.length; t++) {
      this.tables[t].slidingDofs.move();
      this.#pulls.aim(t);
    }
  }
  /** Say where entries are: at, of those that stay; all others are asked for. */
  settle(
    at: Int32Array,
    slope: (row: number, coordinate: number) => number,
    bend: (i: number, j: number) => number,
  ): void {
    this.#sums?.settle(at);
    for (const table of this.tables) {
      if (!table.shape.sliders.length) continue;
      for (let m = 0; m < table.shape.members.length; m++) this.#set(table, m, slope, bend);
    }
  }
  /** Updates members that moved to other spans. */
  move(slope: (row: number, coordinate: number) => number, bend: (i: number, j: number) => number): void {
    for (let t = 0; t < this.tables.length; t++) {
      const table = this.tables[t];
      if (!table.shape.sliders.length) continue;
      for (const m of table.slidingDofs.move()) this.#set(table, m, slope, bend);
      this.#pulls.aim(t);
    }
  }
  #set(
    table: Table,
    m: number,
    slope: (row: number, coordinate: number) => number,
    bend: (i: number, j: number) => number,
  ): void {
    const sums = this.#sums as Sums;
    const last = this.nowhere;
    const { entries, bends, first, size } = table;
    let at = table.places[m];
    for (let e = 0; e < entries.length; e++, at++) {
      const slot = this.#slope(table, m, e, slope);
      sums.set(at, Math.max(0, slot), slot < 0 ? last : first + m * size + entries[e].r);
    }
    for (let e = 0; e < bends.length; e++, at++) {
      const slot = this.#bend(table, m, e, bend);
      sums.set(at, Math.max(0, slot), slot < 0 ? last : this.#bendWeight(table, m, e));
    }
  }
  /** C + h J v. */
  predict(v: Float64Array, h: number, out: Float64Array): void {
    for (let r = 0; r < out.length; r++) out[r] = this.C[r];
    for (let t = 0; t < this.tables.length; t++) {
      const { memberBatch, coordinates, ahead } = this.tables[t];
      if (!ahead.length) continue;
      const { rows } = memberBatch.batch.table();
      for (let k = 0; k < ahead.length; k += 3) out[ahead[k]] += h * rows[ahead[k + 1]] * v[coordinates[ahead[k + 2]]];
    }
  }
  /** J^T lambda, added to the forces at an address. */
  push(lambda: Float64Array, g: number): void {
    this.#pulls.add(lambda, g);
  }
  /** One-sided rows of active members that bounce, as they were evaluated. */
  bouncing(): { C: number; coordinates: number[]; J: number[]; restitution: number }[] {
    return this.tables.flatMap(({ shape, memberBatch, entries, coordinates, width, first, size }) => {
      const { rows, place } = memberBatch.batch.table();
      return Array.from({ length: shape.members.length }, (_, m) => {
        const restitution = shape.restitution(m);
        if (!(restitution > 0 && shape.isActive(m))) return [];
        const numbers = laned(place[m], memberBatch.batch.kernel.rows, 0);
        return [
          {
            C: this.C[first + m * size],
            coordinates: entries.map(({ i }) => coordinates[m * width + i]),
            J: entries.map(({ at }) => rows[numbers + 2 * at]),
            restitution,
          },
        ];
      }).flat();
    });
  }
  /** Every two coordinates of a row. */
  eachPair(visit: (i: number, j: number) => void): void {
    for (const { shape, entries, coordinates, width, size } of this.tables) {
      const lines = Array.from({ length: size }, (_, r) => entries.filter((e) => e.r === r));
      for (let m = 0; m < shape.members.length; m++)
        for (const own of lines)
          for (let k = 0; k < own.length; k++)
            for (let l = 0; l <= k; l++) visit(coordinates[m * width + own[k].i], coordinates[m * width + own[l].i]);
    }
  }
  placePairs(slotOf: (i: number, j: number) => number): void {
    const slots: number[] = [];
    this.eachPair((i, j) => slots.push(slotOf(i, j)));
    this.#products = Int32Array.from(slots);
  }
  /**
   * Adds rho J^T J to the matrix and subtracts rho J^T C from the forces. The solution is the same, as J dp = -C, but the matrix
   * is definite where rows hold coordinates without stiffness of their own.
   */
  brace(rho: number, values: Float64Array, forces: Float64Array, on: Uint8Array): void {
    let at = 0;
    for (const { memberBatch, size, first, shape, entries, coordinates, width } of this.tables) {
      const { rows, place } = memberBatch.batch.table();
      const columns = memberBatch.batch.kernel.rows;
      const lines = Array.from({ length: size }, (_, r) => entries.flatMap((e, k) => (e.r === r ? [k] : [])));
      for (let m = 0; m < shape.members.length; m++) {
        const numbers = laned(place[m], columns, 0);
        for (let r = 0; r < size; r++) {
          const weight = on[first + m * size + r] ? rho : 0;
          const line = lines[r];
          for (let k = 0; k < line.length; k++) {
            const J = weight === 0 ? 0 : weight * rows[numbers + 2 * entries[line[k]].at];
            const own = coordinates[m * width + entries[line[k]].i];
            forces[own] -= J * this.C[first + m * size + r];
            for (let l = 0; l <= k; l++, at++) {
              if (this.#products[at] < 0 || J === 0) continue;
              const twice = l < k && coordinates[m * width + entries[line[l]].i] === own ? 2 : 1;
              values[this.#products[at]] += twice * J * rows[numbers + 2 * entries[line[l]].at];
            }
          }
        }
      }
    }
  }
  /** `onlyLatching`: only rows of latched contacts, see latched-contacts.ts. */
  evaluate(multipliers: Float64Array, onlyLatching = false): void {
    const { C } = this;
    for (let t = 0; t < this.tables.length; t++) {
      const { memberBatch, first, lambda, numbers, latching } = this.tables[t];
      if (onlyLatching && !latching) continue;
      const { rows } = memberBatch.batch.table();
      if (lambda !== undefined)
        for (let r = 0; r < numbers.length; r++) rows[numbers[r] + 2 * lambda] = multipliers[first + r];
      memberBatch.batch.run();
      for (let r = 0; r < numbers.length; r++) C[first + r] = rows[numbers[r]];
    }
  }
  /** The largest size of the terms of an active row: its rounding is proportional to it. */
  largest(on: Uint8Array): number {
    let largest = 0;
    for (const { memberBatch, first, size, numbers } of this.tables) {
      const { rows } = memberBatch.batch.table();
      for (let r = 0; r < numbers.length; r++)
        if (on[first + r]) largest = Math.max(largest, rows[numbers[r] + 2 * size]);
    }
    return largest;
  }
  /**
   * J, and -lambda d2C/dq2, of the rows that are on, to entries at an address. `safe`: second derivatives of sliding rows, and of rows
   * that are taut (lambda < 0) and bend the same way everywhere; others may make the matrix indefinite.
   */
  add(values: number, lambda: Float64Array, on: Uint8Array, safe: boolean): void {
    if (!this.#weights || !this.#sums) return;
    const weights = this.#weights.view();
    for (let r = 0; r < this.size; r++) weights[r] = on[r];
    let at = this.size;
    for (let t = 0; t < this.tables.length; t++) {
      const { shape, bends, first, size, lambda: own } = this.tables[t];
      if (!bends.length) continue;
      const slides = shape.sliders.length > 0;
      for (let m = 0, row = first; m < shape.members.length; m++, row += size, at += 2) {
        if (own !== undefined) weights[at] = on[row] && !(safe && !slides) ? -1 : 0;
        else weights[at] = on[row] ? (safe ? Math.max(0, -lambda[row]) : -lambda[row]) : 0;
        weights[at + 1] = 2 * weights[at];
      }
    }
    this.#sums.addWeighted(values, this.#weights.address);
  }
  /** Where dC/du of a slider is among the numbers of its table, of its first three rows. */
  slopesOf({ memberBatch, entries, coordinates, width }: Table, { member, coordinate }: Slider): number[] {
    const { place } = memberBatch.batch.table();
    const out = [-1, -1, -1];
    entries.forEach(({ r, i, at }) => {
      if (r < 3 && coordinates[member * width + i] === coordinate)
        out[r] = laned(place[member], memberBatch.batch.kernel.rows, at);
    });
    return out;
  }
}

/** See Table: `ahead` and `slopes`. */
function slopesIn(
  { boundRelation, members }: BatchView,
  { batch }: MemberBatch,
  { entries }: RowKernel,
  first: number,
  width: number,
  counts: (member: number, i: number) => boolean,
): Int32Array {
  const { place } = batch.table();
  const all = Array.from({ length: members.length }, (_, m) =>
    entries
      .filter(({ i }) => counts(m, i))
      .map(({ r, i, at }) => [
        first + m * boundRelation.size + r,
        laned(place[m], batch.kernel.rows, at),
        m * width + i,
      ]),
  );
  return Int32Array.from(all.flat(2));
}
