/**
 * The words of the schema: numbers with units, vectors, objects that know their keys.
 *
 * By agreement every error text here says what would do ("a positive number in metres"); what stands there instead, and
 * whether it is missing, is added by schema-faults.ts. The error text of an object lists the keys it knows.
 */
import { allIntegrators, type Field } from '@pliant/engine';
import * as z from 'zod';

// Without it zod asks, by trying, whether code may be made from text; under a strict content policy a page reports that.
z.config({ jitless: true });

export const inUnit = (unit: string): string => (unit ? ` in ${unit}` : '');
const withUnit = (description: string, unit: string): string =>
  unit ? `${description.replace(/\.$/, '')} (${unit}).` : description;

/** What an editor says of a field: its meaning, its unit, what it is if it is not given. */
export function described({ description, unit = '', driven, fallback, required }: Field): string {
  const words = withUnit(description, unit).replace(/\.$/, '');
  const path = driven ? ', or a path of values' : '';
  const value = typeof fallback === 'string' ? fallback : JSON.stringify(fallback);
  return `${words}${path}${required || fallback === undefined ? '' : `; ${value} if not given`}.`;
}

/** A part of the format that has a name of its own in the JSON Schema, under $defs. */
export const named = <T extends z.ZodType>(name: string, schema: T): T => schema.meta({ def: name }) as T;

/** Numbers of any quantity stay within these, so that squares and products of a few of them are still numbers. */
export const largest = 1e30;
export const smallest = 1e-30;
export interface Range {
  readonly least?: number;
  readonly most?: number;
}
/** m/s^2 */
export const gravityRange = { most: 1e9 };
/** h, s */
export const stepRange = { least: 1e-12, most: 1e6 };
export const inRange = (least: number, most: number): string => ` from ${least} to ${most}`;

export function finite(unit: string, description: string) {
  const error = `a number${inUnit(unit)}`;
  const range = `${error}${inRange(-largest, largest)}`;
  return z
    .number({ error })
    .gte(-largest, { error: range })
    .lte(largest, { error: range })
    .describe(withUnit(description, unit));
}
export function positive(unit: string, description: string, { least = smallest, most = largest }: Range = {}) {
  const error = `a positive number${inUnit(unit)}`;
  const range = `a number${inUnit(unit)}${inRange(least, most)}`;
  return z
    .number({ error })
    .gt(0, { error, abort: true })
    .gte(least, { error: range })
    .lte(most, { error: range })
    .describe(withUnit(description, unit));
}
export function notNegative(unit: string, description: string) {
  const error = `a number${inUnit(unit)}, zero or more`;
  const range = `a number${inUnit(unit)}${inRange(0, largest)}`;
  return z.number({ error }).gte(0, { error }).lte(largest, { error: range }).describe(withUnit(description, unit));
}
export function whole(least: number, description: string) {
  const error = `a whole number, ${least} or more`;
  return z.number({ error }).int({ error }).gte(least, { error }).describe(description);
}

export function vector(unit: string, description: string, { most = largest }: Pick<Range, 'most'> = {}) {
  const range = `a number${inUnit(unit)}${inRange(-most, most)}`;
  const component = z
    .number({ error: `a number${inUnit(unit)}` })
    .gte(-most, { error: range })
    .lte(most, { error: range });
  const error = `three numbers [x, y, z]${inUnit(unit)}`;
  return z.tuple([component, component, component], { error }).describe(withUnit(description, unit));
}
const counting = (least: number) => {
  const error = `a whole number, ${least} or more`;
  return z.number({ error }).int({ error }).gte(least, { error });
};
export const twoWholes = (least: number, description: string) =>
  z
    .tuple([counting(least), counting(least)], { error: `two whole numbers [n, m], ${least} or more` })
    .describe(description);
export const threeWholes = (least: number, description: string) =>
  z
    .tuple([counting(least), counting(least), counting(least)], {
      error: `three whole numbers [nx, ny, nz], ${least} or more`,
    })
    .describe(description);

export const text = (wanted: string, description: string) =>
  z.string({ error: wanted }).min(1, { error: wanted }).describe(description);
export const yesOrNo = (description: string) => z.boolean({ error: 'true or false' }).describe(description);
export const list = <T extends z.ZodType>(item: T, wanted: string, description: string) =>
  z.array(item, { error: wanted }).describe(description);
/** At least one. */
export const some = <T extends z.ZodType>(item: T, wanted: string, description: string, least = 1) =>
  z.array(item, { error: wanted }).min(least, { error: wanted }).describe(description);

/** An object with these keys and no others. */
export const object = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join('|') : 'an object { ... }'),
  });

/**
 * Exactly one of some keys has to be there (or, with `orNone`, at most one); those that go `together` count as one. Editors
 * learn it from the JSON Schema too.
 */
export function oneOf<T extends z.ZodObject>(
  schema: T,
  names: readonly (keyof T['shape'] & string)[],
  what: string,
  { orNone = false, together = [] as readonly string[] } = {},
): T {
  const given = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? names.filter((n) => Object.hasOwn(value, n)) : [...names.slice(0, 1)];
  /** none of these keys, for JSON Schema */
  const none = (list: readonly string[]) => ({ properties: Object.fromEntries(list.map((n) => [n, false])) });
  const cases = [
    ...names.filter((n) => !together.includes(n)).map((n) => ({ required: [n] })),
    ...(together.length ? [{ not: none(together) }] : []),
    ...(orNone ? [none(names)] : []),
  ];
  const fits = (found: readonly string[]): boolean =>
    found.length === 1 || (found.length === 0 ? orNone : found.every((n) => together.includes(n)));
  return schema
    .refine((value) => fits(given(value)), {
      error: ({ input }) => {
        const found = given(input);
        if (found.length)
          return `${found.map((n) => `"${n}"`).join(' and ')} ${what.replace(/^says /, 'say ')}; give one of them.`;
        return `nothing ${what}; give ${names.map((n) => `"${n}"`).join(' or ')}.`;
      },
      when: () => true,
    })
    .meta({ not: { not: { oneOf: cases } } }) as unknown as T; // negated twice: one error, not one for each case
}

export const integratorName = (description: string) =>
  z
    .enum(Object.keys(allIntegrators) as [string, ...string[]], { error: 'the name of an integrator' })
    .describe(description);

export const domainReference = z
  .union([z.number({ error: 'a domain' }).int({ error: 'a domain' }), z.string({ error: 'a domain' }).min(1)], {
    error: 'a domain of a mesh file: its number or its name',
  })
  .describe('A domain of a mesh file, by number or name.');
