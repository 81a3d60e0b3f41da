/**
 * Reactions inside the solve of implicit Euler: a force on one node moves all nodes of its body.      [GBT06, notes, 7 b]
 *
 *   (J Y) lambda = -C,    Y = h^2 S^-1 J^T,    p <- p + Y lambda,  u <- u + Y lambda / h
 *
 * It is exact like the other way (`post`), and also right at rest, where forces after the solve leave the neighbours of a held
 * node c R too low; but it is not local: all rows of a body act on each other. J Y is full, and one solve of the body per row
 * is needed to make it. So it is not made: rows and bodies are solved at once, by projected conjugate gradients
 * (linalg/iterative/projected-cg.ts),
 *
 *   S/h^2 x = J^T lambda,    J x = -C
 *
 * at about the price of a second solve of the bodies, however many rows there are. Of bodies that are not solved for, 1/c
 * stands for S/h^2.
 */
import type { Responder } from '../constraints/compliance.ts';
import { ProjectedCg, type ProjectedSystem } from '../linalg/iterative/projected-cg.ts';
import type { State } from '../state/state.ts';

/** One entry of J: its value is J[entry]. */
export interface Entry {
  readonly entry: number;
  readonly coordinate: number;
}

export class Inside implements ProjectedSystem {
  readonly #cg: ProjectedCg;
  /** bodies that are solved for: first coordinate, and where they lie among the unknowns */
  readonly #bodies: readonly { readonly first: number; readonly at: number; readonly size: number }[];
  /** coordinates of the world, of the unknowns; from `#loose` on those of other bodies */
  readonly #coordinates: Int32Array;
  readonly #loose: number;
  /** entries of J row by row: unknown, place in J */
  readonly #unknowns: Int32Array;
  readonly #entries: Int32Array;
  readonly #starts: Int32Array;
  /** the diagonal of S/h^2 (or S/h, of velocities), inverted; by unknown, and by coordinate of the world for the matrix of rows */
  readonly #gain: Float64Array;
  readonly gain: Float64Array;
  readonly #force: Float64Array;
  #J: Float64Array = new Float64Array(0);
  /** size of the first correction of a step: later ones need not be better than that one */
  #reference = 0;

  constructor(
    private readonly responder: Responder,
    private readonly state: State,
    rows: readonly (readonly Entry[])[],
    /** what the rows are about: places, c, or velocities, d */
    private readonly compliance: 'c' | 'd',
    readonly solveRows: (y: Float64Array) => void,
  ) {
    const touched = [...new Set(rows.flatMap((entries) => entries.map(({ coordinate }) => coordinate)))];
    const firsts = [...new Set(touched.flatMap((c) => responder.bodyOf(c) ?? []))].sort((a, b) => a - b);
    let next = 0;
    const coordinates: number[] = [];
    this.#bodies = firsts.map((first) => {
      const size = responder.sizeOf(first);
      const at = next;
      next += size;
      for (let i = 0; i < size; i++) coordinates.push(first + i);
      return { first, at, size };
    });
    this.#loose = next;
    coordinates.push(...touched.filter((c) => responder.bodyOf(c) === undefined).sort((a, b) => a - b));
    this.#coordinates = Int32Array.from(coordinates);
    const unknown = new Map(coordinates.map((coordinate, i) => [coordinate, i]));
    const all = rows.flat();
    this.#unknowns = Int32Array.from(all, ({ coordinate }) => unknown.get(coordinate) as number);
    this.#entries = Int32Array.from(all, ({ entry }) => entry);
    this.#starts = new Int32Array(rows.length + 1);
    rows.forEach((entries, r) => {
      this.#starts[r + 1] = this.#starts[r] + entries.length;
    });
    this.#cg = new ProjectedCg(coordinates.length, rows.length);
    this.#gain = new Float64Array(coordinates.length);
    this.gain = new Float64Array(state.size);
    this.#force = new Float64Array(state.size);
  }
  /** S of this step has been made: its diagonal. */
  begin(J: Float64Array): void {
    this.#J = J;
    this.#reference = 0;
    const [gain, loose] = [this.#gain, this.state.column(this.compliance)];
    for (const { first, at } of this.#bodies) this.responder.diagonal(first, gain, at);
    for (let i = 0; i < gain.length; i++) {
      const c = this.#coordinates[i];
      if (i >= this.#loose) gain[i] = loose[c];
      else gain[i] = gain[i] > 0 ? 1 / (this.#perStep * gain[i]) : 0;
      this.gain[c] = gain[i];
    }
  }
  /** What S/h^2 is to be multiplied by. */
  get #perStep(): number {
    return this.compliance === 'd' ? this.state.h : 1;
  }
  multiply(x: Float64Array, out: Float64Array): void {
    for (let b = 0; b < this.#bodies.length; b++) {
      const { first, at, size } = this.#bodies[b];
      this.responder.multiply(first, x, out, at);
      if (this.compliance === 'd') for (let i = at; i < at + size; i++) out[i] *= this.state.h;
    }
    for (let i = this.#loose; i < x.length; i++) out[i] = x[i] / this.#gain[i];
  }
  rows(x: Float64Array, out: Float64Array): void {
    const [J, starts] = [this.#J, this.#starts];
    for (let r = 0; r < out.length; r++) {
      let sum = 0;
      for (let k = starts[r]; k < starts[r + 1]; k++) sum += J[this.#entries[k]] * x[this.#unknowns[k]];
      out[r] = sum;
    }
  }
  subtractForces(y: Float64Array, out: Float64Array): void {
    const [J, starts] = [this.#J, this.#starts];
    for (let r = 0; r < y.length; r++)
      for (let k = starts[r]; k < starts[r + 1]; k++) out[this.#unknowns[k]] -= J[this.#entries[k]] * y[r];
  }
  /** b becomes lambda. */
  solve(b: Float64Array): void {
    const { n } = this.#cg;
    const tolerance = balance * this.responder.tolerance;
    const report = this.#cg.solve(this, this.#gain, b, { tolerance, least: this.#reference, limit: 100 + 10 * n });
    if (this.#reference === 0) this.#reference = this.#cg.size;
    if (!report.positive || report.residual > poor) this.responder.refuse(this.#bodies[0].first, report);
    b.set(this.#cg.lambda);
  }
  /** What multipliers do beyond c J^T lambda, which is done for every constraint. `whole`: all of them act. */
  push(lambda: Float64Array, whole: boolean): void {
    const { state } = this;
    const [p, u, c] = ['p', 'u', 'c'].map((name) => state.column(name));
    const [x, more] = [this.#cg.x, this.#force.fill(0)];
    const [J, starts] = [this.#J, this.#starts];
    if (!whole) this.#respond(lambda);
    for (let i = 0; i < this.#loose; i++) more[this.#coordinates[i]] = this.#perStep * x[i];
    for (let r = 0; r < lambda.length; r++)
      for (let k = starts[r]; k < starts[r + 1]; k++) {
        const coordinate = this.#coordinates[this.#unknowns[k]];
        more[coordinate] -= lambda[r] * c[coordinate] * J[this.#entries[k]];
      }
    for (let i = 0; i < this.#loose; i++) {
      const coordinate = this.#coordinates[i];
      p[coordinate] += more[coordinate];
      u[coordinate] += more[coordinate] / state.h;
    }
  }
  /** x of multipliers that act in part. */
  #respond(lambda: Float64Array): void {
    const [x, force] = [this.#cg.x, this.#force];
    x.fill(0);
    this.subtractForces(lambda, x);
    for (let i = 0; i < x.length; i++) force[this.#coordinates[i]] = -x[i];
    const moved = new Float64Array(force.length);
    this.responder.respond(force, moved);
    for (let i = 0; i < this.#loose; i++) x[i] = moved[this.#coordinates[i]] / this.#perStep;
    force.fill(0);
  }
}
/**
 * Of the tolerance of a body's own solve: what is left pushes bodies as a whole, if ever so little. Two dimers lose 2e-13 of their
 * momentum in 5,000 steps with 1, and less than 1e-13 with this.
 */
const balance = 1e-2;
/** Where more of the forces is left, the answer is not one. */
const poor = 1e-6;
