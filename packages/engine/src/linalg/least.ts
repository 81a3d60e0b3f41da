/**
 * Where the least of many whole numbers is; of equal ones, the one with the lowest index. A tournament: each place of a
 * binary tree holds the better of the two below it, so that a change costs one climb.
 */
export class LeastOf {
  readonly #values: ArrayLike<number>;
  readonly #leaves: number;
  readonly #winner: Int32Array; // root at 1, children of k at 2k and 2k + 1; -1: nobody

  /** Looks at `values` itself; a value that is changed must be reported. */
  constructor(values: ArrayLike<number>) {
    this.#values = values;
    let leaves = 1;
    while (leaves < values.length) leaves *= 2;
    this.#leaves = leaves;
    this.#winner = new Int32Array(2 * leaves).fill(-1);
    for (let i = 0; i < values.length; i++) this.#winner[leaves + i] = i;
    for (let k = leaves - 1; k > 0; k--) this.#winner[k] = this.#better(k);
  }
  /** -1 when all are removed. */
  get index(): number {
    return this.#winner[1];
  }
  changed(i: number): void {
    for (let k = (this.#leaves + i) >> 1; k > 0; k >>= 1) this.#winner[k] = this.#better(k);
  }
  remove(i: number): void {
    this.#winner[this.#leaves + i] = -1;
    this.changed(i);
  }
  #better(k: number): number {
    const left = this.#winner[2 * k],
      right = this.#winner[2 * k + 1];
    if (left < 0) return right;
    return right < 0 || this.#values[left] <= this.#values[right] ? left : right;
  }
}
