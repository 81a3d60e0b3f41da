/** Lists of numbers that grow, in typed arrays. `grow` may replace the array `data`. */
export class GrowingInts {
  length = 0;
  data = new Int32Array(1024);
  /** Adds `count` entries with a value; returns the index of the first. */
  grow(count: number, value: number): number {
    const start = this.length;
    this.length += count;
    if (this.length > this.data.length) {
      const larger = new Int32Array(Math.max(2 * this.data.length, this.length));
      larger.set(this.data);
      this.data = larger;
    }
    this.data.fill(value, start, this.length);
    return start;
  }
  /** A copy of the entries. */
  done(): Int32Array {
    return this.data.slice(0, this.length);
  }
}

export class GrowingFloats {
  length = 0;
  data = new Float64Array(1024);
  grow(count: number): number {
    const start = this.length;
    this.length += count;
    if (this.length > this.data.length) {
      const larger = new Float64Array(Math.max(2 * this.data.length, this.length));
      larger.set(this.data);
      this.data = larger;
    }
    return start;
  }
  push(value: number): void {
    const at = this.grow(1);
    this.data[at] = value;
  }
  done(): Float64Array {
    return this.data.slice(0, this.length);
  }
}
