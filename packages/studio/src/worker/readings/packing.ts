/** Positions of all nodes and of what follows them, as the page takes them. */
import type { World } from '@pliant/engine';
import type { BodyInfo } from '../../protocol/protocol.ts';
import type { Followers } from '../hand/followers.ts';

/** Writes all points; returns the largest coordinate, m, which is no number if one of them is none. */
export function packPositions(
  world: World,
  bodies: readonly BodyInfo[],
  followers: Followers,
  out: Float32Array,
): number {
  let scale = 0;
  eachBody(world, bodies, (x, from, { firstNode, nodeCount }) => {
    const at = 3 * firstNode - from;
    for (let i = from; i < from + 3 * nodeCount; i++) {
      scale = Math.max(scale, Math.abs(x[i]));
      out[at + i] = x[i];
    }
  });
  followers.pack(world, out);
  return scale;
}

/** x: its nodes from some place on (3 each). To look up ten thousand bodies by their names takes as long as a step of all. */
function eachBody(
  world: World,
  bodies: readonly BodyInfo[], // in the order of the world
  visit: (x: Float64Array, from: number, body: BodyInfo) => void,
): void {
  const { program } = world;
  const q = world.state.column('q');
  let k = 0;
  for (const body of bodies) {
    while (k < program.placed.length && program.placed[k].body.id !== body.id) k++;
    const placed = program.placed[k] ?? program.find(body.id);
    const points = program.pointsOf(placed)?.positions();
    visit(points ?? q, points ? 0 : placed.start, body);
  }
}

/** The largest side of the box around all nodes, m. */
export function extentOf(world: World, bodies: readonly BodyInfo[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  eachBody(world, bodies, (x, from, { nodeCount }) => {
    for (let i = 0; i < 3 * nodeCount; i++) {
      const axis = i % 3;
      low[axis] = Math.min(low[axis], x[from + i]);
      high[axis] = Math.max(high[axis], x[from + i]);
    }
  });
  const size = Math.max(...low.map((l, k) => high[k] - l));
  return Number.isFinite(size) && size > 0 ? size : 1;
}
