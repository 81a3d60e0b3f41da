/** J of rows of an island on bodies whose step is a solve: of each row its nodes, by weights along the frame of the row, with couples (levers.ts). */
import type { State } from '../../state/state.ts';
import type { Vertices } from '../collider/core.ts';
import { type Row, rowTypes } from '../detect/row.ts';
import { coupleOf } from '../levers.ts';
import type { WholeUnits } from '../step/islands.ts';

const none = new Int32Array(0);

export class SolvedEntries {
  /** numbers of rows on such bodies, among those of the island */
  readonly rows: number[] = [];
  contacts: readonly Row[] = [];
  /** of each row from first[k] on, the place of a node in `nodes` and J there, line by line   (9 each) */
  readonly first: number[] = [];
  readonly at: number[] = [];
  readonly J: number[] = [];
  /** first coordinates of nodes that rows move */
  readonly nodes: number[] = [];
  /** by coordinate: which of them */
  #placeOf = new Int32Array(0);

  constructor(
    private readonly state: State,
    private readonly systems: WholeUnits,
  ) {}
  find(contacts: readonly Row[]): void {
    // most islands have none, as the one before
    if (!contacts.length && !this.rows.length) return;
    this.rows.length = this.first.length = this.at.length = this.J.length = this.nodes.length = 0;
    this.contacts = contacts;
    for (let i = 0; i < contacts.length; i++) {
      const { a, b, type } = contacts[i];
      if (!this.systems.owns(a.collider) && !this.systems.owns(b.collider)) continue;
      this.rows.push(i);
      this.first.push(this.at.length);
      this.#add(contacts[i], 0, type === rowTypes.plane ? a.collider.points : a.collider.core);
      this.#add(contacts[i], 1, b.collider.core);
    }
    this.first.push(this.at.length);
    for (const node of this.nodes) this.#placeOf[node] = -1;
  }
  #add(row: Row, number: number, { width, weights, nodes = none }: Vertices): void {
    const side = number ? row.b : row.a;
    const sign = number ? -1 : 1;
    if (!this.systems.owns(side.collider)) return;
    const { size } = this.state;
    if (this.#placeOf.length !== size) this.#placeOf = new Int32Array(size).fill(-1);
    const { placed } = side.collider;
    for (let k = 0; k < side.count + side.helpers; k++)
      for (let m = width * side.vertices[k]; m < width * (side.vertices[k] + 1); m++) {
        const weight = sign * side.weights[k] * (weights ? weights[m] : 1);
        if (weight === 0 && !row.hasCouples) continue;
        const node = placed.start + 3 * nodes[m];
        if (this.#placeOf[node] < 0) this.#placeOf[node] = this.nodes.push(node) - 1;
        this.at.push(this.#placeOf[node]);
        for (let line = 0; line < 3; line++)
          for (let axis = 0; axis < 3; axis++)
            this.J.push(
              weight * row.frame[3 * line + axis] + (row.hasCouples ? sign * coupleOf(row, number, k, line, axis) : 0),
            );
      }
  }
  /** f += J^T of a line of row k, times `by`. */
  force(k: number, line: number, by: number, f: Float64Array): void {
    for (let e = this.first[k]; e < this.first[k + 1]; e++) {
      const node = this.nodes[this.at[e]];
      for (let axis = 0; axis < 3; axis++) f[node + axis] += by * this.J[9 * e + 3 * line + axis];
    }
  }
  /** Lines of a row that act: without friction its normal only. */
  lines(k: number): number {
    return this.contacts[this.rows[k]].mu > 0 ? 3 : 1;
  }
  /** out += J v of these bodies   (3 rows of the island) */
  addVelocities(v: Float64Array, out: Float64Array): void {
    for (let k = 0; k < this.rows.length; k++) {
      const i = this.rows[k];
      for (let e = this.first[k]; e < this.first[k + 1]; e++) {
        const node = this.nodes[this.at[e]];
        for (let line = 0; line < 3; line++)
          for (let axis = 0; axis < 3; axis++) out[3 * i + line] += this.J[9 * e + 3 * line + axis] * v[node + axis];
      }
    }
  }
}
