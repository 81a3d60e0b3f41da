import { residual } from '@pliant/engine';
import { expect, test } from 'vitest';
import { buildScene } from '../build.ts';
import type { ConstraintDef, SceneDef } from '../schema.ts';
import type { Simulation } from '../simulation.ts';

/** Three masses in a row on springs of no stiffness: a swing, and two that fall. */
const scene: SceneDef = {
  pliant: 1,
  name: 'edited',
  step: 0.001,
  defaults: { method: 'lagrange' },
  bodies: [
    {
      id: 'p',
      kind: 'particles',
      positions: [
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
      ],
      mass: 1,
    },
    { id: 'q', kind: 'particles', positions: [[0, 1, 0]], mass: 2 },
  ],
  constraints: [
    { id: 'first', kind: 'distance', a: { body: 'p', nodes: [0] }, b: [0, 1, 1] },
    { id: 'last', kind: 'distance', a: { body: 'q', nodes: [0] }, b: [0, 2, 0] },
  ],
  events: [{ at: 0.5, do: 'deactivate', constraint: 'last' }],
  probes: [{ id: 'C', kind: 'residual', constraint: 'first' }],
};
const rod = (id: string, length: number): ConstraintDef => ({
  id,
  kind: 'equation',
  equation: `distance(a, b) = ${length}`,
  points: { a: { body: 'p', nodes: [1] }, b: { body: 'p', nodes: [2] } },
  ramp: true,
});
const ids = ({ world }: Simulation): string[] => world.constraints.map((c) => c.id);
/** How far the fastest node goes in the next step, m. */
function stride({ world }: Simulation): number {
  const before = world.positions('p').slice();
  world.step();
  return Math.max(...world.positions('p').map((x, i) => Math.abs(x - before[i])));
}

test('an equation added while a scene runs is led to its goal without a jump, and holds', () => {
  const s = buildScene(scene, 'a.json');
  s.step(100);
  const free = stride(s);
  s.addConstraint(rod('rod', 0.7));
  let fastest = 0;
  for (let k = 0; k < 60; k++) fastest = Math.max(fastest, stride(s));
  // a gap of 0.3 m is closed from both sides over 50 steps, at most 1.5 times as fast as evenly
  expect(fastest).toBeLessThan(free + 0.01);
  expect(residual(s.world, 'm', 'rod').max).toBeLessThan(1e-12);
  const x = s.world.positions('p');
  expect(Math.hypot(x[6] - x[3], x[7] - x[4], x[8] - x[5])).toBeCloseTo(0.7, 12);
});

test('the edited scene is what is saved: built anew it runs the same, to the last bit', () => {
  const s = buildScene(scene, 'a.json');
  s.addConstraint(rod('rod', 0.7));
  s.replaceConstraint('first', {
    id: 'first',
    kind: 'distance',
    a: { body: 'p', nodes: [0] },
    b: [0, 1, 1],
    length: 1.2,
    ramp: true,
  });
  expect(s.def.constraints?.map((c) => c.id)).toEqual(['first', 'last', 'rod']);
  expect(ids(s)).toEqual(['first', 'last', 'rod']);
  const anew = buildScene(s.def, 'a.json');
  s.step(200);
  anew.step(200);
  expect(s.world.hash()).toBe(anew.world.hash());

  const state = s.saveState();
  const later = buildScene(s.def, 'a.json');
  later.restoreState(state);
  s.step(100);
  later.step(100);
  expect(later.world.hash()).toBe(s.world.hash());
});

test('what is replaced keeps its place, what is taken out is gone', () => {
  const s = buildScene(scene, 'a.json');
  s.step(20);
  s.addConstraint(rod('rod', 0.7));
  s.addConstraint(rod('other', 0.7));
  s.replaceConstraint('rod', rod('renamed', 0.7));
  expect(ids(s)).toEqual(['first', 'last', 'renamed', 'other']);
  s.step(10);
  s.removeConstraint('renamed');
  expect(ids(s)).toEqual(['first', 'last', 'other']);
  expect(s.def.constraints?.map((c) => c.id)).toEqual(['first', 'last', 'other']);
});

test('a refused edit changes nothing, and says why', () => {
  const s = buildScene(scene, 'a.json');
  s.step(20);
  s.addConstraint(rod('rod', 0.7));
  const before = s.world.hash();
  const refusal = (edit: () => void): string => {
    let words = '';
    try {
      edit();
    } catch (error) {
      words = (error as Error).message;
    }
    expect(s.world.hash()).toBe(before);
    expect(s.def.constraints).toHaveLength(3);
    return words;
  };
  expect(refusal(() => s.addConstraint(rod('rod', 0.5)))).toMatch(/constraints\[3\]\.id — "rod" is the id of another/);
  expect(refusal(() => s.addConstraint({ ...rod('x', 1), equation: 'distance(a, c)' } as ConstraintDef))).toMatch(
    /constraints\[3\]\.equation — column 13: "c" is unknown/,
  );
  expect(refusal(() => s.addConstraint({ ...rod('x', 1), points: {} } as ConstraintDef))).toMatch(/"a" is unknown/);
  expect(refusal(() => s.addConstraint({ id: 'x', kind: 'equatoin' } as unknown as ConstraintDef))).toMatch(/kind/);
  expect(refusal(() => s.removeConstraint('rodd'))).toMatch(/there is no constraint "rodd"; did you mean "rod"/);
  expect(refusal(() => s.removeConstraint('last'))).toMatch(/"last" belongs to what happens in events\[0\]/);
  expect(refusal(() => s.removeConstraint('first'))).toMatch(
    /probes\[0\]\.constraint — there is no constraint "first"/,
  );
  // not on the line of the others, and under another method
  const local = { ...rod('x', 1), points: { a: { body: 'p', nodes: [0] }, b: [5, 5, 5] }, method: 'local' };
  expect(refusal(() => s.addConstraint(local as ConstraintDef))).toMatch(/share a node/);
});
