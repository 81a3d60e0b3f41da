/** Three rods, and scenes with them. */
import { buildScene } from '../../packages/io/src/scene/build.ts';
import { SceneError } from '../../packages/io/src/scene/file/faults.ts';
import { parseScene } from '../../packages/io/src/scene/file/parse.ts';
import type { Simulation } from '../../packages/io/src/scene/simulation.ts';

export const section = { EA: 500, EI: 0.2, GJ: 0.1, rhoA: 0.4 };
export const rope = {
  id: 'rope',
  kind: 'spline',
  points: [
    [0, 1, 0],
    [1, 1, 0],
    [2, 1, 0],
    [3, 1, 0],
  ],
  ...section,
};
const cable = {
  ...rope,
  id: 'cable',
  points: [
    [3, 1, 0],
    [4, 1, 0],
    [5, 1, 0],
  ],
};
const thread = {
  id: 'thread',
  kind: 'spline',
  points: [
    [0, 2, 0],
    [1, 2, 0],
  ],
  EA: 50,
  rhoA: 0.1,
};
/** A longer one, for what slides; and something to hang on it. */
export const long = {
  ...rope,
  id: 'long',
  points: undefined,
  curve: { kind: 'line', from: [0, 1, 0], to: [4, 1, 0] },
  count: 17,
};
export const bob = { id: 'bob', kind: 'particles', positions: [[2, 1, 0]], mass: 0.5 };
interface Parts {
  readonly defaults?: object;
  readonly bodies?: readonly object[];
  readonly constraints?: readonly object[];
  readonly events?: readonly object[];
  readonly probes?: readonly object[];
  readonly gravity?: readonly number[];
}
const text = ({ bodies = [rope, cable, thread], ...parts }: Parts): string =>
  JSON.stringify({
    pliant: 1,
    name: 'rods',
    step: 0.01,
    defaults: { integrator: 'backward-euler', method: 'displacement' },
    bodies,
    ...parts,
  });
export const build = (parts: Parts): Simulation => buildScene(parseScene(text(parts), 'rods.json'), 'rods.json');
/** Every fault, as told. */
export function faults(parts: Parts): string[] {
  try {
    build(parts);
  } catch (error) {
    if (error instanceof SceneError) return error.message.split('\n').map((line) => line.replace('rods.json: ', ''));
    throw error;
  }
  return [];
}
/** A scene with one constraint. */
export const held = (more: object) => ({ constraints: [{ id: 'it', ...more }] });
