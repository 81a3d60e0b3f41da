/**
 * All rows of a method as one system: J (sparse-rows.ts), and J A J^T over the rows that are on (schur.ts).
 *
 * One-sided rows that all act on one body (the nodes of a board against a ball) would make a full matrix of rows that are nearly
 * all off. Then there is one matrix for the other rows, and one for each set of one-sided rows that push; the last ones are kept.
 */

import type { Compliance, Response } from '../constraints/compliance.ts';
import type { BatchMember, BatchView, MemberBatch } from '../constraints/method.ts';
import { laned } from '../kernel/run/batch.ts';
import { natural } from '../linalg/pattern/graph.ts';
import type { State } from '../state/state.ts';
import { refuseCrowds } from './crowds.ts';
import { Schur } from './schur.ts';
import { SparseRows } from './sparse-rows.ts';

/** The members of one batch, and the tables in which their rows are evaluated. */
export interface RowTable {
  readonly shape: BatchView;
  /** at q: C, Cdot, Jdot v and the size of terms, row by row each, then J */
  readonly now: MemberBatch;
  /** at p: C, the size of terms, and kappa */
  readonly ahead: MemberBatch;
  /** rows of a member */
  readonly size: number;
  /** entries of J, row by row */
  readonly entries: readonly {
    readonly r: number;
    readonly slot: number;
    readonly component: number;
    /** the row sees this coordinate, and its force does not act on it */
    readonly passive: boolean;
  }[];
  /** first row of its first member */
  readonly first: number;
  /** points of a member share nodes: kappa is not known row by row */
  readonly repeats: boolean;
}

/** One-sided rows get matrices of their own where they would make the matrix so many times larger, and larger than this. */
const muchLarger = 4;
const large = 500;
/** Active sets for which a matrix is kept. */
const mostKept = 16;

/** Numbers of each row before J. */
export const numbersNow = 4;

export class RowSystem {
  readonly size: number;
  /** active rows */
  readonly on: Uint8Array;
  /** J as it was gathered last */
  readonly #sparse: SparseRows;
  /** one-sided rows, where these have matrices of their own */
  readonly #separate: Uint8Array | undefined;
  /** by which one-sided rows are on */
  readonly #matrices = new Map<string, Schur>();
  #matrix: Schur;
  /** rows that were on when it was chosen */
  readonly #chosenOn: Uint8Array;
  #scratch = new Float64Array(0);
  /** of each table, where the first number of each member is: at q, at p */
  readonly #lanes: Readonly<Record<'now' | 'ahead', readonly Int32Array[]>>;

  constructor(
    readonly tables: readonly RowTable[],
    private readonly state: State,
    compliance: Compliance,
  ) {
    const last = tables[tables.length - 1];
    this.size = last.first + last.size * last.shape.members.length;
    const count = tables.reduce((sum, { shape, entries }) => sum + shape.members.length * entries.length, 0);
    const [rows, coordinates, passive] = [new Int32Array(count), new Int32Array(count), new Uint8Array(count)];
    let k = 0;
    for (const { shape, entries, size, first } of tables) {
      const { blocks, slots } = shape;
      for (let m = 0; m < shape.members.length; m++) {
        for (let e = 0; e < entries.length; e++, k++) {
          const { r, slot, component } = entries[e];
          if (entries[e].passive) passive[k] = 1;
          rows[k] = first + m * size + r;
          coordinates[k] = blocks[m * slots + slot] + component;
        }
      }
    }
    this.#sparse = new SparseRows(rows, coordinates, compliance, 'w', passive);
    this.on = new Uint8Array(this.size);
    const lanes = ({ batch }: MemberBatch): Int32Array =>
      batch.table().place.map((place) => laned(place, batch.kernel.rows, 0));
    this.#lanes = { now: tables.map(({ now }) => lanes(now)), ahead: tables.map(({ ahead }) => lanes(ahead)) };
    const oneSided = new Uint8Array(this.size);
    for (const { shape, size, first } of tables)
      if (shape.boundRelation.relation.sense === '>=') oneSided.fill(1, first, first + size * shape.members.length);
    this.#separate = this.#isMuchLarger(oneSided) ? oneSided : undefined;
    this.#chosenOn = new Uint8Array(this.size);
    this.#matrix = this.#matrixOf();
  }
  /** Compares the pairs of coupled rows with and without the one-sided ones. */
  #isMuchLarger(oneSided: Uint8Array): boolean {
    if (!oneSided.includes(1)) return false;
    let [all, others] = [this.size, 0];
    for (let r = 0; r < this.size; r++) if (!oneSided[r]) others++;
    const { starts, entries } = this.#sparse.shared();
    for (let k = 0; k + 1 < starts.length; k++) {
      const length = starts[k + 1] - starts[k];
      let own = 0;
      for (let at = starts[k]; at < starts[k + 1]; at++) own += oneSided[this.#sparse.row[entries[at]]] ^ 1;
      all += (length * (length - 1)) / 2;
      others += (own * (own - 1)) / 2;
    }
    return all > large && all > muchLarger * (others + this.size);
  }
  #isSwitched(apart: Uint8Array): boolean {
    for (let r = 0; r < this.size; r++) if (apart[r] && this.on[r] !== this.#chosenOn[r]) return true;
    return false;
  }
  /** Names those that are on. */
  #pushing(apart: Uint8Array): string {
    let key = '';
    for (let r = 0; r < this.size; r++) if (apart[r] && this.on[r]) key += `${r} `;
    return key;
  }
  /** The matrix for the rows that are on. */
  #matrixOf(): Schur {
    const apart = this.#separate;
    const key = apart ? this.#pushing(apart) : '';
    const found = this.#matrices.get(key);
    if (found) return found;
    if (this.#matrices.size === mostKept) {
      const [[oldest, matrix]] = this.#matrices;
      matrix.release();
      this.#matrices.delete(oldest);
    }
    const rows = natural(this.size).filter((r) => !apart?.[r] || this.on[r]);
    refuseCrowds(this.#sparse, this.size, rows, (r) => this.nodeOf(r));
    const made = new Schur(this.#sparse, this.size, rows, this.state.arena);
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
      const { rows } = memberBatch.batch.table();
      const lanes = this.#lanes[from][t];
      const count = shape.members.length;
      const skipped = 2 * which * size;
      for (let m = 0, k = first; m < count; m++)
        for (let r = 0, at = lanes[m] + skipped; r < size; r++, at += 2) out[k++] = rows[at];
    }
  }
  /** kappa of each row, 1 for rows that do not turn. */
  readKappa(out: Float64Array): void {
    out.fill(1);
    for (let t = 0; t < this.tables.length; t++) {
      const { size, shape, first, ahead } = this.tables[t];
      const { rows } = ahead.batch.table();
      const lanes = this.#lanes.ahead[t];
      if (ahead.batch.kernel.rows < 3 * size || this.tables[t].repeats) continue;
      for (let m = 0, k = first; m < shape.members.length; m++)
        for (let r = 0, at = lanes[m] + 4 * size; r < size; r++, at += 2) out[k++] = rows[at];
    }
  }
  /** J from the tables; 0 of rows that are not `active`, which may have no slope. */
  gather(active: Uint8Array): void {
    const { J } = this.#sparse;
    let k = 0;
    for (let t = 0; t < this.tables.length; t++) {
      const { now, shape, entries, size, first } = this.tables[t];
      const { rows } = now.batch.table();
      const lanes = this.#lanes.now[t];
      const width = entries.length;
      const slopes = 2 * numbersNow * size;
      for (let m = 0; m < shape.members.length; m++) {
        if (active[first + m * size])
          for (let e = 0, at = lanes[m] + slopes; e < width; e++, at += 2) J[k++] = rows[at];
        else for (let e = 0; e < width; e++) J[k++] = 0;
      }
    }
  }

  /** Factor J A J^T, if it is not the one that was factored last. W lasts as long as the structure; c goes with h; same: nothing has moved since `multiply`. */
  factor(of: 'w' | 'c', same = false): void {
    if (this.#separate && this.#isSwitched(this.#separate)) {
      this.#matrix = this.#matrixOf();
      this.#chosenOn.set(this.on);
    }
    this.#matrix.factor(this.on, of, of === 'w' ? 0 : this.state.h, same);
  }
  /** x with (J A J^T) x = b in the rows that are on and do not follow from others, 0 in the rest. */
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

  /** column += A J^T x; without a response, J^T x. */
  push(x: Float64Array, column: string, of?: Response): void {
    if (of) this.#sparse.addMotion(x, of, column, this.state);
    else this.#sparse.addForces(x, this.state.column(column));
  }
  /** p and u as forces x change them. */
  move(x: Float64Array): void {
    this.#sparse.addPrediction(x, this.state);
  }
  /** column += the indentations that these rows, which are contacts, make. */
  indent(x: Float64Array, contacts: Uint8Array, column: string): void {
    this.#sparse.indent(x, contacts, this.state.column(column));
  }
  /** out = J W y, row by row; wanted: rows that are needed. */
  multiply(y: Float64Array, out: Float64Array, wanted?: Uint8Array): void {
    this.#sparse.multiplyW(y, out, wanted);
  }
  /** out = J W J^T x, of all rows. */
  respond(x: Float64Array, out: Float64Array): void {
    const f = this.#scratch.length ? this.#scratch.fill(0) : new Float64Array(this.state.column('f').length);
    this.#scratch = f;
    this.#sparse.addForces(x, f);
    this.#sparse.multiplyW(f, out);
  }
  release(): void {
    for (const matrix of this.#matrices.values()) matrix.release();
    this.#matrices.clear();
  }
  /** Every entry that can move something: row, coordinate, value. */
  entries(visit: (row: number, coordinate: number, value: number) => void): void {
    const w = this.state.column('w');
    const { J, row, coordinate } = this.#sparse;
    for (let e = 0; e < J.length; e++) if (w[coordinate[e]] > 0) visit(row[e], coordinate[e], J[e]);
  }
}
