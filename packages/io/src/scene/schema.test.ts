import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
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

/** A checker that is not ours, in its strictest mode: an unknown keyword, or one that can have no effect, fails. */
const check = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTuples: false,
  allowUnionTypes: true,
});
const compiled = check.compile(sceneJsonSchema());
/** The paths of all errors. That a branch of a choice failed is told beside the fault in it. */
function errors(value: unknown): string[] {
  compiled(value);
  const faults = (compiled.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return faults.map(({ instancePath, keyword, params }) => {
    const path = instancePath.replace(/\/(\d+)/g, '[$1]').replaceAll('/', '.');
    return keyword === 'additionalProperties' ? `${path}.${params.additionalProperty}` : path;
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
        if (key === 'if' || key === 'not') continue; // a condition
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
    expect(errors(JSON.parse(textOf(name)))).toEqual([]);
  });

  test('is small, and is what is kept in docs/scene.schema.json', () => {
    const text = `${jsonText(schema)}\n`;
    expect(text.length).toBeLessThan(150_000); // about 125 kB: room for more kinds
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
    expect(errors(scene)).toEqual([path]);
  });
});

test('a scene is returned as it was typed: nothing is filled in or reordered', () => {
  const text = textOf('hello.json');
  expect(parseScene(text, 'hello.json')).toEqual(JSON.parse(text));
  expect(JSON.stringify(parseScene(text, 'hello.json'))).toBe(JSON.stringify(JSON.parse(text)));
});
