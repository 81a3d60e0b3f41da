import { readFileSync } from 'node:fs';
import { equationRelation, measure, residual } from '@pliant/engine';
import { describe, expect, test } from 'vitest';
import { buildScene } from '../../build.ts';
import { SceneError } from '../../file/faults.ts';
import { schemaFaults } from '../../file/schema-faults.ts';
import type { BodyDef, ConstraintDef, SceneDef } from '../../schema.ts';
import type { Simulation } from '../../simulation.ts';

const dots = (id: string, ...positions: [number, number, number][]): BodyDef => ({
  id,
  kind: 'particles',
  positions,
  mass: 1,
});
const bodies = [dots('p', [1, 0, 0], [0, 0, 2], [3, 0, 0])];
const one = (node: number) => ({ body: 'p', nodes: [node] });
const scene = (equation: string, more: object = {}): SceneDef => ({
  pliant: 1,
  name: 'test',
  step: 1e-3,
  bodies,
  constraints: [{ id: 'e', kind: 'equation', equation, points: { a: one(0), b: one(1) }, ...more } as ConstraintDef],
});
const build = (equation: string, more: object = {}): Simulation => buildScene(scene(equation, more), 'test.json');
const at = ({ world }: Simulation, node: number): number[] => [
  ...world.positions('p').subarray(3 * node, 3 * node + 3),
];

describe('equations of a scene', () => {
  test('a length is kept', () => {
    const made = build('distance(a, b)^2 - 5');
    made.step(500);
    const [a, b] = [at(made, 0), at(made, 1)];
    const squared = a.reduce((sum, x, k) => sum + (x - b[k]) * (x - b[k]), 0);
    expect(Math.abs(squared - 5)).toBeLessThan(1e-9);
    expect(made.counts().constraints.byKind).toEqual({ equation: 1 });
  });
  test('a point of the world, a parameter, a vector of rows', () => {
    const made = build('a = hook + [0, -k, 0]', { points: { a: one(0), hook: [1, 2, 0] }, parameters: { k: 2 } });
    made.step(500);
    at(made, 0).forEach((x, k) => {
      expect(Math.abs(x - [1, 0, 0][k])).toBeLessThan(1e-12);
    });
  });
  test('the time: a point goes up and down', () => {
    const made = build('a.y - 0.1*sin(2*pi*t)');
    made.step(250);
    expect(made.world.time).toBeCloseTo(0.25, 12);
    expect(Math.abs(at(made, 0)[1] - 0.1)).toBeLessThan(1e-9);
  });
  test('a driven parameter', () => {
    const made = build('a.y = k', { parameters: { k: { path: 'linear', times: [0, 1], values: [0, 2] } } });
    made.step(500);
    expect(Math.abs(at(made, 0)[1] - 1)).toBeLessThan(1e-9);
  });
  test('an inequality leaves alone what it allows', () => {
    const made = build('a.y >= -0.5', { method: 'reaction' });
    made.step(200);
    expect(at(made, 0)[1]).toBeCloseTo(at(made, 1)[1], 12);
    made.step(800);
    expect(at(made, 0)[1]).toBeGreaterThan(-0.5 - 1e-9);
    expect(at(made, 1)[1]).toBeLessThan(-4);
  });
  test('a point that is many: the equation holds for each, with its own force', () => {
    const made = build('distance(a, hook) = 2', {
      points: { a: { body: 'p', nodes: 'all' }, hook: [1, 0, 2] },
      ramp: true,
    });
    made.step(2000);
    for (const node of [0, 1, 2]) {
      const [x, y, z] = at(made, node);
      expect(Math.abs(Math.hypot(x - 1, y, z - 2) - 2)).toBeLessThan(1e-12);
    }
    expect(made.counts().constraints.byKind).toEqual({ equation: 3 });
    expect(made.world.forces('e')).toHaveLength(3);
  });
  test('what is not used may be named', () => {
    expect(build('a.y = 0', { parameters: { spare: 1 } }).world.time).toBe(0);
  });
  test('its residual is in its unit', () => {
    const made = build('distance(a, b)^2 - 5');
    made.step(10);
    expect(residual(made.world, 'm').worst).toBeUndefined();
    expect(residual(made.world, 'm^2').max).toBeLessThan(1e-9);
  });
});

const faults = (equation: string, more: object = {}): string[] => {
  try {
    build(equation, more);
  } catch (error) {
    if (error instanceof SceneError) return error.faults.map(({ path, message }) => `${path} — ${message}`);
    throw error;
  }
  return [];
};

test('every example of the documents is one', () => {
  const page = readFileSync(new URL('../../../../../../docs/kinds/equation.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('## Examples'), page.indexOf('## What it costs'));
  const examples = [...table.matchAll(/^\| `(.*?)` \|/gm)].map(([, text]) => text);
  expect(examples.length).toBeGreaterThan(12);
  const places: Record<string, number[]> = { a: [1, 2, 3], b: [4, 6, 3.5], c: [0, 0, 1], d: [1, -1, 0.5] };
  for (const text of examples) {
    const relation = equationRelation(text, { points: Object.keys(places), parameters: ['k', 'L'] });
    const points = relation.points.map((name) => places[name]);
    const given = Object.keys(relation.parameters).map(() => 2);
    for (const { C, slope } of measure(relation, points, given)) {
      expect([text, Number.isFinite(C), slope > 0]).toEqual([text, true, true]);
    }
  }
});

describe('what is wrong with them', () => {
  test.each<[string, object, string[]]>([
    [
      'distance(a, b) - lenght(a)',
      {},
      ['constraints[0].equation — column 18: "lenght" is unknown; did you mean "length"?'],
    ],
    ['c.y', {}, ['constraints[0].equation — column 1: "c" is unknown; there are a, b, t and pi.']],
    [
      '1/(a.y - b.y) = 2',
      {},
      ['constraints[0].equation — at the start, column 1: division by zero: "(a.y - b.y)" is 0.'],
    ],
    [
      'a.y^2',
      {},
      [
        'constraints[0].equation — at the start, column 1: "a.y^2" has no slope where "a.y" is 0, so no force can act on it; write "a.y" alone.',
      ],
    ],
    [
      'a.y',
      { points: { a: one(0), 'front left': one(1) } },
      [
        'constraints[0].points["front left"] — point "front left" is not a valid name. Use letters, digits and _, a letter first.',
      ],
    ],
    [
      'a.y',
      { parameters: { sin: 1 } },
      ['constraints[0].parameters.sin — parameter "sin" has a name that is reserved in equations. Choose another.'],
    ],
    [
      'a.y',
      { points: { a: one(7) } },
      ['constraints[0].points.a.nodes[0] — node 7 is not on body "p" (nodes run 0 to 2).'],
    ],
    [
      'a.y',
      { points: { a: { body: 'p', nodes: 'all' }, b: { body: 'p', nodes: [0, 1] } } },
      ['constraints[0].points.b — selects 2 nodes; of one point only there may be many. Name one node.'],
    ],
    [
      'a.y = k',
      { parameters: { k: { path: 'linear', times: [0, 0], values: [1, 2] } } },
      ['constraints[0].parameters.k.times[1] — 0 s does not come after 0 s; times must increase.'],
    ],
    [
      'a.y = b.y + k',
      {
        points: { a: one(0), b: { path: 'linear', times: [0, 1], points: [[0, 0, 0]] } },
        parameters: { k: { path: 'linear', times: [0], values: [1, 2] } },
      },
      [
        'constraints[0].points.b.points — 1 points for 2 times; give one each.',
        'constraints[0].parameters.k.values — 2 values for 1 times; give one each.',
      ],
    ],
  ])('%s %j', (equation, more, expected) => {
    expect(faults(equation, more)).toEqual(expected);
  });
  test.each<[object, RegExp]>([
    [{ equation: 3 }, /constraints\[0\]\.equation — 3 is not allowed; give an equation such as/],
    [{ equation: undefined }, /constraints\[0\]\.equation — equation is missing/],
    [{ points: [1, 2] }, /constraints\[0\]\.points — .* give an object \{ "name": point \}/],
    [{ parameters: { k: 'two' } }, /constraints\[0\]\.parameters\.k — "two" is not allowed; give a number/],
    [{ paramaters: { k: 2 } }, /did you mean "parameters"\?/],
  ])('of the form: %j', (more, expected) => {
    const found = schemaFaults(JSON.parse(JSON.stringify(scene('a.y', more))));
    expect(found.map(({ path, message }) => `${path} — ${message}`).join('\n')).toMatch(expected);
  });
});
