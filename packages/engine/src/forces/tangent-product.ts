/**
 * Products of the tangent of element forces, by position and velocity, with a direction:
 *
 *   K = df/dq,  D = df/dv,     out = -(k K + d D) x
 *
 * No matrix is made. K is taken at v = 0: the force of damping depends on the shape too, but that part of its derivative is
 * not symmetric, and of the order of the error of one linear solve. It is left out, as in D. Baraff, A. Witkin,
 * Large steps in cloth simulation (1998), sec. 4.
 *
 * Tried: working out what does not depend on x once for many x (hoist.ts). An edge's product takes 38 operations for 56, a
 * volume's 128 for 167, but reads 13 and 20 parameters more: 58 us for 64 us, and the noise is as large.
 */

import { addTo, gather, type Sink, uniform } from '../kernel/compile/kernel.ts';
import { along, directionalAll } from '../kernel/formula/derive.ts';
import { add, type Expr, mul, neg, one, zero } from '../kernel/formula/expr.ts';
import type { Batch } from '../kernel/run/batch.ts';
import type { Block } from '../kernel/run/memory.ts';
import type { State, Stretch } from '../state/state.ts';
import { type ElementsAtLarge, elementBatch, perKind } from './element-batches.ts';

export class Stiffness {
  readonly #products: readonly Batch[];
  readonly #diagonals: readonly Batch[];
  /** k, d */
  readonly #factors: Block<Float64Array>;

  constructor(
    elements: readonly ElementsAtLarge[],
    /** where their coordinates are */
    private readonly span: Stretch,
    private readonly state: State,
  ) {
    this.#factors = state.arena.f64(8);
    this.#products = elements.map((e) => elementBatch(e, state, productSinks));
    this.#diagonals = elements.map((e) => elementBatch(e, state, diagonalSinks));
    for (const batch of [...this.#products, ...this.#diagonals])
      batch.bind(state.addressOf, this.#factors.address, state.phase);
  }
  /** out = -(k K + d D) x, over the span, at the q and v of now */
  multiply(k: number, d: number, x: Float64Array, out: Float64Array): void {
    this.#own('direction').set(x);
    this.#run(this.#products, k, d, out);
  }
  /** the diagonal of -(k K + d D) */
  diagonal(k: number, d: number, out: Float64Array): void {
    this.#run(this.#diagonals, k, d, out);
  }
  #run(batches: readonly Batch[], k: number, d: number, out: Float64Array): void {
    this.#factors.view().set([k, d]);
    const product = this.#own('product').fill(0);
    for (let i = 0; i < batches.length; i++) batches[i].run();
    out.set(product);
  }
  #own(column: string): Float64Array {
    return this.state.column(column).subarray(this.span.start, this.span.start + this.span.size);
  }
  release(): void {
    for (const batch of [...this.#products, ...this.#diagonals]) batch.release();
    this.state.arena.release(this.#factors);
  }
}

const [k, d] = [uniform(0), uniform(1)];
const weighed = (K: Expr, D: Expr): Expr => neg(add(mul(k, K), mul(d, D)));
const still = (v: readonly (readonly Expr[])[]): Expr[][] => v.map((block) => block.map(() => zero));
/** Values in a row, to the blocks they belong to. */
function toProduct(blocks: readonly (readonly unknown[])[], values: readonly Expr[]): Sink[] {
  let next = 0;
  return blocks.map((block, slot) =>
    addTo(
      'product',
      slot,
      block.map(() => values[next++]),
    ),
  );
}

const productSinks = perKind((kind, q, v, parameters, y) => {
  const x = q.flatMap((block, slot) => block.map((_, i) => gather('direction', slot, i)));
  const bend = directionalAll(kind.forces(q, still(v), parameters, y).flat(), along(q.flat(), x));
  const drag = directionalAll(kind.forces(q, v, parameters, y).flat(), along(v.flat(), x));
  return toProduct(
    q,
    bend.map((K, i) => weighed(K, drag[i])),
  );
});
const diagonalSinks = perKind((kind, q, v, parameters, y) => {
  const [atRest, moving] = [still(v), v].map((speed) => kind.forces(q, speed, parameters, y).flat());
  const own = (force: Expr, coordinate: Expr): Expr => directionalAll([force], along([coordinate], [one]))[0];
  const [places, speeds] = [q.flat(), v.flat()];
  return toProduct(
    q,
    atRest.map((force, i) => weighed(own(force, places[i]), own(moving[i], speeds[i]))),
  );
});
