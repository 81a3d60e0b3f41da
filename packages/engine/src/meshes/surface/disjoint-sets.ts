/** Disjoint sets of the numbers 0 to count - 1 (union-find); a set is identified by its lowest member. */
export class DisjointSets {
  /** how many there are */
  count: number;
  readonly #parent: Int32Array;

  constructor(count: number) {
    this.count = count;
    this.#parent = Int32Array.from({ length: count }, (_, n) => n);
  }

  lowest(n: number): number {
    const parent = this.#parent;
    let r = n;
    while (parent[r] !== r) {
      parent[r] = parent[parent[r]];
      r = parent[r];
    }
    return r;
  }

  join(a: number, b: number): void {
    const p = this.lowest(a);
    const q = this.lowest(b);
    if (p === q) return;
    this.#parent[Math.max(p, q)] = Math.min(p, q);
    this.count--;
  }
}
