/**
 * The scene format as JSON Schema, draft 2020-12, for editors and for checkers in other languages.
 *
 * Named and repeated parts are written once, under $defs. Choices are conditions, not alternatives to try: an object is chosen by
 * its "kind", a value by its type. So a checker reports faults of the chosen alternative only: one fault, one error. Where the
 * same part is used with different meanings, its description and default are written at each use.
 */
import { kindsVersion } from '@pliant/engine';
import * as z from 'zod';
import { sceneSchema } from '../schema.ts';
import { largest, smallest } from './quantities.ts';

export type Json = { readonly [key: string]: unknown };
type Mutable = { [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

let made: { readonly version: number; readonly schema: Json } | undefined;
export function sceneJsonSchema(): Json {
  const version = kindsVersion();
  if (made?.version !== version) made = { version, schema: makeJsonSchema() };
  return made.schema;
}

function makeJsonSchema(): Json {
  const all = z.toJSONSchema(sceneSchema(), { io: 'input', target: 'draft-2020-12' }) as Json;
  const defs: Mutable = {};
  const { $schema, ...rest } = shared(rewritten(all, defs) as Json, defs);
  const inOrder = Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    $schema,
    title: 'Pliant scene',
    description: 'A scene of Pliant: soft bodies under constraints.',
    ...rest,
    $defs: inOrder,
  };
}

/** Repeated parts, first without their descriptions, then what is still repeated with them, if they are longer as text than this. */
const shared = (root: Json, defs: Mutable): Json =>
  withShared(withShared(root, defs, structure, isPart, 40), defs, (part) => part, isDescribed, 80);

const isPart = (one: Json): boolean => 'type' in one || 'allOf' in one;
const isDescribed = (one: Json): boolean => typeof one.description === 'string';
const structure = ({ description: _, default: __, ...part }: Json): Json => part;

/** Numbers and vectors are named after what they are, other parts after the key that has them first. */
function nameOf({ type, minimum, maximum, prefixItems, ...others }: Json, key: string): string {
  const isNumber = Object.keys(others).length === 0 && !prefixItems;
  if (isNumber && type === 'integer') return `whole-from-${minimum}`;
  if (isNumber && type === 'number' && maximum === largest) {
    if (minimum === smallest) return 'positive';
    return minimum === 0 ? 'zero-or-more' : 'finite';
  }
  return type === 'array' && Array.isArray(prefixItems) && prefixItems.length === 3 && key === 'camera'
    ? 'vector'
    : key;
}

/** Moves what `core` leaves of repeated parts to $defs; the rest stays where the part is used. */
function withShared(
  root: Json,
  defs: Mutable,
  core: (part: Json) => Json,
  counts: (part: Json) => boolean,
  longest: number,
): Json {
  const uses = new Map<string, number>();
  visit([root, defs], '', (one) => {
    const text = JSON.stringify(core(one));
    if (counts(one) && text.length > longest) uses.set(text, (uses.get(text) ?? 0) + 1);
    return one;
  });
  const names = new Map<string, string>();
  const replace = (one: Json, key: string): Json => {
    const text = JSON.stringify(core(one));
    if ((uses.get(text) ?? 0) < 2) return one;
    let name = names.get(text);
    if (name === undefined) {
      const base = nameOf(core(one), key);
      const free = (n: number): string => (n === 1 ? base : `${base}-${n}`);
      let n = 1;
      while (free(n) in defs || [...names.values()].includes(free(n))) n++;
      name = free(n);
      names.set(text, name);
    }
    const moved = core(one);
    return { $ref: `#/$defs/${name}`, ...Object.fromEntries(Object.entries(one).filter(([part]) => !(part in moved))) };
  };
  const made = visit(root, '', replace) as Json;
  for (const [name, one] of Object.entries(defs))
    defs[name] = visit(one, name, (part, key) => (part === one ? part : replace(part, key)));
  // inside these there may be others
  for (const [text, name] of names) {
    const whole: Json = JSON.parse(text);
    defs[name] = visit(whole, name, (part, key) => (part === whole ? part : replace(part, key)));
  }
  return made;
}
/** A part of the format, found behind its references. */
export function resolved(part: Json, defs: Readonly<Record<string, Json>>): Json {
  if (typeof part.$ref !== 'string') return part;
  const { $ref, ...own } = part;
  return { ...resolved(defs[$ref.replace('#/$defs/', '')], defs), ...own };
}
/** Maps every object of a schema, the outer ones first, by `change`, which is given its key too. */
function visit(value: unknown, key: string, change: (one: Json, key: string) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => visit(one, key, change));
  if (!isObject(value)) return value;
  const one = change(value, key);
  if (one !== value) return one;
  const isNames = key === 'properties';
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      visit(inner, isNames || name === 'properties' ? name : key, change),
    ]),
  );
}

/** JSON as text: short values on one line. */
export function jsonText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (line.length + indent.length <= 320 || typeof value !== 'object' || value === null) return line;
  const inner = `${indent} `;
  const open = (list: readonly string[], [a, b]: string): string =>
    `${a}\n${list.map((one) => inner + one).join(',\n')}\n${indent}${b}`;
  if (Array.isArray(value))
    return open(
      value.map((one) => jsonText(one, inner)),
      '[]',
    );
  return open(
    Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${jsonText(one, inner)}`),
    '{}',
  );
}

/** A schema with its named parts moved to `defs`, and its choices as conditions. */
function rewritten(value: unknown, defs: Mutable): unknown {
  if (Array.isArray(value)) return value.map((one) => rewritten(one, defs));
  if (!isObject(value)) return value;
  const { def, ...whole } = value;
  if (typeof def === 'string') {
    const { description, default: fallback, ...part } = whole;
    if (!(def in defs)) {
      defs[def] = {}; // reserves the name, for references from inside
      defs[def] = rewritten(part, defs);
    }
    return {
      $ref: `#/$defs/${def}`,
      ...(description === undefined ? {} : { description }),
      ...(fallback === undefined ? {} : { default: fallback }),
    };
  }
  const { anyOf, oneOf, ...given } = whole;
  // the type of a constant is redundant
  const others = Object.entries(given).filter(([key]) => !(key === 'type' && 'const' in given));
  const own = Object.fromEntries(others.map(([key, one]) => [key, key === 'default' ? one : rewritten(one, defs)]));
  const choices = (anyOf ?? oneOf) as readonly Json[] | undefined;
  if (!choices || !isChoice(choices)) {
    const keyword = oneOf ? 'oneOf' : 'anyOf';
    return { ...own, ...(choices ? { [keyword]: choices.map((one) => rewritten(one, defs)) } : {}) };
  }
  return { ...own, ...conditions(choices, defs) };
}

/** A choice between values, not between required keys. */
const isChoice = (choices: readonly Json[]): boolean =>
  choices.every((one) => !('required' in one) || 'properties' in one);

function conditions(choices: readonly Json[], defs: Mutable): Json {
  const values = choices.flatMap((one) => ('const' in one ? [one.const] : ((one.enum as unknown[]) ?? [undefined])));
  if (values.every((one) => one !== undefined)) return { enum: values };
  const key = ['kind', 'do'].find((name) => choices.every((one) => constantOf(one, name) !== undefined));
  if (key) return byKey(choices, key, defs);
  const types = [...new Set(choices.map(typeOf))];
  const ofType = (type: string): Json => {
    const same = choices.filter((one) => typeOf(one) === type);
    return same.length === 1 ? (rewritten(same[0], defs) as Json) : among(same, defs);
  };
  const [first, second, ...more] = types;
  if (second === undefined) return { type: first, ...ofType(first) };
  // biome-ignore-start lint/suspicious/noThenProperty: a keyword of JSON Schema
  if (more.length === 0) return { type: types, if: { type: first }, then: ofType(first), else: ofType(second) };
  return { type: types, allOf: types.map((type) => ({ if: { type }, then: ofType(type) })) };
  // biome-ignore-end lint/suspicious/noThenProperty: a keyword of JSON Schema
}

/** Objects, by the constant that one of their keys has. */
function byKey(choices: readonly Json[], key: string, defs: Mutable): Json {
  const names = choices.map((one) => constantOf(one, key));
  const description = 'What it is. The keys that it has, and what it means, follow from this one.';
  return {
    type: 'object',
    required: [key],
    properties: { [key]: { enum: names, description } },
    allOf: choices.map((one, i) => ({
      if: { required: [key], properties: { [key]: { const: names[i] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: withoutWords(rewritten(one, defs) as Json),
    })),
  };
}

/** The description is given with the key already. */
const withoutWords = ({ description: _, ...rest }: Json): Json => rest;

/** A choice between values of one type: objects by a key that only one of them requires, lists by the type of their first entry. */
function among(choices: readonly Json[], defs: Mutable): Json {
  const [first, ...others] = choices;
  const rest = others.length === 1 ? (rewritten(others[0], defs) as Json) : undefined;
  const key = ((first.required as string[]) ?? []).find((name) =>
    others.every((one) => !Object.hasOwn((one.properties as Json) ?? {}, name)),
  );
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  if (rest && key) return { if: { required: [key] }, then: rewritten(first, defs), else: rest };
  const firstItem = (one: Json): string | undefined =>
    typeOf(((one.prefixItems as Json[]) ?? [one.items as Json])[0] ?? {});
  const item = firstItem(first);
  if (rest && item && others.every((one) => firstItem(one) !== item))
    return {
      if: { type: 'array', prefixItems: [{ type: item }] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: rewritten(first, defs),
      else: rest,
    };
  return { anyOf: choices.map((one) => rewritten(one, defs)) };
}

const constantOf = (one: Json, key: string): unknown => {
  const properties = one.properties as Json | undefined;
  return (properties?.[key] as Json | undefined)?.const;
};
/** The JSON type of the values that a schema accepts. */
function typeOf(one: Json): string {
  if (typeof one.type === 'string') return one.type === 'integer' ? 'number' : one.type;
  const [value] = 'const' in one ? [one.const] : ((one.enum as unknown[]) ?? []);
  if (value !== undefined) return typeof value;
  const choices = (one.anyOf ?? one.oneOf) as readonly Json[] | undefined;
  if (choices) return typeOf(choices[0]);
  throw new Error(`the JSON type of a part of the schema is unknown: ${JSON.stringify(one).slice(0, 200)}`);
}
