/**
 * Rows of constraints on solids, all of them straight: J is constant (see solid-parts.ts). A row that prescribes one coordinate (a nail)
 * is eliminated: the coordinate is no unknown any more, and the residual r there is the force of the nail. All others are kept by
 * projection, with the preconditioner as compliance, A = M^-1:
 *
 *   S = J A J'        each residual: l = S^-1 J A r,  r -= J' l,  so that J A r = 0           [Gould, Hribar, Nocedal 2001]
 *
 * S takes one application of A a row (solve/schur.ts). Rows that follow from others lose their pivot and get no force.
 */
import type { BodyCompliance, Compliance } from '../../../constraints/compliance.ts';
import type { BatchView } from '../../../constraints/method.ts';
import { laned } from '../../../kernel/run/batch.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import type { RigidPreconditioner } from '../../../linalg/blocks/preconditioner.ts';
import { Schur } from '../../../solve/schur.ts';
import { SparseRows } from '../../../solve/sparse-rows.ts';
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
  #sparse: SparseRows;
  #schur: Schur | undefined;
  /** of each general row: its multiplier, the last part of it, and that it is on */
  #multipliers = new Float64Array(0);
  #part = new Float64Array(0);
  #on = new Uint8Array(0);
  readonly #compliance: Compliance;
  readonly #local: Int32Array;
  readonly #r: Numbers;
  readonly #z: Numbers;

  constructor(
    private readonly shapes: readonly BatchView[],
    private readonly potential: IncrementalPotential,
    private readonly preconditioner: RigidPreconditioner,
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
    const body = this.#preconditioned();
    this.#compliance = { diagonal: () => nothing, bodyOf: () => body, constant: true };
    this.#sparse = new SparseRows([], [], this.#compliance, 'c');
  }
  /** The preconditioner as a compliance, over the coordinates of the solids. */
  #preconditioned(): BodyCompliance {
    const { potential, preconditioner } = this;
    return {
      start: 0,
      size: potential.size,
      form: 'factorised',
      responses: ['c'],
      constant: false,
      timescale: 1,
      scale: () => 1,
      apply: (f, out) => {
        const [r, free] = [this.#r.view(), potential.mask.view()];
        for (let i = 0; i < r.length; i++) r[i] = f[i] * free[i];
        preconditioner.apply(this.#r, this.#z, potential.mask);
        out.set(this.#z.view());
      },
    };
  }
  /** How many rows are kept by projection. */
  get count(): number {
    return this.#general.length;
  }
  /** The solids have neither constraints nor fixed nodes. */
  get free(): boolean {
    return this.#free;
  }
  #free = true;

  /** Finds the active rows and the unknowns that they leave. */
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
    this.#schur?.release();
    const row = general.flatMap(({ entries }, k) => entries.map(() => k));
    const coordinate = general.flatMap(({ entries }) => entries.map(({ i }) => i));
    this.#sparse = new SparseRows(row, coordinate, this.#compliance, 'c');
    const all = [...general.keys()];
    this.#schur = all.length ? new Schur(this.#sparse, all.length, all, this.state.arena) : undefined;
    [this.#multipliers, this.#part] = [new Float64Array(all.length), new Float64Array(all.length)];
    this.#on = new Uint8Array(all.length).fill(1);
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
          if (of !== r || coordinate < 0 || !shape.actsOn(m, slots[i]) || !this.potential.isMovable(coordinate))
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
    this.potential.scatterColumn(this.potential.elements.x, 'p');
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
  /** The largest C of active rows. */
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

  /** S for J as it was evaluated. */
  factor(): void {
    const { J } = this.#sparse;
    let e = 0;
    for (let k = 0; k < this.#general.length; k++) {
      const { entries } = this.#general[k];
      for (let n = 0; n < entries.length; n++) J[e++] = entries[n].table.memberBatch.batch.table().rows[entries[n].at];
    }
    this.#schur?.factor(this.#on, 'c', 0);
  }
  /** Removes from r the part that rows carry; it is added to their multipliers. */
  project(r: Numbers): void {
    if (!this.#schur) return;
    this.preconditioner.apply(r, this.#z, this.potential.mask);
    const l = this.#part;
    this.#sparse.multiply(this.#z.view(), l);
    this.#schur.solve(l, l, this.#on);
    for (let k = 0; k < l.length; k++) {
      this.#multipliers[k] += l[k];
      l[k] = -l[k];
    }
    this.#sparse.addForces(l, r.view());
    this.#mask(r.view());
  }
  #mask(r: Float64Array): void {
    const { coordinate } = this.#sparse;
    const free = this.potential.mask.view();
    for (let e = 0; e < coordinate.length; e++) r[coordinate[e]] *= free[coordinate[e]];
  }
  /** Moves x along A J' onto the rows. They are linear: after one correction the residual is rounding. */
  correct(): void {
    if (!this.#schur) return;
    const { x, size } = this.potential;
    let last = Number.POSITIVE_INFINITY;
    for (let pass = 0; pass < mostCorrections; pass++) {
      this.evaluate();
      const worst = this.worst();
      if (!(worst > aim) || !(worst < 0.5 * last)) return;
      last = worst;
      this.#correction(this.#schur);
      const z = this.#z.view();
      for (let i = 0; i < size; i++) x[i] += z[i];
    }
    this.evaluate();
  }
  /** z = A J' S^-1 (-C) */
  #correction(schur: Schur): void {
    const [l, r] = [this.#part, this.#r.view().fill(0)];
    for (let k = 0; k < l.length; k++) l[k] = -this.rows.C[this.#general[k].row];
    schur.solve(l, l, this.#on);
    this.#sparse.addForces(l, r);
    this.#mask(r);
    this.preconditioner.apply(this.#r, this.#z, this.potential.mask);
  }
  /** Multipliers of all rows from the residual: r = J' lambda. */
  tell(r: Numbers): void {
    const { lambda } = this;
    lambda.fill(0);
    this.#multipliers.fill(0);
    this.project(r);
    const { whole } = this.potential;
    const rest = this.#r.view();
    rest.set(whole.view());
    this.#general.forEach(({ row }, k) => {
      lambda[row] = this.#multipliers[k];
      this.#part[k] = -this.#multipliers[k];
    });
    this.#sparse.addForces(this.#part, rest);
    for (const { row, entries } of this.#prescribed) {
      const { i, table, at } = entries[0];
      lambda[row] = rest[i] / table.memberBatch.batch.table().rows[at];
    }
  }
  release(): void {
    this.rows.end();
    this.#schur?.release();
    for (const block of [this.#r, this.#z]) this.state.arena.release(block);
  }
}

const nothing = new Float64Array(0);
