import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseScene } from './file/parse.ts';
import { sceneJsonSchema, sceneSchema } from './schema.ts';

const folder = new URL('../../../../examples/', import.meta.url);
const examples = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

type Schema = { readonly [key: string]: unknown };
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As much of JSON Schema as ours uses; a keyword it does not know fails the test. Returns the first path that is wrong. */
function misfit(schema: Schema, value: unknown, path = ''): string | undefined {
  const isObject = isSchema(value);
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const fails = (ok: boolean): string | undefined => (ok ? undefined : path || '(root)');
  const checks: Record<string, (wanted: never) => string | undefined> = {
    type: (wanted: string) =>
      fails(
        wanted === 'integer'
          ? Number.isInteger(value)
          : wanted === 'array'
            ? Array.isArray(value)
            : wanted === 'object'
              ? isObject
              : typeof value === wanted,
      ),
    const: (wanted) => fails(value === wanted),
    enum: (wanted: unknown[]) => fails(wanted.includes(value)),
    minimum: (wanted: number) => fails(!(typeof value === 'number' && value < wanted)),
    maximum: (wanted: number) => fails(!(typeof value === 'number' && value > wanted)),
    exclusiveMaximum: (wanted: number) => fails(!(typeof value === 'number' && value >= wanted)),
    exclusiveMinimum: (wanted: number) => fails(!(typeof value === 'number' && value <= wanted)),
    minLength: (wanted: number) => fails(!(typeof value === 'string' && value.length < wanted)),
    pattern: (wanted: string) => fails(!(typeof value === 'string' && !new RegExp(wanted).test(value))),
    minItems: (wanted: number) => fails(!(Array.isArray(value) && value.length < wanted)),
    maxItems: (wanted: number) => fails(!(Array.isArray(value) && value.length > wanted)),
    prefixItems: (wanted: Schema[]) =>
      Array.isArray(value) ? wanted.map((s, i) => misfit(s, value[i], `${path}[${i}]`)).find(Boolean) : undefined,
    items: (wanted: Schema | false) => {
      const from = ((schema.prefixItems as unknown[]) ?? []).length;
      if (!Array.isArray(value)) return undefined;
      if (wanted === false) return fails(value.length <= from);
      return value
        .slice(from)
        .map((v, i) => misfit(wanted, v, `${path}[${from + i}]`))
        .find(Boolean);
    },
    properties: () =>
      isObject
        ? Object.keys(properties)
            .map((k) => (Object.hasOwn(value, k) ? misfit(properties[k], value[k], `${path}.${k}`) : undefined))
            .find(Boolean)
        : undefined,
    required: (wanted: string[]) => fails(!isObject || wanted.every((k) => Object.hasOwn(value, k))),
    propertyNames: (wanted: Schema) =>
      isObject
        ? Object.keys(value)
            .map((k) => misfit(wanted, k, `${path}.${k}`))
            .find(Boolean)
        : undefined,
    additionalProperties: (wanted: Schema | false) => {
      if (!isObject) return undefined;
      const others = Object.keys(value).filter((k) => !Object.hasOwn(properties, k));
      if (wanted === false) return others.length ? `${path}.${others[0]}` : undefined;
      return others.map((k) => misfit(wanted, value[k], `${path}.${k}`)).find(Boolean);
    },
    oneOf: (wanted: Schema[]) => fails(wanted.filter((s) => !misfit(s, value)).length === 1),
    anyOf: (wanted: Schema[]) => fails(wanted.some((s) => !misfit(s, value))),
    not: (wanted: Schema) => fails(misfit(wanted, value) !== undefined),
  };
  for (const [keyword, wanted] of Object.entries(schema)) {
    if (['description', 'title', '$schema', 'default'].includes(keyword)) continue;
    if (!Object.hasOwn(checks, keyword)) throw new Error(`keyword ${keyword} is not known here`);
    const found = checks[keyword](wanted as never);
    if (found) return found;
  }
  return undefined;
}

describe('the JSON Schema', () => {
  const schema = sceneJsonSchema();

  test('is draft 2020-12, and describes every key', () => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    const bare: string[] = [];
    let keys = 0;
    const walk = (value: unknown, path: string): void => {
      if (Array.isArray(value)) for (const [i, v] of value.entries()) walk(v, `${path}/${i}`);
      if (!isSchema(value)) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'properties') {
          for (const [name, property] of Object.entries(inner as Record<string, Schema>)) {
            keys++;
            const words = property.description;
            if (typeof words !== 'string' || words.length < 6) bare.push(`${path}.${name}`);
          }
        }
        walk(inner, `${path}/${key}`);
      }
    };
    walk(schema, '');
    expect(bare).toEqual([]);
    expect(keys).toBeGreaterThan(150);
  });

  test.each(examples)('takes %s, as zod does', (name) => {
    const def = parseScene(textOf(name), name);
    expect(sceneSchema.safeParse(def).success).toBe(true);
    expect(misfit(schema, JSON.parse(textOf(name)))).toBeUndefined();
  });

  test('refuses what zod refuses', () => {
    const hello = (): Record<string, never> => JSON.parse(textOf('hello.json'));
    const refused = (spoil: (s: Record<string, never>) => void): void => {
      const scene = hello();
      spoil(scene);
      expect(sceneSchema.safeParse(scene).success).toBe(false);
      expect(misfit(schema, scene)).toBeDefined();
    };
    refused((s) => Object.assign(s, { densty: 1 }));
    refused((s) => Object.assign(s, { step: 0 }));
    refused((s) => Object.assign(s, { pliant: 2 }));
    refused((s) => Object.assign(s.bodies[0], { mass: 1 }));
    refused((s) => Object.assign((s.constraints[0] as { a: object }).a, { nodes: 'all' }));
    refused((s) => Object.assign(s.events[0], { do: 'deactivat' }));
    refused((s) => Object.assign(s.bodies[0], { mesh: { kind: 'box', size: [1, 1], cells: [1, 1, 1] } }));
  });
});

test('a scene is returned as it was typed: nothing is filled in or reordered', () => {
  const text = textOf('hello.json');
  expect(parseScene(text, 'hello.json')).toEqual(JSON.parse(text));
  expect(JSON.stringify(parseScene(text, 'hello.json'))).toBe(JSON.stringify(JSON.parse(text)));
});
