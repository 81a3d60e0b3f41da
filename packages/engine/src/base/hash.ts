/**
 * A 64-bit fingerprint of numbers and texts: two chains of 32-bit multiplications with different factors.
 * Every NaN counts as the same number, because WebAssembly does not specify its bits.
 */
const words = new Uint32Array(2);
const number = new Float64Array(words.buffer);

/**
 * A 64-bit hash of numbers and texts; equal input gives equal digits on every machine.
 * @example new Hash().text('cube').numbers([1, 2, 3]).digest()
 */
export class Hash {
  #a = 0x811c9dc5;
  #b = 0x9747b28c;

  /** 32 bits */
  word(word: number): void {
    let a = Math.imul(this.#a ^ word, 0x85ebca6b);
    a ^= a >>> 13;
    this.#a = Math.imul(a, 0xc2b2ae35);
    let b = Math.imul(this.#b + word, 0x9e3779b1);
    b ^= b >>> 15;
    this.#b = Math.imul(b, 0x27d4eb2f) ^ (this.#a >>> 16);
  }
  number(value: number): this {
    number[0] = value;
    if (value !== value) {
      words[0] = 0;
      words[1] = 0x7ff80000;
    }
    this.word(words[0]);
    this.word(words[1]);
    return this;
  }
  numbers(values: ArrayLike<number>, start = 0, end = values.length): this {
    if (!(values instanceof Float64Array)) {
      for (let i = start; i < end; i++) this.number(values[i]);
      return this;
    }
    // the same, read from memory as 32-bit words: little-endian on every machine that runs WebAssembly
    const all = new Uint32Array(values.buffer, values.byteOffset + 8 * start, 2 * (end - start));
    let [a, b] = [this.#a, this.#b];
    for (let i = 0; i < all.length; i++) {
      let word = all[i];
      if (values[start + (i >> 1)] !== values[start + (i >> 1)]) word = i & 1 ? 0x7ff80000 : 0;
      a = Math.imul(a ^ word, 0x85ebca6b);
      a = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
      b = Math.imul(b + word, 0x9e3779b1);
      b = Math.imul(b ^ (b >>> 15), 0x27d4eb2f) ^ (a >>> 16);
    }
    this.#a = a;
    this.#b = b;
    return this;
  }
  text(value: string): this {
    this.word(value.length);
    for (let i = 0; i < value.length; i++) this.word(value.charCodeAt(i));
    return this;
  }
  /** 16 hexadecimal digits */
  digest(): string {
    const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
    return hex(this.#a ^ (this.#b >>> 7)) + hex(this.#b);
  }
}
