/** The system of one island: rows that are coupled through the coordinates they act on. */

import { Refusal } from '../../base/refusal.ts';
import type { SlidingRows } from '../../constraints/attachments/sliding-rows.ts';
import type { Compliance, Response } from '../../constraints/compliance.ts';
import type { BatchView, MemberBatch } from '../../constraints/method.ts';
import type { State } from '../../state/state.ts';
import { refuseCrowds } from '../crowds.ts';
import { ProjectedRows } from '../projected-rows.ts';
import { Schur } from '../schur.ts';
import { SparseRows } from '../sparse-rows.ts';

/** Corrections at most, and how many of them may stagnate: the residual is rounding then, or cannot be reduced. */
const mostPasses = 60;
const mostStalls = 3;
/** A correction stagnates if it leaves more than this part of the residual. */
const stalled = 2 / 3;
/** Rows that turn by a right angle or more within the step cannot be corrected: their corrections are bounded. */
const leastKappa = 1 / 16;
const eightEps = 8 * Number.EPSILON;
/** Redundant rows may differ from the others by rounding, in units of their scale. */
const agreement = 1e-9;

/** The members of one batch that are solved in islands, and their tables. */
export interface Table {
  readonly shape: BatchView;
  readonly evaluate: MemberBatch;
  readonly apply: MemberBatch;
  readonly size: number;
  /** entries of J, row by row; they lie behind C, its scale and the activation, and before kappa, if the rows are curved */
  readonly entries: readonly { readonly r: number; readonly slot: number; readonly component: number }[];
  readonly bends: boolean;
}
export interface Part {
  readonly table: Table;
  readonly member: number;
  /** its element of the tables */
  readonly element: number;
  /** first of its rows in the component */
  readonly row: number;
  /** of a sliding point: its three rows are rotated to the normals of its feature */
  readonly sliding: SlidingRows | undefined;
}

export class IslandSystem {
  readonly #sparse: SparseRows;
  readonly #matrix: Schur;
  /** where bodies are solved for together with the rows */
  readonly #projected: ProjectedRows | undefined;
  /** active rows: all but those along the feature of a sliding point */
  readonly #on: Uint8Array;
  /** entries of J, four numbers each: its part, its column in the table; for sliding points, the row in the table and the rotated row */
  readonly #entries: Int32Array;
  readonly #slides: boolean;
  readonly #b: Float64Array;
  readonly #x: Float64Array;
  readonly #left: Float64Array;
  /** residual of the pass before */
  #worst = 0;
  #stalls = 0;

  constructor(
    readonly parts: readonly Part[],
    readonly size: number,
    private readonly state: State,
    compliance: Compliance,
    private readonly response: Response,
    /** gaps of sliding points are measured at the prediction; otherwise their rows are rotated only */
    private readonly measured: boolean,
  ) {
    this.#slides = parts.some(({ sliding }) => sliding);
    const row: number[] = [];
    const coordinates: number[] = [];
    const all: number[] = [];
    parts.forEach((part, k) => {
      const { shape, entries, size: rows } = part.table;
      entries.forEach(({ r: from, slot, component }, e) => {
        const coordinate = shape.blocks[part.member * shape.slots + slot] + component;
        for (const to of part.sliding ? [0, 1, 2] : [from]) {
          all.push(k, rows + 2 + e, from, to);
          row.push(part.row + to);
          coordinates.push(coordinate);
        }
      });
    });
    this.#entries = Int32Array.from(all);
    const solved = coordinates.some((i) => compliance.bodyOf(i, response)?.inverse);
    this.#on = new Uint8Array(size).fill(1);
    this.#projected = solved ? new ProjectedRows(row, coordinates, this.#on, compliance, response, state) : undefined;
    this.#sparse = this.#projected?.sparse ?? new SparseRows(row, coordinates, compliance, response);
    const rows = [...Array(size).keys()];
    refuseCrowds(this.#sparse, size, rows, (r) => {
      const { table, member } = this.#partOf(r);
      return { shape: table.shape, member };
    });
    this.#matrix = new Schur(this.#sparse, size, rows, state.arena);
    this.#b = new Float64Array(size);
    this.#x = new Float64Array(size);
    this.#left = new Float64Array(size);
  }

  /** Writes one correction into the apply tables; false when the rows are satisfied. */
  correct(pass: number): boolean {
    const { worst, partial } = this.#read();
    if (partial ? pass > 0 : worst <= 1) return this.#nothing();
    const before = this.#worst;
    this.#worst = worst;
    if (pass === 0) this.#stalls = 0;
    else if (!(worst <= stalled * before)) this.#stalls++;
    if (pass === mostPasses || this.#stalls > mostStalls) {
      this.#refuseUnmet(pass);
      return this.#nothing();
    }
    if (pass === 0) this.#factor();
    for (const part of this.parts)
      for (let r = 0; r < part.table.size; r++) this.#x[part.row + r] = this.#b[part.row + r] / this.#kappa(part, r);
    if (this.#projected) this.#projected.solve(this.#x, this.#matrix);
    else this.#matrix.solve(this.#x, this.#x, this.#on);
    for (const { table, element, row: first, sliding } of this.parts) {
      const activation = table.evaluate.batch.row(element, table.size + 1);
      for (let r = 0; r < table.size; r++) this.#x[first + r] *= activation;
      for (let r = 0; r < table.size; r++)
        table.apply.batch.setRow(element, r, sliding ? alongAxis(sliding, this.#x, first, r) : this.#x[first + r]);
    }
    if (this.#projected) this.#projected.addBeyondDiagonal(this.#x, !partial);
    else this.#sparse.addBeyondDiagonal(this.#x, this.response, this.state);
    return true;
  }
  #kappa({ table: { bends, entries, size, evaluate }, element, sliding }: Part, r: number): number {
    if (sliding) return this.measured && sliding.holds(r) ? Math.max(leastKappa, sliding.kappa[r]) : 1;
    return bends ? Math.max(leastKappa, evaluate.batch.row(element, size + 2 + entries.length + r)) : 1;
  }
  #nothing(): false {
    for (const { table, element } of this.parts)
      for (let r = 0; r < table.size; r++) table.apply.batch.setRow(element, r, 0);
    return false;
  }
  /** b = -C; the largest C in units of rounding, by the largest numbers of all rows: they are solved together. */
  #read(): { worst: number; partial: boolean } {
    let [worst, scale] = [0, 0];
    let partial = false;
    for (const { table, element, row: first, sliding } of this.parts) {
      const { batch } = table.evaluate;
      scale = Math.max(scale, batch.row(element, table.size));
      if (batch.row(element, table.size + 1) !== 1) partial = true;
      if (sliding && this.measured) sliding.measure(this.state.column('p'));
      for (let r = 0; r < table.size; r++) {
        const C = sliding ? this.#rotated(sliding, table.evaluate, element, r) : batch.row(element, r);
        this.#b[first + r] = -C;
        worst = Math.max(worst, Math.abs(C));
      }
    }
    return { worst: worst === 0 ? 0 : worst / (eightEps * scale), partial };
  }
  /** J from the tables; its matrix, if anything in it has changed. */
  #factor(): void {
    const { J } = this.#sparse;
    const entries = this.#entries;
    for (let e = 0; e < J.length; e++) {
      const { table, element, sliding } = this.parts[entries[4 * e]];
      J[e] = table.evaluate.batch.row(element, entries[4 * e + 1]);
      if (sliding) J[e] *= sliding.directions[3 * entries[4 * e + 3] + entries[4 * e + 2]];
    }
    if (this.#slides)
      for (const { sliding, row: first } of this.parts)
        for (let r = 0; sliding && r < 3; r++) this.#on[first + r] = sliding.holds(r) ? 1 : 0;
    this.#projected?.begin();
    this.#matrix.factor(this.#on, this.response, this.response === 'w' ? 0 : this.state.h);
  }
  #rotated({ directions, C }: SlidingRows, { batch }: MemberBatch, element: number, r: number): number {
    if (this.measured) return C[r];
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) sum += directions[3 * r + axis] * batch.row(element, axis);
    return sum;
  }

  release(): void {
    this.#matrix.release();
  }
  verify(): void {
    if (this.#projected) return; // bodies can be solved for only within a step
    if (this.parts.some(({ table: { shape } }) => !shape.boundRelation.linear || shape.boundRelation.velocity)) return;
    this.#read();
    this.#factor();
    if (!this.#matrix.dependent.length) return;
    this.#matrix.solve(this.#b, this.#x, this.#on);
    this.#matrix.residual(this.#b, this.#x, this.#left);
    for (const r of this.#matrix.dependent) this.#agree(r, this.#left[r]);
  }
  /** Refuses rows that are not satisfied after all corrections. */
  #refuseUnmet(passes: number): void {
    const excused = new Set<number>();
    for (const r of this.#matrix.dependent) {
      if (this.#isExcused(r)) excused.add(r);
      else this.#agree(r, this.#b[r]);
    }
    let worst = 0;
    const residual = (r: number): number => (excused.has(r) ? 0 : Math.abs(this.#b[r]));
    for (let r = 0; r < this.size; r++) if (!(residual(r) <= residual(worst))) worst = r;
    if (residual(worst) === 0) return;
    if (Math.abs(this.#b[worst]) <= agreement * this.#scale(worst)) return;
    const { table, member } = this.#partOf(worst);
    throw new Refusal(
      'conflict',
      {},
      `constraint ${table.shape.label(member)} has an error of ${short(this.#b[worst])} after ${passes} corrections; the step is too long for its speed, or it contradicts constraints that share its points. Take a shorter step, release one, or give what they stretch to the full some slack.`,
      [table.shape.who(member).constraint],
    );
  }
  /** Constraints on ramps may disagree on the way. */
  #isExcused(r: number): boolean {
    return this.#matrix.dependsOn(r).some((one) => {
      const { table, member } = this.#partOf(one);
      return table.shape.isRamping(member);
    });
  }
  /** Refuses a row that contradicts others. Which these are takes a solve for each, and is asked for last. */
  #agree(r: number, gap: number): void {
    if (Math.abs(gap) <= agreement * this.#scale(r) || this.#isExcused(r)) return;
    const rows = this.#matrix.dependsOn(r);
    const names = [...new Set(rows.map((one) => this.#partOf(one)))].map((p) => p.table.shape.label(p.member));
    const unit = this.#partOf(r).table.shape.boundRelation.unit;
    const who =
      names.length > 1 ? `constraints ${listed(names)} contradict each other` : `constraint ${names[0]} cannot be met`;
    throw new Refusal(
      'conflict',
      {},
      `${who}: ${short(gap)} ${unit} remain between what they ask for. Release one, or aim it elsewhere.`,
      [...new Set(rows.map((one) => this.#partOf(one)).map((p) => p.table.shape.who(p.member).constraint))],
    );
  }
  #partOf(r: number): Part {
    let p = this.parts.length - 1;
    while (this.parts[p].row > r) p--;
    return this.parts[p];
  }
  #scale(r: number): number {
    const { table, element } = this.#partOf(r);
    return Math.max(1e-3, table.evaluate.batch.row(element, table.size));
  }
}
/** Along an axis, from the multipliers of rotated rows. */
function alongAxis({ directions }: SlidingRows, x: Float64Array, first: number, axis: number): number {
  let sum = 0;
  for (let r = 0; r < 3; r++) sum += directions[3 * r + axis] * x[first + r];
  return sum;
}
const short = (x: number): string => Math.abs(x).toPrecision(3);
const listed = (names: readonly string[]): string =>
  names.length > 6
    ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
