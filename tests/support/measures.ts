/** What tests of whole scenes measure: how constraints share nodes, how far they are from met, how tets are squeezed. */
import { type Anchor, position, type World } from '../../packages/engine/src/index.ts';

/** Points that active constraints hold together, member by member: nails and joins, not contacts. */
function heldPoints(world: World): (readonly Anchor[])[] {
  const equalities = world.constraints.filter(({ relation }) => relation.sense !== '>=');
  return equalities.flatMap(({ id, members }) => members.filter((_, m) => world.isActive(id, m)));
}

/** In how many active constraints the busiest node is.                                          [GBT06 notes, sec. 5] */
export function maxDegree(world: World): number {
  const degrees = new Map<string, number>();
  for (const anchors of heldPoints(world)) {
    for (const { body, blocks } of anchors) {
      for (const block of body === undefined ? [] : blocks) {
        const node = `${body}/${block}`;
        degrees.set(node, (degrees.get(node) ?? 0) + 1);
      }
    }
  }
  return [...degrees.values()].reduce((most, degree) => Math.max(most, degree), 0);
}

/** How far points that are held together are apart at most, m; contacts do not count, as in `residual` they do. */
export function maxGap(world: World): number {
  let gap = 0;
  for (const anchors of heldPoints(world)) {
    const [first, ...others] = anchors.map((a) => position(world, a));
    for (const other of others) for (let k = 0; k < 3; k++) gap = Math.max(gap, Math.abs(other[k] - first[k]));
  }
  return gap;
}

/** How large coordinates are: rounding is a share of it. */
export function coordinateScale(world: World): number {
  let scale = 0;
  for (const { id, nodeCount } of world.bodies) {
    if (nodeCount) for (const x of world.positions(id)) scale = Math.max(scale, Math.abs(x));
  }
  return scale;
}

/** The smallest of the tets' volumes, each divided by what it was at rest; 0 where one is flat. */
export function minVolumeRatio(world: World): number {
  let least = Infinity;
  for (const { id, mesh } of world.bodies) {
    for (let t = 0; mesh && t < mesh.tets.length; t += 4) {
      const corners = mesh.tets.subarray(t, t + 4);
      least = Math.min(least, sixfoldVolume(world.positions(id), corners) / sixfoldVolume(mesh.positions, corners));
    }
  }
  return least;
}
function sixfoldVolume(x: Float64Array, [a, b, c, d]: Int32Array): number {
  const [u, v, w] = [b, c, d].map((n) => [0, 1, 2].map((k) => x[3 * n + k] - x[3 * a + k]));
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}
