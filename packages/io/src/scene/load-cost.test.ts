// What only looks large, or is listed again and again, costs a load nothing: each of these once ran for minutes or for ever.
import { readFileSync } from 'node:fs';
import { residual } from '@pliant/engine';
import { expect, test } from 'vitest';
import { buildScene } from './build.ts';
import { SceneError } from './file/faults.ts';
import { parseScene } from './file/parse.ts';
import type { SceneDef } from './schema.ts';

const dust = (id: string, ...positions: number[][]) => ({ id, kind: 'particles', positions, mass: 1 });
const scene = (bodies: object[], constraints: object[], more: object = {}): string =>
  JSON.stringify({ pliant: 1, name: 's', step: 1e-3, bodies, constraints, ...more });
const built = (text: string) => buildScene(parseScene(text, 's'), 's');
function faults(text: string): string {
  try {
    built(text);
    return '';
  } catch (error) {
    if (error instanceof SceneError) return error.message;
    throw error;
  }
}
const touching = (tolerance: number, ...x: number[]) => {
  const bodies = x.map((at, i) => dust(`b${i}`, [at, 0, -at]));
  const between = bodies.map(({ id }) => ({ body: id, nodes: 'all' }));
  return scene(bodies, [{ id: 'j', kind: 'join-touching', between, tolerance }]);
};

test('join-touching: cells whose numbers are over 2^53', () => {
  expect(built(touching(1e-6, 1e12, 1e12)).counts().constraints.total).toBe(1);
  expect(faults(touching(1e-6, 1e12, 1e12 + 1e-3))).toContain('no two nodes');
});
test.each([
  [1, 1 + 0.9e-3, true],
  [0.008, 0.008 - 0.5e-3, true], // on both sides of the edge of a cell
  [-0.008, -0.008 + 0.5e-3, true],
  [1e9, 1e9 + 0.5e-3, true],
  [1, 1 + 1.1e-3, false],
])('join-touching with 1e-3 m: %d and %d', (a, b, touch) => {
  const text = touching(1e-3, a, b).replaceAll(`,0,${-a}]`, ',0,0]').replaceAll(`,0,${-b}]`, ',0,0]');
  expect(faults(text).includes('no two nodes')).toBe(!touch);
  if (touch) expect(faults(text)).toBe('');
});

test('a path of directions is checked by how it turns, not step by step', () => {
  const file = new URL('../../../../examples/micado-2008/cable-bundle.json', import.meta.url);
  const bundle = JSON.parse(readFileSync(file, 'utf8')) as SceneDef;
  expect(faults(JSON.stringify({ ...bundle, step: 1e-12 }))).toBe('');
  expect(faults(JSON.stringify({ ...bundle, step: 1e-300 }))).toContain(
    's: step — 1e-300 is not allowed; give a number in seconds from 1e-12 to 1000000.',
  );
  // a turn through zero is found, however short a step is
  const turned = JSON.stringify(bundle).replace('[[1,0,0],[1,0,1],[1,0,0]]', '[[1,0,0],[1,0,1],[-1,0,-1]]');
  expect(turned).not.toBe(JSON.stringify(bundle));
  for (const step of [1e-2, 1e-12]) {
    expect(faults(turned.replace(/"step":[^,]*/, `"step":${step}`))).toMatch(
      /at t = 6\.(49|5) s it turns by more than 0\.2 rad/,
    );
  }
});

test('a point that is listed thousands of times', () => {
  const pair = (n: number) => ({
    a: { body: 'a', nodes: Array(n).fill(0) },
    b: { body: 'a', nodes: Array(n).fill(1) },
  });
  const bodies = [dust('a', [0, 0, 0], [1, 0, 0])];
  expect(faults(scene(bodies, [{ id: 'j', kind: 'distance', ...pair(3000) }]))).toBe(
    's: constraints[0] — holds the same point of body "a" twice (numbers 0 and 1 of its points); list each once.',
  );
  expect(faults(scene(bodies, [{ id: 'j', kind: 'distance', ...pair(1) }]))).toBe('');
  const rod = {
    ...{ id: 'r', kind: 'spline', curve: { kind: 'line', from: [0, 0, 0], to: [1, 0, 0] }, count: 5 },
    ...{ EA: 500, EI: 0.2, GJ: 0.1, rhoA: 0.4, integrator: 'backward-euler' },
  };
  const along = { body: 'r', along: Array(200).fill(1) };
  expect(faults(scene([rod], [{ id: 'j', kind: 'nail', method: 'displacement', a: along }]))).toContain(
    'constraints[0] — holds the same point of body "r" twice',
  );
});

test.each([
  ['step', { step: 1e308 }, 'step — 1e+308 is not allowed; give a number in seconds from 1e-12 to 1000000.'],
  [
    'gravity',
    { gravity: [0, -1e300, 0] },
    'gravity[1] — -1e+300 is not allowed; give a number in m/s^2 from -1000000000',
  ],
  [
    'gravity',
    { gravity: [0, 1e150, 0] },
    'gravity[1] — 1e+150 is not allowed; give a number in m/s^2 from -1000000000',
  ],
  ['duration', { duration: 1e31 }, 'duration — 1e+31 is not allowed; give a number in seconds from 1e-30 to 1e+30.'],
  ['mass', { bodies: [{ ...dust('a', [0, 0, 0]), mass: 1e-31 }] }, 'bodies[0].mass — 1e-31 is not allowed'],
  ['place', { bodies: [dust('a', [0, 1e31, 0])] }, 'bodies[0].positions[0][1] — 1e+31 is not allowed; give a number'],
])('numbers beyond reason: %s', (_, more, says) => {
  expect(faults(scene([dust('a', [0, 0, 0])], [], more))).toContain(says);
});

test('places and words of refusals', () => {
  const point = (weights: number[]) => ({ body: 'a', point: { nodes: [0, 1], weights } });
  const bodies = [dust('a', [0, 0, 0], [1, 0, 0])];
  expect(faults(scene(bodies, [{ id: 'n', kind: 'nail', a: point([0, 0]) }]))).toBe(
    's: constraints[0].a.point.weights — their sum is 0; give 2 numbers whose sum is not zero.',
  );
  const rod = (more: object) => ({
    ...{ id: 'r', kind: 'spline', EA: 500, rhoA: 0.4, integrator: 'backward-euler', ...more },
  });
  const line = { kind: 'line', from: [0, 0, 0], to: [1, 0, 0] };
  expect(faults(scene([rod({ curve: line, count: 1e15 })], []))).toBe(
    's: bodies[0].count — 1000000000000000 points are more than the 100000 possible; give fewer.',
  );
});

const star = (spokes: number, more: object = {}): string => {
  const place = (i: number): number[] => (i === 0 ? [0, 0, 0] : [Math.cos(i), Math.sin(i), i / spokes]);
  const hub = { ...dust('a', ...Array.from({ length: spokes + 1 }, (_, i) => place(i))), ...more };
  const ends = Array.from({ length: spokes }, (_, i) => i + 1);
  const rods = { id: 'star', kind: 'distance', a: { body: 'a', nodes: ends }, b: { body: 'a', nodes: [0] } };
  return scene([hub], [rods], { defaults: { method: 'lagrange' } });
};
test.each(['lagrange', 'local'])('thousands of rods at one node make a full matrix, which "%s" refuses', (method) => {
  const text = star(4000).replace('"method":"lagrange"', `"method":"${method}"`);
  expect(faults(text)).toBe(
    `s: constraints[0] — 4000 rows hold one point, and each is solved with all others: 24018000 pairs are more than the 3000000 possible. Hold fewer at one point, or use "augmented", which holds them nearly and needs no matrix.`,
  );
  expect(faults(star(200).replace('"method":"lagrange"', `"method":"${method}"`))).toBe('');
});
test('what that refusal proposes holds them nearly', () => {
  const simulation = built(star(4000).replace('"method":"lagrange"', '"method":"augmented"'));
  simulation.step(20);
  expect(residual(simulation.world).max).toBeLessThan(1e-2); // they fall 2 mm together
});
test('thousands of faults of form', () => {
  const constraints = Array.from({ length: 3000 }, (_, i) => ({
    id: `${i}`,
    kind: 'nail',
    a: { body: 'a', nodes: [''] },
  }));
  expect(faults(scene([dust('a', [0, 0, 0])], constraints))).toMatch(/constraints\[49\].*\n.*and 2950 more/);
});
test('join-touching: thousands of nodes in one cell', () => {
  const cluster = (id: string) => dust(id, ...Array.from({ length: 4000 }, (_, i) => [i * 1e-9, (i % 13) * 1e-9, 0]));
  const between = ['a', 'b'].map((id) => ({ body: id, nodes: 'all' }));
  const text = scene([cluster('a'), cluster('b')], [{ id: 'j', kind: 'join-touching', between, tolerance: 1 }]);
  expect(faults(text)).toBe(
    's: constraints[0].tolerance — 1 m is so much that thousands of nodes are near each other; give less.',
  );
});
test('join-touching: copies of a body at one place', () => {
  const copies = Array.from({ length: 70 }, (_, i) => dust(`d${i}`, [0, 0, 0]));
  const between = copies.map((_, i) => ({ body: `d${i}`, nodes: 'all' }));
  expect(faults(scene(copies, [{ id: 'j', kind: 'join-touching', between }]))).toBe(
    's: constraints[0].between — 70 nodes touch at one place, with node 0 of body "d0"; at most 64 can be joined. Move bodies apart: they lie in each other.',
  );
});
