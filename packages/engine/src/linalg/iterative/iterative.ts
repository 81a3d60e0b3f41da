/**
 * Systems whose factorisation would take too long or too much memory: conjugate gradients, with the diagonal as
 * preconditioner, restarted from the true residual until it is 1e-14 of the right-hand side or stagnates. For
 * positive semi-definite A; rows that depend on others are not found, and do no harm as long as they do not contradict.
 */

import { natural } from '../pattern/graph.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { PatternSolver } from '../solver.ts';
import { ConjugateGradient } from './cg.ts';

const goal = 1e-14;
/** Tolerance of one round, and its limit of iterations for each unknown. */
const round = { tolerance: 1e-11, limitPerRow: 10 };
/** A round that leaves more than this part of the residual has stagnated. */
const stalled = 0.5;
/** Largest relative residual of a solution. */
const solved = 1e-6;

export class Iterative extends PatternSolver {
  readonly kind = 'conjugate-gradients';
  readonly order: Int32Array;
  readonly values: Float64Array;
  readonly #gradients: ConjugateGradient;
  readonly #diagonal: Float64Array; // 1 where `moves` is 0
  readonly #moves: Uint8Array; //      1; 0 for rows that are left out, or that nothing can move
  readonly #none: Float64Array; // 0
  readonly #b: Float64Array;
  readonly #left: Float64Array;
  readonly #step: Float64Array;
  readonly #kept: Float64Array;
  readonly #apply: (x: Float64Array, out: Float64Array) => void;

  constructor(pattern: Pattern) {
    super(pattern.pointers.length - 1, pattern);
    const { n } = this;
    this.order = natural(n);
    this.values = new Float64Array(pattern.indices.length);
    this.#gradients = new ConjugateGradient(n);
    this.#moves = new Uint8Array(n);
    [this.#diagonal, this.#none, this.#b, this.#left, this.#step, this.#kept] = Array.from(
      { length: 6 },
      () => new Float64Array(n),
    );
    this.#apply = (x, out) => {
      this.residual(this.#none, x, out);
      for (let i = 0; i < n; i++) out[i] = -out[i];
    };
  }
  factor(): void {
    const { pointers } = this.pattern;
    this.foundCount = 0;
    for (let i = 0; i < this.n; i++) {
      const a = this.values[pointers[i]];
      this.#moves[i] = this.active[i] === 1 && a !== 0 ? 1 : 0;
      this.#diagonal[i] = this.#moves[i] === 1 ? a : 1;
      if (this.active[i] === 1 && a === 0) this.found[this.foundCount++] = i;
    }
  }
  solve(b: Float64Array): void {
    const { n } = this;
    const [right, left, step, kept, moves] = [this.#b, this.#left, this.#step, this.#kept, this.#moves];
    for (let i = 0; i < n; i++) {
      right[i] = moves[i] === 1 ? b[i] : 0;
      b[i] = 0;
    }
    left.set(right);
    const size = largest(right);
    if (!(size < Number.POSITIVE_INFINITY)) b.fill(Number.NaN);
    let now = size;
    for (let gained = true; gained && now > goal * size; ) {
      step.fill(0);
      kept.set(b);
      const limit = round.limitPerRow * n;
      this.#gradients.solve(this.#apply, this.#diagonal, left, step, { ...round, limit });
      for (let i = 0; i < n; i++) b[i] += step[i];
      this.residual(right, b, left);
      for (let i = 0; i < n; i++) if (moves[i] === 0) left[i] = 0;
      const before = now;
      now = largest(left);
      gained = now <= stalled * before;
      if (gained || now <= before) continue;
      b.set(kept); // what was left is rounding, for which a semi-definite A has no solution
      now = before;
    }
    if (now > solved * size) throw new Error(this.#complaint(now / size));
  }
  #complaint(part: number): string {
    return `conjugate gradients leave ${part.toPrecision(2)} of the right-hand side of a system of ${this.n} rows, which is too large to be factored; it is not positive definite, or rows of it contradict each other.`;
  }
}

function largest(list: Float64Array): number {
  let most = 0;
  for (let i = 0; i < list.length; i++) if (!(Math.abs(list[i]) <= most)) most = Math.abs(list[i]); // NaN stays
  return most;
}
