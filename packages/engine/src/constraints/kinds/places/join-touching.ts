/** Joins of nodes that touch at the start: one group for each number of points. */
import type { Anchor } from '../../../anchors/anchor.ts';
import { node } from '../../../anchors/node.ts';
import { number, optional, positive } from '../../../base/field.ts';
import { constraintKind, misfit } from '../constraint-kind.ts';
import { joins } from '../constraints.ts';
import { nodesList } from '../fields.ts';
import { clustersOf, eachOnce, type Touching } from './touching.ts';

/** Nodes this close touch, where nothing else is said. */
export const touchingDefaults = { tolerance: 1e-6 } as const;

/** Nodes at one place. Where corners meet there are a few; more are bodies that lie in each other by mistake. */
const mostAtOnePlace = 64;

/** The first node whose body has one before it. */
function bodyTwice(cluster: readonly Touching[]): Touching | undefined {
  for (let i = 1; i < cluster.length; i++)
    for (let j = 0; j < i; j++) if (cluster[j].body === cluster[i].body) return cluster[i];
  return undefined;
}

export const joinTouchingKind = constraintKind({
  kind: 'join-touching',
  description: 'Joins nodes of different bodies wherever they touch at the start.',
  fields: {
    between: nodesList('The nodes among which touching pairs are searched.', { least: 1 }),
    tolerance: optional(number('metres', 'Nodes at most this far apart touch.', positive), touchingDefaults.tolerance),
  },
  ramp: true,
  glyph: { body: 'join', world: 'join' },
  make: ({ between, tolerance = touchingDefaults.tolerance }, { start }) => {
    const picked = eachOnce(between);
    if (picked.length < 2)
      throw misfit(
        'between',
        `selects nodes of one body, "${picked[0].body.id}"; touching takes two. Select more bodies.`,
      );
    const clusters = clustersOf(picked, tolerance, start);
    if (!clusters)
      throw misfit('tolerance', `${tolerance} m is so much that thousands of nodes are near each other; give less.`);
    if (clusters.length === 0)
      throw misfit(
        '',
        `no two nodes of different bodies are within ${tolerance} m of each other; move bodies together or give a larger "tolerance".`,
      );
    for (const cluster of clusters) {
      if (cluster.length > mostAtOnePlace)
        throw misfit(
          'between',
          `${cluster.length} nodes touch at one place, with node ${cluster[0].node} of body "${picked[cluster[0].body].body.id}"; at most ${mostAtOnePlace} can be joined. Move bodies apart: they lie in each other.`,
        );
      const twice = bodyTwice(cluster);
      if (!twice) continue;
      const first = cluster.find((a) => a.body === twice.body);
      throw misfit(
        'tolerance',
        `${tolerance} m is so much that nodes ${first?.node} and ${twice.node} of body "${picked[twice.body].body.id}" would be joined to each other; give less.`,
      );
    }
    const byPoints = new Map<number, Anchor[][]>();
    for (const cluster of clusters) {
      const anchors = cluster.map((one) => node(picked[one.body].body, one.node));
      const list = byPoints.get(cluster.length);
      if (list) list.push(anchors);
      else byPoints.set(cluster.length, [anchors]);
    }
    return [...byPoints.keys()].sort((a, b) => a - b).map((count) => joins(byPoints.get(count) as Anchor[][]));
  },
});
