/**
 * All rows of a method as one system: J as a list of entries, and J g J^T over those that take part (row-matrix.ts).
 *
 * Where everything goes is found once for a structure; then numbers are only moved. Rows may be switched on and off without
 * looking for anything anew: a row that is off couples nothing and has no multiplier. One-sided rows that meet in one place
 * (all nodes of a board against one ball) would make a full matrix of rows that are nearly all off: then there is a matrix
 * for the others, and one for each set of rows that push, kept for a while.
 */

import type { OwnInertia } from '../constraints/compliance.ts';
import type { BatchMember, BatchView, MemberBatch } from '../constraints/method.ts';
import { laned } from '../kernel/run/batch.ts';
import type { State } from '../state/state.ts';
import { Inertias } from './own-inertia.ts';
import { type Entries, RowMatrix } from './row-matrix.ts';

/** The members of one shape, and the tables in which their rows are worked out. */
export interface RowTable {
  readonly shape: BatchView;
  /** where things are: C, Cdot, Jdot v and the size of rounding, row by row each, then J */
  readonly now: MemberBatch;
  /** where they are predicted: C, the size of rounding, and kappa */
  readonly ahead: MemberBatch;
  /** rows of a member */
  readonly size: number;
  /** entries of J, row by row */
  readonly entries: readonly { readonly r: number; readonly slot: number; readonly component: number }[];
  /** first row of its first member */
  readonly first: number;
  /** points of a member share nodes: how far its rows have turned is not known row by row */
  readonly repeats: boolean;
}

/** One-sided rows are apart where they would make the matrix so many times larger, and larger than this. */
const muchLarger = 4;
const large = 500;
/** Sets of rows that push, for which a matrix is kept. */
const mostKept = 16;

/** Numbers of each row before J. */
export const numbersNow = 4;

export class RowSystem {
  readonly size: number;
  /** rows that take part */
  readonly on: Uint8Array;
  /** the last J that was gathered, entry by entry */
  readonly J: Float64Array;
  readonly #row: Int32Array;
  readonly #coordinate: Int32Array;
  readonly #entries: Entries;
  readonly #inertias: Inertias;
  /** of each entry: 1, or 0 where its body answers for W */
  readonly #apart: Uint8Array;
  /** rows that are one-sided, where these are apart */
  readonly #apartRows: Uint8Array | undefined;
  /** by which one-sided rows are on */
  readonly #matrices = new Map<string, RowMatrix>();
  #matrix: RowMatrix;

  constructor(
    readonly tables: readonly RowTable[],
    private readonly state: State,
    inertias: readonly OwnInertia[],
  ) {
    const w = state.column('w');
    const last = tables[tables.length - 1];
    this.size = last.first + last.size * last.shape.members.length;
    const rows: number[] = [];
    const coordinates: number[] = [];
    for (const { shape, entries, size, first } of tables) {
      for (let m = 0; m < shape.members.length; m++) {
        for (const { r, slot, component } of entries) {
          rows.push(first + m * size + r);
          coordinates.push(shape.blocks[m * shape.slots + slot] + component);
        }
      }
    }
    this.#row = Int32Array.from(rows);
    this.#coordinate = Int32Array.from(coordinates);
    this.#inertias = new Inertias(inertias, this.#row, this.#coordinate);
    const diagonal = (i: number): boolean => w[i] > 0 && !this.#inertias.owns(i);
    this.#entries = {
      row: this.#row,
      coordinate: this.#coordinate,
      shared: entriesByCoordinate(this.#coordinate, diagonal),
      inertias: this.#inertias,
    };
    this.#apart = Uint8Array.from(coordinates, (i) => (this.#inertias.owns(i) ? 0 : 1));
    this.on = new Uint8Array(this.size);
    this.J = new Float64Array(rows.length);
    const oneSided = new Uint8Array(this.size);
    for (const { shape, size, first } of tables)
      if (shape.boundRelation.relation.sense === '>=') oneSided.fill(1, first, first + size * shape.members.length);
    this.#apartRows = this.#isMuchLarger(oneSided) ? oneSided : undefined;
    this.#matrix = this.#matrixOf();
  }
  /** How many pairs of rows meet somewhere, with and without the one-sided ones. */
  #isMuchLarger(oneSided: Uint8Array): boolean {
    let [all, others] = [this.size, 0];
    for (let r = 0; r < this.size; r++) if (!oneSided[r]) others++;
    for (const list of this.#entries.shared) {
      const own = list.filter((e) => !oneSided[this.#row[e]]).length;
      all += (list.length * (list.length - 1)) / 2;
      others += (own * (own - 1)) / 2;
    }
    return all > large && all > muchLarger * (others + this.size);
  }
  /** The matrix for the rows that are on. */
  #matrixOf(): RowMatrix {
    const apart = this.#apartRows;
    const key = apart ? this.on.filter((_, r) => apart[r]).join('') : '';
    const found = this.#matrices.get(key);
    if (found) return found;
    if (this.#matrices.size === mostKept) {
      const [[oldest, matrix]] = this.#matrices;
      matrix.release();
      this.#matrices.delete(oldest);
    }
    const rows = Array.from({ length: this.size }, (_, r) => r).filter((r) => !apart?.[r] || this.on[r]);
    const made = new RowMatrix(this.#entries, this.size, rows, this.state.arena);
    this.#matrices.set(key, made);
    return made;
  }

  /** Which constraint a row belongs to. */
  nodeOf(row: number): BatchMember {
    let t = this.tables.length - 1;
    while (this.tables[t].first > row) t--;
    const { shape, first, size } = this.tables[t];
    return { shape, member: Math.floor((row - first) / size) };
  }
  /** One of the numbers of each row, from the tables. */
  read(from: 'now' | 'ahead', which: number, out: Float64Array): void {
    for (let t = 0; t < this.tables.length; t++) {
      const { size, shape, first, [from]: memberBatch } = this.tables[t];
      const { rows, place } = memberBatch.batch.table();
      const columns = memberBatch.batch.kernel.rows;
      for (let m = 0, k = first; m < shape.members.length; m++)
        for (let r = 0; r < size; r++) out[k++] = rows[laned(place[m], columns, which * size + r)];
    }
  }
  /** How far each row has turned since: 1 of rows that do not. */
  readKappa(out: Float64Array): void {
    out.fill(1);
    for (let t = 0; t < this.tables.length; t++) {
      const { size, shape, first, ahead } = this.tables[t];
      const { rows, place } = ahead.batch.table();
      const columns = ahead.batch.kernel.rows;
      if (columns < 3 * size || this.tables[t].repeats) continue;
      for (let m = 0, k = first; m < shape.members.length; m++)
        for (let r = 0; r < size; r++) out[k++] = rows[laned(place[m], columns, 2 * size + r)];
    }
  }
  /** J from the tables; 0 of rows that are not `active`, which may have no slope. */
  gather(active: Uint8Array): void {
    const { J } = this;
    let k = 0;
    for (let t = 0; t < this.tables.length; t++) {
      const { now, shape, entries, size, first } = this.tables[t];
      const { rows, place } = now.batch.table();
      const columns = now.batch.kernel.rows;
      const slopes = numbersNow * size;
      for (let m = 0; m < shape.members.length; m++) {
        const lane = laned(place[m], columns, slopes);
        const on = active[first + m * size];
        for (let e = 0; e < entries.length; e++) J[k++] = on ? rows[lane + 2 * e] : 0;
      }
    }
  }

  /** Factor J g J^T, if it is not the one that was factored last. W lasts as long as the structure; c goes with h. */
  factor(compliance: 'w' | 'c'): void {
    this.#matrix = this.#matrixOf();
    this.#matrix.factor(
      this.J,
      this.on,
      compliance,
      this.state.column(compliance),
      compliance === 'w' ? 0 : this.state.h,
    );
  }
  /** x with (J g J^T) x = b in the rows that are on and do not follow from others, 0 in the rest. */
  solve(b: Float64Array, x: Float64Array, refined = false): void {
    this.#matrix.solve(b, x, this.on, refined);
  }
  /** Rows that follow from others, in the matrix that was factored last. */
  get dependent(): readonly number[] {
    return this.#matrix.dependent;
  }
  dependsOn(row: number): readonly number[] {
    return this.#matrix.dependsOn(row);
  }

  /** column += gain J^T x; without a gain, J^T x. */
  push(x: Float64Array, column: string, compliance?: string): void {
    const { J } = this;
    const out = this.state.column(column);
    const row = this.#row;
    const coordinate = this.#coordinate;
    if (compliance === undefined) {
      for (let e = 0; e < J.length; e++) out[coordinate[e]] += J[e] * x[row[e]];
      return;
    }
    const apart = this.#apart;
    const g = this.state.column(compliance);
    for (let e = 0; e < J.length; e++) {
      const i = coordinate[e];
      out[i] += apart[e] * g[i] * J[e] * x[row[e]];
    }
    this.#inertias.push(J, x, compliance, out, column);
  }
  /** out = J W y, row by row. */
  multiply(y: Float64Array, out: Float64Array): void {
    const { J } = this;
    const g = this.state.column('w');
    const row = this.#row;
    const coordinate = this.#coordinate;
    out.fill(0);
    for (let e = 0; e < J.length; e++) out[row[e]] += this.#apart[e] * J[e] * g[coordinate[e]] * y[coordinate[e]];
    this.#inertias.multiply(J, y, out);
  }
  release(): void {
    for (const matrix of this.#matrices.values()) matrix.release();
    this.#matrices.clear();
  }
  /** Every entry that can move something: row, coordinate, value. */
  entries(visit: (row: number, coordinate: number, value: number) => void): void {
    const w = this.state.column('w');
    for (let e = 0; e < this.J.length; e++)
      if (w[this.#coordinate[e]] > 0) visit(this.#row[e], this.#coordinate[e], this.J[e]);
  }
}

/** Entries that share a coordinate, coordinate by coordinate. */
function entriesByCoordinate(coordinate: Int32Array, wanted: (coordinate: number) => boolean): number[][] {
  const lists = new Map<number, number[]>();
  for (let e = 0; e < coordinate.length; e++) {
    if (!wanted(coordinate[e])) continue;
    const list = lists.get(coordinate[e]);
    if (list) list.push(e);
    else lists.set(coordinate[e], [e]);
  }
  return [...lists.values()];
}
