/** Members in sets: those that act on one coordinate are in the same. A set is called by its first member. */
export class Ties {
  /** towards the first member of the set; -1: takes no part */
  readonly #root: Int32Array;
  /** of each coordinate, a member that acts on it */
  readonly #owner: Int32Array;

  constructor(members: number, coordinates: number) {
    this.#root = new Int32Array(members).fill(-1);
    this.#owner = new Int32Array(coordinates).fill(-1);
  }
  /** A member by itself. */
  add(n: number): void {
    this.#root[n] = n;
  }
  has(n: number): boolean {
    return this.#root[n] >= 0;
  }
  find(n: number): number {
    const root = this.#root;
    let r = n;
    while (root[r] !== r) r = root[r];
    while (root[n] !== r) {
      const next = root[n];
      root[n] = r;
      n = next;
    }
    return r;
  }
  /** A member acts on a coordinate. */
  tie(n: number, coordinate: number): void {
    const owner = this.#owner[coordinate];
    if (owner < 0) this.#owner[coordinate] = n;
    else {
      const [a, b] = [this.find(owner), this.find(n)];
      this.#root[Math.max(a, b)] = Math.min(a, b);
    }
  }
}
