/** The fields of kinds as the scene format has them: what may stand for each type. The types are the engine's, see Field. */
import type { BuiltInKind, Fallback, Field, FieldType, Range } from '@pliant/engine';
import * as z from 'zod';
import { type AnyPointDef, anyPoint, type DrivenDef, driven, type TargetDef, target } from './paths.ts';
import { described, inRange, inUnit, largest, smallest, some, text, yesOrNo } from './quantities.ts';
import { type AnchorDef, anchor, bodyReference, type SelectionDef, selection } from './selections.ts';

/** What is typed for a field of each type. */
interface Inputs {
  points: AnchorDef;
  point: AnyPointDef;
  'point-each': AnyPointDef;
  'point-list': AnchorDef[];
  'rod-point': AnchorDef;
  'rod-points': AnchorDef;
  threaded: AnchorDef;
  'rod-places': number | number[];
  nodes: SelectionDef;
  'nodes-list': SelectionDef[];
  target: TargetDef;
  direction: TargetDef;
  body: string;
  curve: [number, number, number][];
  'named-points': Record<string, AnyPointDef>;
  'named-numbers': Record<string, DrivenDef>;
  'driven-number': DrivenDef;
  number: number;
  vector: [number, number, number];
  pair: [number, number];
  flag: boolean;
  text: string;
}
type InputOf<F> =
  F extends Field<infer T, boolean, infer V>
    ? T extends 'choice'
      ? V
      : T extends keyof Inputs
        ? Inputs[T]
        : never
    : never;
type RequiredKeys<F> = { [K in keyof F]: F[K] extends Field<string, true> ? K : never }[keyof F];
/** What may be typed for some fields. */
export type FieldsDef<F> = { [K in RequiredKeys<F>]: InputOf<F[K]> } & {
  [K in Exclude<keyof F, RequiredKeys<F>>]?: InputOf<F[K]> | undefined;
};
export type KindOf<K> = K extends BuiltInKind ? K['kind'] : never;

type Of = (field: Field) => z.ZodType;
const component = (unit = '') => ranged(unit);
const byName = (values: z.ZodType, wanted: string) =>
  z.record(z.string().min(1), values, { error: `an object { "name": ${wanted} }` });

/** A number in a range, and what it has to be in words. */
export function ranged(unit = '', range: Range = {}, wanted = numberWanted(unit, range)): z.ZodNumber {
  const error = wanted;
  const { above, least, below, most, whole } = range;
  let number = z.number({ error });
  if (whole) number = number.int({ error });
  if (above !== undefined) number = number.gt(above, { error, abort: true });
  if (least !== undefined) number = number.gte(least, { error, abort: true });
  if (below !== undefined) number = number.lt(below, { error, abort: true });
  if (most !== undefined) number = number.lte(most, { error, abort: true });
  if (whole) return number;
  // whatever else is asked, it stays within what can be worked with
  const [low, high] = [least ?? (above === 0 ? smallest : -largest), most ?? largest];
  const bounds = { error: `a number${inUnit(unit)}${inRange(low, high)}` };
  if (least === undefined) number = number.gte(low, bounds);
  return most === undefined ? number.lte(high, bounds) : number;
}
function numberWanted(unit: string, { above, least, below, most, whole }: Range): string {
  if (whole) return `a whole number, ${least ?? 0} or more`;
  if (least !== undefined && most !== undefined) return `a number from ${least} to ${most}`;
  if (above !== undefined && below !== undefined) return `a number above ${above} and below ${below}`;
  if (above === 0) return `a positive number${inUnit(unit)}`;
  return least === 0 ? `a number${inUnit(unit)}, zero or more` : `a number${inUnit(unit)}`;
}

const schemas: Record<FieldType, Of> = {
  points: () => anchor,
  point: () => anyPoint,
  'point-each': () => anyPoint,
  'point-list': ({ least = 1, description }) => some(anchor, 'two or more points', description, least),
  'rod-point': () => anchor,
  'rod-points': () => anchor,
  threaded: () => anchor,
  'rod-places': () => anchor.shape.u.unwrap(),
  nodes: () => selection,
  'nodes-list': ({ least = 1, description }) => some(selection, 'a list of selections', description, least),
  target: () => target,
  direction: () => target,
  body: () => bodyReference,
  curve: ({ least = 1, description }) =>
    some(
      z.tuple([component('metres'), component('metres'), component('metres')], {
        error: 'three numbers [x, y, z] in metres',
      }),
      'two or more points [[x, y, z], ...]',
      description,
      least,
    ),
  'named-points': () => byName(anyPoint.describe('A point, by a name of your own.'), 'point'),
  'named-numbers': () => byName(driven(ranged(), 'a number').describe('A number, by a name of your own.'), 'number'),
  'driven-number': ({ unit, range, wanted }) =>
    driven(ranged(unit, range, wanted), wanted ?? numberWanted(unit ?? '', range ?? {})),
  number: ({ unit, range, wanted }) => ranged(unit, range, wanted),
  vector: ({ unit }) =>
    z.tuple([component(unit), component(unit), component(unit)], {
      error: `three numbers [x, y, z]${inUnit(unit ?? '')}`,
    }),
  pair: () => z.tuple([component(), component()], { error: 'two places [u, u]' }),
  flag: ({ description }) => yesOrNo(description),
  choice: ({ options = [] }) => choiceOf(options),
  text: ({ wanted = 'text', description }) => text(wanted, description),
};

function choiceOf(options: readonly unknown[]): z.ZodType {
  const words = options.map((one) => JSON.stringify(one));
  const error = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return options.every((one) => typeof one === 'string')
    ? z.enum(options as [string, ...string[]], { error })
    : z.union(
        (options as number[]).map((one) => z.literal(one)) as unknown as [z.ZodLiteral<number>, z.ZodLiteral<number>],
        { error },
      );
}

/** Types whose values are numbers and words, as a person types them. */
const typed: readonly string[] = [
  'target',
  'direction',
  'driven-number',
  'number',
  'vector',
  'pair',
  'flag',
  'choice',
  'text',
];
/** What may be typed for a field, in words; undefined where its value is a selection. */
export function typedIn(field: Field): string | undefined {
  if (!typed.includes(field.type)) return undefined;
  return schemas[field.type as FieldType](field).safeParse(undefined).error?.issues[0].message;
}

/** A field as a key of an object. */
export function fieldSchema(field: Field): z.ZodType {
  const made = schemas[field.type as FieldType];
  if (!made)
    throw new Error(`a field of type "${field.type}" is not known; there are ${Object.keys(schemas).join(', ')}.`);
  const words = described(field);
  const { fallback } = field;
  const schema = made(field).meta({
    description: words,
    ...(isValue(field, fallback) ? { default: fallback } : {}),
  });
  return field.required ? schema : schema.optional();
}
/** Of a fallback: a value that could be typed, not words for one that is found. */
export const isValue = (field: Field, fallback: Fallback | undefined): boolean =>
  fallback !== undefined && (typeof fallback !== 'string' || (field.options ?? []).includes(fallback));
