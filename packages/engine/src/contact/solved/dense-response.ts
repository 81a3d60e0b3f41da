/**
 * How bodies whose step is a solve answer to rows, as a dense matrix: for ropes, and for solids that are not factorised by themselves.
 *
 *   G = J A J^T,  A = (M - h D - h^2 K)^-1 on the constraints of the bodies         one solve of theirs for each line of a row
 *   G = L L^T     the rows move units of mass 1 whose number is the rank of G       (pivoted-cholesky.ts)
 *
 * n rows take 3 n solves, and each Newton step of the impulse problem about (3 n)^3 multiplications. A rope with 40 rows takes 5 to 80 ms a step.
 */
import type { State } from '../../state/state.ts';
import { grown, type ImpulseRows, stride, unitNumbers } from '../coulomb/impulse-rows.ts';
import { contactFault } from '../options.ts';
import type { Span } from '../step/span.ts';
import { pivotedCholesky } from './pivoted-cholesky.ts';
import type { SolvedEntries } from './solved-entries.ts';
import type { SolvedSystems } from './solved-systems.ts';

/** More rows would take minutes a step. */
const mostRows = 200;
const made = (): Float64Array => new Float64Array(0);

/** How bodies whose step is a solve move by impulses of rows, to first order about the last solution. */
export interface Response {
  /** Velocities without impulses of rows go to span.freeU. `repeated`: rows are those of the last call. */
  linearise(span: Span, repeated: boolean): void;
  /** The units that rows move, behind those that are there. */
  addUnits(rows: ImpulseRows): void;
  /** What row i of the island moves: into the last row. */
  addSlots(i: number, rows: ImpulseRows): void;
  /** u and p with these impulses, at least at the nodes that rows move. */
  push(impulses: Float64Array, span: Span): void;
}

export class DenseResponse implements Response {
  /** A J^T at the nodes that rows move   (3 nodes x N), N = 3 rows */
  #response = made();
  #G = made();
  #L = made();
  #f = made();
  #out = made();
  #rank = 0;
  #firstUnit = 0;

  constructor(
    private readonly state: State,
    private readonly systems: SolvedSystems,
    private readonly entries: SolvedEntries,
  ) {}
  linearise(span: Span, repeated: boolean): void {
    const { rows, contacts } = this.entries;
    if (rows.length > mostRows) {
      const { a, b } = contacts[rows[0]];
      const { placed } = this.systems.owns(a.collider) ? a.collider : b.collider;
      throw contactFault(
        '',
        `body "${placed.body.id}" touches at ${rows.length} places; of ropes and of bodies with constraints between their points under "${placed.integrator.kind}" up to ${mostRows} are solved at once. Use fewer nodes, or an explicit integrator.`,
      );
    }
    const known = this.#isKnown();
    if (!repeated || !known) {
      this.#respond();
      this.#compose();
    }
    this.#freeVelocities(span);
  }
  /** Factors are those of the last call. */
  #isKnown(): boolean {
    const matrices = this.systems.matricesOf(this.entries);
    if (!matrices) return false;
    let known = matrices.length === this.#versions.length;
    for (let k = 0; k < matrices.length; k++) {
      matrices[k].linearise();
      if (matrices[k].version !== this.#versions[k]) known = false;
      this.#versions[k] = matrices[k].version;
    }
    this.#versions.length = matrices.length;
    return known;
  }
  readonly #versions: number[] = [];
  #respond(): void {
    const { size } = this.state;
    const { rows, contacts, nodes, first, at } = this.entries;
    const N = 3 * rows.length;
    this.#response = grown(this.#response, 3 * nodes.length * N);
    this.#f = this.#f.length === size ? this.#f.fill(0) : new Float64Array(size);
    this.#out = this.#out.length === size ? this.#out : new Float64Array(size);
    const [f, out, response] = [this.#f, this.#out, this.#response];
    response.fill(0, 0, 3 * nodes.length * N);
    for (let k = 0; k < rows.length; k++) {
      const { a, b } = contacts[rows[k]];
      for (let line = 0; line < this.entries.lines(k); line++) {
        for (const node of nodes) out.fill(0, node, node + 3);
        this.entries.force(k, line, 1, f);
        this.systems.respond(a.collider, b.collider, f, out);
        for (let e = first[k]; e < first[k + 1]; e++) f.fill(0, nodes[at[e]], nodes[at[e]] + 3);
        for (let n = 0; n < nodes.length; n++)
          for (let axis = 0; axis < 3; axis++) response[(3 * n + axis) * N + 3 * k + line] = out[nodes[n] + axis];
      }
    }
  }
  /** G and L. */
  #compose(): void {
    const { rows, first, at, J } = this.entries;
    const n = rows.length;
    const N = 3 * n;
    this.#G = grown(this.#G, N * N);
    this.#L = grown(this.#L, N * N);
    const [G, response] = [this.#G, this.#response];
    G.fill(0, 0, N * N);
    for (let k = 0; k < n; k++) {
      for (let line = 0; line < this.entries.lines(k); line++)
        for (let e = first[k]; e < first[k + 1]; e++)
          for (let axis = 0; axis < 3; axis++) {
            const factor = J[9 * e + 3 * line + axis];
            const from = (3 * at[e] + axis) * N;
            const to = (3 * k + line) * N;
            for (let c = 0; c < N; c++) G[to + c] += factor * response[from + c];
          }
    }
    for (let i = 0; i < N; i++)
      for (let j = 0; j < i; j++) G[i * N + j] = G[j * N + i] = 0.5 * (G[i * N + j] + G[j * N + i]);
    this.#rank = pivotedCholesky(G, N, this.#L);
  }
  /** Mean velocities of the last solution, less what the impulses in it do. */
  #freeVelocities({ h, q, freeU }: Span): void {
    const { rows, contacts, nodes } = this.entries;
    const N = 3 * rows.length;
    const p = this.systems.solution;
    for (let n = 0; n < nodes.length; n++)
      for (let axis = 0; axis < 3; axis++) {
        const c = nodes[n] + axis;
        let sum = (p[c] - q[c]) / h;
        const from = (3 * n + axis) * N;
        for (let k = 0; k < rows.length; k++) {
          const { applied } = contacts[rows[k]];
          for (let line = 0; line < 3; line++) sum -= this.#response[from + 3 * k + line] * applied[line];
        }
        freeU[c] = sum;
      }
  }
  addUnits(rows: ImpulseRows): void {
    const count = Math.ceil(this.#rank / 3);
    for (let k = 0; k < count; k++) {
      const at = unitNumbers * rows.addUnit(3);
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++)
          rows.mass[at + stride * r + c] = rows.inverse[at + stride * r + c] = r === c ? 1 : 0;
    }
    this.#firstUnit = rows.units - count;
  }
  /** L of the row. */
  addSlots(i: number, rows: ImpulseRows): void {
    const k = this.entries.rows.indexOf(i);
    if (k < 0) return;
    const N = 3 * this.entries.rows.length;
    for (let c = 0; c < this.#rank; c += 3) {
      const columns = Math.min(3, this.#rank - c);
      let any = false;
      for (let line = 0; line < 3; line++)
        for (let m = 0; m < columns; m++) if (this.#L[(3 * k + line) * N + c + m] !== 0) any = true;
      if (!any) continue;
      const at = rows.addSlot(this.#firstUnit + c / 3);
      for (let line = 0; line < 3; line++)
        for (let m = 0; m < columns; m++) rows.J[at + stride * line + m] = this.#L[(3 * k + line) * N + c + m];
    }
  }
  push(impulses: Float64Array, { h, q, freeU, u, p }: Span): void {
    const { rows, nodes } = this.entries;
    const N = 3 * rows.length;
    for (let n = 0; n < nodes.length; n++)
      for (let axis = 0; axis < 3; axis++) {
        const c = nodes[n] + axis;
        const from = (3 * n + axis) * N;
        let sum = freeU[c];
        for (let k = 0; k < rows.length; k++) {
          const at = 3 * rows[k];
          for (let line = 0; line < 3; line++) sum += this.#response[from + 3 * k + line] * impulses[at + line];
        }
        u[c] = sum;
        p[c] = q[c] + h * sum;
      }
  }
}
