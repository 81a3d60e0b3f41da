/** A kind that is made up on the fly is in the schema, in scenes, on the page of kinds and in the inspector. */

import { readFileSync } from 'node:fs';
import {
  at,
  checkStart,
  constraintKind,
  constraintKinds,
  field,
  finite,
  misfit,
  registerConstraintKind,
  relation,
  sub,
} from '@pliant/engine';
import { afterEach, expect, test } from 'vitest';
import { describeConstraints, kindsPage, parseScene, SceneError, sceneJsonSchema } from '../index.ts';
import { buildScene } from './build.ts';

const level = relation({
  kind: 'level',
  points: ['a', 'b'],
  parameters: { rise: finite },
  rows: ({ a, b }, { rise }) => [sub(sub(b[1], a[1]), rise)],
});
const levelKind = constraintKind({
  kind: 'level',
  description: 'Holds two points at one height.',
  fields: {
    a: field.point('The lower'),
    b: field.point('The upper'),
    rise: field.optional(field.number('metres', 'How much b is above a.', { most: 2 }), 'as at the start'),
  },
  glyph: { body: 'relation', world: 'anchor' },
  make: ({ a, b, rise }, situation) => {
    const [lower, upper] = [a, b].map((one) => at(situation)(one)[1]);
    if (upper < lower) throw misfit('b', 'is below "a"; swap them.');
    return checkStart(
      { kind: 'level', relation: level, parameters: [rise ?? upper - lower], members: [[a, b]] },
      situation,
    );
  },
});
let remove: (() => void) | undefined;
afterEach(() => remove?.());

const scene = (said: object) =>
  JSON.stringify({
    pliant: 1,
    name: 'level',
    step: 0.001,
    bodies: [
      {
        id: 'p',
        kind: 'particles',
        positions: [
          [0, 0, 0],
          [1, 0.5, 0],
        ],
        mass: [1, 3],
      },
    ],
    constraints: [
      { id: 'held', kind: 'level', a: { body: 'p', nodes: [0] }, b: { body: 'p', nodes: [1] }, ...said },
      { id: 'nail', kind: 'nail', a: { body: 'p', nodes: [0] } },
    ],
  });
const run = (said: object) => buildScene(parseScene(scene(said), 'level.json'), 'level.json');
function faults(said: object): string[] {
  try {
    run(said);
    return [];
  } catch (error) {
    if (error instanceof SceneError) return error.faults.map(({ path, message }) => `${path} — ${message}`);
    throw error;
  }
}

test('while it is registered it is known everywhere, and then nowhere', () => {
  expect(faults({})[0]).toContain('constraints[0].kind — "level" is unknown');
  remove = registerConstraintKind(levelKind);

  const simulation = run({});
  simulation.step(500);
  expect(simulation.world.positions('p')[4]).toBeCloseTo(0.5, 12);
  expect(simulation.counts().constraints.byKind).toEqual({ level: 1, nail: 1 });

  const defs = sceneJsonSchema().$defs as Record<string, { properties: Record<string, { description: string }> }>;
  expect(defs['constraint-level'].properties.rise.description).toBe(
    'How much b is above a (metres); as at the start if not given.',
  );
  expect(kindsPage()).toContain('| [`level`](level.md) | Holds two points at one height. | `a`: The lower');
  expect(
    describeConstraints()
      .find(({ kind }) => kind === 'level')
      ?.fields.map(({ key }) => key),
  ).toEqual(['a', 'b', 'rise']);
  expect(() => registerConstraintKind(levelKind)).toThrow('there is a constraint kind "level" already');

  remove();
  remove = undefined;
  expect(constraintKinds().has('level')).toBe(false);
  expect(faults({})[0]).toContain('constraints[0].kind — "level" is unknown');
  expect(kindsPage()).not.toContain('level.md');
});

test('its fields are checked like those of all others', () => {
  remove = registerConstraintKind(levelKind);
  expect(faults({ rise: '1 m', a: { body: 'q', nodes: [0] } })).toEqual([
    'constraints[0].a.body — there is no body "q"; did you mean "p"?',
    'constraints[0].rise — "1 m" is text; give a number in metres, without quotes and unit: 1.',
  ]);
  expect(faults({ rise: 3 })[0]).toContain('constraints[0].rise — 3 is not allowed');
  expect(faults({ a: { body: 'p', nodes: [1] }, b: { body: 'p', nodes: [0] } })).toEqual([
    'constraints[0].b — is below "a"; swap them.',
  ]);
  expect(faults({ ramp: true })[0]).toContain('Unrecognised key "ramp"');
});

test('the page of all kinds is current: npm run docs:kinds writes it', () => {
  expect(readFileSync(new URL('../../../../docs/kinds/README.md', import.meta.url), 'utf8')).toBe(kindsPage());
});
