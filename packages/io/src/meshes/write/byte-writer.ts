/** Bytes that grow: text and numbers of a file that is written. */
const encoder = new TextEncoder();

export class ByteWriter {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  length = 0;

  /** littleEndian: of numbers */
  constructor(readonly littleEndian = true) {}

  #room(size: number): void {
    if (this.length + size <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + size));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
  text(text: string): this {
    this.#room(text.length);
    const from = this.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        this.length = from;
        return this.bytes(encoder.encode(text));
      }
      this.#bytes[this.length++] = code;
    }
    return this;
  }
  /** A number as text, in the fewest digits, at most 17, that are read as the same number again. */
  number(value: number): this {
    return this.text(Object.is(value, -0) ? '-0' : `${value}`);
  }
  /** A whole number as text, with a character behind it. */
  whole(value: number, behind = ' '): this {
    this.#room(12);
    if (value < 0) {
      this.#bytes[this.length++] = 0x2d;
      value = -value;
    }
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits++;
    for (let k = this.length + digits - 1; k >= this.length; k--) {
      const rest = Math.floor(value / 10);
      this.#bytes[k] = 0x30 + value - 10 * rest;
      value = rest;
    }
    this.length += digits;
    this.#bytes[this.length++] = behind.charCodeAt(0);
    return this;
  }
  bytes(more: Uint8Array): this {
    this.#room(more.length);
    this.#bytes.set(more, this.length);
    this.length += more.length;
    return this;
  }
  u8(value: number): this {
    this.#room(1);
    this.#bytes[this.length++] = value;
    return this;
  }
  u16(value: number): this {
    this.#room(2);
    this.#view.setUint16(this.length, value, this.littleEndian);
    this.length += 2;
    return this;
  }
  i32(value: number): this {
    this.#room(4);
    this.#view.setInt32(this.length, value, this.littleEndian);
    this.length += 4;
    return this;
  }
  u32(value: number): this {
    return this.i32(value | 0);
  }
  /** of up to 53 bits, 0 or more */
  u64(value: number): this {
    const [low, high] = [value % 4294967296, Math.floor(value / 4294967296)];
    return this.littleEndian ? this.i32(low | 0).i32(high) : this.i32(high).i32(low | 0);
  }
  f32(value: number): this {
    this.#room(4);
    this.#view.setFloat32(this.length, value, this.littleEndian);
    this.length += 4;
    return this;
  }
  f64(value: number): this {
    this.#room(8);
    this.#view.setFloat64(this.length, value, this.littleEndian);
    this.length += 8;
    return this;
  }
  done(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}
