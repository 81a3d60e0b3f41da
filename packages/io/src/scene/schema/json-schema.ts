/**
 * The scene format as JSON Schema, draft 2020-12, for editors and for checkers in other languages.
 *
 * Parts with a name stand once, under $defs. Choices are made by a condition, not by trying all of them: an object by its
 * "kind", a value by its type. So a checker speaks of the choice that is meant and of no other: one fault, one error. Key,
 * description and default stand where a part is used, as the same part means something else in each place.
 */
import { kindsVersion } from '@pliant/engine';
import * as z from 'zod';
import { sceneSchema } from '../schema.ts';

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

/** A part that is said more than once, and is longer than this, is said under $defs, by the name of the key it first has. */
const longest = 80;
function shared(root: Json, defs: Mutable): Json {
  const counts = new Map<string, number>();
  const bare = ({ description: _, default: __, ...part }: Json): Json => part;
  const isPart = (one: Json): boolean => 'type' in one || 'allOf' in one;
  visit([root, defs], '', (one) => {
    const text = JSON.stringify(bare(one));
    if (isPart(one) && text.length > longest) counts.set(text, (counts.get(text) ?? 0) + 1);
    return one;
  });
  const names = new Map<string, string>();
  const replace = (one: Json, key: string): Json => {
    const text = JSON.stringify(bare(one));
    if ((counts.get(text) ?? 0) < 2) return one;
    let name = names.get(text);
    if (name === undefined) {
      const free = (n: number): string => (n === 1 ? key : `${key}-${n}`);
      let n = 1;
      while (free(n) in defs || [...names.values()].includes(free(n))) n++;
      name = free(n);
      names.set(text, name);
    }
    const { description, default: fallback } = one;
    return {
      $ref: `#/$defs/${name}`,
      ...(description === undefined ? {} : { description }),
      ...(fallback === undefined ? {} : { default: fallback }),
    };
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
/** Every object of a schema, the outer ones first, with the key it has; what `change` gives stands in its place. */
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

/** As a text: what is short stands on a line. */
export function jsonText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (line.length + indent.length <= 160 || typeof value !== 'object' || value === null) return line;
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
      defs[def] = {}; // its place, for what is inside
      defs[def] = rewritten(part, defs);
    }
    return {
      $ref: `#/$defs/${def}`,
      ...(description === undefined ? {} : { description }),
      ...(fallback === undefined ? {} : { default: fallback }),
    };
  }
  const { anyOf, oneOf, ...given } = whole;
  // a constant has its type by itself
  const others = Object.entries(given).filter(([key]) => !(key === 'type' && 'const' in given));
  const own = Object.fromEntries(others.map(([key, one]) => [key, key === 'default' ? one : rewritten(one, defs)]));
  const choices = (anyOf ?? oneOf) as readonly Json[] | undefined;
  if (!choices || !isChoice(choices)) {
    return { ...own, ...(choices ? { anyOf: choices.map((one) => rewritten(one, defs)) } : {}) };
  }
  return { ...own, ...conditions(choices, defs) };
}

/** Of values, not of keys that have to be there. */
const isChoice = (choices: readonly Json[]): boolean =>
  choices.every((one) => !('required' in one) || 'properties' in one);

function conditions(choices: readonly Json[], defs: Mutable): Json {
  const values = choices.flatMap((one) => ('const' in one ? [one.const] : ((one.enum as unknown[]) ?? [undefined])));
  if (values.every((one) => one !== undefined)) return { enum: values };
  const key = ['kind', 'do'].find((name) => choices.every((one) => constantOf(one, name) !== undefined));
  if (key) return byKey(choices, key, defs);
  const types = [...new Set(choices.map(typeOf))];
  const allOf = types.map((type) => {
    const same = choices.filter((one) => typeOf(one) === type);
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { if: { type }, then: same.length === 1 ? rewritten(same[0], defs) : among(same, defs) };
  });
  return { type: types.length === 1 ? types[0] : types, allOf };
}

/** Objects, by the constant that one of their keys has. */
function byKey(choices: readonly Json[], key: string, defs: Mutable): Json {
  const names = choices.map((one) => constantOf(one, key));
  const words = choices.map((one) => ((one.properties as Json)[key] as Json).description);
  return {
    type: 'object',
    required: [key],
    properties: { [key]: { enum: names, description: names.map((name, i) => `"${name}": ${words[i]}`).join(' ') } },
    allOf: choices.map((one, i) => ({
      if: { required: [key], properties: { [key]: { const: names[i] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: withoutWords(rewritten(one, defs) as Json),
    })),
  };
}

/** Its words stand with the key already. */
const withoutWords = ({ description: _, ...rest }: Json): Json => rest;

/** Values of one type: objects by a key that only one of them has to have, lists by what they begin with. */
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
/** The JSON type of the values that a schema takes. */
function typeOf(one: Json): string {
  if (typeof one.type === 'string') return one.type === 'integer' ? 'number' : one.type;
  const [value] = 'const' in one ? [one.const] : ((one.enum as unknown[]) ?? []);
  if (value !== undefined) return typeof value;
  const choices = (one.anyOf ?? one.oneOf) as readonly Json[] | undefined;
  if (choices) return typeOf(choices[0]);
  throw new Error(`of a part of the JSON Schema it is not clear what it takes: ${JSON.stringify(one).slice(0, 200)}`);
}
