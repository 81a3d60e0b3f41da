/**
 * J g J^T over some of the rows of a system: where every product of two entries goes, and the factor.
 *
 *   J g J^T = sum over coordinates i of g_i J_ri J_si,       g: what a unit of force does to a coordinate
 */
import type { Arena } from '../kernel/run/memory.ts';
import { createSolver } from '../linalg/create-solver.ts';
import { type Pattern, upperPattern } from '../linalg/pattern/pattern.ts';
import type { SymmetricSolver } from '../linalg/solver.ts';
import type { Inertias } from './own-inertia.ts';

/** The entries of J: the row and the coordinate of each, and which rows share a coordinate. */
export interface Entries {
  readonly row: Int32Array;
  readonly coordinate: Int32Array;
  /** entries that share a coordinate that can move, coordinate by coordinate */
  readonly shared: readonly (readonly number[])[];
  readonly inertias: Inertias;
}

export class RowMatrix {
  /** place of each row among those of the matrix, -1 where it is not in it */
  readonly #place: Int32Array;
  readonly #rows: Int32Array;
  /** slot of the matrix, entries a and b, coordinate */
  readonly #products: Int32Array;
  readonly #diagonal: Int32Array;
  readonly #solver: SymmetricSolver;
  readonly #x: Float64Array;
  readonly #b: Float64Array;
  readonly #knownJ: Float64Array;
  readonly #knownOn: Uint8Array;
  #knownScale = -1;

  /** rows: which, ascending */
  constructor(
    private readonly entries: Entries,
    size: number,
    rows: readonly number[],
    arena: Arena,
  ) {
    const { row, coordinate, shared, inertias } = entries;
    const place = new Int32Array(size).fill(-1);
    rows.forEach((r, k) => {
      place[r] = k;
    });
    const pairs: [number, number][] = [];
    const products: number[] = [];
    for (const list of shared) {
      const own = list.filter((e) => place[row[e]] >= 0);
      for (const a of own) {
        for (const b of own) {
          if (row[a] > row[b]) continue;
          pairs.push([place[row[a]], place[row[b]]]);
          products.push(0, a, b, coordinate[a]);
        }
      }
    }
    const bound = inertias.pairs().filter(([r, s]) => place[r] >= 0 && place[s] >= 0);
    const pattern: Pattern = upperPattern(rows.length, [
      ...pairs,
      ...bound.map(([r, s]): [number, number] => [place[r], place[s]]),
    ]);
    this.#solver = createSolver(pattern, { arena });
    pairs.forEach(([r, s], k) => {
      products[4 * k] = this.#solver.slot(r, s);
    });
    this.#place = place;
    this.#rows = Int32Array.from(rows);
    this.#products = Int32Array.from(products);
    this.#diagonal = Int32Array.from(rows, (_, k) => this.#solver.slot(k, k));
    this.#x = new Float64Array(rows.length);
    this.#b = new Float64Array(rows.length);
    this.#knownJ = new Float64Array(row.length);
    this.#knownOn = new Uint8Array(size);
  }
  /** Entries of the upper triangle. */
  get size(): number {
    return this.#solver.values.length;
  }

  /** Factor it, if it is not the one that was factored last. `scale`: tells gains apart. */
  factor(J: Float64Array, on: Uint8Array, compliance: string, g: Float64Array, scale: number): void {
    if (equal(this.#knownJ, J) && equal(this.#knownOn, on) && this.#knownScale === scale) return;
    this.#knownJ.set(J);
    this.#knownOn.set(on);
    this.#knownScale = scale;
    const { values } = this.#solver;
    const products = this.#products;
    const { row, inertias } = this.entries;
    values.fill(0);
    for (let k = 0; k < products.length; k += 4) {
      const a = products[k + 1];
      const b = products[k + 2];
      if (on[row[a]] & on[row[b]]) values[products[k]] += J[a] * J[b] * g[products[k + 3]];
    }
    const place = this.#place;
    inertias.assemble(J, compliance, (r, s, value) => {
      if (place[r] >= 0 && place[s] >= 0 && on[r] & on[s]) values[this.#solver.slot(place[r], place[s])] += value;
    });
    for (let k = 0; k < this.#rows.length; k++) if (!on[this.#rows[k]]) values[this.#diagonal[k]] = 1;
    this.#solver.factor();
  }
  /** x with (J g J^T) x = b in the rows that are on and do not follow from others, 0 in the rest. */
  solve(b: Float64Array, x: Float64Array, on: Uint8Array, refined: boolean): void {
    const rows = this.#rows;
    const [own, right] = [this.#x, this.#b];
    for (let k = 0; k < rows.length; k++) right[k] = own[k] = on[rows[k]] ? b[rows[k]] : 0;
    this.#solver.solve(own);
    if (refined) this.#solver.refine(right, own);
    x.fill(0);
    for (let k = 0; k < rows.length; k++) if (on[rows[k]]) x[rows[k]] = own[k];
  }
  /** Rows that follow from others, in the matrix that was factored last. */
  get dependent(): number[] {
    return Array.from(this.#solver.dependent, (k) => this.#rows[k]).sort((a, b) => a - b);
  }
  dependsOn(row: number): number[] {
    return this.#solver.dependsOn(this.#place[row]).map((k) => this.#rows[k]);
  }
  release(): void {
    this.#solver.release();
  }
}

function equal(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
