/**
 * All rows of a method as one sparse system: J as a list of entries, and J g J^T with its factor.
 *
 *   J g J^T = sum over coordinates i of g_i J_ri J_si,       g: what a unit of force does to a coordinate
 *
 * Where every entry and every product of two goes is found once for a structure; then numbers are only moved. Rows may be
 * left out without looking for anything anew: a row that is off couples nothing and has no multiplier.
 */
import { laned } from '../kernel/batch.ts';
import { createSolver } from '../linalg/create-solver.ts';
import { upperPattern } from '../linalg/pattern.ts';
import type { SymmetricSolver } from '../linalg/solver.ts';
import type { State } from '../state.ts';
import type { Node, Shape, Side } from './method.ts';
import { Inertias } from './own-inertia.ts';

/** The members of one shape, and the tables in which their rows are worked out. */
export interface RowTable {
  readonly shape: Shape;
  /** where things are: C, Cdot, Jdot v and the size of rounding, row by row each, then J */
  readonly now: Side;
  /** where they are predicted: C, the size of rounding, and kappa */
  readonly ahead: Side;
  /** rows of a member */
  readonly size: number;
  /** entries of J, row by row */
  readonly entries: readonly { readonly r: number; readonly slot: number; readonly component: number }[];
  /** first row of its first member */
  readonly first: number;
  /** points of a member share nodes: how far its rows have turned is not known row by row */
  readonly repeats: boolean;
}

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
  /** slot of the matrix, entries a and b, coordinate */
  readonly #products: Int32Array;
  readonly #diagonal: Int32Array;
  readonly #inertias: Inertias;
  /** of each entry: 1, or 0 where its body answers for W */
  readonly #apart: Uint8Array;
  readonly #matrix: SymmetricSolver;
  readonly #left: Float64Array;
  /** what the factor was made of */
  readonly #knownJ: Float64Array;
  readonly #knownOn: Uint8Array;
  #knownScale = -1;

  constructor(
    readonly tables: readonly RowTable[],
    private readonly state: State,
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
    this.#inertias = new Inertias(state.inertias, this.#row, this.#coordinate);
    const pairs: [number, number][] = [];
    const products: number[] = [];
    const diagonal = (i: number): boolean => w[i] > 0 && !this.#inertias.owns(i);
    for (const list of entriesByCoordinate(this.#coordinate, diagonal)) {
      for (const a of list) {
        for (const b of list) {
          if (rows[a] > rows[b]) continue;
          pairs.push([rows[a], rows[b]]);
          products.push(0, a, b, coordinates[a]);
        }
      }
    }
    const pattern = upperPattern(this.size, [...pairs, ...this.#inertias.pairs()]);
    this.#matrix = createSolver(pattern, { arena: state.arena });
    pairs.forEach(([r, s], k) => {
      products[4 * k] = this.#matrix.slot(r, s);
    });
    this.#apart = Uint8Array.from(coordinates, (i) => (this.#inertias.owns(i) ? 0 : 1));
    this.#products = Int32Array.from(products);
    this.#diagonal = Int32Array.from({ length: this.size }, (_, r) => this.#matrix.slot(r, r));
    this.on = new Uint8Array(this.size);
    this.J = new Float64Array(rows.length);
    this.#left = new Float64Array(this.size);
    this.#knownJ = new Float64Array(rows.length);
    this.#knownOn = new Uint8Array(this.size);
  }

  /** Which constraint a row belongs to. */
  nodeOf(row: number): Node {
    let t = this.tables.length - 1;
    while (this.tables[t].first > row) t--;
    const { shape, first, size } = this.tables[t];
    return { shape, member: Math.floor((row - first) / size) };
  }
  /** One of the numbers of each row, from the tables. */
  read(from: 'now' | 'ahead', which: number, out: Float64Array): void {
    for (let t = 0; t < this.tables.length; t++) {
      const { size, shape, first, [from]: side } = this.tables[t];
      const { rows, place } = side.batch.table();
      const columns = side.batch.kernel.rows;
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
  factor(gain: 'w' | 'c'): void {
    const scale = gain === 'w' ? 0 : this.state.h;
    const same = equal(this.#knownJ, this.J) && equal(this.#knownOn, this.on) && this.#knownScale === scale;
    if (same) return;
    this.#knownJ.set(this.J);
    this.#knownOn.set(this.on);
    this.#knownScale = scale;
    this.#assemble(gain);
    this.#matrix.factor();
  }
  #assemble(gain: string): void {
    const { J, on } = this;
    const { values } = this.#matrix;
    const g = this.state.column(gain);
    const products = this.#products;
    const row = this.#row;
    values.fill(0);
    for (let k = 0; k < products.length; k += 4) {
      const a = products[k + 1];
      const b = products[k + 2];
      if (on[row[a]] & on[row[b]]) values[products[k]] += J[a] * J[b] * g[products[k + 3]];
    }
    this.#inertias.assemble(J, gain, (r, s, value) => {
      if (on[r] & on[s]) values[this.#matrix.slot(r, s)] += value;
    });
    for (let r = 0; r < this.size; r++) if (!on[r]) values[this.#diagonal[r]] = 1;
  }
  /** x with (J g J^T) x = b in the rows that are on and do not follow from others, 0 in the rest. */
  solve(b: Float64Array, x: Float64Array, refined = false): void {
    const { on } = this;
    for (let r = 0; r < x.length; r++) x[r] = on[r] ? b[r] : 0;
    if (refined) this.#left.set(x);
    this.#matrix.solve(x);
    if (refined) this.#matrix.refine(this.#left, x);
    for (let r = 0; r < x.length; r++) if (!on[r]) x[r] = 0;
  }
  /** Rows that follow from others, in the matrix that was factored last. */
  get dependent(): readonly number[] {
    return [...this.#matrix.dependent].sort((a, b) => a - b);
  }
  dependsOn(row: number): readonly number[] {
    return this.#matrix.dependsOn(row);
  }

  /** column += gain J^T x; without a gain, J^T x. */
  push(x: Float64Array, column: string, gain?: string): void {
    const { J } = this;
    const out = this.state.column(column);
    const row = this.#row;
    const coordinate = this.#coordinate;
    if (gain === undefined) {
      for (let e = 0; e < J.length; e++) out[coordinate[e]] += J[e] * x[row[e]];
      return;
    }
    const apart = this.#apart;
    const g = this.state.column(gain);
    for (let e = 0; e < J.length; e++) {
      const i = coordinate[e];
      out[i] += apart[e] * g[i] * J[e] * x[row[e]];
    }
    this.#inertias.push(J, x, gain, out);
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
    this.#matrix.release();
  }
  /** Every entry that can move something: row, coordinate, value. */
  entries(visit: (row: number, coordinate: number, value: number) => void): void {
    const w = this.state.column('w');
    for (let e = 0; e < this.J.length; e++)
      if (w[this.#coordinate[e]] > 0) visit(this.#row[e], this.#coordinate[e], this.J[e]);
  }
}

function equal(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
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
