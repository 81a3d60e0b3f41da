/** One system of rows that are tied together by the coordinates they move. */

import { Refusal } from '../base/refusal.ts';
import type { SlidingRows } from '../constraints/attachments/sliding-rows.ts';
import type { Responder } from '../constraints/compliance.ts';
import type { BatchView, MemberBatch } from '../constraints/method.ts';
import { createSolver } from '../linalg/create-solver.ts';
import { upperPattern } from '../linalg/pattern/pattern.ts';
import type { SymmetricSolver } from '../linalg/solver.ts';
import type { State } from '../state/state.ts';
import { type Entry, Inside } from './responder.ts';

/** Corrections at most, and how many of them may gain nothing: what is left is rounding then, or will not go. */
const mostPasses = 60;
const mostStalls = 3;
/** A correction that leaves more than this share has gained nothing. */
const stalled = 2 / 3;
/** Rows that have turned by a right angle or more within the step cannot be corrected; they must not go wild. */
const leastKappa = 1 / 16;
const eightEps = 8 * Number.EPSILON;
/** Rows that follow from others may disagree with them by rounding, of their scale. */
const agreement = 1e-9;

/** The members of one shape that are solved with others, and their tables. */
export interface Table {
  readonly shape: BatchView;
  readonly evaluate: MemberBatch;
  readonly apply: MemberBatch;
  readonly size: number;
  /** entries of J, row by row; they lie behind C, its scale and the share, and before kappa, if the rows bend */
  readonly entries: readonly { readonly r: number; readonly slot: number; readonly component: number }[];
  readonly bends: boolean;
}
export interface Part {
  readonly table: Table;
  readonly member: number;
  /** among the table's elements */
  readonly element: number;
  /** first of its rows in the component */
  readonly row: number;
  /** it slides: its three rows are turned to the directions across what it slides on */
  readonly sliding: SlidingRows | undefined;
}

export class IslandSystem {
  readonly #matrix: SymmetricSolver;
  /** of every product J_a g J_b: slot of the matrix, entries a and b, coordinate */
  readonly #products: Int32Array;
  /** entries of J: where each is in its table; of what slides, the row of its table, and that it is turned to */
  readonly #entries: {
    readonly part: Part;
    readonly column: number;
    readonly from: number;
    readonly to: number;
  }[] = [];
  readonly #slides: boolean;
  readonly #J: Float64Array;
  readonly #known: Float64Array;
  readonly #b: Float64Array;
  readonly #x: Float64Array;
  readonly #left: Float64Array;
  readonly #inside: Inside | undefined;
  #factored = false;
  /** of the pass before */
  #worst = 0;
  #stalls = 0;

  constructor(
    readonly parts: readonly Part[],
    readonly size: number,
    private readonly state: State,
    private readonly compliance: string,
    /** gaps of what slides are measured where it is predicted; otherwise its rows are turned only */
    private readonly measured: boolean,
    responder?: Responder,
  ) {
    this.#slides = parts.some(({ sliding }) => sliding);
    const g = state.column(compliance);
    const entriesOf: Entry[][] = Array.from({ length: size }, () => []);
    let solved = false;
    const byCoordinate = new Map<number, { entry: number; row: number }[]>();
    for (const part of parts) {
      const { shape, entries, size: rows } = part.table;
      entries.forEach(({ r: from, slot, component }, e) => {
        const coordinate = shape.blocks[part.member * shape.slots + slot] + component;
        for (const r of part.sliding ? [0, 1, 2] : [from]) {
          const entry = this.#entries.push({ part, column: rows + 2 + e, from, to: r }) - 1;
          if (!(g[coordinate] > 0)) continue;
          entriesOf[part.row + r].push({ entry, coordinate });
          if (responder?.bodyOf(coordinate) !== undefined) solved = true;
          const list = byCoordinate.get(coordinate);
          if (list) list.push({ entry, row: part.row + r });
          else byCoordinate.set(coordinate, [{ entry, row: part.row + r }]);
        }
      });
    }
    const pairs: [number, number][] = [];
    for (const list of byCoordinate.values())
      for (const a of list) for (const b of list) if (a.row <= b.row) pairs.push([a.row, b.row]);
    if (responder && solved && (compliance === 'c' || compliance === 'd')) {
      this.#inside = new Inside(responder, state, entriesOf, compliance, (y) => this.#matrix.solve(y));
    }
    this.#matrix = createSolver(upperPattern(size, pairs), { arena: state.arena });
    const products: number[] = [];
    for (const [coordinate, list] of byCoordinate)
      for (const a of list)
        for (const b of list)
          if (a.row <= b.row) products.push(this.#matrix.slot(a.row, b.row), a.entry, b.entry, coordinate);
    this.#products = Int32Array.from(products);
    this.#J = new Float64Array(this.#entries.length);
    this.#known = new Float64Array(products.length / 4);
    this.#b = new Float64Array(size);
    this.#x = new Float64Array(size);
    this.#left = new Float64Array(size);
  }

  /** One correction into the apply tables; false when nothing is left to correct. */
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
    if (this.#inside) this.#inside.solve(this.#x);
    else this.#matrix.solve(this.#x);
    for (const { table, element, row: first, sliding } of this.parts) {
      const activation = table.evaluate.batch.row(element, table.size + 1);
      for (let r = 0; r < table.size; r++) this.#x[first + r] *= activation;
      for (let r = 0; r < table.size; r++)
        table.apply.batch.setRow(element, r, sliding ? back(sliding, this.#x, first, r) : this.#x[first + r]);
    }
    this.#inside?.push(this.#x, !partial);
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
  /** b = -C; the largest C in units of rounding, that of the largest numbers among all: each row hangs on the others. */
  #read(): { worst: number; partial: boolean } {
    let [worst, scale] = [0, 0];
    let partial = false;
    for (const { table, element, row: first, sliding } of this.parts) {
      const { batch } = table.evaluate;
      scale = Math.max(scale, batch.row(element, table.size));
      if (batch.row(element, table.size + 1) !== 1) partial = true;
      if (sliding && this.measured) sliding.measure(this.state.column('p'));
      for (let r = 0; r < table.size; r++) {
        const C = sliding ? this.#turned(sliding, table.evaluate, element, r) : batch.row(element, r);
        this.#b[first + r] = -C;
        worst = Math.max(worst, Math.abs(C));
      }
    }
    return { worst: worst === 0 ? 0 : worst / (eightEps * scale), partial };
  }
  /** Assemble and factor, if anything in the matrix has changed. */
  #factor(): void {
    const [J, known, products] = [this.#J, this.#known, this.#products];
    for (let e = 0; e < J.length; e++) {
      const { part, column, from, to } = this.#entries[e];
      J[e] = part.table.evaluate.batch.row(part.element, column);
      if (part.sliding) J[e] *= part.sliding.directions[3 * to + from];
    }
    this.#inside?.begin(J);
    const g = this.#inside?.gain ?? this.state.column(this.compliance);
    let same = this.#factored;
    for (let k = 0, n = 0; k < products.length; k += 4, n++) {
      const value = J[products[k + 1]] * J[products[k + 2]] * g[products[k + 3]];
      if (known[n] !== value) same = false;
      known[n] = value;
    }
    if (same) return;
    const { values } = this.#matrix;
    values.fill(0);
    for (let k = 0, n = 0; k < products.length; k += 4, n++) values[products[k]] += known[n];
    this.#free();
    this.#matrix.factor();
    this.#factored = true;
  }
  /** Rows along what it slides on hold nothing. */
  #free(): void {
    if (!this.#slides) return;
    for (const { sliding, row: first } of this.parts)
      for (let r = 0; sliding && r < 3; r++)
        if (!sliding.holds(r)) this.#matrix.values[this.#matrix.slot(first + r, first + r)] = 1;
  }
  #turned({ directions, C }: SlidingRows, { batch }: MemberBatch, element: number, r: number): number {
    if (this.measured) return C[r];
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) sum += directions[3 * r + axis] * batch.row(element, axis);
    return sum;
  }

  release(): void {
    this.#matrix.release();
  }
  verify(): void {
    if (this.#inside) return; // there is a solve only in a step
    if (this.parts.some(({ table: { shape } }) => !shape.boundRelation.linear || shape.boundRelation.velocity)) return;
    this.#read();
    this.#factor();
    if (!this.#matrix.dependentCount) return;
    this.#x.set(this.#b);
    this.#matrix.solve(this.#x);
    this.#matrix.residual(this.#b, this.#x, this.#left);
    for (const r of this.#matrix.dependent) if (!this.#isExcused(r)) this.#agree(r, this.#left[r]);
  }
  /** What is left after all corrections: contradictory, or not met. */
  #refuseUnmet(passes: number): void {
    const excused = new Set<number>();
    for (const r of this.#matrix.dependent) {
      if (this.#isExcused(r)) excused.add(r);
      else this.#agree(r, this.#b[r]);
    }
    let worst = 0;
    const off = (r: number): number => (excused.has(r) ? 0 : Math.abs(this.#b[r]));
    for (let r = 0; r < this.size; r++) if (!(off(r) <= off(worst))) worst = r;
    if (off(worst) === 0) return;
    if (Math.abs(this.#b[worst]) <= agreement * this.#scale(worst)) return;
    const { table, member } = this.#partOf(worst);
    throw new Refusal(
      'conflict',
      {},
      `constraint ${table.shape.blame(member)} is still ${short(this.#b[worst])} off after ${passes} corrections; the step is too long for how fast it moves, or it cannot be met with those it shares points with.`,
      [table.shape.who(member).constraint],
    );
  }
  /** On their way to goals that agree, led ones need not. */
  #isExcused(r: number): boolean {
    return this.#matrix.dependsOn(r).some((one) => {
      const { table, member } = this.#partOf(one);
      return table.shape.isRamping(member);
    });
  }
  #agree(r: number, gap: number): void {
    if (Math.abs(gap) <= agreement * this.#scale(r)) return;
    const rows = this.#matrix.dependsOn(r);
    const names = [...new Set(rows.map((one) => this.#partOf(one)))].map((p) => p.table.shape.blame(p.member));
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
/** Along an axis, from the multipliers of turned rows. */
function back({ directions }: SlidingRows, x: Float64Array, first: number, axis: number): number {
  let sum = 0;
  for (let r = 0; r < 3; r++) sum += directions[3 * r + axis] * x[first + r];
  return sum;
}
const short = (x: number): string => Math.abs(x).toPrecision(3);
const listed = (names: readonly string[]): string =>
  names.length > 6
    ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
