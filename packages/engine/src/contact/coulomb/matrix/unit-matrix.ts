/**
 * H = M + sum of J_i^T N_i J_i over the units of an island, N_i 3 x 3 and not symmetric in general, and its factors H = L U by blocks.
 *
 * Blocks are units; pivots are chosen inside a block. Where that breaks down, all of H is factorised densely with free pivots, if it is
 * small. H is over bodies, not over contacts: a stack of ten has 76 contacts, and 10 units in a chain. Where inertia couples units, H is sparse,
 * symmetric but for friction, and large (coupled-matrix.ts).
 */
import { UnitFactor, type UnitStructure } from '../../../linalg/blocks/unit-factor.ts';
import { factorLu, solveLu } from '../../../linalg/dense/lu.ts';
import { grown, type ImpulseRows, slotNumbers, stride, unitNumbers } from '../impulse-rows.ts';
import { CoupledMatrix } from './coupled-matrix.ts';
import { allOf, pairBlocks } from './unit-pairs.ts';
import type { UnitStructures } from './unit-structure.ts';

/** Velocities up to which a doubtful matrix is factorised densely. */
const mostDense = 360;
/** A structure is used for a subset of its rows while it has no more than so many times as many. */
const spare = 1.1;

export class UnitMatrix {
  #rows!: ImpulseRows;
  #structure!: UnitStructure;
  readonly #factor = new UnitFactor();
  /** of each pair of slots of a row, row by row: where its block is */
  #pairs = new Int32Array(0);
  #firstPair = new Int32Array(0);
  #dense = new Float64Array(0);
  #densePivots = new Int32Array(0);
  #isDense = false;
  readonly #NJ = new Float64Array(slotNumbers);

  constructor(private readonly structures: UnitStructures) {}

  /** rows that the structure is made for, and how many; -1: none yet */
  #used = new Uint8Array(0);
  #usedCount = -1;
  /** where inertia couples units */
  readonly #whole = new CoupledMatrix();
  #isCoupled = false;
  /** all units have three velocities */
  #isOfNodes = false;

  /** For these rows; `use` comes next. */
  prepare(rows: ImpulseRows): void {
    this.#rows = rows;
    this.#isCoupled = rows.coupling !== undefined;
    if (rows.coupling) this.#whole.prepare(rows, rows.coupling);
    this.#used = grown(this.#used, rows.count);
    this.#usedCount = -1;
    this.#isOfNodes = rows.size === 3 * rows.units;
  }
  /**
   * Only rows of the list will be added: others neither couple units nor fill in. In a heap of 1000 spheres that land, 1284 of 1890 rows push, and a factor of those takes 0.016 Gflop
   * in place of 0.149. The structure of more rows is used again as long as these are few.
   */
  use(used: Uint8Array): void {
    if (this.#isCoupled) return;
    const rows = this.#rows;
    let count = 0;
    let isKnown = this.#usedCount >= 0;
    if (isKnown && allOf(rows)) return;
    for (let i = 0; i < rows.count; i++) {
      if (!used[i]) continue;
      count++;
      if (!this.#used[i]) isKnown = false;
    }
    if (isKnown && this.#usedCount <= spare * count + 8) return;
    const all = allOf(rows);
    if (all) this.#used.fill(1, 0, rows.count);
    else this.#used.set(used.subarray(0, rows.count));
    this.#usedCount = all ? rows.count : count;
    this.#arrange();
  }
  #arrange(): void {
    const rows = this.#rows;
    const structure = this.structures.of(rows, this.#used);
    this.#structure = structure;
    const { count, firstSlot } = rows;
    this.#factor.begin(structure, rows.unitAt, rows.unitSize);
    this.#firstPair = grown(this.#firstPair, count + 1);
    let pairs = 0;
    for (let i = 0; i < count; i++)
      if (this.#used[i]) pairs += (firstSlot[i + 1] - firstSlot[i]) * (firstSlot[i + 1] - firstSlot[i]);
    this.#pairs = grown(this.#pairs, pairs);
    pairBlocks(rows, this.#used, structure, this.#firstPair, this.#pairs);
  }
  /** H = M */
  begin(): void {
    if (this.#isCoupled) {
      this.#whole.begin();
      return;
    }
    const { units: n, unitSize, mass } = this.#rows;
    const { order } = this.#structure;
    const blocks = this.#factor.blocks.fill(0);
    for (let k = 0; k < n; k++) {
      const from = unitNumbers * order[k];
      const to = unitNumbers * k;
      const size = unitSize[order[k]];
      for (let r = 0; r < size; r++)
        for (let c = 0; c < size; c++) blocks[to + stride * r + c] = mass[from + stride * r + c];
    }
  }
  /** H += J_i^T N J_i, N at `at` of a list, row by row. */
  add(i: number, N: Float64Array, at: number): void {
    if (this.#isCoupled) {
      this.#whole.add(i, N, at);
      return;
    }
    const { firstSlot, slotUnit, unitSize, J } = this.#rows;
    const { blocks } = this.#factor;
    const NJ = this.#NJ;
    const slots = firstSlot[i + 1] - firstSlot[i];
    if (this.#isOfNodes) {
      this.#addNodes(i, N, at);
      return;
    }
    for (let t = 0; t < slots; t++) {
      const slot = firstSlot[i] + t;
      const columns = unitSize[slotUnit[slot]];
      const from = slotNumbers * slot;
      for (let line = 0; line < 3; line++) {
        const n0 = N[at + 3 * line];
        const n1 = N[at + 3 * line + 1];
        const n2 = N[at + 3 * line + 2];
        for (let c = 0; c < columns; c++)
          NJ[stride * line + c] = n0 * J[from + c] + n1 * J[from + stride + c] + n2 * J[from + 2 * stride + c];
      }
      for (let s = 0; s < slots; s++) {
        const other = slotNumbers * (firstSlot[i] + s);
        const rows = unitSize[slotUnit[firstSlot[i] + s]];
        const to = unitNumbers * this.#pairs[this.#firstPair[i] + s * slots + t];
        for (let r = 0; r < rows; r++) {
          const j0 = J[other + r];
          const j1 = J[other + stride + r];
          const j2 = J[other + 2 * stride + r];
          const line = to + stride * r;
          blocks[line] += j0 * NJ[0] + j1 * NJ[6] + j2 * NJ[12];
          blocks[line + 1] += j0 * NJ[1] + j1 * NJ[7] + j2 * NJ[13];
          blocks[line + 2] += j0 * NJ[2] + j1 * NJ[8] + j2 * NJ[14];
          for (let c = 3; c < columns; c++)
            blocks[line + c] += j0 * NJ[c] + j1 * NJ[stride + c] + j2 * NJ[2 * stride + c];
        }
      }
    }
  }
  /** The same where all units are nodes, which have three velocities. */
  #addNodes(i: number, N: Float64Array, at: number): void {
    const { firstSlot, J } = this.#rows;
    const { blocks } = this.#factor;
    const pairs = this.#pairs;
    const start = firstSlot[i];
    const slots = firstSlot[i + 1] - start;
    const n00 = N[at];
    const n01 = N[at + 1];
    const n02 = N[at + 2];
    const n10 = N[at + 3];
    const n11 = N[at + 4];
    const n12 = N[at + 5];
    const n20 = N[at + 6];
    const n21 = N[at + 7];
    const n22 = N[at + 8];
    for (let t = 0; t < slots; t++)
      for (let c = 0; c < 3; c++) {
        const from = slotNumbers * (start + t) + c;
        const a = J[from];
        const b = J[from + stride];
        const d = J[from + 2 * stride];
        const x = n00 * a + n01 * b + n02 * d;
        const y = n10 * a + n11 * b + n12 * d;
        const z = n20 * a + n21 * b + n22 * d;
        for (let s = 0; s < slots; s++) {
          const other = slotNumbers * (start + s);
          const to = unitNumbers * pairs[this.#firstPair[i] + s * slots + t] + c;
          blocks[to] += J[other] * x + J[other + stride] * y + J[other + 2 * stride] * z;
          blocks[to + stride] += J[other + 1] * x + J[other + stride + 1] * y + J[other + 2 * stride + 1] * z;
          blocks[to + 2 * stride] += J[other + 2] * x + J[other + stride + 2] * y + J[other + 2 * stride + 2] * z;
        }
      }
  }
  /** H = L U by blocks; false where that is doubtful: H is then to be assembled again, for `factorDense`. */
  factor(): boolean {
    if (this.#isCoupled) return this.#whole.factor();
    this.#isDense = false;
    return this.#factor.factor();
  }
  /** H = L U with free pivots; false where H is singular or large. */
  factorDense(): boolean {
    const { units: n, unitAt, unitSize, size } = this.#rows;
    if (this.#isCoupled || size > mostDense) return false;
    const { order, first, later } = this.#structure;
    this.#isDense = true;
    this.#dense = grown(this.#dense, size * size);
    this.#densePivots = grown(this.#densePivots, size);
    const full = this.#dense;
    full.fill(0, 0, size * size);
    const put = (row: number, column: number, from: number): void => {
      for (let r = 0; r < unitSize[row]; r++)
        for (let c = 0; c < unitSize[column]; c++)
          full[(unitAt[row] + r) * size + unitAt[column] + c] = this.#factor.blocks[from + stride * r + c];
    };
    for (let k = 0; k < n; k++) {
      put(order[k], order[k], unitNumbers * k);
      for (let e = first[k]; e < first[k + 1]; e++) {
        put(order[k], order[later[e]], unitNumbers * (n + 2 * e));
        put(order[later[e]], order[k], unitNumbers * (n + 2 * e + 1));
      }
    }
    return factorLu(full, size, this.#densePivots);
  }

  /** v becomes H^-1 v. */
  solve(v: Float64Array): void {
    if (this.#isCoupled) this.#whole.solve(v);
    else if (this.#isDense) solveLu(this.#dense, this.#rows.size, this.#densePivots, v);
    else this.#factor.solve(v);
  }
}
