/** Errors in equations given as text. */
/**
 * An error in an equation given as text: its column, what is wrong, and the remedy.
 * @example if (error instanceof EquationError) console.log(error.column, error.message);
 */
export class EquationError extends Error {
  override readonly name = 'EquationError';
  /** counted from 1 */
  readonly column: number;
  /** characters it is about; 0 at the end of the text */
  readonly length: number;
  /** the text it is about; empty at the end */
  readonly token: string;

  /** `start` and `end`: offsets in the text. `expected`: the remedy, a clause that ends the sentence. */
  constructor(
    readonly text: string,
    { start, end }: { readonly start: number; readonly end: number },
    what: string,
    readonly expected: string,
  ) {
    super(`column ${start + 1}: ${what}; ${expected}`);
    this.column = start + 1;
    this.length = end - start;
    this.token = text.slice(start, end);
  }

  /** The equation, and below it a mark under what is wrong. */
  get picture(): string {
    const line = this.text.replace(/\s/g, ' ');
    return `${line}\n${' '.repeat(this.column - 1)}${'^'.repeat(Math.max(1, this.length))}`;
  }
}

/** Text in a message, cut short. */
export const quoted = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 37)}...` : text}"`;
