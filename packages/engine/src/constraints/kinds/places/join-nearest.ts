/** Joins of the nodes of two selections that are nearest to each other: the nearest pair first; no node is in two of them. */
import type { Anchor } from '../../../anchors/anchor.ts';
import { node } from '../../../anchors/node.ts';
import { number } from '../../../base/field.ts';
import { constraintKind, misfit, type PickedNodes, type Situation } from '../constraint-kind.ts';
import { joins } from '../constraints.ts';
import { nodes } from '../fields.ts';
import { eachOnce } from './touching.ts';

/** More pairs than this to look through are taken for a slip of the pen. */
const mostPairs = 4_000_000;
/** Distances that differ by less are alike, m; then the order of nodes decides, and not rounding. */
const alike = 1e-9;

export const joinNearestKind = constraintKind({
  kind: 'join-nearest',
  description: 'Joins the nodes of two selections that are nearest to each other, in pairs.',
  fields: {
    a: nodes('The nodes for the first of a pair.'),
    b: nodes('The nodes for the other.'),
    count: number('', 'How many pairs: the nearest, then the nearest of the nodes that are left, and so on.', {
      least: 1,
      whole: true,
    }),
  },
  ramp: true,
  glyph: { body: 'join', world: 'join' },
  make: ({ a: ofA, b: ofB, count }, { start }) => {
    const [a, b] = [listed(ofA, start), listed(ofB, start)];
    const most = Math.min(a.length, b.length);
    if (count > most)
      throw misfit('count', `${count} pairs of ${a.length} and ${b.length} nodes; there can be at most ${most}.`);
    if (a.length * b.length > mostPairs)
      throw misfit('a', `${a.length} and ${b.length} nodes make more than ${mostPairs} pairs; select fewer.`);
    const candidates = a.flatMap((from, i) =>
      b.flatMap((to, j) =>
        from.body === to.body && from.node === to.node
          ? []
          : [{ i, j, distance: Math.round(apart(from.x, to.x) / alike) }],
      ),
    );
    candidates.sort((p, q) => p.distance - q.distance || p.i - q.i || p.j - q.j);
    const taken = new Set<string>();
    const pairs: Anchor[][] = [];
    for (const { i, j } of candidates) {
      const both = [a[i], b[j]];
      if (pairs.length === count || both.some(({ key }) => taken.has(key))) continue;
      for (const { key } of both) taken.add(key);
      pairs.push(both.map(({ body, node: n }) => node(body, n)));
    }
    if (pairs.length === count) return joins(pairs);
    throw misfit('count', `only ${pairs.length} of ${count} pairs have nodes of their own; give less.`);
  },
});

const listed = (picked: readonly PickedNodes[], start: Situation['start']) =>
  eachOnce(picked).flatMap(({ body, nodes: own }) => {
    const q = start(body.id);
    return own.map((n) => ({ body, node: n, key: `${body.id}/${n}`, x: [q[3 * n], q[3 * n + 1], q[3 * n + 2]] }));
  });
function apart(a: readonly number[], b: readonly number[]): number {
  const [dx, dy, dz] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
