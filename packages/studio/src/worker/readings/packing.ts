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
    scale = Math.max(scale, packed(x, from, 3 * nodeCount, out, 3 * firstNode));
  });
  followers.pack(world, out);
  return scale;
}

/** Copies numbers; returns the largest, or no number if one of them is none. */
function packed(x: Float64Array, from: number, count: number, out: Float32Array, to: number): number {
  let scale = 0;
  for (let i = 0; i < count; i++) {
    const value = x[from + i];
    scale = Math.max(scale, Math.abs(value));
    out[to + i] = value;
  }
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
  const { placed: all } = program;
  let k = 0;
  for (const body of bodies) {
    while (k < all.length && all[k].body.id !== body.id) k++;
    const placed = all[k] ?? program.find(body.id);
    const points = program.pointsOf(placed)?.positions();
    visit(points ?? q, points ? 0 : placed.start, body);
  }
}

/** The largest side of the box around all nodes, m. */
export function extentOf(world: World, bodies: readonly BodyInfo[]): number {
  const low = new Float64Array(3).fill(Infinity);
  const high = new Float64Array(3).fill(-Infinity);
  eachBody(world, bodies, (x, from, { nodeCount }) => widen(low, high, x, from, nodeCount));
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  return Number.isFinite(size) && size > 0 ? size : 1;
}
/** So that nodes are in the box. */
function widen(low: Float64Array, high: Float64Array, x: Float64Array, from: number, nodes: number): void {
  for (let n = 0; n < nodes; n++)
    for (let axis = 0; axis < 3; axis++) {
      const value = x[from + 3 * n + axis];
      low[axis] = Math.min(low[axis], value);
      high[axis] = Math.max(high[axis], value);
    }
}
