/** Systems whose rows have nothing to do with each other: spokes to a fixed hub, nails. */
import { natural } from '../pattern/graph.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { PatternSolver } from '../solver.ts';

export class Diagonal extends PatternSolver {
  readonly kind = 'diagonal';
  readonly order: Int32Array;
  readonly values: Float64Array;
  readonly #inverse: Float64Array;

  /** `rank` odd: a negative entry is expected. */
  constructor(
    pattern: Pattern,
    private readonly rank?: Uint8Array,
  ) {
    super(pattern.pointers.length - 1, pattern);
    this.order = natural(this.n);
    this.values = new Float64Array(this.n);
    this.#inverse = new Float64Array(this.n);
  }
  factor(): void {
    const { values, active, rank } = this;
    const inverse = this.#inverse;
    this.foundCount = 0;
    for (let i = 0; i < this.n; i++) {
      const sign = rank && rank[i] % 2 === 1 ? -1 : 1;
      inverse[i] = 0;
      if (active[i] === 0) continue;
      if (sign * values[i] <= 0) this.found[this.foundCount++] = i;
      else inverse[i] = 1 / values[i];
    }
  }
  solve(b: Float64Array): void {
    const inverse = this.#inverse;
    for (let i = 0; i < this.n; i++) b[i] *= inverse[i];
  }
}
