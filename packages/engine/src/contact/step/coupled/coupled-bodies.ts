/**
 * Rows of an island on bodies whose points are formulas of coordinates: deformable superquadrics, whose mass couples them, and bodies of nodes that touch with their skin.
 *
 *   x = h(q),  J = n^T dx/dv            over all velocities of the body: origin, rotation, shape parameters, local displacements
 *   G = J W J^T = L L^T                 W: the mass operator of the body (Body.inverseMass)
 *
 * The rows that touch a body move units of mass 1 whose number is the rank of G, at most three for each row and at most the velocities of the body,
 * so that the impulse problem is that of rigid bodies and nodes. W need not have an inverse: frozen coordinates do not move, and local displacements
 * are kept apart from the motion of the whole. Motion itself goes through W: u = u_free + W J^T lambda.
 *
 * A row acts at the point of contact, half a thickness beside the vertices of the surface, which turns with the body. Both bodies are pushed at
 * that point, and angular momentum is kept: a superquadric turns, nodes carry a couple (node-couple.ts).
 */
import type { ContactForm } from '../../../bodies/body.ts';
import { stretchOf } from '../../../state/state.ts';
import type { Collider } from '../../collider/collider.ts';
import type { FormulaPoints } from '../../collider/formula-points.ts';
import { grown, type ImpulseRows, stride, unitNumbers } from '../../coulomb/impulse-rows.ts';
import type { Pose, Row, Side } from '../../detect/row.ts';
import { pivotedCholesky } from '../../solved/pivoted-cholesky.ts';
import type { Unit } from '../islands.ts';
import type { Span } from '../span.ts';
import { addNodeCouple } from './node-couple.ts';

const made = (): Float64Array => new Float64Array(0);

/** One body, with the memory of its rows, which is used again. */
class CoupledBody {
  /** numbers of its rows in the island, ascending */
  readonly rows: number[] = [];
  /** J and its image W J^T, line by line   (3 rows x velocities) */
  J = made();
  Y = made();
  G = made();
  L = made();
  pivots = new Int32Array(0);
  rank = 0;
  firstUnit = 0;
  /** over the velocities */
  readonly f: Float64Array;
  readonly motion: Float64Array;
  readonly n: number;
  /** W of a body of nodes */
  readonly #w: Float64Array;

  constructor(readonly collider: Collider) {
    this.n = collider.placed.body.velocities;
    // as long as a stretch of the state
    this.f = new Float64Array(collider.placed.size);
    this.motion = new Float64Array(collider.placed.size);
    this.#w = new Float64Array(collider.placed.size);
    collider.placed.body.inverseMass.diagonal(this.#w);
  }
  /** The lines of a row, the last one or a new one; returns where J of the first begins. */
  linesOf(row: number): number {
    const { rows, n } = this;
    if (rows[rows.length - 1] !== row) {
      rows.push(row);
      const size = 3 * n * rows.length;
      if (this.J.length < size) {
        const more = new Float64Array(2 * size);
        more.set(this.J);
        this.J = more;
      }
      this.J.fill(0, size - 3 * n, size);
    }
    return 3 * n * (rows.length - 1);
  }
  /** f = J^T of impulses of all rows of the island; W f is left in `motion`. */
  respond(impulses: Float64Array, q: Float64Array): void {
    const { rows, J, n, f } = this;
    f.fill(0);
    for (let k = 0; k < rows.length; k++)
      for (let line = 0; line < 3; line++) {
        const by = impulses[3 * rows[k] + line];
        if (by === 0) continue;
        const at = n * (3 * k + line);
        for (let c = 0; c < n; c++) f[c] += by * J[at + c];
      }
    this.apply(q, false);
  }
  /** motion = W f */
  apply(q: Float64Array, same: boolean): void {
    const { placed } = this.collider;
    const { apply } = placed.body.inverseMass;
    if (apply) apply(stretchOf(q, placed), this.f, this.motion, same);
    else for (let c = 0; c < this.n; c++) this.motion[c] = this.#w[c] * this.f[c];
  }
}

export class CoupledBodies {
  readonly #all: (CoupledBody | undefined)[] = [];
  /** of the island */
  readonly #bodies: CoupledBody[] = [];
  readonly #mean = new Float64Array(3);
  readonly #moment = new Float64Array(3);
  readonly #nodes: number[] = [];
  readonly #columns: number[] = [];
  #line = made();

  get any(): boolean {
    return this.#bodies.length > 0;
  }
  begin(units: readonly Unit[], { q }: Span): void {
    if (this.any) this.#bodies.length = 0;
    for (let k = 0; k < units.length; k++) {
      const { collider } = units[k];
      if (!collider.coupled) continue;
      this.#all[collider.index] ??= new CoupledBody(collider);
      const body = this.#all[collider.index] as CoupledBody;
      body.rows.length = 0;
      (collider.core.formula as FormulaPoints).differentiate(q, collider.placed.start);
      this.#bodies.push(body);
    }
  }
  /** Row i of the island: a contact. */
  addContact(i: number, row: Row, q: Float64Array): void {
    for (let k = 0; k < 2; k++) {
      const side = k ? row.b : row.a;
      if (!side.collider.coupled) continue;
      const body = this.#all[side.collider.index] as CoupledBody;
      const at = body.linesOf(i);
      for (let line = 0; line < 3; line++) this.#addSide(row, side, line, k ? -1 : 1, q, body.J, at + line * body.n);
    }
  }
  /** Row i: of a constraint, a number of J at a velocity of a body, counted from its first. */
  addEntry(i: number, { index }: Collider, line: number, velocity: number, value: number): void {
    const body = this.#all[index] as CoupledBody;
    // J is another array where it had to grow
    const at = body.linesOf(i) + line * body.n + velocity;
    body.J[at] += value;
  }
  /** out += sign (dx/dv)^T of a line of the frame, at the point of contact. */
  #addSide(row: Row, side: Side, line: number, sign: number, q: Float64Array, out: Float64Array, at: number): void {
    const { placed, core } = side.collider;
    const formula = core.formula as FormulaPoints;
    const x = formula.at(q, placed.start);
    const fx = sign * row.frame[3 * line];
    const fy = sign * row.frame[3 * line + 1];
    const fz = sign * row.frame[3 * line + 2];
    const mean = this.#mean;
    for (let k = 0; k < 3; k++) mean[k] = row.lever[k];
    for (let k = 0; k < side.count; k++) {
      const [v, w] = [side.vertices[k], side.weights[k]];
      if (w === 0) continue;
      formula.addForce(v, w * fx, w * fy, w * fz, out, at);
      for (let axis = 0; axis < 3; axis++) mean[axis] -= w * x[3 * v + axis];
    }
    const moment = this.#moment;
    moment[0] = mean[1] * fz - mean[2] * fy;
    moment[1] = mean[2] * fx - mean[0] * fz;
    moment[2] = mean[0] * fy - mean[1] * fx;
    const { angularRates } = placed.body.contactForm as PointsForm;
    if (angularRates === undefined) {
      const nodes = this.#nodes;
      nodes.length = 0;
      for (let k = 0; k < side.count; k++) if (side.weights[k] !== 0) formula.addBlocks(side.vertices[k], nodes);
      addNodeCouple(q, placed.start, nodes, moment, out, at);
    } else for (let axis = 0; axis < 3; axis++) out[at + angularRates + axis] += moment[axis];
  }
  /** The velocity of one side of a contact along a line of its frame. */
  along(row: Row, side: Side, line: number, q: Float64Array, v: Float64Array): number {
    const { placed, core } = side.collider;
    (core.formula as FormulaPoints).differentiate(q, placed.start);
    const n = placed.body.velocities;
    this.#line = grown(this.#line, n);
    this.#line.fill(0, 0, n);
    this.#addSide(row, side, line, 1, q, this.#line, 0);
    let sum = 0;
    for (let c = 0; c < n; c++) sum += this.#line[c] * v[placed.start + c];
    return sum;
  }

  /** When all rows are known: their units, behind those that are there. */
  addUnits(rows: ImpulseRows, { q }: Span): void {
    for (const body of this.#bodies) {
      this.#compose(body, q);
      const count = Math.ceil(body.rank / 3);
      body.firstUnit = rows.units;
      for (let k = 0; k < count; k++) {
        const at = unitNumbers * rows.addUnit(3);
        for (let r = 0; r < 3; r++)
          for (let c = 0; c < 3; c++)
            rows.mass[at + stride * r + c] = rows.inverse[at + stride * r + c] = r === c ? 1 : 0;
      }
    }
  }
  #columnsOf(J: Float64Array, at: number, n: number): readonly number[] {
    this.#columns.length = 0;
    for (let c = 0; c < n; c++) if (J[at + c] !== 0) this.#columns.push(c);
    return this.#columns;
  }
  #compose(body: CoupledBody, q: Float64Array): void {
    const { n, rows, J } = body;
    const N = 3 * rows.length;
    body.Y = grown(body.Y, N * n);
    body.G = grown(body.G, N * N);
    body.L = grown(body.L, N * N);
    body.pivots = grown(body.pivots, N);
    const { Y, G, f, motion } = body;
    f.fill(0);
    for (let i = 0; i < N; i++) {
      for (let c = 0; c < n; c++) f[c] = J[i * n + c];
      body.apply(q, i > 0);
      for (let c = 0; c < n; c++) Y[i * n + c] = motion[c];
    }
    for (let i = 0; i < N; i++) {
      // of a body of nodes a row has few numbers
      const columns = this.#columnsOf(J, i * n, n);
      for (let j = 0; j <= i; j++) {
        let sum = 0;
        for (const c of columns) sum += J[i * n + c] * Y[j * n + c];
        G[i * N + j] = G[j * N + i] = sum;
      }
    }
    body.rank = pivotedCholesky(G, N, body.L, body.pivots);
  }
  /** L of row i, where it has one: into the last row. */
  addSlots(i: number, rows: ImpulseRows): void {
    for (const { rows: own, rank, L, firstUnit } of this.#bodies) {
      const k = own.indexOf(i);
      if (k < 0) continue;
      const N = 3 * own.length;
      for (let c = 0; c < rank; c += 3) {
        const columns = Math.min(3, rank - c);
        let any = false;
        for (let line = 0; line < 3; line++)
          for (let m = 0; m < columns; m++) if (L[(3 * k + line) * N + c + m] !== 0) any = true;
        if (!any) continue;
        const at = rows.addSlot(firstUnit + c / 3);
        for (let line = 0; line < 3; line++)
          for (let m = 0; m < columns; m++) rows.J[at + stride * line + m] = L[(3 * k + line) * N + c + m];
      }
    }
  }
  /** out += J v of these bodies   (3 rows of the island) */
  addVelocities(v: Float64Array, out: Float64Array): void {
    for (const { rows, J, n, collider } of this.#bodies) {
      const { start } = collider.placed;
      for (let k = 0; k < 3 * rows.length; k++) {
        let sum = 0;
        for (let c = 0; c < n; c++) sum += J[k * n + c] * v[start + c];
        out[3 * rows[Math.floor(k / 3)] + (k % 3)] += sum;
      }
    }
  }
  /** u = from + W J^T impulses */
  push(impulses: Float64Array, { q, freeU, u }: Span): void {
    for (const body of this.#bodies) {
      body.respond(impulses, q);
      const { start } = body.collider.placed;
      for (let c = 0; c < body.n; c++) u[start + c] = freeU[start + c] + body.motion[c];
    }
  }
  /**
   * p moves as units do: dx over their velocities, which those of the body begin at. Of L, the rows of its pivots are a triangle T, and the impulses x
   * of these rows with T^T x = dx move units by dx, and the body by W J^T x.
   */
  displace(dx: Float64Array, rows: ImpulseRows, { p }: Span, pose: Pose): void {
    for (const body of this.#bodies) {
      const { rank, L, pivots, firstUnit, Y, n, collider, motion } = body;
      if (rank === 0) continue;
      const N = 3 * body.rows.length;
      const from = rows.unitAt[firstUnit];
      this.#line = grown(this.#line, rank);
      const x = this.#line;
      for (let k = rank - 1; k >= 0; k--) {
        let sum = dx[from + k];
        for (let j = k + 1; j < rank; j++) sum -= L[pivots[j] * N + k] * x[j];
        x[k] = sum / L[pivots[k] * N + k];
      }
      motion.fill(0);
      for (let k = 0; k < rank; k++) for (let c = 0; c < n; c++) motion[c] += x[k] * Y[pivots[k] * n + c];
      const { placed } = collider;
      const { curved } = placed.body;
      if (curved) curved.retract(stretchOf(p, placed), motion);
      else for (let c = 0; c < n; c++) p[placed.start + c] += motion[c];
      pose.changed(collider.index);
    }
  }
}
type PointsForm = Extract<ContactForm, { kind: 'points' }>;
