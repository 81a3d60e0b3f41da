/** A dense matrix of some dozens of rows and its factors P A = L U, in WebAssembly (packages/engine/assembly/dense-lu.ts). */
import { Arena } from '../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../factor/system.ts';

export class DenseLu {
  /** A, whose lines are `line` apart, and a vector (n) */
  readonly A: Float64Array;
  readonly x: Float64Array;
  line = 0;
  #n = 0;
  readonly #kernels: Kernels;
  readonly #addresses: { readonly A: number; readonly x: number; readonly pivots: number };

  /** Of at most so many rows. */
  constructor(most: number) {
    const width = even(most);
    const arena = new Arena(8 * width * (most + 4));
    this.#kernels = kernelsIn(arena.memory);
    const [A, x, pivots] = [arena.f64(width * most), arena.f64(width), arena.i32(most)];
    this.#addresses = { A: A.address, x: x.address, pivots: pivots.address };
    this.A = A.view();
    this.x = x.view();
  }
  /** For n rows: A is to be written next. */
  begin(n: number): void {
    this.#n = n;
    this.line = even(n);
  }
  /** False where a pivot vanishes or is not a number. */
  factor(): boolean {
    const { A, pivots } = this.#addresses;
    return this.#kernels.factorDense(this.#n, A, 8 * this.line, pivots) === 1;
  }
  /** x becomes A^-1 x. */
  solve(): void {
    const { A, x, pivots } = this.#addresses;
    this.#kernels.solveDense(this.#n, A, 8 * this.line, pivots, x);
  }
}
const even = (n: number): number => n + (n % 2);
