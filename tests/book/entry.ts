/** An entry of the validation book: something whose answer is known, and what the engine makes of it. */
export interface Entry {
  readonly what: string;
  readonly formula: string;
  readonly source: string;
  readonly parameters: string;
  readonly unit: string;
  readonly expected: number;
  /** largest error, as a part of the expected value, or of 1 unit where that is 0 */
  readonly tolerance: number;
  /** why that much */
  readonly reason: string;
  measure(): number;
}
export interface Chapter {
  /** name of its page */
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly entries: readonly Entry[];
}
export interface Result {
  readonly entry: Entry;
  readonly measured: number;
  readonly error: number;
}
export function resultOf(entry: Entry): Result {
  const measured = entry.measure();
  const error = Math.abs(measured - entry.expected) / (entry.expected === 0 ? 1 : Math.abs(entry.expected));
  return { entry, measured, error };
}

/** Reasons that are given often. */
export const exact = 'the scheme is exact here: what is left is rounding';
export const order2 = 'error of the scheme, proportional to h^2';
export const order4 = 'error of the scheme, proportional to h^4';
