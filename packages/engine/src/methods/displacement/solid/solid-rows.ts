/**
 * Rows of constraints on solids, all of them straight: J is constant (see solid-parts.ts). A row that prescribes one coordinate (a nail) is eliminated: the coordinate is no unknown any more,
 * and what is left of r there is what the nail does. All others are kept by projection: with M the preconditioner,
 *
 *   Sg = J M^-1 J'        each residual: l = Sg^-1 J M^-1 r,  r -= J' l,  so that J M^-1 r = 0           [Gould, Hribar, Nocedal 2001]
 *
 * Sg takes one application of M^-1 a row. Rows that follow from others lose their pivot and get no force.
 */
import type { BatchView } from '../../../constraints/method.ts';
import { laned } from '../../../kernel/run/batch.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import type { RigidPreconditioner } from '../../../linalg/blocks/preconditioner.ts';
import { createSolver } from '../../../linalg/create-solver.ts';
import { upperPattern } from '../../../linalg/pattern/pattern.ts';
import type { SymmetricSolver } from '../../../linalg/solver.ts';
import type { State } from '../../../state/state.ts';
import { KktRows, type Table } from '../system/kkt-rows.ts';
import type { IncrementalPotential } from './incremental-potential.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

/** An entry of J: which coordinate of the solids, and where its number is in a table. */
interface Entry {
  readonly i: number;
  readonly table: Table;
  readonly at: number;
}
interface Row {
  readonly row: number;
  readonly entries: readonly Entry[];
}
/** Corrections at most; rows are met to `met`, m or rad. */
const mostCorrections = 5;
export const met = 1e-10;
const aim = 1e-13;

export class SolidRows {
  readonly rows: KktRows;
  readonly lambda: Float64Array;
  /** of each row, one coordinate that it prescribes */
  #prescribed: readonly Row[] = [];
  #general: readonly Row[] = [];
  #changes = -1;
  #solver: SymmetricSolver | undefined;
  /** of each general row */
  #multipliers = new Float64Array(0);
  #carried = new Float64Array(0);
  readonly #local: Int32Array;
  readonly #r: Numbers;
  readonly #z: Numbers;

  constructor(
    private readonly shapes: readonly BatchView[],
    private readonly potential: IncrementalPotential,
    private readonly state: State,
  ) {
    this.rows = new KktRows(shapes, state, { bends: false, stiffening: false });
    this.lambda = new Float64Array(this.rows.size);
    const { coordinates } = potential.elements.nodes;
    this.#local = new Int32Array(state.size).fill(-1);
    coordinates.forEach((first, k) => {
      for (let c = 0; c < 3; c++) this.#local[first + c] = 3 * k + c;
    });
    this.#r = state.arena.f64(potential.size);
    this.#z = state.arena.f64(potential.size);
  }
  /** How many rows are kept by projection. */
  get count(): number {
    return this.#general.length;
  }
  /** Nothing holds the solids, and nothing of them is fixed. */
  get free(): boolean {
    return this.#free;
  }
  #free = true;

  /** Which rows take part, and what they leave to be found. */
  refresh(): void {
    let changes = 0;
    for (let k = 0; k < this.shapes.length; k++) changes += this.shapes[k].changes;
    if (changes === this.#changes) return;
    this.#changes = changes;
    const { potential } = this;
    const mask = potential.mask.view();
    for (let i = 0; i < potential.size; i++) mask[i] = potential.isMovable(i) ? 1 : 0;
    const prescribed: Row[] = [];
    const general: Row[] = [];
    for (const table of this.rows.tables) {
      for (const row of this.#rowsOf(table)) {
        const [only] = row.entries;
        if (row.entries.length === 1 && mask[only.i] === 1) {
          prescribed.push(row);
          mask[only.i] = 0;
        } else {
          general.push(row);
        }
      }
    }
    this.#prescribed = prescribed;
    this.#general = general;
    this.#free = !general.length && mask.every((one) => one === 1);
    this.#multipliers = new Float64Array(general.length);
    this.#carried = new Float64Array(general.length);
    this.#solver?.release();
    this.#solver = general.length ? denseSolver(general.length, this.state) : undefined;
  }
  /** Of the members that are active. */
  #rowsOf(table: Table): Row[] {
    const { shape, memberBatch, size, first, entries, coordinates, width, slots } = table;
    const { place } = memberBatch.batch.table();
    const rows: Row[] = [];
    for (let m = 0; m < shape.members.length; m++) {
      if (!shape.isActive(m) || !shape.holds(m)) continue;
      for (let r = 0; r < size; r++) {
        const own = entries.flatMap(({ r: of, i, at }): Entry[] => {
          const coordinate = this.#local[coordinates[m * width + i]];
          if (of !== r || coordinate < 0 || !shape.reaches(m, slots[i]) || !this.potential.isMovable(coordinate))
            return [];
          return [{ i: coordinate, table, at: laned(place[m], memberBatch.batch.kernel.rows, at) }];
        });
        rows.push({ row: first + m * size + r, entries: own });
      }
    }
    return rows;
  }

  /** C and J at x. */
  evaluate(): void {
    if (!this.rows.size) return;
    this.potential.scatter(this.potential.x, this.state.column('p'));
    this.rows.evaluate(this.lambda);
  }
  /** Where prescribed coordinates have to be, into `out`; J and C as they were evaluated at x. */
  prescribe(out: Float64Array): void {
    const { x } = this.potential;
    for (const { row, entries } of this.#prescribed) {
      const { i, table, at } = entries[0];
      out[i] = x[i] - this.rows.C[row] / table.memberBatch.batch.table().rows[at];
    }
  }
  /** The largest C of rows that take part. */
  worst(): number {
    let worst = 0;
    for (const { row } of this.#prescribed) worst = Math.max(worst, Math.abs(this.rows.C[row]));
    for (const { row } of this.#general) worst = Math.max(worst, Math.abs(this.rows.C[row]));
    return worst;
  }
  unmet(): { row: number; gap: number }[] {
    return [...this.#prescribed, ...this.#general]
      .map(({ row }) => ({ row, gap: this.rows.C[row] }))
      .filter(({ gap }) => !(Math.abs(gap) <= met))
      .sort((a, b) => Math.abs(b.gap) - Math.abs(a.gap));
  }

  /** Sg for J as it was evaluated. */
  factor(preconditioner: RigidPreconditioner): void {
    const solver = this.#solver;
    if (!solver) return;
    const { mask } = this.potential;
    const free = mask.view();
    solver.values.fill(0);
    for (let k = 0; k < this.#general.length; k++) {
      const r = this.#r.view().fill(0);
      this.#add(r, k, 1);
      for (const { i } of this.#general[k].entries) r[i] *= free[i];
      preconditioner.apply(this.#r, this.#z, mask);
      const z = this.#z.view();
      for (let l = k; l < this.#general.length; l++) solver.values[solver.slot(k, l)] = this.#along(l, z);
    }
    solver.factor();
  }
  /** J_k v */
  #along(k: number, v: Float64Array): number {
    let sum = 0;
    for (const { i, table, at } of this.#general[k].entries) sum += table.memberBatch.batch.table().rows[at] * v[i];
    return sum;
  }
  /** out += s J_k' */
  #add(out: Float64Array, k: number, s: number): void {
    for (const { i, table, at } of this.#general[k].entries) out[i] += s * table.memberBatch.batch.table().rows[at];
  }
  /** Takes out of r what rows carry; it is added to their multipliers. */
  project(r: Numbers, preconditioner: RigidPreconditioner): void {
    const solver = this.#solver;
    if (!solver) return;
    const free = this.potential.mask.view();
    preconditioner.apply(r, this.#z, this.potential.mask);
    const [l, z, own] = [this.#carried, this.#z.view(), r.view()];
    for (let k = 0; k < l.length; k++) l[k] = this.#along(k, z);
    solver.solve(l);
    for (let k = 0; k < l.length; k++) {
      this.#add(own, k, -l[k]);
      this.#multipliers[k] += l[k];
    }
    for (const { entries } of this.#general) for (const { i } of entries) own[i] *= free[i];
  }
  /** Moves x, by M^-1 J', until rows are met as far as they can be. Rows are straight: what is left after one correction is rounding. */
  meet(preconditioner: RigidPreconditioner): void {
    if (!this.#solver) return;
    const { x, size } = this.potential;
    let last = Number.POSITIVE_INFINITY;
    for (let pass = 0; pass < mostCorrections; pass++) {
      this.evaluate();
      const worst = this.worst();
      if (!(worst > aim) || !(worst < 0.5 * last)) return;
      last = worst;
      this.#correct(preconditioner);
      const z = this.#z.view();
      for (let i = 0; i < size; i++) x[i] += z[i];
    }
    this.evaluate();
  }
  /** z = M^-1 J' Sg^-1 (-C) */
  #correct(preconditioner: RigidPreconditioner): void {
    const { mask } = this.potential;
    const [l, r, free] = [this.#carried, this.#r.view().fill(0), mask.view()];
    for (let k = 0; k < l.length; k++) l[k] = -this.rows.C[this.#general[k].row];
    this.#solver?.solve(l);
    for (let k = 0; k < l.length; k++) this.#add(r, k, l[k]);
    for (const { entries } of this.#general) for (const { i } of entries) r[i] *= free[i];
    preconditioner.apply(this.#r, this.#z, mask);
  }
  /** Multipliers of all rows, from what is left of r: r = J' lambda. */
  tell(r: Numbers, preconditioner: RigidPreconditioner): void {
    const { lambda } = this;
    lambda.fill(0);
    this.#multipliers.fill(0);
    this.project(r, preconditioner);
    const { whole } = this.potential;
    const rest = this.#r.view();
    rest.set(whole.view());
    this.#general.forEach(({ row }, k) => {
      lambda[row] = this.#multipliers[k];
      this.#add(rest, k, -this.#multipliers[k]);
    });
    for (const { row, entries } of this.#prescribed) {
      const { i, table, at } = entries[0];
      lambda[row] = rest[i] / table.memberBatch.batch.table().rows[at];
    }
  }
  release(): void {
    this.rows.end();
    this.#solver?.release();
    for (const block of [this.#r, this.#z]) this.state.arena.release(block);
  }
}

function denseSolver(n: number, { arena }: State): SymmetricSolver {
  const pairs = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n - i }, (_, k): [number, number] => [i, i + k]),
  );
  return createSolver(upperPattern(n, pairs.flat()), { arena });
}
