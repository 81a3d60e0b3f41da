/**
 * How solids whose step is a solve answer to rows, with their sparse matrix M + h^2 K in place of its inverse: their nodes are units that this matrix
 * couples (coulomb/coupled-matrix.ts).
 *
 * A solve takes 1 to 3 ms, a factor 20 to 40 ms, on 12,000 tets.
 */
import type { SolvedMatrix } from '../../constraints/method.ts';
import type { State } from '../../state/state.ts';
import {
  type CoupledPart,
  type Coupling,
  grown,
  type ImpulseRows,
  stride,
  unitNumbers,
} from '../coulomb/impulse-rows.ts';
import type { Span } from '../step/span.ts';
import type { Response } from './dense-response.ts';
import type { SolvedEntries } from './solved-entries.ts';
import type { SolvedSystems } from './solved-systems.ts';

class Part implements CoupledPart {
  constructor(
    readonly matrix: SolvedMatrix,
    readonly firstUnit: number,
    /** of its velocities, behind the first of all */
    readonly at: number,
  ) {}
  get pointers() {
    return this.matrix.pointers;
  }
  get indices() {
    return this.matrix.indices;
  }
  get values() {
    return this.matrix.values;
  }
  get scale() {
    return this.matrix.scale;
  }
  get mask() {
    return this.matrix.mask;
  }
  get end() {
    return this.at + 3 * this.matrix.nodes.length;
  }
}

export class CoupledResponse implements Response, Coupling {
  parts: Part[] = [];
  firstUnit = 0;
  at = 0;
  readonly #block = new Float64Array(9);
  #work = new Float64Array(0);
  /** by coordinate of the state: the unit of a node, of those that the parts have */
  #unitAt = new Int32Array(0);
  #rows!: ImpulseRows;

  constructor(
    private readonly state: State,
    private readonly systems: SolvedSystems,
    private readonly entries: SolvedEntries,
  ) {}
  /** The matrices of all bodies of these rows that are solved, if there are; undefined where one has none. */
  matrices(): SolvedMatrix[] | undefined {
    return this.systems.matricesOf(this.entries);
  }
  linearise({ h, q, freeU }: Span): void {
    const { entries } = this;
    const matrices = this.matrices() as SolvedMatrix[];
    for (const matrix of matrices) matrix.linearise();
    const p = this.systems.solution;
    this.#work = this.#work.length === this.state.size ? this.#work.fill(0) : new Float64Array(this.state.size);
    const f = this.#work;
    let any = false;
    for (let k = 0; k < entries.rows.length; k++) {
      const { applied } = entries.contacts[entries.rows[k]];
      for (let line = 0; line < 3; line++) {
        if (applied[line] === 0) continue;
        entries.force(k, line, applied[line], f);
        any = true;
      }
    }
    for (const { nodes, solve, mask } of matrices) {
      this.#own = grown(this.#own, 3 * nodes.length);
      const v = this.#own.subarray(0, 3 * nodes.length);
      for (let n = 0; n < nodes.length; n++)
        for (let c = 0; c < 3; c++) v[3 * n + c] = f[nodes[n] + c] * mask[3 * n + c];
      if (any) solve(v);
      for (let n = 0; n < nodes.length; n++)
        for (let c = 0; c < 3; c++) {
          const i = nodes[n] + c;
          freeU[i] = (p[i] - q[i]) / h - v[3 * n + c];
        }
    }
  }
  #own = new Float64Array(0);
  addUnits(rows: ImpulseRows): void {
    this.#rows = rows;
    this.firstUnit = rows.units;
    this.at = rows.size;
    this.parts = [];
    if (this.#unitAt.length !== this.state.size) this.#unitAt = new Int32Array(this.state.size);
    for (const matrix of this.matrices() as SolvedMatrix[]) {
      this.parts.push(new Part(matrix, rows.units, rows.size - this.at));
      for (const node of matrix.nodes) this.#unitAt[node] = rows.addUnit(3);
    }
    rows.coupling = this;
    for (const node of this.entries.nodes) this.#estimate(this.#unitAt[node]);
  }
  /** The inverse of a unit, an estimate. */
  #estimate(unit: number): void {
    const [part, node] = this.#placeOf(unit);
    const { inverse } = this.#rows;
    part.matrix.compliance(node, this.#block);
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) inverse[unitNumbers * unit + stride * r + c] = this.#block[3 * r + c];
  }
  #placeOf(unit: number): readonly [Part, number] {
    let k = this.parts.length - 1;
    while (this.parts[k].firstUnit > unit) k--;
    return [this.parts[k], unit - this.parts[k].firstUnit];
  }
  addSlots(i: number, rows: ImpulseRows): void {
    const { rows: numbers, first, at, J, nodes, contacts } = this.entries;
    const k = numbers.indexOf(i);
    if (k < 0) return;
    const { mu } = contacts[i];
    for (let e = first[k]; e < first[k + 1]; e++) {
      const unit = this.#unitAt[nodes[at[e]]];
      const [{ mask }, node] = this.#placeOf(unit);
      const to = rows.addSlot(unit);
      for (let line = 0; line < (mu > 0 ? 3 : 1); line++)
        for (let axis = 0; axis < 3; axis++)
          rows.J[to + stride * line + axis] += mask[3 * node + axis] * J[9 * e + 3 * line + axis];
    }
  }
  solve(v: Float64Array): void {
    for (const { matrix, at, end } of this.parts) matrix.solve(v.subarray(at, end));
  }
  multiply(v: Float64Array, out: Float64Array): void {
    for (const { matrix, at, end } of this.parts) matrix.multiply(v.subarray(at, end), out.subarray(at, end));
  }
  push(impulses: Float64Array, { h, q, freeU, u, p }: Span): void {
    const rows = this.#rows;
    this.#motion = grown(this.#motion, rows.size);
    rows.spread(impulses, this.#motion);
    for (const { matrix, at } of this.parts) {
      const { nodes, mask } = matrix;
      for (let n = 0; n < nodes.length; n++)
        for (let axis = 0; axis < 3; axis++) {
          if (mask[3 * n + axis] === 0) continue;
          const c = nodes[n] + axis;
          u[c] = freeU[c] + this.#motion[this.at + at + 3 * n + axis];
          p[c] = q[c] + h * u[c];
        }
    }
  }
  #motion = new Float64Array(0);
}
