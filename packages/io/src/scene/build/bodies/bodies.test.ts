/** Bodies and meshes in scenes: the ring, the solid ball, the rigid ball. */
import { meshVolume } from '@pliant/engine';
import { expect, test } from 'vitest';
import { buildScene } from '../../build.ts';
import { SceneError } from '../../file/faults.ts';
import type { SceneDef } from '../../schema.ts';

const scene = (body: object, more: object = {}): SceneDef =>
  ({ pliant: 1, name: 'test', step: 1e-3, gravity: [0, -10, 0], bodies: [body], ...more }) as SceneDef;
const soft = (mesh: object): object => ({ id: 'b', kind: 'tet-springs', density: 1000, stretch: 1e4, mesh });
const marble = { id: 'marble', kind: 'ball', mass: 3, radius: 0.12, position: [0, 1, 0], velocity: [1, 0, 0] };

function faults(def: SceneDef): string[] {
  try {
    buildScene(def, 'test.json');
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    return error.faults.map(({ path, message }) => `${path} — ${message}`);
  }
  return [];
}

test('a ring of 135 inner nodes, found by a cylinder [HCY notes, 6.1]', () => {
  const ring = { kind: 'ring', innerRadius: 0.2, outerRadius: 0.3, width: 0.12, cells: [45, 2, 2] };
  const spokes = { id: 'n', kind: 'nail', a: { body: 'b', cylinder: { axis: [0, 0, 1], radius: 0.2 } } };
  const { world } = buildScene(scene(soft(ring), { constraints: [spokes] }), 'test.json');
  expect(world.body('b').nodeCount).toBe(405);
  expect(world.constraints[0].members.length).toBe(135);
  expect(faults(scene(soft({ ...ring, outerRadius: 0.1 })))).toEqual([
    'bodies[0].mesh.outerRadius — 0.1 m is not over the inner radius, 0.2 m.',
  ]);
  expect(faults(scene(soft({ ...ring, cells: [2, 2, 2] })))).toEqual([
    'bodies[0].mesh.cells[0] — 2 cells cannot form a ring (give 3 or more).',
  ]);
  expect(faults(scene(soft({ ...ring, cells: [1e4, 1e3, 1] })))).toEqual([
    'bodies[0].mesh.cells — 10000000 cells are more than the 500000 possible; give fewer.',
  ]);
});

test('a ball of tets', () => {
  const { mesh } = buildScene(scene(soft({ kind: 'ball', radius: 0.5, cells: 2, centre: [1, 0, 0] })), 'x').world.body(
    'b',
  );
  expect((mesh?.tets.length ?? 0) / 4).toBe(160);
  expect(mesh && meshVolume(mesh)).toBeCloseTo(0.87345 * (4 / 3) * Math.PI * 0.125, 4);
  expect(faults(scene(soft({ kind: 'ball', radius: 0.5, cells: 100 })))).toEqual([
    'bodies[0].mesh.cells — 20000000 cells are more than the 500000 possible; give fewer.',
  ]);
});

test('a rigid ball flies, is selected as node 0, and keeps its radius when its drag is set', () => {
  const set = { at: 0.5, do: 'set', body: 'marble', parameter: 'drag', value: 50 };
  const probe = { id: 'p', kind: 'position', of: { body: 'marble', nodes: [0] } };
  const simulation = buildScene(scene(marble, { events: [set], probes: [probe] }), 'test.json');
  simulation.step(500);
  const [x, y] = simulation.probes[0].read();
  expect(x).toBeCloseTo(0.5, 12);
  expect(y).toBeCloseTo(1 - 1.25, 10);
  simulation.step(500);
  expect(simulation.probes[0].read()[0]).toBeLessThan(0.53);
  expect(simulation.world.body('marble')).toMatchObject({ kind: 'ball', radius: 0.12 });
});

test('a fixed ball stays', () => {
  const { world } = buildScene(scene({ ...marble, fixed: true }), 'test.json');
  world.step(10);
  expect([...world.positions('marble')]).toEqual([0, 1, 0]);
});

test.each([
  [
    'no radius',
    { ...marble, radius: undefined },
    {},
    'bodies[0].radius — radius is missing; give a positive number in metres.',
  ],
  [
    'no mass to speak of',
    { ...marble, mass: 0 },
    {},
    'bodies[0].mass — 0 is not allowed; give a positive number in kg.',
  ],
  [
    'a mesh',
    { ...marble, mesh: {} },
    {},
    'bodies[0].mesh — Unrecognised key "mesh"; possible here: fixed, drag, integrator, colour.',
  ],
  [
    'a copy',
    marble,
    { constraints: [{ id: 'n', kind: 'nail', a: { body: 'marble[1]', nodes: [0] } }] },
    'constraints[0].a.body — body "marble" is not repeated, so there is no "marble[1]"; write "marble".',
  ],
  [
    'a stiffness',
    marble,
    { events: [{ at: 1, do: 'set', body: 'marble', parameter: 'stretch', value: 1 }] },
    'events[0].parameter — body "marble" is ball and has no "stretch"; it has only "drag".',
  ],
])('a rigid ball, refused: %s', (_, body, more, fault) => {
  expect(faults(JSON.parse(JSON.stringify(scene(body, more))))).toEqual([fault]);
});
