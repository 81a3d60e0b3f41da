/** The interface of solvers of sparse symmetric systems, and their common base class. */
import { checkUpper, type Pattern, slotIn } from './pattern/pattern.ts';

export type SolverKind =
  | 'diagonal'
  | 'small'
  | 'supernodal'
  | 'banded'
  | 'banded-lu'
  | 'conjugate-gradients'
  | 'bordered';

/**
 * A x = b with A symmetric and its pattern fixed. Entries are written into `values`, A is factored, then solved with as often
 * as needed. Neither `factor` nor `solve`, `solveMany`, `residual`, `refine` allocate arrays.
 */
export interface SymmetricSolver {
  readonly kind: SolverKind;
  readonly n: number;
  readonly pattern: Pattern;
  /** order[k]: the unknown that is eliminated as the k-th */
  readonly order: Int32Array;
  /** Negative pivots of the last factorisation, where they are counted: one for each multiplier that counts. */
  readonly negativeCount?: number;
  /** The entries of A in the order of the pattern, 0 at first. To be fetched afresh after anything may have allocated. */
  readonly values: Float64Array;
  /** Where in `values` a_ij (or a_ji) is. A search: call it once, when a structure is built. */
  slot(i: number, j: number): number;
  /** From the values as they are now. A NaN propagates to the solution. */
  factor(): void;
  /** b becomes x with A x = b in all rows that neither depend on others nor are left out; x is 0 in those. */
  solve(b: Float64Array): void;
  /** `count` right-hand sides one after another; `xs` may be `bs`. The last bits may differ from those of `solve`. */
  solveMany(bs: Float64Array, xs: Float64Array, count: number): void;
  /** out = b - A x, 0 in rows that are left out. `out` may be b, but not x. */
  residual(b: Float64Array, x: Float64Array, out: Float64Array): void;
  /** One step of iterative refinement: x += A^-1 (b - A x). */
  refine(b: Float64Array, x: Float64Array): void;
  /** From the next `factor` on, leave a row out as if it had never been there, or take it back. Its values stay finite. */
  setActive(row: number, active: boolean): void;
  /** How many rows depend on others, as `factor` found. */
  readonly dependentCount: number;
  /** Those rows, in the order in which they were found. */
  readonly dependent: Int32Array;
  /** A dependent row and the rows that it depends on, ascending: where w with A w = 0 is not zero. */
  dependsOn(row: number): number[];
  /** Returns its blocks to the arena; it cannot be used afterwards. */
  release(): void;
}

/**
 * An entry of a null vector this small, relative to the largest, is a rounding error. The accuracy of a computed one is that of
 * the condition of the independent rows: with masses of six decades zeros of 2e-8 were seen, and nothing true below 1e-3.
 */
const negligible = 1e-6;

export abstract class PatternSolver implements SymmetricSolver {
  abstract readonly kind: SolverKind;
  abstract get values(): Float64Array;
  abstract readonly order: Int32Array;
  readonly pattern: Pattern;
  protected readonly active: Uint8Array;
  /** since this was set to false */
  protected activeChanged = true;
  protected readonly found: Int32Array;
  protected foundCount = 0;
  readonly #r: Float64Array;
  #left = 0; // rows that are left out

  /** r: of n numbers, free between calls, of solvers that share their pattern; it was checked then */
  constructor(
    readonly n: number,
    pattern: Pattern,
    r?: Float64Array,
  ) {
    const { pointers, indices } = pattern;
    if (!r) checkUpper(n, pointers, indices);
    this.pattern = r ? pattern : { pointers: pointers.slice(), indices: indices.slice() };
    this.active = new Uint8Array(n).fill(1);
    this.found = new Int32Array(n);
    this.#r = r ?? new Float64Array(n);
  }
  abstract factor(): void;
  abstract solve(b: Float64Array): void;
  release(): void {}

  slot(i: number, j: number): number {
    const slot = slotIn(this.pattern, i, j);
    if (slot < 0)
      throw new Error(`entry (${i}, ${j}) is not in the pattern of the system; list it when the solver is made.`);
    return slot;
  }
  get dependentCount(): number {
    return this.foundCount;
  }
  get dependent(): Int32Array {
    return this.found.subarray(0, this.foundCount);
  }
  setActive(row: number, active: boolean): void {
    if (!(row >= 0 && row < this.n)) throw new Error(`row ${row} is not in a system of ${this.n} rows.`);
    if ((this.active[row] === 1) === active) return;
    this.active[row] = active ? 1 : 0;
    this.activeChanged = true;
    this.#left += active ? -1 : 1;
  }

  solveMany(bs: Float64Array, xs: Float64Array, count: number): void {
    const { n } = this;
    const x = this.#r;
    for (let c = 0; c < count; c++) {
      for (let i = 0; i < n; i++) x[i] = bs[c * n + i];
      this.solve(x);
      for (let i = 0; i < n; i++) xs[c * n + i] = x[i];
    }
  }
  residual(b: Float64Array, x: Float64Array, out: Float64Array): void {
    const { pointers, indices } = this.pattern;
    const { values, active } = this;
    if (out !== b) out.set(b);
    for (let i = 0; i < this.n; i++) {
      const xi = x[i],
        end = pointers[i + 1];
      let at = pointers[i];
      let sum = values[at] * xi; // the diagonal is first
      for (at++; at < end; at++) {
        const j = indices[at];
        sum += values[at] * x[j];
        out[j] -= values[at] * xi;
      }
      out[i] -= sum;
    }
    if (this.#left > 0) for (let i = 0; i < this.n; i++) if (active[i] === 0) out[i] = 0;
  }
  refine(b: Float64Array, x: Float64Array): void {
    const r = this.#r;
    this.residual(b, x, r);
    this.solve(r);
    for (let i = 0; i < this.n; i++) x[i] += r[i];
  }

  dependsOn(row: number): number[] {
    if (!this.dependent.includes(row)) throw new Error(`row ${row} does not depend on others; see \`dependent\`.`);
    return this.support(row);
  }
  /** From a null vector: A w = 0 with w_row = 1 and w = 0 in the other dependent rows. */
  protected support(row: number): number[] {
    const e = new Float64Array(this.n);
    const column = new Float64Array(this.n);
    e[row] = 1;
    this.residual(column.slice(), e, column);
    const w = column.slice();
    this.solve(w);
    this.refine(column, w);
    w[row] = 1;
    const weights = w.map((one, i) => Math.abs(one) * this.unit(i));
    return notable(weights, row, negligible);
  }
  /** Scale that makes the entries of a null vector comparable. */
  protected unit(row: number): number {
    return Math.sqrt(Math.abs(this.values[this.pattern.pointers[row]]));
  }
}

/** Where entries of a null vector, made comparable, are more than a part of the largest; `row` in any case. */
export function notable(weights: Float64Array, row: number, part: number): number[] {
  const least = part * weights.reduce((most, one) => Math.max(most, one), 0);
  return [...weights.keys()].filter((i) => i === row || weights[i] > least);
}
