/** Scenes of soft cubes with 27 nodes, from (-0.5, -0.5, -0.5) to (0.5, 0.5, 0.5), one unless the scene lists others. */
import { buildScene } from '../../packages/io/src/scene/build.ts';
import type { BodyDef, SceneDef } from '../../packages/io/src/scene/schema.ts';
import type { Simulation } from '../../packages/io/src/scene/simulation.ts';

export const softCube = (more: object = {}): BodyDef =>
  ({
    id: 'cube',
    kind: 'tet-springs',
    mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] },
    density: 100,
    stretch: 2e4,
    damping: 20,
    ...more,
  }) as BodyDef;

export const cubeScene = (more: Partial<SceneDef>): SceneDef => ({
  pliant: 1,
  name: 'test',
  step: 1e-3,
  bodies: [softCube()],
  ...more,
});

export const buildCubes = (more: Partial<SceneDef>): Simulation => buildScene(cubeScene(more), 'test.json');

/** Where a node is, m. */
export const nodeAt = ({ world }: Simulation, body: string, node = 0): number[] => [
  ...world.positions(body).subarray(3 * node, 3 * node + 3),
];
