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
  for (const { id, firstNode } of bodies) {
    const x = world.positions(id);
    for (let i = 0; i < x.length; i++) {
      scale = Math.max(scale, Math.abs(x[i]));
      out[3 * firstNode + i] = x[i];
    }
  }
  followers.pack(world, out);
  return scale;
}

/** The largest side of the box around all nodes, m. */
export function extentOf(world: World, bodies: readonly BodyInfo[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { id } of bodies) {
    const x = world.positions(id);
    for (let i = 0; i < x.length; i++) {
      const axis = i % 3;
      low[axis] = Math.min(low[axis], x[i]);
      high[axis] = Math.max(high[axis], x[i]);
    }
  }
  const size = Math.max(...low.map((l, k) => high[k] - l));
  return Number.isFinite(size) && size > 0 ? size : 1;
}
