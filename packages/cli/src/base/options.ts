/** Values of options, checked where they are typed. */
import { allIntegrators } from '@pliant/engine';
import { advice, methodNames } from '@pliant/io';
import { InvalidArgumentError } from 'commander';

const number = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

export function positive(text: string): number {
  const value = number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('Give a positive number.');
  return value;
}
export function wholeNumber(text: string): number {
  const value = number(text);
  if (!(Number.isSafeInteger(value) && value >= 0)) throw new InvalidArgumentError('Give a whole number, 0 or more.');
  return value;
}
export function oneOrMore(text: string): number {
  const value = number(text);
  if (!(Number.isSafeInteger(value) && value >= 1)) throw new InvalidArgumentError('Give a whole number, 1 or more.');
  return value;
}
/** As many threads as a ThreadPool takes. */
export function threadCount(text: string): number {
  const value = number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= 64))
    throw new InvalidArgumentError('Give a whole number from 1 to 64.');
  return value;
}
export function port(text: string): number {
  const value = number(text);
  if (!(Number.isInteger(value) && value >= 0 && value <= 65535)) {
    throw new InvalidArgumentError('Give a whole number from 1 to 65535, or 0 for any port that is free.');
  }
  return value;
}
export const integrator = (text: string): string => oneOf(text, Object.keys(allIntegrators));
export const method = (text: string): string => oneOf(text, methodNames);
/** Several of them: `local,lagrange`. */
export const integrators = (text: string): string[] => severalOf(text, integrator);
export const methods = (text: string): string[] => severalOf(text, method);

const severalOf = (text: string, one: (text: string) => string): string[] => [
  ...new Set(text.split(',').map((word) => one(word.trim()))),
];
function oneOf(text: string, known: readonly string[]): string {
  if (known.includes(text)) return text;
  const hint = advice(text, known);
  throw new InvalidArgumentError(hint[0].toUpperCase() + hint.slice(1));
}
