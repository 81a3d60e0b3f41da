import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseScene } from './file/parse.ts';
import { jsonText, resolved, sceneJsonSchema } from './schema/json-schema.ts';
import { sceneSchema } from './schema.ts';

const folder = new URL('../../../../examples/', import.meta.url);
const examples = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

type Schema = { readonly [key: string]: unknown };
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As much of JSON Schema as ours uses; a keyword it does not know fails the test. Returns the paths of all errors. */
function errors(schema: Schema, value: unknown, root: Schema, path = ''): string[] {
  const isObject = isSchema(value);
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const unless = (ok: boolean): string[] => (ok ? [] : [path || '(root)']);
  const fits = (one: Schema): boolean => errors(one, value, root, path).length === 0;
  const isOf = (type: string): boolean =>
    type === 'integer'
      ? Number.isInteger(value)
      : type === 'array'
        ? Array.isArray(value)
        : type === 'object'
          ? isObject
          : typeof value === type;
  const checks: Record<string, (wanted: never) => string[]> = {
    $ref: (wanted: string) => {
      const [, name] = /^#\/\$defs\/(.*)$/.exec(wanted) as unknown as [string, string];
      return errors((root.$defs as Record<string, Schema>)[name], value, root, path);
    },
    type: (wanted: string | string[]) => unless([wanted].flat().some(isOf)),
    const: (wanted) => unless(value === wanted),
    enum: (wanted: unknown[]) => unless(wanted.includes(value)),
    minimum: (wanted: number) => unless(!(typeof value === 'number' && value < wanted)),
    maximum: (wanted: number) => unless(!(typeof value === 'number' && value > wanted)),
    exclusiveMaximum: (wanted: number) => unless(!(typeof value === 'number' && value >= wanted)),
    exclusiveMinimum: (wanted: number) => unless(!(typeof value === 'number' && value <= wanted)),
    minLength: (wanted: number) => unless(!(typeof value === 'string' && value.length < wanted)),
    pattern: (wanted: string) => unless(!(typeof value === 'string' && !new RegExp(wanted).test(value))),
    minItems: (wanted: number) => unless(!(Array.isArray(value) && value.length < wanted)),
    maxItems: (wanted: number) => unless(!(Array.isArray(value) && value.length > wanted)),
    prefixItems: (wanted: Schema[]) =>
      Array.isArray(value)
        ? wanted.flatMap((s, i) => (i < value.length ? errors(s, value[i], root, `${path}[${i}]`) : []))
        : [],
    items: (wanted: Schema | false) => {
      const from = ((schema.prefixItems as unknown[]) ?? []).length;
      if (!Array.isArray(value)) return [];
      if (wanted === false) return unless(value.length <= from);
      return value.slice(from).flatMap((v, i) => errors(wanted, v, root, `${path}[${from + i}]`));
    },
    properties: () =>
      isObject
        ? Object.keys(properties).flatMap((k) =>
            Object.hasOwn(value, k) ? errors(properties[k], value[k], root, `${path}.${k}`) : [],
          )
        : [],
    required: (wanted: string[]) => (isObject ? wanted.flatMap((k) => unless(Object.hasOwn(value, k))) : []),
    propertyNames: (wanted: Schema) =>
      isObject ? Object.keys(value).flatMap((k) => errors(wanted, k, root, `${path}.${k}`)) : [],
    additionalProperties: (wanted: Schema | false) => {
      if (!isObject) return [];
      const others = Object.keys(value).filter((k) => !Object.hasOwn(properties, k));
      if (wanted === false) return others.map((k) => `${path}.${k}`);
      return others.flatMap((k) => errors(wanted, value[k], root, `${path}.${k}`));
    },
    allOf: (wanted: Schema[]) => wanted.flatMap((s) => errors(s, value, root, path)),
    anyOf: (wanted: Schema[]) =>
      wanted.some(fits) ? [] : [path, ...wanted.flatMap((s) => errors(s, value, root, path))],
    not: (wanted: Schema) => unless(!fits(wanted)),
    if: (wanted: Schema) => {
      const branch = (fits(wanted) ? schema.then : schema.else) as Schema | undefined;
      return branch ? errors(branch, value, root, path) : [];
    },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: () => [],
    else: () => [],
  };
  return Object.entries(schema).flatMap(([keyword, wanted]) => {
    if (['description', 'title', '$schema', 'default', '$defs'].includes(keyword)) return [];
    if (!Object.hasOwn(checks, keyword)) throw new Error(`keyword ${keyword} is not known here`);
    return checks[keyword](wanted as never);
  });
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
        if (key === 'if') continue; // a condition
        if (key === 'properties') {
          for (const [name, property] of Object.entries(inner as Record<string, Schema>)) {
            keys++;
            const words = resolved(property, schema.$defs as Record<string, Schema>).description;
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
    expect(sceneSchema().safeParse(def).success).toBe(true);
    expect(errors(schema, JSON.parse(textOf(name)), schema)).toEqual([]);
  });

  test('is small, and is what is kept in docs/scene.schema.json', () => {
    const text = `${jsonText(schema)}\n`;
    expect(text.length).toBeLessThan(150_000);
    // npm run docs:kinds writes it
    expect(readFileSync(new URL('../../../../docs/scene.schema.json', import.meta.url), 'utf8')).toBe(text);
  });

  test.each(examples)('%s points to it', (name) => {
    const { $schema } = JSON.parse(textOf(name));
    const kept = new URL('../../../../docs/scene.schema.json', import.meta.url);
    expect(new URL($schema, new URL(name, folder)).href).toBe(kept.href);
  });

  type Spoil = (scene: Record<string, Record<string, never>[]>) => unknown;
  test.each<[string, Spoil, string]>([
    ['a key of the scene', (s) => Object.assign(s, { densty: 1 }), '.densty'],
    ['a step', (s) => Object.assign(s, { step: 0 }), '.step'],
    ['a version', (s) => Object.assign(s, { pliant: 2 }), '.pliant'],
    ['a body with two masses', (s) => Object.assign(s.bodies[0], { mass: 1 }), '.bodies[0]'],
    ['a body without one', (s) => Reflect.deleteProperty(s.bodies[0], 'density'), '.bodies[0]'],
    ['a kind of body', (s) => Object.assign(s.bodies[0], { kind: 'tet-spring' }), '.bodies[0].kind'],
    ['a body without a kind', (s) => Reflect.deleteProperty(s.bodies[0], 'kind'), '.bodies[0]'],
    ['a key of a body', (s) => Object.assign(s.bodies[0], { densty: 1 }), '.bodies[0].densty'],
    [
      'a size of a mesh',
      (s) => Object.assign(s.bodies[0], { mesh: { kind: 'box', size: [1, 1], cells: [1, 1, 1] } }),
      '.bodies[0].mesh.size',
    ],
    [
      'a mesh without cells',
      (s) => Object.assign(s.bodies[0], { mesh: { kind: 'box', size: [1, 1, 1] } }),
      '.bodies[0].mesh',
    ],
    ['a stiffness', (s) => Object.assign(s.bodies[0], { stretch: -1 }), '.bodies[0].stretch'],
    ['one of many', (s) => Object.assign(s.bodies[0], { stretch: [1, -1] }), '.bodies[0].stretch[1]'],
    ['two ways to select', (s) => Object.assign(s.constraints[0].a, { nodes: 'all' }), '.constraints[0].a'],
    ['no way to select', (s) => Object.assign(s.constraints[0], { a: { body: 'cube' } }), '.constraints[0].a'],
    ['a key of a selection', (s) => Object.assign(s.constraints[0].a, { nearst: 1 }), '.constraints[0].a.nearst'],
    ['a point to nail to', (s) => Object.assign(s.constraints[0], { to: [1, 2] }), '.constraints[0].to'],
    [
      'a path',
      (s) => Object.assign(s.constraints[0], { to: { path: 'linear', times: [0], points: [[0, 0]] } }),
      '.constraints[0].to.points[0]',
    ],
    ['a method', (s) => Object.assign(s.constraints[0], { method: 'locl' }), '.constraints[0].method'],
    [
      'an option of a method',
      (s) => Object.assign(s.constraints[0], { method: { kind: 'lagrange', a: 0 } }),
      '.constraints[0].method.a',
    ],
    ['a ramp', (s) => Object.assign(s.constraints[0], { ramp: { steps: 0 } }), '.constraints[0].ramp.steps'],
    ['an event', (s) => Object.assign(s.events[0], { do: 'deactivat' }), '.events[0].do'],
    ['an event at no time', (s) => Reflect.deleteProperty(s.events[0], 'at'), '.events[0]'],
  ])('gives one error for one fault, as zod does: %s', (_, spoil, path) => {
    const scene = JSON.parse(textOf('hello.json'));
    spoil(scene);
    expect(sceneSchema().safeParse(scene).success).toBe(false);
    expect(errors(schema, scene, schema)).toEqual([path]);
  });
});

test('a scene is returned as it was typed: nothing is filled in or reordered', () => {
  const text = textOf('hello.json');
  expect(parseScene(text, 'hello.json')).toEqual(JSON.parse(text));
  expect(JSON.stringify(parseScene(text, 'hello.json'))).toBe(JSON.stringify(JSON.parse(text)));
});
