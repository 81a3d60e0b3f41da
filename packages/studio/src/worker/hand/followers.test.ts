import { skinPositions } from '@pliant/engine';
import { buildScene } from '@pliant/io';
import { expect, test } from 'vitest';
import type { Frame, FromWorker, SceneInfo } from '../../protocol/protocol.ts';
import { Runner } from '../runner.ts';
import { followerAnchor } from './followers.ts';

const cube = {
  kind: 'tet-springs' as const,
  mesh: {
    kind: 'box' as const,
    size: [1, 1, 1] as [number, number, number],
    cells: [1, 1, 1] as [number, number, number],
  },
  density: 50,
  stretch: 3e4,
  damping: 60,
};
/** 8 nodes each; of the second body, 26 vertices */
const simulation = () =>
  buildScene(
    {
      pliant: 1,
      name: 'bare and clad',
      step: 1e-3,
      bodies: [
        { ...cube, id: 'bare' },
        { ...cube, id: 'clad', place: { translate: [2, 0, 0] }, skin: { kind: 'sphere', radius: 0.5, segments: 2 } },
      ],
    },
    'test.json',
  );

function told() {
  const messages: FromWorker[] = [];
  const { world } = simulation();
  const runner = new Runner(simulation(), (message) => messages.push(message));
  runner.turn();
  const find = <T extends FromWorker['type']>(type: T) =>
    messages.find((m): m is Extract<FromWorker, { type: T }> => m.type === type);
  return { runner, world, messages, scene: find('scene')?.scene as SceneInfo, frame: find('frame') as Frame };
}

test('skins: their vertices come after all nodes, and their triangles speak of them', () => {
  const { scene, frame, world } = told();
  const [bare, clad] = scene.bodies;
  expect([bare.firstNode, clad.firstNode]).toEqual([0, 8]);
  expect([Math.min(...bare.triangles), Math.max(...bare.triangles)]).toEqual([0, 7]);
  expect([Math.min(...clad.triangles), Math.max(...clad.triangles)]).toEqual([16, 41]);
  // the tets are told as edges, to be seen under the skin
  expect(bare.edges.length).toBe(0);
  expect([clad.edges.length / 2, Math.min(...clad.edges), Math.max(...clad.edges)]).toEqual([18, 8, 15]);
  expect(frame.positions.length).toBe(3 * 42);
  expect(frame.positions.slice(3 * 16)).toEqual(Float32Array.from(skinPositions(world, 'clad')));
});

test('skins: a vertex is grabbed as the point it is', () => {
  const { runner, frame, messages } = told();
  const point = 20;
  const [x, y, z] = frame.positions.slice(3 * point, 3 * point + 3);
  runner.grab(point, [x, y, z]);
  runner.shown();
  runner.runTowards(5, 1000);
  messages.length = 0;
  while (!messages.some((m) => m.type === 'frame')) runner.turn();
  const after = messages.find((m) => m.type === 'frame') as Frame;
  expect(after.hand).toMatchObject({ body: 'clad', node: point });
  expect(Math.hypot(...(after.hand?.force ?? [0]))).toBeGreaterThan(100);
  const [a, b, c] = after.positions.slice(3 * point, 3 * point + 3);
  expect(Math.hypot(a - x, b - y, c - z)).toBeLessThan(2 ** -24); // single precision of about 1 m
});

test('skins: a vertex on a face, an edge or a node is held by no more corners than it has', () => {
  const { world } = simulation();
  const clad = world.body('clad');
  const corners = Array.from({ length: 26 }, (_, v) => followerAnchor(clad, v).blocks.length);
  const { weights } = clad.skin?.embedding ?? { weights: new Float64Array() };
  const weighty = corners.map((_, v) => weights.slice(4 * v, 4 * v + 4).filter((w) => Math.abs(w) > 1e-12).length);
  expect(corners).toEqual(weighty);
  expect(Math.min(...corners)).toBe(2); // the middles of the cube's sides lie on diagonals
});

test('skins: a vertex of a superquadric is drawn and grabbed as the point it is', () => {
  const shape = { a1: 0.5, a2: 0.5, a3: 0.5 };
  const skin = { kind: 'sphere' as const, radius: 0.6, segments: 2 };
  const scene = buildScene(
    { pliant: 1, name: 'clad', step: 1e-3, bodies: [{ id: 'clad', kind: 'superquadric', shape, mass: 1, skin }] },
    'test.json',
  );
  const { world } = scene;
  const messages: FromWorker[] = [];
  const runner = new Runner(scene, (message) => messages.push(message));
  runner.turn();
  const frame = messages.find((m) => m.type === 'frame') as Frame;
  const { nodeCount } = world.body('clad');
  expect(frame.positions.slice(3 * nodeCount)).toEqual(Float32Array.from(skinPositions(world, 'clad')));
  const point = nodeCount + 5;
  const [x, y, z] = frame.positions.slice(3 * point, 3 * point + 3);
  runner.grab(point, [x, y, z]);
  runner.shown();
  runner.runTowards(5, 1000);
  messages.length = 0;
  while (!messages.some((m) => m.type === 'frame')) runner.turn();
  const after = messages.find((m) => m.type === 'frame') as Frame;
  expect(after.hand).toMatchObject({ body: 'clad', node: point });
  const [a, b, c] = after.positions.slice(3 * point, 3 * point + 3);
  expect(Math.hypot(a - x, b - y, c - z)).toBeLessThan(1e-6); // the nail holds it against its weight
});
