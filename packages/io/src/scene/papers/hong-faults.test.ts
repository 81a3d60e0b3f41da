/** Geometric constraints that cannot be, or need not be, as a scene asks for them: what is told. */
import { writeFileSync } from 'node:fs';
import { residual, rowsReport } from '@pliant/engine';
import { expect, test } from 'vitest';
import { pliant, scratch } from '../../../../../tests/support/pliant.ts';
import { buildScene } from '../build.ts';
import { parseScene } from '../file/parse.ts';
import type { Simulation } from '../simulation.ts';

const one = (node: number) => ({ body: 'p', nodes: [node] });
const scene = (...constraints: object[]): string =>
  JSON.stringify({
    pliant: 1,
    name: 'three dots',
    step: 1e-3,
    defaults: { integrator: 'euler-cromer', method: 'lagrange' },
    bodies: [
      {
        id: 'p',
        kind: 'particles',
        mass: 1,
        positions: [
          [0, 0, 0],
          [1, 0, 0],
          [0.4, 1, 0],
        ],
      },
    ],
    constraints,
  });
const build = (...constraints: object[]): Simulation =>
  buildScene(parseScene(scene(...constraints), 'dots.json'), 'dots.json');
const rod = (id: string, a: number, b: number, length: number) => ({
  id,
  kind: 'distance',
  a: one(a),
  b: one(b),
  length,
});

test('lengths that no triangle has: all three are named', () => {
  expect(() => build(rod('ab', 0, 1, 1), rod('bc', 1, 2, 1), rod('ca', 2, 0, 3))).toThrow(
    /dots\.json: constraints\[2\] — constraints "ab" \(distance\), "bc" \(distance\) and "ca" \(distance\) contradict each other/,
  );
});

test('the same rod twice works, and is called redundant', async () => {
  const twice = [rod('ab', 0, 1, 1), rod('again', 0, 1, 1)];
  const simulation = build(...twice);
  expect(rowsReport(simulation.world)).toEqual({
    rows: 2,
    independent: 1,
    redundant: [{ constraint: 'again', member: 0, follows: ['ab'] }],
  });
  simulation.step(200);
  expect(residual(simulation.world).max).toBeLessThan(1e-14);
  const file = `${scratch()}/twice.json`;
  writeFileSync(file, scene(...twice));
  const { status, stdout } = await pliant(['run', file, '--steps', '5']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/rows +2, 1 independent: "again" follows from "ab"/);
});

const elbow = { id: 'elbow', kind: 'angle', a: one(0), b: one(1) };
test.each<[string, object, string]>([
  [
    'an angle of 180 degrees, as at the start',
    { ...elbow, vertex: [0.5, 0, 0] },
    'constraints[0].angleDegrees — at the start it is 180; 5 to 175 degrees can be held, for 0 and 180 use "parallel".',
  ],
  [
    'arms on one line, which cannot begin to turn',
    { ...elbow, vertex: [0.5, 0, 0], angleDegrees: 90 },
    'its arms lie on one line, or one has no length, so the direction of turning is undefined; start with bent arms, or use "parallel".',
  ],
  [
    'an angle of 2 degrees',
    { ...elbow, vertex: one(2), angleDegrees: 2 },
    'constraints[0].angleDegrees — 2 is not allowed; give an angle of 5 to 175 degrees',
  ],
  ['R = 0', rod('r', 0, 1, 0), 'constraints[0].length — 0 is not allowed; give a positive number in metres.'],
  [
    'R = 0, as at the start',
    { id: 'r', kind: 'distance', a: one(0), b: [0, 0, 0] },
    'constraints[0].length — both points are at the same place, so there is no length to keep. Give one, or use "join".',
  ],
  [
    'R driven to 0',
    { ...rod('r', 0, 1, 1), length: { path: 'linear', times: [0, 1], values: [1, 0] } },
    'constraints[0].length.values[1] — 0 is not allowed; give a positive number in metres.',
  ],
])('%s', (_, constraint, words) => {
  expect(() => build(constraint)).toThrow(words);
});

test.each([
  ['(a.y - b.y)/(1 - 2*t) = 0', 'column 1: division by zero: "(1 - 2*t)" is 0.'],
  ['a.y = 0.1/(0.5 - t) - 0.2', 'column 7: division by zero: "(0.5 - t)" is 0.'],
])('%s: a run stops where it divides by zero, and says when and where', (equation, why) => {
  const simulation = build({ id: 'pole', kind: 'equation', equation, points: { a: one(0), b: one(1) } });
  simulation.step(450);
  // predictions are made for the end of a step: the one from 0.499 s to 0.5 s is the first that cannot be
  expect(() => simulation.step(100)).toThrow(`t = 0.499 s: constraint "pole" (equation): ${why}`);
});
