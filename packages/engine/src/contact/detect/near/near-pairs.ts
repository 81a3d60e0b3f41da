/** Pairs of features, one of each of two lists, in ascending order, with how far apart they were. */
export class NearPairs {
  count = 0;
  first = new Int32Array(64);
  second = new Int32Array(64);
  /** m: how far apart a pair was when it was looked at last, and how far bodies had travelled by then since the list was made */
  due = new Float64Array(64);
  /** m: how far they have travelled by now; pairs that are due beyond `lookahead` are not near */
  travelled = Number.NaN;
  lookahead = Number.NaN;
  /** first * width + second, as they were added */
  keys = new Float64Array(64);
  width = 1;

  /** `width`: how many there are in the second list. */
  clear(width: number): void {
    this.count = 0;
    this.width = width;
  }
  add(first: number, second: number): void {
    if (this.count === this.keys.length) {
      const more = new Float64Array(2 * this.count);
      more.set(this.keys);
      this.keys = more;
    }
    this.keys[this.count++] = first * this.width + second;
  }
  /** Sorts them. */
  sort(): void {
    const { count } = this;
    const keys = this.keys;
    const width = this.width;
    keys.subarray(0, count).sort();
    if (this.first.length < count) {
      this.first = new Int32Array(keys.length);
      this.second = new Int32Array(keys.length);
      this.due = new Float64Array(keys.length);
    }
    for (let k = 0; k < count; k++) {
      const first = Math.floor(keys[k] / width);
      this.first[k] = first;
      this.second[k] = keys[k] - width * first;
    }
  }
}
