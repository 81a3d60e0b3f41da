/** A text file line by line: what is blank or a comment is passed over, numbers are read strictly, faults know their line. */
import { MeshError } from './mesh-file.ts';

const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const whole = /^[+-]?\d+$/;

export class Lines {
  /** of the line last taken, counted from 1 */
  line = 0;
  /** words of that line */
  words: readonly string[] = [];
  readonly #text: string;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#text = new TextDecoder().decode(bytes);
  }

  /** Goes on to the next line that says something; false at the end of the file. */
  next(): boolean {
    while (this.#at < this.#text.length) {
      const end = this.#text.indexOf('\n', this.#at);
      const stop = end < 0 ? this.#text.length : end;
      const said = this.#text.slice(this.#at, stop).replace(/#.*/s, '').trim();
      this.#at = stop + 1; // past the end by one, after the last
      this.line++;
      if (said === '') continue;
      this.words = said.split(/\s+/);
      return true;
    }
    return false;
  }
  /** The line last taken is the last that says something. */
  get atEnd(): boolean {
    return this.#at > this.#text.trimEnd().length;
  }
  fail(message: string): never {
    throw new MeshError(message, this.line);
  }
  /** The k-th word, a whole number of at least `least`. */
  whole(k: number, what: string, least = 0): number {
    const word = this.words[k];
    const value = Number(word);
    if (!whole.test(word) || !(value >= least) || value > 0x7fffffff) {
      this.fail(`${shown(word)} is no ${what}; a whole number, ${least} or more, should stand here.`);
    }
    return value;
  }
  finite(k: number, what: string): number {
    const word = this.words[k];
    const value = Number(word);
    if (!number.test(word) || !Number.isFinite(value)) {
      this.fail(`${shown(word)} is no ${what}; a finite number should stand here.`);
    }
    return value;
  }
}

/** A word of a file, fit to be printed. */
export function shown(word: string): string {
  const clean = word.replace(/[^\x20-\x7e]/g, '?');
  return `"${clean.length > 24 ? `${clean.slice(0, 21)}...` : clean}"`;
}
