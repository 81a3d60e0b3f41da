/**
 * A text read byte by byte: words and numbers as they stand, without lists of lines. Faults know their line, which is
 * counted only when there is a fault.
 *
 * Numbers are read exactly. The digits are a whole number m; if it is below 2^53, it is exact, and so is 10^k up to k = 22,
 * so that m * 10^k and m / 10^k are rounded once, as they should be. All else goes through `Number`.
 */
import { MeshError, truncatedRemedy } from '../../mesh-error.ts';

const space = 1;
const newline = 2;
const ends = 4;
/** What a byte does: separates, ends a line, ends a word. */
const classOf = new Uint8Array(256);
for (const c of [9, 11, 12, 13, 32]) classOf[c] = space | ends;
classOf[10] = space | newline | ends;

const powers = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
const [plus, minus, dot, zero] = [0x2b, 0x2d, 0x2e, 0x30];
const largestId = 0x7fffffff;
/** Below it, all whole numbers are exact; a sum that was rounded is not below. */
const exact = 2 ** 53;

export class Scanner {
  at: number;
  readonly end: number;

  /** comment: what begins a comment that goes to the end of the line; 0 for none */
  constructor(
    readonly bytes: Uint8Array,
    readonly comment = 0,
    start = 0,
    end = bytes.length,
  ) {
    this.at = start;
    this.end = end;
    if (start === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.at = 3; // byte order mark
  }

  /** Goes to the next word, on this line or later; false at the end of the file. */
  skip(): boolean {
    const { bytes, end, comment } = this;
    let at = this.at;
    while (at < end) {
      const c = bytes[at];
      if (classOf[c] & space) at++;
      else if (c === comment && comment !== 0) at = this.#lineEnd(at);
      else break;
    }
    this.at = at;
    return at < end;
  }
  /** Goes to the next word of this line; false if there is none. */
  skipOnLine(): boolean {
    const { bytes, end } = this;
    let at = this.at;
    while (at < end && (classOf[bytes[at]] & (space | newline)) === space) at++;
    this.at = at;
    return at < end && bytes[at] !== 10 && !(bytes[at] === this.comment && this.comment !== 0);
  }
  #lineEnd(at: number): number {
    const found = this.bytes.indexOf(10, at);
    return found < 0 || found > this.end ? this.end : found;
  }
  /** Leaves out the rest of this line. */
  skipLine(): void {
    this.at = Math.min(this.end, this.#lineEnd(this.at) + 1);
  }
  /** The rest of this line, trimmed, without a comment. */
  restOfLine(): string {
    const from = this.at;
    this.skipLine();
    const text = decode(this.bytes.subarray(from, this.at));
    const comment = this.comment ? text.indexOf(String.fromCharCode(this.comment)) : -1;
    return (comment < 0 ? text : text.slice(0, comment)).trim();
  }
  /** The next word, or '' at the end of the file. */
  word(): string {
    if (!this.skip()) return '';
    const from = this.at;
    this.#skipWord();
    return decode(this.bytes.subarray(from, this.at));
  }
  /** The next word, which stays where it is. */
  peek(): string {
    const word = this.word();
    this.at -= Math.min(this.at, new TextEncoder().encode(word).length);
    return word;
  }
  #skipWord(): void {
    const from = this.at;
    while (this.at < this.end && !(classOf[this.bytes[this.at]] & ends)) this.at++;
    if (this.at === from && this.at < this.end) this.at++; // a lone separator is a word
  }

  /** A whole number of at least `least` that fits into 31 bits: an id, an index, a small count. */
  id(what: string, least = 0): number {
    // a plain number, read on the spot; all else below
    const { bytes, end } = this;
    let at = this.at;
    while (at < end && classOf[bytes[at]] & space) at++;
    const first = at;
    let plain = 0;
    for (let digit = 0; at < end; at++) {
      digit = bytes[at] - zero;
      if (digit < 0 || digit > 9) break;
      plain = 10 * plain + digit;
    }
    if (at > first && at < end && classOf[bytes[at]] & ends && plain <= largestId && plain >= least) {
      this.at = at;
      return plain;
    }
    const value = this.whole(what);
    if (value < least || value > largestId) {
      this.#back(what, `a whole number from ${least} to ${largestId} is expected here.`);
    }
    return value;
  }
  /** Any whole number; exact up to 2^53. */
  whole(what: string): number {
    if (!this.skip()) this.ended(what);
    const { bytes, end } = this;
    let at = this.at;
    const negative = bytes[at] === minus;
    if (negative || bytes[at] === plus) at++;
    const first = at;
    let value = 0;
    for (; at < end; at++) {
      const digit = bytes[at] - zero;
      if (digit < 0 || digit > 9) break;
      value = 10 * value + digit;
    }
    if (at === first || (at < end && !(classOf[bytes[at]] & ends)) || value > Number.MAX_SAFE_INTEGER) {
      this.refuse(what, 'a whole number is expected here.');
    }
    this.#last = this.at;
    this.at = at;
    return negative ? -value : value;
  }
  #last = 0;
  /** Refuses the number just read. */
  #back(what: string, wanted: string): never {
    this.at = this.#last;
    return this.refuse(what, wanted);
  }

  /** Any number; NaN and infinities as well, which are told as problems of the mesh. */
  float(what: string): number {
    if (!this.skip()) this.ended(what);
    const { bytes, end } = this;
    const from = this.at;
    let at = from;
    const negative = bytes[at] === minus;
    if (negative || bytes[at] === plus) at++;
    let mantissa = 0;
    let digits = 0; // behind leading zeros
    let seen = 0;
    let exponent = 0;
    for (let point = false; at < end; at++) {
      const digit = bytes[at] - zero;
      if (digit >= 0 && digit <= 9) {
        if (digits > 0 || digit > 0) digits++;
        if (digits <= 16) mantissa = 10 * mantissa + digit;
        if (point) exponent--;
        seen++;
      } else if (bytes[at] === dot && !point) point = true;
      else break;
    }
    let good = seen > 0;
    if (good && at < end && (bytes[at] | 32) === 0x65) {
      at++;
      const down = bytes[at] === minus;
      if (down || bytes[at] === plus) at++;
      const first = at;
      let power = 0;
      for (; at < end && bytes[at] >= zero && bytes[at] <= 0x39; at++)
        power = Math.min(99999, 10 * power + bytes[at] - zero);
      good = at > first;
      exponent += down ? -power : power;
    }
    if (!good || (at < end && !(classOf[bytes[at]] & ends))) return this.#named(what);
    this.at = at;
    if (digits > 16 || mantissa >= exact || exponent < -22 || exponent > 22) return Number(ascii(bytes, from, at));
    const value = exponent < 0 ? mantissa / powers[-exponent] : mantissa * powers[exponent];
    return negative ? -value : value;
  }
  /** nan, inf, infinity */
  #named(what: string): number {
    const from = this.at;
    this.#skipWord();
    const word = ascii(this.bytes, from, Math.min(this.at, from + 16)).toLowerCase();
    const [, sign, name] = /^([+-]?)(nan|inf|infinity)(\(.*\))?$/.exec(word) ?? [];
    if (name === undefined) {
      this.at = from;
      this.refuse(what, 'a number is expected here.');
    }
    return name === 'nan' ? Number.NaN : sign === '-' ? -Infinity : Infinity;
  }

  /** How many things a header promises; refused if the bytes that are left cannot hold them. */
  count(what: string, leastBytes: number): number {
    const value = this.whole(`number of ${what}`);
    if (value < 0) this.#back(`number of ${what}`, '0 or more is expected here.');
    // the last one may lack its end of line
    const left = this.end - this.at;
    if (value * leastBytes > left + 1) {
      this.at = this.#last;
      this.fail(`${value} ${what} are announced, and ${left} bytes follow. ${truncatedRemedy}`);
    }
    return value;
  }
  /** The next word must be this one. */
  expect(word: string): void {
    const from = this.at;
    const found = this.word();
    if (found === word) return;
    if (found === '') this.ended(`"${word}"`);
    this.at = from;
    this.skip();
    this.fail(`${shown(found)} stands where "${word}" should; is a count wrong?`);
  }

  get place(): { line: number } {
    let line = 1;
    const stop = Math.min(this.at, this.bytes.length);
    for (let at = this.bytes.indexOf(10); at >= 0 && at < stop; at = this.bytes.indexOf(10, at + 1)) line++;
    return { line };
  }
  fail(message: string): never {
    throw new MeshError(message, this.place);
  }
  /** Refuses the word that stands here. */
  refuse(what: string, wanted: string): never {
    const { place } = this;
    throw new MeshError(`${shown(this.word())} is not a valid ${what}; ${wanted}`, place);
  }
  ended(what: string): never {
    this.at = this.end;
    const one = what.startsWith('"') ? what : `${/^[aeio]/.test(what) ? 'an' : 'a'} ${what}`;
    return this.fail(`the file ends where ${one} should stand. ${truncatedRemedy}`);
  }
}

/** Lines of some places in a text, which come in order. */
export function linesOf(bytes: Uint8Array, places: Int32Array): Int32Array {
  const lines = new Int32Array(places.length);
  let line = 1;
  let next = bytes.indexOf(10);
  for (let i = 0; i < places.length; i++) {
    for (; next >= 0 && next < places[i]; next = bytes.indexOf(10, next + 1)) line++;
    lines[i] = line;
  }
  return lines;
}

export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode.apply(null, bytes.subarray(from, to) as unknown as number[]);

/** A word of a file, fit to be printed. */
export function shown(word: string): string {
  const clean = word.replace(/[^\x20-\x7e]/g, '?');
  return `"${clean.length > 24 ? `${clean.slice(0, 21)}...` : clean}"`;
}
