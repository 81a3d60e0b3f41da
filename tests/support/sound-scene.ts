/** A sound scene, which tests spoil, and the faults that are told of a text. */
import { buildScene, type Overrides } from '../../packages/io/src/scene/build.ts';
import { type Fault, SceneError } from '../../packages/io/src/scene/file/faults.ts';
import { parseScene } from '../../packages/io/src/scene/file/parse.ts';

/** A sound scene, of which each case spoils something. */
export const sound = {
  pliant: 1,
  name: 'sound',
  step: 0.002,
  defaults: { integrator: 'verlet', method: 'local' },
  selections: { top: { body: 'cube', side: { normal: [0, 1, 0], offset: 0.5 } } },
  bodies: [
    {
      id: 'cube',
      kind: 'tet-springs',
      mesh: { kind: 'box', size: [1, 1, 1], cells: [2, 2, 2] },
      density: 100,
      stretch: 2e4,
      bulk: 5e4,
      regions: { corner: { nodes: [0] } },
    },
    {
      id: 'brick',
      kind: 'tet-springs',
      mesh: { kind: 'box', size: [1, 1, 1], cells: [1, 1, 1] },
      density: 100,
      stretch: 2e4,
      place: { translate: [3, 0, 0] },
      repeat: { grid: [3, 1, 1], spacing: [1, 0, 0] },
    },
    {
      id: 'dust',
      kind: 'particles',
      positions: [
        [0, 3, 0],
        [1, 3, 0],
      ],
      mass: 1,
    },
    { id: 'floor', kind: 'plane', normal: [0, 1, 0], offset: -2 },
  ],
  constraints: [
    { id: 'nail', kind: 'nail', a: { body: 'cube', nearest: [0.5, 0.5, 0.5] }, to: [0.5, 0.5, 0.5] },
    {
      id: 'knot',
      kind: 'join',
      points: [
        { body: 'cube', nodes: [0] },
        { body: 'dust', nodes: [0] },
      ],
    },
    { id: 'glue', kind: 'join-touching', between: [{ body: 'brick', nodes: 'all' }] },
    { id: 'ground', kind: 'above', a: { body: 'cube', nodes: 'all' }, plane: 'floor', method: 'reaction' },
  ],
  events: [
    { at: 1, do: 'deactivate', constraint: 'nail' },
    { at: 1, do: 'apply-force', id: 'push', on: { body: 'cube', nodes: [3] }, force: [1, 0, 0] },
    { at: 2, do: 'stop-force', id: 'push' },
  ],
  probes: [
    { id: 'tip', kind: 'position', of: { body: 'cube', nodes: [1] } },
    { id: 'pull', kind: 'force', constraint: 'nail' },
    { id: 'energy', kind: 'total-energy' },
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: cases spoil the scene in ways no type allows
export type Spoilt = any;

export function faultsOf(text: string, overrides?: Overrides): readonly Fault[] {
  try {
    buildScene(parseScene(text, 'scene.json'), 'scene.json', overrides);
  } catch (error) {
    if (error instanceof SceneError) return error.faults;
    throw error;
  }
  return [];
}
export function spoilt(spoil: (scene: Spoilt) => void): string {
  const scene = structuredClone(sound) as Spoilt;
  spoil(scene);
  return JSON.stringify(scene, null, 2);
}
