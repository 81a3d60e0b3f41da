/** Lists of numbers that grow, in typed arrays. `data` is another array after each `grow`. */
export class GrowingInts {
  length = 0;
  data = new Int32Array(1024);
  /** Makes room for so many more, filled with a value; returns where they start. */
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
  /** A copy of what is in it. */
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
