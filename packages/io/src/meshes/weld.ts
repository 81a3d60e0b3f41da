/** Gives corners that come one by one the vertices they share: those of equal coordinates are one. */
export class Welder {
  #points = new Float64Array(3 * 256);
  #table = new Int32Array(1024); // place + 1; 0 is empty
  count = 0;
  readonly #bits = new Float64Array(3);
  readonly #words = new Uint32Array(this.#bits.buffer);

  /** The vertex at a place. */
  vertex(x: number, y: number, z: number): number {
    if (2 * this.count >= this.#table.length) this.#grow();
    const slot = this.#slot(x, y, z);
    if (this.#table[slot]) return this.#table[slot] - 1;
    if (3 * this.count === this.#points.length) {
      const grown = new Float64Array(2 * this.#points.length);
      grown.set(this.#points);
      this.#points = grown;
    }
    const at = 3 * this.count++;
    this.#points[at] = x;
    this.#points[at + 1] = y;
    this.#points[at + 2] = z;
    this.#table[slot] = this.count;
    return this.count - 1;
  }
  points(): Float64Array {
    return this.#points.slice(0, 3 * this.count);
  }
  /** Of the vertex, or of the free place for it. NaN equals itself here; zeros of both signs are one. */
  #slot(x: number, y: number, z: number): number {
    const mask = this.#table.length - 1;
    this.#bits[0] = x + 0;
    this.#bits[1] = y + 0;
    this.#bits[2] = z + 0;
    let hash = 0;
    for (let k = 0; k < 6; k++) hash = Math.imul(hash ^ this.#words[k], 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 13)) & mask;
    for (; this.#table[slot]; slot = (slot + 1) & mask) {
      const at = 3 * (this.#table[slot] - 1);
      const p = this.#points;
      if (same(p[at], x) && same(p[at + 1], y) && same(p[at + 2], z)) break;
    }
    return slot;
  }
  #grow(): void {
    this.#table = new Int32Array(4 * this.#table.length);
    const p = this.#points;
    for (let n = 0; n < this.count; n++) this.#table[this.#slot(p[3 * n], p[3 * n + 1], p[3 * n + 2])] = n + 1;
  }
}
const same = (a: number, b: number): boolean => a === b || (a !== a && b !== b);
