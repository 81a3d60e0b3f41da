/**
 * What solvers of banded systems have in common: entries as (row, column, value), and an order of elimination that keeps all of
 * them near the diagonal (rcm.ts). Where an entry goes follows from the places of its row and its column by arithmetic, so that
 * entries may move. A point that slides along a rod couples with other control points of it after every span: then `moveRow`
 * puts its unknowns behind these, and nothing is ordered anew.                                             [MIC08, sec. 6.2]
 */

import type { BandOrder } from '../ordering/rcm.ts';
import { inverseOf } from '../pattern/graph.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { PatternSolver } from '../solver.ts';

export abstract class Band extends PatternSolver {
  readonly values: Float64Array;
  readonly order: Int32Array;
  /** the inverse of `order` */
  protected readonly place: Int32Array;
  protected readonly rows: Int32Array; //    of each entry
  protected readonly columns: Int32Array; // of each entry
  protected readonly rank: Uint8Array;
  #halfBand: number;
  /** The entries of each unknown as linked lists: 2 e is entry e in the list of its row, 2 e + 1 in that of its column. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  /** `rank` of each unknown as in precedence.ts; all are primal without it. */
  constructor(pattern: Pattern, { order, halfBand }: BandOrder, rank?: Uint8Array) {
    super(pattern.pointers.length - 1, pattern);
    const { n } = this;
    this.order = order.slice();
    this.place = inverseOf(order);
    this.rank = rank ? rank.slice() : new Uint8Array(n);
    this.#halfBand = halfBand;
    this.columns = pattern.indices.slice();
    this.rows = new Int32Array(this.columns.length);
    this.values = new Float64Array(this.columns.length);
    this.#first = new Int32Array(n).fill(-1);
    this.#next = new Int32Array(2 * this.columns.length).fill(-1);
    for (let i = 0; i < n; i++) this.rows.fill(i, pattern.pointers[i], pattern.pointers[i + 1]);
    for (let e = this.columns.length - 1; e >= 0; e--) {
      this.#link(this.rows[e], 2 * e);
      if (this.rows[e] !== this.columns[e]) this.#link(this.columns[e], 2 * e + 1);
    }
  }
  #link(v: number, half: number): void {
    this.#next[half] = this.#first[v];
    this.#first[v] = half;
  }
  #unlink(v: number, half: number): void {
    if (this.#first[v] === half) this.#first[v] = this.#next[half];
    else {
      let before = this.#first[v];
      while (this.#next[before] !== half) before = this.#next[before];
      this.#next[before] = this.#next[half];
    }
  }
  /** The unknown at the other end of an entry in a list. */
  #other(half: number): number {
    return (half & 1) === 0 ? this.columns[half >> 1] : this.rows[half >> 1];
  }
  /** The entry of v with u in the list of v, or -1. */
  #find(v: number, u: number): number {
    let half = this.#first[v] ?? -1;
    while (half >= 0 && this.#other(half) !== u) half = this.#next[half];
    return half;
  }

  /** Entries are at most this far from the diagonal. */
  get halfBand(): number {
    return this.#halfBand;
  }
  /** Makes room for entries so far from the diagonal. */
  protected abstract widen(halfBand: number): void;

  /** By the entries of row i: moved ones keep their slots. */
  override slot(i: number, j: number): number {
    const half = this.#find(i, j);
    if (half < 0)
      throw new Error(`entry (${i}, ${j}) is not in the pattern of the system; list it when the solver is made.`);
    return half >> 1;
  }
  override residual(b: Float64Array, x: Float64Array, out: Float64Array): void {
    const { rows, columns, values, active } = this;
    if (out !== b) out.set(b);
    for (let e = 0; e < values.length; e++) {
      const i = rows[e],
        j = columns[e];
      out[i] -= values[e] * x[j];
      if (i !== j) out[j] -= values[e] * x[i];
    }
    for (let i = 0; i < this.n; i++) if (active[i] === 0) out[i] = 0;
  }

  /**
   * The entries of a row or slider in columns `from` are in columns `to` now, with their slots, and the unknown goes to
   * just behind the last that it has to wait for, as do those that wait for it. The work does not depend on n. False if the
   * band had to be widened for it: all is well, but a new order may be cheaper.
   */
  moveRow(row: number, from: ArrayLike<number>, to: ArrayLike<number>): boolean {
    this.#checkMove(row, from, to);
    const halves = Array.from(from, (column) => this.#find(row, column));
    halves.forEach((half, k) => {
      this.#unlink(from[k], half ^ 1);
    });
    halves.forEach((half, k) => {
      ((half & 1) === 0 ? this.columns : this.rows)[half >> 1] = to[k];
      this.#link(to[k], half ^ 1);
    });
    const touched = { low: this.place[row], high: this.place[row] };
    this.#settle(row, touched);
    const wide = this.#widest(touched.low, touched.high);
    if (wide <= this.#halfBand) return true;
    this.#halfBand = wide;
    this.widen(wide);
    return false;
  }
  #checkMove(row: number, from: ArrayLike<number>, to: ArrayLike<number>): void {
    if (from.length !== to.length)
      throw new Error(`moveRow: row ${row} has ${from.length} entries to move, but ${to.length} columns for them.`);
    const left = new Set(Array.from(from));
    const taken = new Set<number>();
    for (let k = 0; k < from.length; k++) {
      if (this.#find(row, from[k]) < 0 || from[k] === row)
        throw new Error(`moveRow: row ${row} has no entry in column ${from[k]} that could move.`);
      const there = !left.has(to[k]) && this.#find(row, to[k]) >= 0;
      if (!(to[k] >= 0 && to[k] < this.n) || to[k] === row || there || taken.has(to[k]))
        throw new Error(`moveRow: row ${row} cannot have another entry in column ${to[k]}.`);
      taken.add(to[k]);
    }
  }

  /** Moves v to just behind its last neighbour of no higher rank, then those of higher rank likewise. */
  #settle(v: number, touched: { low: number; high: number }): void {
    const { place, rank } = this;
    let last = -1;
    for (let half = this.#first[v]; half >= 0; half = this.#next[half]) {
      const u = this.#other(half);
      if (u !== v && rank[u] <= rank[v]) last = Math.max(last, place[u]);
    }
    if (last < 0) return;
    const to = last < place[v] ? last + 1 : last;
    touched.low = Math.min(touched.low, place[v], to);
    touched.high = Math.max(touched.high, place[v], to);
    this.#shift(v, to);
    for (let half = this.#first[v]; half >= 0; half = this.#next[half]) {
      const u = this.#other(half);
      if (rank[u] > rank[v]) this.#settle(u, touched);
    }
  }
  /** v to another place; those between make room. */
  #shift(v: number, to: number): void {
    const { order, place } = this;
    const step = to > place[v] ? 1 : -1;
    for (let k = place[v]; k !== to; k += step) {
      order[k] = order[k + step];
      place[order[k]] = k;
    }
    order[to] = v;
    place[v] = to;
  }
  /** How far from the diagonal entries of the unknowns from one place to another are. */
  #widest(low: number, high: number): number {
    let wide = 0;
    for (let k = low; k <= high; k++) {
      for (let half = this.#first[this.order[k]]; half >= 0; half = this.#next[half])
        wide = Math.max(wide, Math.abs(k - this.place[this.#other(half)]));
    }
    return wide;
  }
}
