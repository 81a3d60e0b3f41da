// What is told of a scene that runs: constraints that act at the end of a step, under schemes with stages.
import { expect, test } from 'vitest';
import { buildScene } from '../build.ts';
import type { SceneDef } from '../schema.ts';

const scene = (integrator: string, method: string, kind: 'tet-springs' | 'particles'): SceneDef =>
  ({
    pliant: 1,
    name: 'notices',
    gravity: [0, -9.81, 0],
    step: 0.001,
    duration: 1,
    defaults: { integrator, method },
    bodies: [
      kind === 'particles'
        ? { id: 'cube', kind, positions: [[0, 0, 0]], mass: 1 }
        : {
            id: 'cube',
            kind,
            mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] },
            density: 10,
            stretch: 100,
            bulk: 100,
          },
    ],
    constraints: [{ id: 'nail', kind: 'nail', a: { body: 'cube', nodes: [0] } }],
  }) as unknown as SceneDef;

test.each([
  ['rk4', 'local', 'tet-springs', 1],
  ['midpoint', 'local', 'tet-springs', 1],
  ['rk4', 'lagrange', 'tet-springs', 0],
  ['verlet', 'local', 'tet-springs', 0],
  ['rk4', 'local', 'particles', 0],
] as const)('%s, %s, %s: %i notice of its order', (integrator, method, kind, count) => {
  const { notices } = buildScene(scene(integrator, method, kind), 'test.json');
  expect(notices.map(({ path }) => path)).toEqual(count ? ['constraints[0].method'] : []);
  if (count) {
    expect(notices[0].message).toBe(
      `"local" acts at the end of a step, and not within it: under "${integrator}" body "cube" moves with errors of order 2, and of order 1 where it is damped. Use "lagrange" for the order of the scheme, or "verlet".`,
    );
  }
});

const cube = (id: string, height: number, more: object = {}) => ({
  ...{ id, kind: 'tet-springs', density: 10, stretch: 100, bulk: 100, place: { translate: [0.3, height, 0] } },
  mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] },
  ...more,
});
test.each([
  ['one above another', {}, 1],
  ['contact', { contact: true }, 0],
  ['contact that is not wanted', { contact: false }, 0],
  ['no weight', { gravity: [0, 0, 0] }, 0],
  ['weight to the side', { gravity: [9.81, 0, 0] }, 0],
  [
    'connected by a rod',
    {
      constraints: [
        { id: 'rod', kind: 'distance', a: { body: 'upper', nodes: [0] }, b: { body: 'lower', nodes: [0] }, length: 3 },
      ],
    },
    0,
  ],
] as const)('bodies that pass through each other: %s', (_, more, count) => {
  const bodies = [cube('lower', 0, { fixed: { nodes: 'all' } }), cube('upper', 3)];
  const { notices } = buildScene(
    { pliant: 1, name: 'two', step: 0.001, bodies, ...more } as unknown as SceneDef,
    'two.json',
  );
  expect(notices).toEqual(
    count
      ? [
          {
            path: 'contact',
            message:
              '"upper" passes through "lower" where they meet. Add "contact": true to the scene, or "contact": false if this is meant.',
          },
        ]
      : [],
  );
});

test.each([
  ['where it is', {}, 0],
  ['a little way off', { to: [0.02, 0, 0] }, 0],
  ['half a metre off', { to: [0.5, 0, 0] }, 1],
  ['led there', { to: [0.5, 0, 0], ramp: { steps: 50 } }, 0],
  ['by a method without a promise', { to: [0.5, 0, 0], method: { kind: 'penalty', stiffness: 10 } }, 0],
  ['later', { to: [0.5, 0, 0], active: false }, 0],
] as const)('a nail that starts %s', (_, more, count) => {
  const def = scene('verlet', 'local', 'tet-springs');
  const centred = { id: 'nail', kind: 'nail', a: { body: 'cube', nearest: [-0.5, -0.5, -0.5] } };
  const to = 'to' in more ? { to: more.to.map((x) => x - 0.5) } : {};
  const constraints = [{ ...centred, ...more, ...to }] as unknown as SceneDef['constraints'];
  const { notices } = buildScene({ ...def, ...(constraints ? { constraints } : {}) }, 'test.json');
  expect(notices.map(({ path, message }) => `${path} — ${message}`)).toEqual(
    count
      ? [
          'constraints[0] — it starts about 0.5 m from being met, and the first step makes up for that. Start them where it is met, or give "ramp" to lead them there.',
        ]
      : [],
  );
});

const balls = (count: number, more: object) =>
  ({
    ...{ pliant: 1, name: 'balls', step: 0.005, duration: 1 },
    bodies: [
      { id: 'floor', kind: 'plane', normal: [0, 1, 0] },
      {
        ...{ id: 'ball', kind: 'rigid', shape: { kind: 'sphere', radius: 0.05 }, mass: 1 },
        ...{ place: { translate: [0, 0.06, 0] }, repeat: { grid: [count, 1, 1], spacing: [0.2, 0, 0] } },
      },
    ],
    ...more,
  }) as unknown as SceneDef;
test.each([
  ['101 bodies', 101, { contact: true }, 1],
  ['100 bodies', 100, { contact: true }, 0],
  ['friction alone', 101, { contact: { friction: 0.2 } }, 1],
  ['a tolerance', 101, { contact: { tolerance: 1e-3 } }, 0],
  ['all digits are meant', 101, { contact: { tolerance: 1e-10 } }, 0],
  ['no contact', 101, { contact: false }, 0],
] as const)('heaps that are solved to all digits: %s', (_, count, more, told) => {
  const { notices } = buildScene(balls(count, more), 'balls.json');
  expect(notices.filter(({ message }) => message.includes('"tolerance": 1e-3')).map(({ path }) => path)).toEqual(
    told ? ['contact'] : [],
  );
});
