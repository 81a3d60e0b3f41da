/**
 * Fields: what may be said of a kind, in a scene or in a panel. A field knows its type, its unit, its range, its default and its
 * meaning. Schema, checks, documents and panels are made from it; see constraints/kinds/constraint-kind.ts.
 */

/**
 * The range of a number; a bound that is not given does not exist.
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
 * The value of a field that is not given, or words for one that is computed.
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
  /** of a choice: what there is */
  readonly options?: readonly Value[];
  /** what it is if it is not given */
  readonly fallback?: Fallback;
  /** of a list: so many at least */
  readonly least?: number;
  /** what is wanted, if the type, the unit and the range do not say it all */
  readonly wanted?: string;
  /** of a body: what it has to be */
  readonly body?: BodyDemand;
}

/**
 * What a field asks of the body it names.
 * @example const demand: BodyDemand = { what: 'a rod', add: (id) => `Add a spline "${id}".`, accepts: (body) => body.mesh === undefined };
 */
export interface BodyDemand {
  /** such as `a plane`, for a message */
  readonly what: string;
  /** what would do where there is none, for a message */
  add(id: string): string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are defined in a room further on
  accepts(body: any): boolean;
}

/**
 * The fields of a kind, by name.
 * @example const fields: Fields = constraintKinds().get('distance')?.fields ?? {};
 */
export type Fields = Readonly<Record<string, Field>>;

type Options = Omit<Partial<Field>, 'type' | 'required' | 'description'>;

/** The same field, which may be left out; `fallback` is what it is then. */
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
