/** The bytes of a WebAssembly module: a growing buffer with the format's numbers, and the instructions we use. */
export class Bytes {
  #data = new Uint8Array(1024);
  length = 0;

  byte(value: number): this {
    if (this.length === this.#data.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.length++] = value;
    return this;
  }
  bytes(values: ArrayLike<number>): this {
    const end = this.length + values.length;
    if (end > this.#data.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#data.length));
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(values, this.length);
    this.length = end;
    return this;
  }
  /** LEB128 */
  unsigned(value: number): this {
    let rest = value;
    while (rest > 127) {
      this.byte((rest & 127) | 128);
      rest >>>= 7;
    }
    return this.byte(rest);
  }
  signed(value: number): this {
    let rest = value;
    for (;;) {
      const low = rest & 127;
      rest >>= 7;
      if ((rest === 0 && !(low & 64)) || (rest === -1 && low & 64)) return this.byte(low);
      this.byte(low | 128);
    }
  }
  word(value: number): this {
    return this.byte(value & 255)
      .byte((value >>> 8) & 255)
      .byte((value >>> 16) & 255)
      .byte(value >>> 24);
  }
  double(value: number): this {
    return this.bytes(new Uint8Array(Float64Array.of(value).buffer));
  }
  text(value: string): this {
    this.unsigned(value.length);
    for (let i = 0; i < value.length; i++) this.byte(value.charCodeAt(i));
    return this;
  }
  /** Something that is preceded by its length. */
  sized(content: Bytes): this {
    return this.unsigned(content.length).bytes(content.view());
  }
  section(id: number, content: Bytes): this {
    return this.byte(id).sized(content);
  }
  view(): Uint8Array<ArrayBuffer> {
    return this.#data.subarray(0, this.length);
  }
}

export const types = { i32: 0x7f, v128: 0x7b, empty: 0x40 } as const;

/** One-byte instructions. */
export const instruction = {
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  branchIf: 0x0d,
  return: 0x0f,
  select: 0x1b,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  i32Load: 0x28,
  f64Load: 0x2b,
  f64Store: 0x39,
  i32Const: 0x41,
  f64Const: 0x44,
  i32Eqz: 0x45,
  i32LessSigned: 0x48,
  i32GreaterSigned: 0x4a,
  i32Add: 0x6a,
  i32Sub: 0x6b,
  i32And: 0x71,
  f64Add: 0xa0,
  f64Sub: 0xa1,
} as const;

/** Instructions behind the prefix 0xfd. */
export const simd = {
  load: 0x00,
  load64Splat: 0x0a,
  store: 0x0b,
  const: 0x0c,
  shuffle: 0x0d,
  f64x2Splat: 0x14,
  f64x2Extract: 0x21,
  f64x2LessThan: 0x49,
  and: 0x4e,
  andNot: 0x4f,
  or: 0x50,
  bitselect: 0x52,
  load64Lane: 0x57,
  store64Lane: 0x5b,
  load64Zero: 0x5d,
  nearest: 0x94,
  i64x2ShiftLeft: 0xcb,
  i64x2ShiftRight: 0xcd,
  abs: 0xec,
  neg: 0xed,
  sqrt: 0xef,
  add: 0xf0,
  sub: 0xf1,
  mul: 0xf2,
  div: 0xf3,
  min: 0xf6,
  max: 0xf7,
} as const;
