/**
 * Rows on bodies whose compliance is the inverse of a solve (implicit Euler): a force on one node moves all nodes of its body.
 *                                                                                                        [GBT06, notes, 7 b]
 *   (J A J^T) lambda = -C,    p <- p + A J^T lambda,  u <- u + A J^T lambda / h,      A = h^2 S^-1
 *
 * It is exact like reactions after the solve (`post`), and also right at rest, where forces after the solve leave the neighbours of a
 * constrained node c R too low; but it is not local: all rows of a body act on each other. J A J^T is full, and one solve of the
 * body per row is needed to make it. So it is not made: rows and bodies are solved at once, by projected conjugate gradients
 * (linalg/iterative/projected-cg.ts),
 *
 *   A^-1 x = J^T lambda,    J x = -C
 *
 * at about the price of a second solve of the bodies, however many rows there are. The matrix of rows is J G J^T with the inverse
 * diagonal of A^-1 for G. Of bodies whose compliance is diagonal, 1/c stands for A^-1.
 */
import type { BodyCompliance, Compliance, InverseCompliance, Response } from '../constraints/compliance.ts';
import { ProjectedCg, type ProjectedSystem } from '../linalg/iterative/projected-cg.ts';
import type { State } from '../state/state.ts';
import type { Schur } from './schur.ts';
import { SparseRows } from './sparse-rows.ts';

/**
 * Of the tolerance of a body's own solve: what is left pushes bodies as a whole, if ever so little. Two dimers lose 2e-13 of their
 * momentum in 5,000 steps with 1, and less than 1e-13 with this.
 */
const balance = 1e-2;
/** A solution with a larger residual is refused. */
const poor = 1e-6;

/** A body that is solved for, and where it lies among the unknowns. */
interface Solved {
  readonly body: BodyCompliance & { readonly inverse: InverseCompliance };
  readonly at: number;
}

export class ProjectedRows implements ProjectedSystem {
  /** the rows over G */
  readonly sparse: SparseRows;
  readonly #cg: ProjectedCg;
  readonly #solved: readonly Solved[];
  /** coordinate of each unknown; from `#others` on those of bodies with a diagonal compliance */
  readonly #coordinates: Int32Array;
  readonly #others: number;
  /** entries of J at coordinates that can move: which, and their unknowns */
  readonly #entries: Int32Array;
  readonly #unknowns: Int32Array;
  /** G of each unknown, and of each coordinate of the state */
  readonly #inverseDiagonal: Float64Array;
  readonly #G: Float64Array;
  readonly #motion: Float64Array;
  #schur: Schur | undefined;
  /** size of the first correction of a step: later ones need not be better than that one */
  #reference = 0;

  constructor(
    row: readonly number[],
    coordinate: readonly number[],
    /** which rows take part */
    private readonly on: Uint8Array,
    private readonly compliance: Compliance,
    private readonly response: Response,
    private readonly state: State,
  ) {
    this.#G = compliance.diagonal(response).slice();
    const G = this.#G;
    this.sparse = new SparseRows(
      row,
      coordinate,
      { diagonal: () => G, bodyOf: () => undefined, constant: false },
      response,
    );
    const entries = [...coordinate.keys()].filter((e) => G[coordinate[e]] > 0);
    const touched = [...new Set(entries.map((e) => coordinate[e]))].sort((a, b) => a - b);
    const bodies = new Set(touched.map((i) => compliance.bodyOf(i, response)).filter((body) => body !== undefined));
    const unknowns: number[] = [];
    this.#solved = [...bodies].map((body) => {
      if (!isSolved(body))
        throw new Error('rows on a body that is solved for cannot act on one with a mass matrix too.');
      const at = unknowns.length;
      for (let i = 0; i < body.size; i++) unknowns.push(body.start + i);
      return { body, at };
    });
    this.#others = unknowns.length;
    unknowns.push(...touched.filter((i) => !compliance.bodyOf(i, response)));
    this.#coordinates = Int32Array.from(unknowns);
    const unknownOf = new Map(unknowns.map((i, k) => [i, k]));
    this.#entries = Int32Array.from(entries);
    this.#unknowns = Int32Array.from(entries, (e) => unknownOf.get(coordinate[e]) as number);
    this.#cg = new ProjectedCg(unknowns.length, on.length);
    this.#inverseDiagonal = new Float64Array(unknowns.length);
    this.#motion = new Float64Array(unknowns.length);
  }
  /** A of this step is known: G. */
  begin(): void {
    this.#reference = 0;
    const inverse = this.#inverseDiagonal;
    const diagonal = this.compliance.diagonal(this.response);
    for (let b = 0; b < this.#solved.length; b++) {
      const { body, at } = this.#solved[b];
      const scale = body.scale(this.response);
      body.inverse.diagonal(inverse, at);
      for (let i = at; i < at + body.size; i++) inverse[i] = inverse[i] > 0 ? scale / inverse[i] : 0;
    }
    for (let i = this.#others; i < inverse.length; i++) inverse[i] = diagonal[this.#coordinates[i]];
    for (let i = 0; i < inverse.length; i++) this.#G[this.#coordinates[i]] = inverse[i];
  }
  /** b becomes lambda; schur: of the rows over G. */
  solve(b: Float64Array, schur: Schur): void {
    const { n } = this.#cg;
    this.#schur = schur;
    let tolerance = 0;
    for (let k = 0; k < this.#solved.length; k++)
      tolerance = Math.max(tolerance, balance * this.#solved[k].body.inverse.tolerance);
    const options = { tolerance, least: this.#reference, limit: 100 + 10 * n };
    const report = this.#cg.solve(this, this.#inverseDiagonal, b, options);
    if (this.#reference === 0) this.#reference = this.#cg.size;
    if (!report.positive || report.residual > poor) this.#solved[0].body.inverse.refuse(report);
    b.set(this.#cg.lambda);
  }
  /** out = A^-1 x */
  multiply(x: Float64Array, out: Float64Array): void {
    for (let b = 0; b < this.#solved.length; b++) {
      const { body, at } = this.#solved[b];
      const scale = body.scale(this.response);
      body.inverse.multiply(x, out, at);
      for (let i = at; i < at + body.size; i++) out[i] /= scale;
    }
    for (let i = this.#others; i < x.length; i++) out[i] = x[i] / this.#inverseDiagonal[i];
  }
  /** out = J x */
  rows(x: Float64Array, out: Float64Array): void {
    const { J, row } = this.sparse;
    const entries = this.#entries;
    out.fill(0);
    for (let k = 0; k < entries.length; k++) out[row[entries[k]]] += J[entries[k]] * x[this.#unknowns[k]];
  }
  subtractForces(y: Float64Array, out: Float64Array): void {
    const { J, row } = this.sparse;
    const entries = this.#entries;
    for (let k = 0; k < entries.length; k++) out[this.#unknowns[k]] -= J[entries[k]] * y[row[entries[k]]];
  }
  solveRows(y: Float64Array): void {
    this.#schur?.solve(y, y, this.on);
  }
  /**
   * p += (A - c) J^T lambda, u in proportion: what multipliers do to bodies that are solved for beyond the diagonal, which the batches
   * of constraints add. `whole`: lambda is that of the last solve, not a part of it.
   */
  addBeyondDiagonal(lambda: Float64Array, whole: boolean): void {
    const [p, u, c] = ['p', 'u', 'c'].map((name) => this.state.column(name));
    const { J, row } = this.sparse;
    const [motion, entries, unknowns, coordinates] = [this.#motion, this.#entries, this.#unknowns, this.#coordinates];
    if (!whole) this.#respond(lambda);
    for (let b = 0; b < this.#solved.length; b++) {
      const { body, at } = this.#solved[b];
      const scale = whole ? body.scale('c') / body.scale(this.response) : body.scale('c');
      const x = whole ? this.#cg.x : motion;
      for (let i = at; i < at + body.size; i++) motion[i] = scale * x[i];
    }
    for (let k = 0; k < entries.length; k++) {
      const e = entries[k];
      motion[unknowns[k]] -= lambda[row[e]] * c[coordinates[unknowns[k]]] * J[e];
    }
    for (let b = 0; b < this.#solved.length; b++) {
      const { body, at } = this.#solved[b];
      for (let i = at; i < at + body.size; i++) {
        p[coordinates[i]] += motion[i];
        u[coordinates[i]] += motion[i] / body.timescale;
      }
    }
  }
  /** A J^T lambda, by a solve of each body. */
  #respond(lambda: Float64Array): void {
    const force = this.#cg.x.fill(0);
    this.subtractForces(lambda, force);
    for (let i = 0; i < force.length; i++) force[i] = -force[i];
    for (let b = 0; b < this.#solved.length; b++) {
      const { body, at } = this.#solved[b];
      body.apply(force.subarray(at, at + body.size), this.#motion.subarray(at, at + body.size));
    }
  }
}

const isSolved = (body: BodyCompliance): body is Solved['body'] => body.inverse !== undefined;
