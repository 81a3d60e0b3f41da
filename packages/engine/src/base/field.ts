/**
 * Fields: the properties of a kind, as a scene or a panel gives them. A field has a type, a unit, a range, a default and a
 * description. Schema, checks, documentation and panels are generated from it; see constraints/kinds/constraint-kind.ts.
 */

/**
 * The range of a number; a bound that is left out does not apply.
 * @example const range: Range = { above: 0, most: 1 };
 */
export interface Range {
  readonly above?: number;
  readonly least?: number;
  readonly most?: number;
  readonly below?: number;
  readonly whole?: true;
}

/**
 * The default of a field, or a phrase that says how it is computed.
 * @example const fallback: Fallback = 0.5;
 */
export type Fallback = string | number | boolean | readonly number[];

/**
 * A field of a kind: its type, unit, range, default and meaning.
 * @example const length: Field = field.number('m', 'The length.');
 */
export interface Field<Type extends string = string, Required extends boolean = boolean, Value = unknown> {
  readonly type: Type;
  readonly required: Required;
  /** a sentence, for people */
  readonly description: string;
  readonly unit?: string;
  readonly range?: Range;
  /** of numbers: it may also be a path of values over time */
  readonly driven?: true;
  /** of a choice: the values to choose from */
  readonly options?: readonly Value[];
  /** the default */
  readonly fallback?: Fallback;
  /** of a list: the least number of entries */
  readonly least?: number;
  /** a description of valid values, for messages, where type, unit and range do not suffice */
  readonly wanted?: string;
  /** of a body: which bodies are accepted */
  readonly body?: BodyDemand;
}

/**
 * What a field asks of the body it names.
 * @example const demand: BodyDemand = { what: 'a rod', add: (id) => `Add a spline "${id}".`, accepts: (body) => body.mesh === undefined };
 */
export interface BodyDemand {
  /** such as `a plane`, for a message */
  readonly what: string;
  /** the remedy where there is no such body, for a message */
  add(id: string): string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are defined in a later room
  accepts(body: any): boolean;
}

/**
 * The fields of a kind, by name.
 * @example const fields: Fields = constraintKinds().get('distance')?.fields ?? {};
 */
export type Fields = Readonly<Record<string, Field>>;

type Options = Omit<Partial<Field>, 'type' | 'required' | 'description'>;

/** The same field, but optional; `fallback` is its default. */
export const optional = <T extends string, V>(field: Field<T, true, V>, fallback?: Fallback): Field<T, false, V> => ({
  ...field,
  required: false,
  ...(fallback === undefined ? {} : { fallback }),
});

const make =
  <T extends string>(type: T) =>
  (description: string, options: Options = {}): Field<T, true> =>
    ({ type, required: true, description, ...options }) as Field<T, true>;

/** A number in a unit; '' for one without. */
export const number = (unit: string, description: string, range: Range = {}, options: Options = {}) =>
  make('number')(description, { ...(unit ? { unit } : {}), range, ...options });
/** A number, or a path of values over time. */
export const drivenNumber = (unit: string, description: string, range: Range = {}, options: Options = {}) =>
  ({ ...number(unit, description, range, options), type: 'driven-number', driven: true }) as Field<
    'driven-number',
    true
  >;
/** Three numbers. */
export const vector = (unit: string, description: string, options: Options = {}) =>
  make('vector')(description, { ...(unit ? { unit } : {}), ...options });
/** Two numbers. */
export const pair = (unit: string, description: string) => make('pair')(description, { ...(unit ? { unit } : {}) });
/** true or false */
export const flag = make('flag');
/** One of some values. */
export const choice = <const V extends string | number>(options: readonly V[], description: string) =>
  ({ type: 'choice', required: true, description, options }) as Field<'choice', true, V>;
/** A text. */
export const text = make('text');

export const positive: Range = { above: 0 };
export const notNegative: Range = { least: 0 };
