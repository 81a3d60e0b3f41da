/**
 * A point of the world, at rest or on a path. Its parameters are position, velocity and acceleration: x, y, z, then
 * their first and second derivatives; the world updates them before each step if the point moves.
 */
import { createPath, type PathDef } from '../paths/path.ts';
import type { Anchor, AnchorShape } from './anchor.ts';

export const worldPointShape: AnchorShape = {
  name: 'world-point',
  blocks: [],
  parameters: 9,
  rates: [3, 4, 5, 6, 7, 8],
  point: (_, [x, y, z]) => [x, y, z],
};

/**
 * A point of the world that does not move, as an anchor; metres.
 * @example nail(node(cube, 0), worldPoint(0, 1, 0))
 */
export function worldPoint(x: number, y: number, z: number): Anchor {
  if (![x, y, z].every(Number.isFinite)) throw new Error(`world point (${x}, ${y}, ${z}) — give three finite numbers.`);
  return { shape: worldPointShape, blocks: [], parameters: [x, y, z, 0, 0, 0, 0, 0, 0] };
}

/**
 * A point of the world that moves along a path, as an anchor. Until the world moves it, it is where the path is at a time, s: there lengths that
 * are not given are measured.
 * @example nail(node(cube, 0), onPath({ kind: 'linear', times: [0, 1], points: [[0, 1, 0], [1, 1, 0]] }))
 */
export function onPath(path: PathDef, time = 0): Anchor {
  const start = new Float64Array(9);
  createPath(path).evaluate(Math.max(time, path.times[0]), start);
  return { shape: worldPointShape, blocks: [], parameters: [...start], path };
}
