/**
 * Options of public functions, checked where TypeScript cannot: keys that are misspelt and values of the wrong type. Ranges
 * are checked by the functions themselves.
 *
 *   checkOptions('box', options, { size: required(numbers), cells: required(numbers), tetsPerCell: oneOf(5, 6), ... });
 *
 * The table names every option of the type, so that an option cannot be added to one and forgotten in the other.
 */
import { Refusal, refusing } from './refusal.ts';
import { suggest } from './suggest.ts';

/** What an option accepts, and how a message says it: "a number". */
export interface Option {
  readonly words: string;
  accepts(value: unknown): boolean;
  /** it must be given */
  readonly required?: true;
}

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !isList(value);

export const number: Option = { words: 'a number', accepts: (value) => typeof value === 'number' };
export const numbers: Option = {
  words: 'a list of numbers',
  accepts: (value) =>
    isList(value) && (ArrayBuffer.isView(value) || Array.from(value).every((one) => typeof one === 'number')),
};
export const text: Option = { words: 'text', accepts: (value) => typeof value === 'string' };
export const flag: Option = { words: 'true or false', accepts: (value) => typeof value === 'boolean' };
export const list: Option = { words: 'a list', accepts: isList };
export const object: Option = { words: 'an object', accepts: isObject };

/** One of these values. */
export const oneOf = (...values: readonly (string | number)[]): Option => ({
  words: inWords(values.map((value) => JSON.stringify(value))),
  accepts: (value) => values.includes(value as string | number),
});
/** Accepts what any of these options accepts. */
export const either = (...options: readonly Option[]): Option => ({
  words: inWords(options.map(({ words }) => words)),
  accepts: (value) => options.some((option) => option.accepts(value)),
});
/** The same option, which must be given. */
export const required = (option: Option): Option => ({ ...option, required: true });

const inWords = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all[all.length - 1]}`;

/** Refuses options of `caller` that are not known, have the wrong type or are missing. An option that is undefined counts as not given. */
export function checkOptions<Options extends object>(
  caller: string,
  options: Options,
  known: { readonly [Key in keyof Required<Options>]: Option },
): void {
  const table = known as Readonly<Record<string, Option>>;
  const names = Object.keys(table);
  const refuse = refusing({ of: caller });
  if (!isObject(options)) {
    const example = names.length ? ` with ${inWords(names.map((name) => `"${name}"`))}` : '';
    throw refuse('', `the options are ${shown(options)}. Give an object${example}.`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(table, name))
      throw new Refusal('unknown', { of: caller }, `"${name}" is not an option. ${remedy(name, names)}`);
    if (!table[name].accepts(value)) throw refuse(name, `${shown(value)} cannot be used. Give ${table[name].words}.`);
  }
  for (const name of names) {
    if (table[name].required && (options as Record<string, unknown>)[name] === undefined)
      throw refuse(name, `it is missing. Give ${table[name].words}.`);
  }
}

function remedy(name: string, names: readonly string[]): string {
  const meant = suggest(name, names);
  return meant === undefined ? `There are ${names.map((one) => `"${one}"`).join(', ')}.` : `Did you mean "${meant}"?`;
}

/** A value as a message shows it, cut short if it is long. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (typeof value === 'function') return 'a function';
  if (isList(value)) return `a list of ${value.length}`;
  if (isObject(value)) return 'an object';
  return String(value);
}
