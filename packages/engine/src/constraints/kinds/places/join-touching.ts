/** Joins of nodes that touch at the start: one group for each number of points. */
import type { Anchor } from '../../../anchors/anchor.ts';
import { node } from '../../../anchors/node.ts';
import { number, optional, positive } from '../../../base/field.ts';
import { constraintKind, misfit, type PickedNodes } from '../constraint-kind.ts';
import { joins } from '../constraints.ts';
import { nodesList } from '../fields.ts';
import { type Clusters, clustersOf, eachOnce } from './touching.ts';

/** Nodes this close touch, where nothing else is said. */
export const touchingDefaults = { tolerance: 1e-6 } as const;

/** Nodes at one place. Where corners meet there are a few; more are bodies that lie in each other by mistake. */
const mostAtOnePlace = 64;

/** The first node of a cluster whose body has one before it, and that one; undefined if all are of different bodies. */
function bodyTwice({ body }: Clusters, first: number, end: number): readonly [number, number] | undefined {
  for (let i = first + 1; i < end; i++) for (let j = first; j < i; j++) if (body[j] === body[i]) return [j, i];
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
    const { starts, body, node: nodes } = clusters;
    if (starts.length === 1)
      throw misfit(
        '',
        `no two nodes of different bodies are within ${tolerance} m of each other; move bodies together or give a larger "tolerance".`,
      );
    for (let c = 0; c + 1 < starts.length; c++) {
      const first = starts[c];
      const end = starts[c + 1];
      if (end - first > mostAtOnePlace)
        throw misfit(
          'between',
          `${end - first} nodes touch at one place, with node ${nodes[first]} of body "${picked[body[first]].body.id}"; at most ${mostAtOnePlace} can be joined. Move bodies apart: they lie in each other.`,
        );
      const twice = bodyTwice(clusters, first, end);
      if (!twice) continue;
      throw misfit(
        'tolerance',
        `${tolerance} m is so much that nodes ${nodes[twice[0]]} and ${nodes[twice[1]]} of body "${picked[body[twice[1]]].body.id}" would be joined to each other; give less.`,
      );
    }
    const byPoints = new Map<number, Anchor[][]>();
    for (let c = 0; c + 1 < starts.length; c++) {
      const anchors = anchorsAt(picked, clusters, c);
      const list = byPoints.get(anchors.length);
      if (list) list.push(anchors);
      else byPoints.set(anchors.length, [anchors]);
    }
    return [...byPoints.keys()].sort((a, b) => a - b).map((count) => joins(byPoints.get(count) as Anchor[][]));
  },
});

/** The nodes of a cluster. Most are pairs; a list of known length has no room to grow. */
function anchorsAt(picked: readonly PickedNodes[], { starts, body, node: nodes }: Clusters, c: number): Anchor[] {
  const first = starts[c];
  const points = starts[c + 1] - first;
  const at = (i: number): Anchor => node(picked[body[i]].body, nodes[i]);
  return points === 2 ? [at(first), at(first + 1)] : Array.from({ length: points }, (_, k) => at(first + k));
}
