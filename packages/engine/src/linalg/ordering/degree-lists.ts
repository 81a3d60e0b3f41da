/** Variables by their degree, as doubly linked lists: last in, first out. */
export class DegreeLists {
  readonly #head: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #listed: Uint8Array;
  /** all lists below this one are empty */
  #least = 0;

  /** Looks at `degree` itself; a variable must be taken out before its degree changes. */
  constructor(
    private readonly degree: Int32Array,
    highest: number,
  ) {
    this.#head = new Int32Array(highest + 1).fill(-1);
    this.#next = new Int32Array(degree.length).fill(-1);
    this.#previous = new Int32Array(degree.length).fill(-1);
    this.#listed = new Uint8Array(degree.length);
  }
  has(v: number): boolean {
    return this.#listed[v] === 1;
  }
  put(v: number): void {
    const d = this.degree[v];
    const first = this.#head[d];
    this.#next[v] = first;
    this.#previous[v] = -1;
    if (first >= 0) this.#previous[first] = v;
    this.#head[d] = v;
    this.#listed[v] = 1;
    if (d < this.#least) this.#least = d;
  }
  /** Nothing happens to one that is in no list. */
  remove(v: number): void {
    if (this.#listed[v] === 0) return;
    this.#listed[v] = 0;
    const next = this.#next[v];
    const previous = this.#previous[v];
    if (next >= 0) this.#previous[next] = previous;
    if (previous >= 0) this.#next[previous] = next;
    else this.#head[this.degree[v]] = next;
  }
  /** Takes out one of least degree; -1 when there is none. */
  takeLeast(): number {
    const head = this.#head;
    while (this.#least < head.length && head[this.#least] < 0) this.#least++;
    if (this.#least === head.length) {
      this.#least = 0;
      return -1;
    }
    const v = head[this.#least];
    this.remove(v);
    return v;
  }
}
