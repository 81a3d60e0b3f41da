/**
 * The Schur complement of rows, J A J^T over some of the rows of a system, and its factor:
 *
 *   (J A J^T)_rs = sum over diagonal coordinates i of J_ri J_si A_i  +  sum over coupled bodies of J_r Y_s,    Y_s = A J_s^T
 *
 * The slot of every product of two entries is found once. Rows are switched on and off by a mask: a row that is off couples
 * nothing and has no multiplier. Every method that solves for multipliers with a compliance uses this;
 * `displacement` factorises bodies and rows of ropes together and has no such matrix (methods/displacement/system).
 */
import type { BodyCompliance, Response } from '../constraints/compliance.ts';
import type { Arena } from '../kernel/run/memory.ts';
import { createSolver } from '../linalg/create-solver.ts';
import { Pairs } from '../linalg/pattern/pattern.ts';
import type { SymmetricSolver } from '../linalg/solver.ts';
import type { CoupledRows, EntryLists, SparseRows } from './sparse-rows.ts';

/** Pairs of rows on one coupled body: places j and k among its rows, and the slot of the matrix, k by k. */
interface CoupledPairs {
  readonly rows: CoupledRows;
  readonly pairs: Int32Array;
}

export class Schur {
  /** place of each row among those of the matrix, -1 where it is not in it */
  readonly #place: Int32Array;
  readonly #rows: Int32Array;
  /** slot of the matrix, entries a and b, coordinate */
  readonly #products: Int32Array;
  readonly #coupled: readonly CoupledPairs[];
  /** it is known what A depends on: the factor is valid until that or J changes */
  readonly #isKnown: boolean;
  readonly #knownA: readonly { readonly body: BodyCompliance; readonly on: Float64Array }[];
  readonly #diagonal: Int32Array;
  readonly #solver: SymmetricSolver;
  readonly #x: Float64Array;
  readonly #b: Float64Array;
  readonly #knownJ: Float64Array;
  readonly #knownOn: Uint8Array;
  #knownScale = -1;

  /** rows: which of the `size` rows of the system, ascending */
  constructor(
    private readonly sparse: SparseRows,
    size: number,
    rows: ArrayLike<number>,
    arena: Arena,
  ) {
    const { row, coordinate, coupled } = sparse;
    const place = new Int32Array(size).fill(-1);
    for (let k = 0; k < rows.length; k++) place[rows[k]] = k;
    const pairs = new Pairs();
    const shared = sparse.shared();
    const products = new Int32Array(4 * productsIn(shared, row, place));
    let made = 0;
    eachProduct(shared, row, place, (a, b) => {
      pairs.add(place[row[a]], place[row[b]]);
      products[made + 1] = a;
      products[made + 2] = b;
      products[made + 3] = coordinate[a];
      made += 4;
    });
    const meeting = coupled.map((one) => ({ rows: one, pairs: pairsOn(one, place) }));
    for (const { rows: one, pairs: list } of meeting)
      for (const { j, k } of list) pairs.add(place[one.rows[j]], place[one.rows[k]]);
    const solver = createSolver(pairs.upper(rows.length), { arena });
    for (let k = 0; k < products.length; k += 4)
      products[k] = solver.slot(place[row[products[k + 1]]], place[row[products[k + 2]]]);
    this.#solver = solver;
    this.#coupled = meeting.map(({ rows: one, pairs: list }) => ({
      rows: one,
      pairs: Int32Array.from(list.flatMap(({ j, k }) => [j, k, solver.slot(place[one.rows[j]], place[one.rows[k]])])),
    }));
    const changing = coupled.flatMap(({ body }) => (body.constant ? [] : [body]));
    this.#isKnown = sparse.compliance.constant && changing.every(({ dependsOn }) => dependsOn);
    this.#knownA = changing.map((body) => ({ body, on: new Float64Array(body.size) }));
    this.#place = place;
    this.#rows = new Int32Array(rows);
    this.#products = products;
    this.#diagonal = this.#rows.map((_, k) => solver.slot(k, k));
    this.#x = new Float64Array(rows.length);
    this.#b = new Float64Array(rows.length);
    this.#knownJ = new Float64Array(row.length);
    this.#knownOn = new Uint8Array(size);
  }
  /** Entries of the upper triangle. */
  get size(): number {
    return this.#solver.values.length;
  }

  /** Factor it for the J of the rows, if it is not the one that was factored last. h: of the step, 0 for W; same: A was applied where bodies are now. */
  factor(on: Uint8Array, of: Response, h: number, same = false): void {
    const { J } = this.sparse;
    if (this.#isKnown && this.#knownScale === h && equal(this.#knownJ, J) && equal(this.#knownOn, on) && this.#sameA())
      return;
    if (this.#isKnown) for (const { body, on: known } of this.#knownA) if (body.dependsOn) known.set(body.dependsOn());
    this.#knownJ.set(J);
    this.#knownOn.set(on);
    this.#knownScale = h;
    this.#assemble(J, on, of, same);
    this.#solver.factor();
  }
  #sameA(): boolean {
    for (let k = 0; k < this.#knownA.length; k++) {
      const { body, on } = this.#knownA[k];
      if (!body.dependsOn || !equal(on, body.dependsOn())) return false;
    }
    return true;
  }
  #assemble(J: Float64Array, on: Uint8Array, of: Response, same: boolean): void {
    const { values } = this.#solver;
    const products = this.#products;
    const { row, compliance } = this.sparse;
    const g = compliance.diagonal(of);
    values.fill(0);
    for (let k = 0; k < products.length; k += 4) {
      const a = products[k + 1];
      const b = products[k + 2];
      if (on[row[a]] & on[row[b]]) values[products[k]] += J[a] * J[b] * g[products[k + 3]];
    }
    for (let c = 0; c < this.#coupled.length; c++) {
      const { rows, pairs } = this.#coupled[c];
      const scale = rows.body.scale(of);
      for (let at = 0, made = -1; at < pairs.length; at += 3) {
        const j = pairs[at];
        const k = pairs[at + 1];
        if (!(on[rows.rows[j]] & on[rows.rows[k]])) continue;
        if (k !== made) rows.makeColumn(J, k, same || made >= 0);
        made = k;
        values[pairs[at + 2]] += scale * rows.product(J, j, k);
      }
    }
    for (let k = 0; k < this.#rows.length; k++) if (!on[this.#rows[k]]) values[this.#diagonal[k]] = 1;
  }
  /** x with (J A J^T) x = b in the rows that are on and do not follow from others, 0 in the rest. */
  solve(b: Float64Array, x: Float64Array, on: Uint8Array, refined = false): void {
    const rows = this.#rows;
    const [own, right] = [this.#x, this.#b];
    for (let k = 0; k < rows.length; k++) right[k] = own[k] = on[rows[k]] ? b[rows[k]] : 0;
    this.#solver.solve(own);
    if (refined) this.#solver.refine(right, own);
    x.fill(0);
    for (let k = 0; k < rows.length; k++) if (on[rows[k]]) x[rows[k]] = own[k];
  }
  /** b - J A J^T x of a row that is in the matrix; x as `solve` left it. */
  residual(b: Float64Array, x: Float64Array, out: Float64Array): void {
    const rows = this.#rows;
    const [own, right] = [this.#x, this.#b];
    for (let k = 0; k < rows.length; k++) {
      own[k] = x[rows[k]];
      right[k] = b[rows[k]];
    }
    this.#solver.residual(right, own, right);
    for (let k = 0; k < rows.length; k++) out[rows[k]] = right[k];
  }
  /** Rows that follow from others, in the matrix that was factored last. */
  get dependent(): number[] {
    if (!this.#solver.dependentCount) return none;
    return Array.from(this.#solver.dependent, (k) => this.#rows[k]).sort((a, b) => a - b);
  }
  /** A row that follows from others, and those; ascending. */
  dependsOn(row: number): number[] {
    return this.#solver.dependsOn(this.#place[row]).map((k) => this.#rows[k]);
  }
  release(): void {
    this.#solver.release();
  }
}

const none: number[] = [];

/** Every two entries of a list, one of them twice too, that couple rows of the matrix: the row of the first is not behind that of the second. */
function eachProduct(
  { starts, entries }: EntryLists,
  row: Int32Array,
  place: Int32Array,
  visit: (a: number, b: number) => void,
): void {
  for (let k = 0; k + 1 < starts.length; k++) {
    for (let s = starts[k]; s < starts[k + 1]; s++) {
      const a = entries[s];
      if (place[row[a]] < 0) continue;
      for (let t = starts[k]; t < starts[k + 1]; t++) {
        const b = entries[t];
        if (row[a] <= row[b] && place[row[b]] >= 0) visit(a, b);
      }
    }
  }
}
function productsIn(shared: EntryLists, row: Int32Array, place: Int32Array): number {
  let count = 0;
  eachProduct(shared, row, place, () => {
    count++;
  });
  return count;
}

/** Every two rows of a body that are in the matrix: Y is made for row k, and multiplied with rows j >= k. */
function pairsOn({ rows }: CoupledRows, place: Int32Array): { readonly j: number; readonly k: number }[] {
  const pairs: { j: number; k: number }[] = [];
  for (let k = 0; k < rows.length; k++) {
    if (place[rows[k]] < 0) continue;
    for (let j = 0; j < rows.length; j++) if (place[rows[j]] >= 0 && rows[j] >= rows[k]) pairs.push({ j, k });
  }
  return pairs;
}

function equal(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
