/**
 * Rows of an island on bodies whose step is a solve: ropes, solids under an implicit integrator.       [contact notes, sec. 3]
 *
 * The impulse problem is the same as that of rigid bodies and nodes, and all may be in one island. Motion is linear in impulses about the last solution,
 * where the impulses `applied` of rows are among the external forces; the step is solved again until that is exact (whole-solve.ts).
 *
 *   solids   their sparse matrix is among the inertia of the impulse problem      (coupled-response.ts)
 *   others   their response to each row is solved for, and G = J A J^T is dense   (dense-response.ts)
 */
import type { State } from '../../state/state.ts';
import { grown, type ImpulseRows } from '../coulomb/impulse-rows.ts';
import type { Row } from '../detect/row.ts';
import type { Span } from '../step/span.ts';
import { Anderson } from './anderson.ts';
import { CoupledResponse } from './coupled-response.ts';
import { DenseResponse, type Response } from './dense-response.ts';
import { SolvedEntries } from './solved-entries.ts';
import type { SolvedSystems } from './solved-systems.ts';

/**
 * Solids with so many nodes for each row, and more, are solved densely: on 12,000 tets (2,700 nodes) and 64 rows three solves a row, 5 ms, take less
 * than the factors of the sparse matrix, ten of 40 ms.
 */
const manyNodes = 42;
const made = (): Float64Array => new Float64Array(0);

export class SolvedRows {
  readonly #entries: SolvedEntries;
  readonly #dense: DenseResponse;
  readonly #coupled: CoupledResponse;
  #response: Response;
  /** p at the nodes that rows move, with the impulses of the last push */
  #expected = made();
  readonly #acceleration = new Anderson();
  #x = made();
  #next = made();
  /** impulses that were applied before the last ones */
  #last = made();

  constructor(
    state: State,
    private readonly systems: SolvedSystems,
  ) {
    this.#entries = new SolvedEntries(state, systems);
    this.#dense = new DenseResponse(state, systems, this.#entries);
    this.#coupled = new CoupledResponse(state, systems, this.#entries);
    this.#response = this.#dense;
  }
  get any(): boolean {
    return this.#entries.rows.length > 0;
  }

  /** rows are those that were assembled last */
  repeated = false;

  /** Rows of an island, and whether its solids have a matrix. */
  find(contacts: readonly Row[]): boolean {
    this.#entries.find(contacts);
    return this.#coupled.matrices() !== undefined;
  }
  /** Finds what rows move, and how; velocities without their impulses go to span.freeU. */
  assemble(contacts: readonly Row[], span: Span): void {
    this.#entries.find(contacts);
    if (!this.any) return;
    this.#response = this.#isSparse ? this.#coupled : this.#dense;
    this.#response.linearise(span, this.repeated);
  }
  get #isSparse(): boolean {
    const matrices = this.#coupled.matrices();
    if (!matrices) return false;
    let count = 0;
    for (const { nodes } of matrices) count += nodes.length;
    return manyNodes * this.#entries.rows.length > count;
  }
  /** `push` leaves all nodes where the step is expected to end. */
  get predictsAll(): boolean {
    return this.#response === this.#coupled;
  }
  /** The units that rows move, behind those that are there. */
  addUnits(rows: ImpulseRows): void {
    this.#response.addUnits(rows);
  }
  /** What row i of the island moves of these bodies: into the last row. */
  addSlots(i: number, rows: ImpulseRows): void {
    this.#response.addSlots(i, rows);
  }
  /** out += J v of these bodies   (3 rows of the island) */
  addVelocities(v: Float64Array, out: Float64Array): void {
    this.#entries.addVelocities(v, out);
  }
  /** u and p with these impulses. */
  push(impulses: Float64Array, span: Span): void {
    const { nodes } = this.#entries;
    this.#response.push(impulses, span);
    this.#expected = grown(this.#expected, 3 * nodes.length);
    for (let n = 0; n < nodes.length; n++)
      for (let axis = 0; axis < 3; axis++) this.#expected[3 * n + axis] = span.p[nodes[n] + axis];
  }
  /** Impulses of rows go on without what is known of earlier ones. */
  restart(part: number): void {
    this.#acceleration.begin(3 * this.#entries.rows.length, part);
  }
  /** First impulses: those that rows had in the last step. False where there are none. */
  applyGuesses(h: number, forces: Float64Array): boolean {
    const { rows, contacts } = this.#entries;
    let any = false;
    this.#keepApplied();
    for (let k = 0; k < rows.length; k++) {
      const { applied, guess } = contacts[rows[k]];
      for (let line = 0; line < this.#entries.lines(k); line++) {
        if (guess[line] === 0 || applied[line] !== 0) continue;
        this.#entries.force(k, line, guess[line] / h, forces);
        applied[line] = guess[line];
        any = true;
      }
    }
    return any;
  }
  /** The next impulses that are applied, from those of rows: their forces replace those of the last ones in `forces`. */
  apply(h: number, forces: Float64Array): void {
    const { rows, contacts } = this.#entries;
    const N = 3 * rows.length;
    this.#keepApplied();
    this.#x = grown(this.#x, N);
    this.#next = grown(this.#next, N);
    for (let i = 0; i < N; i++) {
      const { impulse, applied } = contacts[rows[(i - (i % 3)) / 3]];
      this.#x[i] = applied[i % 3];
      this.#next[i] = impulse[i % 3];
    }
    this.#acceleration.next(this.#x, this.#next);
    for (let k = 0; k < rows.length; k++) {
      const { applied } = contacts[rows[k]];
      for (let line = 0; line < this.#entries.lines(k); line++) {
        const change = this.#x[3 * k + line] - applied[line];
        if (change !== 0) this.#entries.force(k, line, change / h, forces);
        applied[line] += change;
      }
    }
  }
  #keepApplied(): void {
    const { rows, contacts } = this.#entries;
    this.#last = grown(this.#last, 3 * rows.length);
    for (let k = 0; k < rows.length; k++)
      for (let line = 0; line < 3; line++) this.#last[3 * k + line] = contacts[rows[k]].applied[line];
  }
  /** Some rows of the island no longer push. */
  release(some: ReadonlySet<Row>, h: number, forces: Float64Array): void {
    const { rows, contacts } = this.#entries;
    for (let k = 0; k < rows.length; k++) {
      const row = contacts[rows[k]];
      if (!some.has(row)) continue;
      for (let line = 0; line < this.#entries.lines(k); line++)
        if (row.applied[line] !== 0) this.#entries.force(k, line, -row.applied[line] / h, forces);
      row.applied.fill(0);
      row.guess.fill(0);
    }
    for (const { impulse } of some) impulse.fill(0);
  }
  /** Impulses are those that were applied before the last ones: the step could not be solved with these. */
  withdraw(h: number, forces: Float64Array): void {
    const { rows, contacts } = this.#entries;
    for (let k = 0; k < rows.length; k++) {
      const { applied, impulse } = contacts[rows[k]];
      for (let line = 0; line < this.#entries.lines(k); line++) {
        const change = this.#last[3 * k + line] - applied[line];
        if (change !== 0) this.#entries.force(k, line, change / h, forces);
        applied[line] = this.#last[3 * k + line];
        impulse[line] = applied[line];
      }
    }
  }
  /** How far impulses would move the last solution, m: nothing, where they are applied. */
  get change(): number {
    const { solution } = this.systems;
    const { nodes } = this.#entries;
    let worst = 0;
    for (let n = 0; n < nodes.length; n++)
      for (let axis = 0; axis < 3; axis++)
        worst = Math.max(worst, Math.abs(solution[nodes[n] + axis] - this.#expected[3 * n + axis]));
    return worst;
  }
}
