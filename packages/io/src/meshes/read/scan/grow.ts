/** A list of whole numbers that grows: cells are counted as they come, not as a header promises. */
export class Ints {
  length = 0;
  #data: Int32Array;

  constructor(capacity = 64) {
    this.#data = new Int32Array(capacity);
  }
  push(value: number): void {
    if (this.length === this.#data.length) this.reserve(1);
    this.#data[this.length++] = value;
  }
  append(values: Int32Array): void {
    this.reserve(values.length);
    this.#data.set(values, this.length);
    this.length += values.length;
  }
  fill(value: number, count: number): void {
    this.reserve(count);
    this.#data.fill(value, this.length, this.length + count);
    this.length += count;
  }
  /** Makes room for so many more. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#data.length) return;
    const grown = new Int32Array(Math.max(needed, 2 * this.#data.length));
    grown.set(this.#data.subarray(0, this.length));
    this.#data = grown;
  }
  /** All of them; the list is not used afterwards. */
  take(): Int32Array {
    return this.#data.length === this.length ? this.#data : this.#data.slice(0, this.length);
  }
}
