/**
 * Rows of an island on bodies whose step is a solve: ropes, solids under an implicit integrator.       [contact notes, sec. 3]
 *
 *   G = J A J^T,  A = (M - h D - h^2 K)^-1 on the constraints of the bodies         one solve of theirs for each line of a row
 *   G = L L^T     the rows move units of mass 1 whose number is the rank of G       (pivoted-cholesky.ts)
 *
 * So the impulse problem is the same as that of rigid bodies and nodes, and both may be in one island. Motion is linear in impulses about the
 * last solution, where the impulses `applied` of rows are among the external forces; the step is solved again until that is exact (contacts.ts).
 *
 * G is dense: n rows take 3 n solves, and each Newton step of the impulse problem about (3 n)^3 multiplications. A rope with 40 rows takes 5 to 80 ms
 * a step. A solid of 1,000 nodes that stands on 100 of them takes 10 s: each of its solves is one by conjugate gradients. With 500 contacts on 12,000
 * tets, 1,500 solves of 10 ms and factors of a matrix of 1,500 would take minutes, so that it is refused; there the impulse problem would have to
 * keep the sparse matrix M - h D - h^2 K itself in place of its inverse.
 */
import type { Refusal } from '../../base/refusal.ts';
import type { State } from '../../state/state.ts';
import type { Vertices } from '../collider/core.ts';
import { grown, type ImpulseRows, stride, unitNumbers } from '../coulomb/impulse-rows.ts';
import { type Row, rowTypes, type Side } from '../detect/row.ts';
import { contactFault } from '../options.ts';
import type { Span } from '../step/span.ts';
import { Anderson } from './anderson.ts';
import { pivotedCholesky } from './pivoted-cholesky.ts';
import type { SolvedSystems } from './solved-systems.ts';

/** More rows would take minutes a step. */
const mostRows = 200;
const none = new Int32Array(0);
const made = (): Float64Array => new Float64Array(0);

export class SolvedRows {
  /** numbers of rows on such bodies, among those of the island */
  readonly #rows: number[] = [];
  #contacts: readonly Row[] = [];
  /** entries of J: of each row from first[k], the place of a node in `nodes` and its weight */
  readonly #first: number[] = [];
  readonly #at: number[] = [];
  readonly #weight: number[] = [];
  /** first coordinates of nodes that rows move, and by coordinate: which */
  readonly #nodes: number[] = [];
  #placeOf = new Int32Array(0);
  /** A J^T at these nodes   (3 nodes x N), N = 3 rows */
  #response = made();
  #G = made();
  #L = made();
  #f = made();
  #out = made();
  #rank = 0;
  /** p at these nodes, with the impulses of the last push */
  #expected = made();
  readonly #acceleration = new Anderson();
  #x = made();
  #next = made();

  constructor(
    private readonly state: State,
    private readonly systems: SolvedSystems,
  ) {}
  get any(): boolean {
    return this.#rows.length > 0;
  }

  /** Finds what rows move, and how; velocities without their impulses go to span.freeU. */
  assemble(contacts: readonly Row[], span: Span): void {
    this.#rows.length = this.#first.length = this.#at.length = this.#weight.length = this.#nodes.length = 0;
    this.#contacts = contacts;
    for (let i = 0; i < contacts.length; i++) {
      const { a, b, type } = contacts[i];
      if (!this.systems.owns(a.collider) && !this.systems.owns(b.collider)) continue;
      this.#rows.push(i);
      this.#first.push(this.#at.length);
      this.#entries(a, 1, type === rowTypes.plane ? a.collider.points : a.collider.core);
      this.#entries(b, -1, b.collider.core);
    }
    this.#first.push(this.#at.length);
    if (!this.any) return;
    if (this.#rows.length > mostRows) throw this.#tooMany();
    this.#respond();
    this.#compose();
    this.#linearise(span);
    for (const node of this.#nodes) this.#placeOf[node] = -1;
  }
  #tooMany(): Refusal {
    const { a, b } = this.#contacts[this.#rows[0]];
    const { placed } = this.systems.owns(a.collider) ? a.collider : b.collider;
    return contactFault(
      '',
      `body "${placed.body.id}" touches at ${this.#rows.length} places; of bodies under "${placed.integrator.kind}" up to ${mostRows} are solved at once. Use fewer nodes, or an explicit integrator.`,
    );
  }
  #entries(side: Side, sign: number, { width, weights, nodes = none }: Vertices): void {
    if (!this.systems.owns(side.collider)) return;
    const { size } = this.state;
    if (this.#placeOf.length !== size) this.#placeOf = new Int32Array(size).fill(-1);
    const { placed } = side.collider;
    for (let k = 0; k < side.count; k++)
      for (let m = width * side.vertices[k]; m < width * (side.vertices[k] + 1); m++) {
        const weight = sign * side.weights[k] * (weights ? weights[m] : 1);
        if (weight === 0) continue;
        const node = placed.start + 3 * nodes[m];
        if (this.#placeOf[node] < 0) this.#placeOf[node] = this.#nodes.push(node) - 1;
        this.#at.push(this.#placeOf[node]);
        this.#weight.push(weight);
      }
  }
  /** f += J^T of a line of row k, times `by`. */
  #force(k: number, line: number, by: number, f: Float64Array): void {
    const { frame } = this.#contacts[this.#rows[k]];
    for (let e = this.#first[k]; e < this.#first[k + 1]; e++) {
      const node = this.#nodes[this.#at[e]];
      for (let axis = 0; axis < 3; axis++) f[node + axis] += by * this.#weight[e] * frame[3 * line + axis];
    }
  }
  /** Lines of a row that act: without friction its normal only. */
  #lines(k: number): number {
    return this.#contacts[this.#rows[k]].mu > 0 ? 3 : 1;
  }
  #respond(): void {
    const { size } = this.state;
    const N = 3 * this.#rows.length;
    this.#response = grown(this.#response, 3 * this.#nodes.length * N);
    this.#f = this.#f.length === size ? this.#f.fill(0) : new Float64Array(size);
    this.#out = this.#out.length === size ? this.#out : new Float64Array(size);
    const [f, out, response] = [this.#f, this.#out, this.#response];
    response.fill(0, 0, 3 * this.#nodes.length * N);
    for (let k = 0; k < this.#rows.length; k++) {
      const { a, b } = this.#contacts[this.#rows[k]];
      for (let line = 0; line < this.#lines(k); line++) {
        for (const node of this.#nodes) out.fill(0, node, node + 3);
        this.#force(k, line, 1, f);
        this.systems.respond(a.collider, b.collider, f, out);
        for (let e = this.#first[k]; e < this.#first[k + 1]; e++) {
          const node = this.#nodes[this.#at[e]];
          f.fill(0, node, node + 3);
        }
        for (let n = 0; n < this.#nodes.length; n++)
          for (let axis = 0; axis < 3; axis++) response[(3 * n + axis) * N + 3 * k + line] = out[this.#nodes[n] + axis];
      }
    }
  }
  /** G and L. */
  #compose(): void {
    const n = this.#rows.length;
    const N = 3 * n;
    this.#G = grown(this.#G, N * N);
    this.#L = grown(this.#L, N * N);
    const [G, response] = [this.#G, this.#response];
    G.fill(0, 0, N * N);
    for (let k = 0; k < n; k++) {
      const { frame } = this.#contacts[this.#rows[k]];
      for (let line = 0; line < this.#lines(k); line++)
        for (let e = this.#first[k]; e < this.#first[k + 1]; e++)
          for (let axis = 0; axis < 3; axis++) {
            const factor = this.#weight[e] * frame[3 * line + axis];
            const from = (3 * this.#at[e] + axis) * N;
            const to = (3 * k + line) * N;
            for (let c = 0; c < N; c++) G[to + c] += factor * response[from + c];
          }
    }
    for (let i = 0; i < N; i++)
      for (let j = 0; j < i; j++) G[i * N + j] = G[j * N + i] = 0.5 * (G[i * N + j] + G[j * N + i]);
    this.#rank = pivotedCholesky(G, N, this.#L);
  }
  /** span.freeU at the nodes: mean velocities of the last solution, less what the impulses in it do. */
  #linearise({ h, q, freeU }: Span): void {
    const N = 3 * this.#rows.length;
    const p = this.systems.solution;
    for (let n = 0; n < this.#nodes.length; n++)
      for (let axis = 0; axis < 3; axis++) {
        const c = this.#nodes[n] + axis;
        let sum = (p[c] - q[c]) / h;
        const from = (3 * n + axis) * N;
        for (let k = 0; k < this.#rows.length; k++) {
          const { applied } = this.#contacts[this.#rows[k]];
          for (let line = 0; line < 3; line++) sum -= this.#response[from + 3 * k + line] * applied[line];
        }
        freeU[c] = sum;
      }
  }

  /** The units that rows move, behind those that are there. */
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
  #firstUnit = 0;
  /** L of row i of the island, where it has one: into the last row. */
  addSlots(i: number, rows: ImpulseRows): void {
    const k = this.#rows.indexOf(i);
    if (k < 0) return;
    const N = 3 * this.#rows.length;
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
  /** out += J v of these bodies   (3 rows of the island) */
  addVelocities(v: Float64Array, out: Float64Array): void {
    for (let k = 0; k < this.#rows.length; k++) {
      const i = this.#rows[k];
      const { frame } = this.#contacts[i];
      for (let e = this.#first[k]; e < this.#first[k + 1]; e++) {
        const node = this.#nodes[this.#at[e]];
        for (let line = 0; line < 3; line++)
          for (let axis = 0; axis < 3; axis++)
            out[3 * i + line] += this.#weight[e] * frame[3 * line + axis] * v[node + axis];
      }
    }
  }
  /** u and p at the nodes that rows move, with these impulses. */
  push(impulses: Float64Array, { h, q, freeU, u, p }: Span): void {
    const N = 3 * this.#rows.length;
    this.#expected = grown(this.#expected, 3 * this.#nodes.length);
    for (let n = 0; n < this.#nodes.length; n++)
      for (let axis = 0; axis < 3; axis++) {
        const c = this.#nodes[n] + axis;
        const from = (3 * n + axis) * N;
        let sum = freeU[c];
        for (let k = 0; k < this.#rows.length; k++) {
          const at = 3 * this.#rows[k];
          for (let line = 0; line < 3; line++) sum += this.#response[from + 3 * k + line] * impulses[at + line];
        }
        u[c] = sum;
        p[c] = q[c] + h * sum;
        this.#expected[3 * n + axis] = p[c];
      }
  }
  /** Impulses of rows go on without what is known of earlier ones. */
  restart(part: number): void {
    this.#acceleration.begin(3 * this.#rows.length, part);
  }
  /** The next impulses that are applied, from those of rows: their forces replace those of the last ones in `forces`. */
  apply(h: number, forces: Float64Array): void {
    const N = 3 * this.#rows.length;
    this.#x = grown(this.#x, N);
    this.#next = grown(this.#next, N);
    for (let i = 0; i < N; i++) {
      const { impulse, applied } = this.#contacts[this.#rows[(i - (i % 3)) / 3]];
      this.#x[i] = applied[i % 3];
      this.#next[i] = impulse[i % 3];
    }
    this.#acceleration.next(this.#x, this.#next);
    for (let k = 0; k < this.#rows.length; k++) {
      const { applied } = this.#contacts[this.#rows[k]];
      for (let line = 0; line < this.#lines(k); line++) {
        const change = this.#x[3 * k + line] - applied[line];
        if (change !== 0) this.#force(k, line, change / h, forces);
        applied[line] += change;
      }
    }
  }
  /** How far impulses would move the last solution, m: nothing, where they are applied. */
  get change(): number {
    const { solution } = this.systems;
    let worst = 0;
    for (let n = 0; n < this.#nodes.length; n++)
      for (let axis = 0; axis < 3; axis++)
        worst = Math.max(worst, Math.abs(solution[this.#nodes[n] + axis] - this.#expected[3 * n + axis]));
    return worst;
  }
}
