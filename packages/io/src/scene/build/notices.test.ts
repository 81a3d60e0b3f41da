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
