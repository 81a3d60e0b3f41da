/** Numbers of a binary file, one after another. Faults know their byte; nothing is made larger than what is left. */
import { MeshError, truncatedRemedy } from '../../mesh-error.ts';

const hostIsLittle = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
const largestId = 0x7fffffff;

export class ByteReader {
  at: number;
  readonly #view: DataView;

  constructor(
    readonly bytes: Uint8Array,
    start = 0,
    readonly littleEndian = true,
  ) {
    this.at = start;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  get left(): number {
    return this.bytes.length - this.at;
  }
  /** There must be so many bytes. */
  need(size: number, what: string): void {
    if (size <= this.left) return;
    this.fail(`${what} needs ${size} bytes, and ${Math.max(0, this.left)} are left. ${truncatedRemedy}`);
  }
  /** The numbers below are read after `need`. */
  u8(): number {
    return this.#view.getUint8(this.at++);
  }
  i32(): number {
    const value = this.#view.getInt32(this.at, this.littleEndian);
    this.at += 4;
    return value;
  }
  u32(): number {
    const value = this.#view.getUint32(this.at, this.littleEndian);
    this.at += 4;
    return value;
  }
  /** rounded above 2^53, where nothing is meant */
  u64(): number {
    const first = this.#view.getUint32(this.at, this.littleEndian);
    const second = this.#view.getUint32(this.at + 4, this.littleEndian);
    this.at += 8;
    return this.littleEndian ? first + 4294967296 * second : second + 4294967296 * first;
  }
  f32(): number {
    const value = this.#view.getFloat32(this.at, this.littleEndian);
    this.at += 4;
    return value;
  }
  f64(): number {
    const value = this.#view.getFloat64(this.at, this.littleEndian);
    this.at += 8;
    return value;
  }
  /** A copy of the next so many words of 4 bytes, in their order; `at` stays. */
  words(count: number): Int32Array {
    const own = this.bytes.slice(this.at, this.at + 4 * count);
    if (this.littleEndian === hostIsLittle) return new Int32Array(own.buffer);
    const view = new DataView(own.buffer);
    return Int32Array.from({ length: count }, (_, k) => view.getInt32(4 * k, this.littleEndian));
  }
  /** A number that a reader keeps in 31 bits. */
  fitted(value: number, what: string): number {
    if (value >= 0 && value <= largestId) return value;
    return this.fail(`${value} is not a valid ${what}; a number from 0 to ${largestId} is expected here.`);
  }
  fail(message: string): never {
    throw new MeshError(message, { byte: Math.min(this.at, this.bytes.length) });
  }
}
