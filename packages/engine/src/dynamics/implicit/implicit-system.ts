/**
 * The linear system of a body under implicit Euler, in one of two forms:
 *
 *   S = M - h D - h^2 K      D = df/dv,  K = df/dq at v = 0
 *
 *   MatrixFree   no matrix: products by the formulas of elements, the diagonal as preconditioner; any body
 *   InBlocks     3x3 blocks, preconditioned by rigid motions of aggregates (linalg/blocks); large solids. 12,000 tets at E = 1e6 and
 *                h = 5 ms: 140 iterations of 0.09 ms for 228 of 0.5 ms
 *
 * Vectors run over the body's stretch of the state.
 */
import { gatherElements } from '../../forces/element-batches.ts';
import type { Placed } from '../../forces/placed.ts';
import { isSolid, SolidElements } from '../../forces/solid-elements.ts';
import { Stiffness } from '../../forces/tangent-product.ts';
import type { Block } from '../../kernel/run/memory.ts';
import { aggregatesOf } from '../../linalg/blocks/aggregates.ts';
import { BlockCg } from '../../linalg/blocks/block-cg.ts';
import { RigidPreconditioner } from '../../linalg/blocks/preconditioner.ts';
import { type CgReport, ConjugateGradient } from '../../linalg/iterative/cg.ts';
import { ownOf, type State } from '../../state/state.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;

export interface ImplicitSystem {
  /** At q and v. inertia: M + h drag M, 0 for what cannot move. Returns the largest ratio of stiffness to inertia of a coordinate. */
  prepare(h: number, inertia: Float64Array): number;
  /** out = -h^2 K x */
  stiffness(x: Float64Array, out: Float64Array): void;
  /** out = S x; for what cannot move a row of its own, x = 0 */
  multiply(x: Float64Array, out: Float64Array): void;
  /** that of S, at least the inertia where compression makes it smaller; 1 for what cannot move */
  diagonal(out: Float64Array): void;
  /** S x = b from x on */
  solve(b: Float64Array, x: Float64Array, tolerance: number): CgReport;
  release(): void;
}

/** Blocks are faster from this many nodes on. */
const leastNodes = 400;

export const implicitSystem = (placed: Placed, state: State): ImplicitSystem =>
  placed.body.nodeCount >= leastNodes && isSolid(placed) ? new InBlocks(placed, state) : new MatrixFree(placed, state);

class MatrixFree implements ImplicitSystem {
  readonly #stiffness: Stiffness;
  readonly #cg: ConjugateGradient;
  /** that of S, at least the inertia where compression makes it smaller */
  readonly #diagonal: Float64Array;
  #inertia = new Float64Array(0);
  #h = 0;

  constructor(placed: Placed, state: State) {
    this.#stiffness = new Stiffness(gatherElements([placed]), placed, state);
    this.#cg = new ConjugateGradient(placed.size);
    this.#diagonal = new Float64Array(placed.size);
  }
  prepare(h: number, inertia: Float64Array<ArrayBuffer>): number {
    this.#h = h;
    this.#inertia = inertia;
    const diagonal = this.#diagonal;
    this.#stiffness.diagonal(h * h, h, diagonal);
    let stiffest = 1;
    for (let i = 0; i < inertia.length; i++) {
      diagonal[i] = inertia[i] > 0 ? inertia[i] + Math.max(0, diagonal[i]) : 1;
      if (inertia[i] > 0) stiffest = Math.max(stiffest, diagonal[i] / inertia[i]);
    }
    return stiffest;
  }
  stiffness(x: Float64Array, out: Float64Array): void {
    this.#stiffness.multiply(this.#h * this.#h, 0, x, out);
  }
  readonly multiply = (x: Float64Array, out: Float64Array): void => {
    const inertia = this.#inertia;
    this.#stiffness.multiply(this.#h * this.#h, this.#h, x, out);
    for (let i = 0; i < out.length; i++) out[i] = inertia[i] > 0 ? inertia[i] * x[i] + out[i] : x[i];
  };
  diagonal(out: Float64Array): void {
    out.set(this.#diagonal);
  }
  solve(b: Float64Array, x: Float64Array, tolerance: number): CgReport {
    return this.#cg.solve(this.multiply, this.#diagonal, b, x, { tolerance, limit: 100 + 10 * x.length });
  }
  release(): void {
    this.#stiffness.release();
  }
}

/** How often the residual is computed again: that of the recurrence drifts. */
const mostRestarts = 4;

/** The matrix is S / h^2. */
class InBlocks implements ImplicitSystem {
  readonly #elements: SolidElements;
  readonly #preconditioner: RigidPreconditioner;
  readonly #cg: BlockCg;
  readonly #x: Numbers;
  readonly #b: Numbers;
  readonly #own: Float64Array;
  #h = 0;

  constructor(
    private readonly placed: Placed,
    private readonly state: State,
  ) {
    const { arena } = state;
    this.#elements = new SolidElements([placed], arena, state.size);
    const { matrix, nodes } = this.#elements;
    this.#own = new Float64Array(placed.size);
    const vector = (): Numbers => arena.f64(3 * nodes.count);
    [this.#x, this.#b] = [vector(), vector()];
    const start = new Float64Array(placed.size);
    placed.body.start(start, new Float64Array(placed.size));
    this.#gather(start, this.#x);
    this.#preconditioner = new RigidPreconditioner(arena, matrix, aggregatesOf(this.#x.view(), nodes.pieces));
    this.#cg = new BlockCg(arena, matrix, this.#preconditioner);
  }
  #gather(values: Float64Array, to: Numbers): void {
    const { coordinates } = this.#elements.nodes;
    const [out, { start }] = [to.view(), this.placed];
    for (let k = 0; k < coordinates.length; k++)
      for (let c = 0; c < 3; c++) out[3 * k + c] = values[coordinates[k] - start + c];
  }
  #scatter(from: Numbers, to: Float64Array): void {
    const { coordinates } = this.#elements.nodes;
    const [values, { start }] = [from.view(), this.placed];
    for (let k = 0; k < coordinates.length; k++)
      for (let c = 0; c < 3; c++) to[coordinates[k] - start + c] = values[3 * k + c];
  }
  prepare(h: number, inertia: Float64Array): number {
    const elements = this.#elements;
    const { matrix } = elements;
    this.#h = h;
    this.#gather(ownOf(this.state, 'q', this.placed), elements.x);
    this.#gather(ownOf(this.state, 'v', this.placed), elements.u);
    this.#gather(inertia, elements.w);
    const [w, mask] = [elements.w.view(), elements.mask.view()];
    for (let i = 0; i < w.length; i++) {
      mask[i] = w[i] > 0 ? 1 : 0;
      w[i] /= h * h;
    }
    elements.assemble(1 / h);
    this.#preconditioner.build(elements.x.view());
    const values = matrix.values.view();
    let stiffest = 1;
    for (let i = 0; i < matrix.rows; i++)
      for (let c = 0; c < 3; c++) {
        const entry = values[9 * matrix.pointers[i] + 4 * c];
        if (w[3 * i + c] > 0) stiffest = Math.max(stiffest, entry / w[3 * i + c]);
      }
    return stiffest;
  }
  stiffness(x: Float64Array, out: Float64Array): void {
    const elements = this.#elements;
    const { matrix } = elements;
    const damped = elements.damped;
    if (damped) elements.assembleStiffness();
    this.#gather(x, this.#x);
    matrix.multiply(this.#x, this.#b);
    const [b, w, u] = [this.#b.view(), elements.w.view(), this.#x.view()];
    for (let i = 0; i < b.length; i++) b[i] = this.#h * this.#h * (damped ? b[i] : b[i] - w[i] * u[i]);
    out.fill(0);
    this.#scatter(this.#b, out);
    if (damped) elements.assemble(1 / this.#h);
  }
  diagonal(out: Float64Array): void {
    const { matrix, nodes, w: inertia, mask: unknown } = this.#elements;
    const [values, w, mask] = [matrix.values.view(), inertia.view(), unknown.view()];
    out.fill(1);
    for (let i = 0; i < matrix.rows; i++)
      for (let c = 0; c < 3; c++) {
        if (mask[3 * i + c] !== 1) continue;
        const entry = Math.max(w[3 * i + c], values[9 * matrix.pointers[i] + 4 * c]);
        out[nodes.coordinates[i] - this.placed.start + c] = this.#h * this.#h * entry;
      }
  }
  multiply(x: Float64Array, out: Float64Array): void {
    this.#gather(x, this.#x);
    this.#elements.matrix.multiply(this.#x, this.#b);
    out.set(x);
    this.#scatter(this.#b, out);
    const mask = this.#elements.mask.view();
    const { coordinates } = this.#elements.nodes;
    for (let k = 0; k < coordinates.length; k++)
      for (let c = 0; c < 3; c++) {
        const i = coordinates[k] - this.placed.start + c;
        out[i] = mask[3 * k + c] === 1 ? this.#h * this.#h * out[i] : x[i];
      }
  }
  solve(b: Float64Array, x: Float64Array, tolerance: number): CgReport {
    const own = this.#own;
    const size = norm(b);
    let [iterations, positive, residual] = [0, true, 0];
    for (let restart = 0; size > 0; restart++) {
      this.multiply(x, own);
      for (let i = 0; i < own.length; i++) own[i] = b[i] - own[i];
      residual = norm(own) / size;
      if (!(residual > tolerance) || !positive || restart === mostRestarts) break;
      this.#gather(own, this.#b);
      const r = this.#b.view();
      for (let i = 0; i < r.length; i++) r[i] /= this.#h * this.#h;
      const goal = (0.5 * tolerance * size) / (this.#h * this.#h);
      const report = this.#cg.solve(this.#b, this.#x, this.#elements.mask, goal, 100 + r.length);
      iterations += report.iterations;
      positive = report.positive;
      own.fill(0);
      this.#scatter(this.#x, own);
      for (let i = 0; i < own.length; i++) x[i] += own[i];
    }
    if (size === 0) x.fill(0);
    return { iterations, residual, positive };
  }
  release(): void {
    this.#cg.release();
    this.#preconditioner.release();
    this.#elements.release();
    for (const block of [this.#x, this.#b]) this.state.arena.release(block);
  }
}

function norm(a: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * a[i];
  return Math.sqrt(sum);
}
