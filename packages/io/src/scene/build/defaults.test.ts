/** What holds where nothing is said, and what is told about a scene that is right and probably not meant. */
import { expect, test } from 'vitest';
import { buildScene } from '../build.ts';
import type { SceneError } from '../file/faults.ts';
import type { SceneDef } from '../schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: scenes as they are typed
const built = (def: any) => buildScene({ pliant: 1, name: 'test', step: 1e-3, ...def } as SceneDef, 'test.json');
const rope = {
  id: 'rope',
  kind: 'spline',
  curve: { kind: 'line', from: [0, 2, 0], to: [1, 2, 0] },
  count: 5,
  ...{ EA: 500, EI: 0.2, rhoA: 0.4 },
};
const bob = { id: 'bob', kind: 'ball', mass: 1, radius: 0.1, position: [1, 2, 0] };
const dust = { id: 'dust', kind: 'particles', positions: [[5, 0, 0]], mass: 1 };
const cube = {
  id: 'cube',
  kind: 'tet-springs',
  mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] },
  density: 100,
  stretch: 2e4,
};
const floor = { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -2 };
const nail = { id: 'nail', kind: 'nail', a: { body: 'rope', u: 0 } };
const hang = {
  id: 'hang',
  kind: 'join',
  points: [
    { body: 'rope', u: 4 },
    { body: 'bob', nodes: [0] },
  ],
};
const methods = ({ world }: ReturnType<typeof built>) =>
  Object.fromEntries(world.constraints.map(({ id, method }) => [id, method.kind]));

test('a rope, and what is tied to it, is solved with its constraints; all else is as ever', () => {
  const simulation = built({
    bodies: [rope, bob, dust],
    constraints: [nail, hang, { id: 'pin', kind: 'nail', a: { body: 'dust', nodes: [0] } }],
  });
  expect(methods(simulation)).toEqual({ nail: 'displacement', hang: 'displacement', pin: 'local' });
  simulation.step(200);
  const y = simulation.world.positions('bob')[1];
  expect(y).toBeGreaterThan(0.9); // it hangs, and swings
  expect(y).toBeLessThan(2);
});

test('whoever says something has it', () => {
  expect(methods(built({ bodies: [rope], constraints: [{ ...nail, method: 'lagrange' }] }))).toEqual({
    nail: 'lagrange',
  });
  const stiff = { bodies: [rope], constraints: [nail], defaults: { integrator: 'verlet', method: 'lagrange' } };
  expect(methods(built(stiff))).toEqual({ nail: 'lagrange' });
  const own = { bodies: [{ ...rope, integrator: 'quasi-static' }], constraints: [nail] };
  expect(methods(built(own))).toEqual({ nail: 'displacement' });
  const refused = { bodies: [rope], constraints: [nail], defaults: { integrator: 'verlet' } };
  try {
    built(refused);
    expect.unreachable();
  } catch (error) {
    expect((error as SceneError).message).toBe(
      'test.json: constraints[0].method — "local" needs point coordinates; body "rope" is of kind "spline". Use "lagrange".',
    );
  }
});

test('an added constraint is held as one of the start would be', () => {
  const simulation = built({ bodies: [rope], constraints: [] });
  simulation.addConstraint({ id: 'nail', kind: 'nail', a: { body: 'rope', u: 0 } });
  expect(methods(simulation)).toEqual({ nail: 'displacement' });
});

test.each([
  ['soft bodies', [cube, floor]],
  ['ropes', [rope, floor]],
  ['both, and one that cannot move', [cube, rope, floor, { ...bob, fixed: true }]],
])('a plane that stops nothing is told, with lines that stop it: %s', (_, bodies) => {
  const { notices } = built({ bodies });
  expect(notices.map(({ path }) => path)).toEqual([`bodies[${bodies.indexOf(floor)}]`]);
  const [said, lines] = notices[0].message.split('; or keep nodes above it, without friction, in "constraints": ');
  expect(said).toBe(
    'plane "floor" stops nothing. Add "contact": true to the scene, or "contact": false if this is meant',
  );
  expect(built({ bodies, contact: false }).notices).toEqual([]);
  const mended = built({ bodies, constraints: JSON.parse(`[${lines}]`) });
  expect(mended.notices).toEqual([]);
  mended.step(1);
});

test('a step over the stable one is told', () => {
  expect(built({ bodies: [cube], step: 1 }).notices).toEqual([
    {
      path: 'step',
      message: expect.stringMatching(/^1 s is over the largest stable step at rest, 0\.\d+ s: .*Give less/),
    },
  ]);
  expect(built({ bodies: [cube], step: 1e-4 }).notices).toEqual([]);
});
