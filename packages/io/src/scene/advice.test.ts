// What a refusal proposes can be done: the scene that follows the advice is accepted.
import { expect, test } from 'vitest';
import { buildScene } from './build.ts';
import { parseScene } from './file/parse.ts';

const dots = { id: 'p', kind: 'particles', positions: [[0, 0, 0]], mass: 1 };
const a = { body: 'p', nodes: [0] };
const built = (constraints: object[]) =>
  buildScene(parseScene(JSON.stringify({ pliant: 1, name: 's', step: 1e-3, bodies: [dots], constraints }), 's'), 's');

const rods = (method: unknown) => [
  { id: 'left', kind: 'distance', a, b: [-1, 0, 0], length: 1, method },
  { id: 'up', kind: 'distance', a, b: [0, 1, 0], length: 1, method },
];
test('two equations on one point, under reaction: "lagrange" for both', () => {
  expect(() => built(rods('reaction'))).toThrow(/"left".*"up".* use "lagrange" for both/s);
  expect(() => built(rods('lagrange')).step(5)).not.toThrow();
});
test('two constraints on one node, refused as in the paper: solved together', () => {
  const paper = { kind: 'local', conflicts: 'refuse' };
  expect(() => built(rods(paper))).toThrow(/"left".*"up".*solved together \("conflicts": "solve"\)/s);
  expect(() => built(rods({ kind: 'local', conflicts: 'solve' })).step(5)).not.toThrow();
});
test('a place and a velocity on one node: by impulses', () => {
  const nail = { id: 'nail', kind: 'nail', a };
  const moving = { id: 'moving', kind: 'velocity', a, velocity: [0, 0, 0] };
  expect(() => built([nail, moving]).step()).toThrow(/"by": "impulse"/);
  expect(() => built([nail, { ...moving, by: 'impulse' }]).step(5)).not.toThrow();
});
