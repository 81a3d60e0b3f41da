/**
 * A point of the world, at rest or on a path. Its parameters are position, velocity and acceleration: x, y, z, then
 * their first and second derivatives; the world writes them anew before each step when the point moves.
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

export function worldPoint(x: number, y: number, z: number): Anchor {
  if (![x, y, z].every(Number.isFinite)) throw new Error(`world point (${x}, ${y}, ${z}) — give three finite numbers.`);
  return { shape: worldPointShape, blocks: [], parameters: [x, y, z, 0, 0, 0, 0, 0, 0] };
}

export function onPath(path: PathDef): Anchor {
  const start = new Float64Array(9);
  createPath(path).evaluate(path.times[0], start);
  return { shape: worldPointShape, blocks: [], parameters: [...start], path };
}
