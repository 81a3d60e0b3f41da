/**
 * The matrices of elements, summed into a sparse one:  A = -df/dq - d df/dv  over the coordinates of each element, where
 * things are predicted. An element may offer a stiffness of its own that is never indefinite.
 */
import type { ElementKind } from '../bodies/body.ts';
import { type ElementsAtLarge, elementBatch } from '../elements.ts';
import { type Batch, laned } from '../kernel/batch.ts';
import { gradient, hessian } from '../kernel/derive.ts';
import { add, type Expr, mul, sub, zero } from '../kernel/expr.ts';
import { type Sink, toRow, uniform } from '../kernel/kernel.ts';
import type { State } from '../state.ts';

/** How much damping counts: 1/h, or 0 where nothing moves. */
const damping = uniform(1);

/** The lower triangle, row by row. */
function matrixSinks(kind: ElementKind, q: Expr[][], v: Expr[][], parameters: readonly Expr[]): Sink[] {
  const [x, speeds] = [q.flat(), v.flat()];
  const own = kind.stiffness?.(q, parameters);
  const K = own ? own.flatMap((line, i) => line.slice(0, i + 1)) : hessian(kind.energy(q, parameters), x);
  const drag = kind
    .forces(q, v, parameters)
    .flat()
    .flatMap((force, i) => gradient(force, speeds.slice(0, i + 1)).map((d) => sub(zero, d)));
  return K.map((k, n) => toRow(n, add(k, mul(damping, drag[n]))));
}

export class ElementMatrices {
  readonly batch: Batch;
  /** coordinates of each element, in the order of its blocks */
  readonly coordinates: Int32Array;
  readonly width: number;
  readonly #slots: Int32Array;

  constructor(
    readonly elements: ElementsAtLarge,
    state: State,
  ) {
    const { kind, count, blocks } = elements;
    this.batch = elementBatch(elements, state, matrixSinks, { q: 'p', v: 'u' });
    this.width = kind.blocks.reduce((sum, width) => sum + width, 0);
    this.coordinates = new Int32Array(count * this.width);
    for (let e = 0, at = 0; e < count; e++) {
      kind.blocks.forEach((width, b) => {
        for (let k = 0; k < width; k++) this.coordinates[at++] = blocks[e * kind.blocks.length + b] + k;
      });
    }
    this.#slots = new Int32Array((count * this.width * (this.width + 1)) / 2);
  }
  /** Say where each entry goes; -1 for none. */
  place(slotOf: (i: number, j: number) => number): void {
    const { width, coordinates } = this;
    let at = 0;
    for (let e = 0; e < this.elements.count; e++) {
      const own = coordinates.subarray(e * width, (e + 1) * width);
      for (let i = 0; i < width; i++) for (let j = 0; j <= i; j++) this.#slots[at++] = slotOf(own[i], own[j]);
    }
  }
  /** Every pair of coordinates of an element. */
  pairs(visit: (i: number, j: number) => void): void {
    const { width, coordinates } = this;
    for (let e = 0; e < this.elements.count; e++) {
      const own = coordinates.subarray(e * width, (e + 1) * width);
      for (let i = 0; i < width; i++) for (let j = 0; j <= i; j++) visit(own[i], own[j]);
    }
  }
  add(values: Float64Array): void {
    this.batch.run();
    const slots = this.#slots;
    const { rows, place } = this.batch.table();
    const columns = this.batch.kernel.rows;
    const size = (this.width * (this.width + 1)) / 2;
    for (let e = 0, at = 0; e < this.elements.count; e++) {
      const first = laned(place[e], columns, 0);
      for (let k = 0; k < size; k++, at++) if (slots[at] >= 0) values[slots[at]] += rows[first + 2 * k];
    }
  }
}
