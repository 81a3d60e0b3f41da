/** Joins that are found: nodes that touch, nodes that are nearest to each other. */
import { type Anchor, type Body, type ConstraintSpec, joins, node } from '@pliant/engine';
import type { Faults } from '../../file/faults.ts';
import type { ConstraintDef } from '../../schema.ts';
import { type Cast, type Picked, startOf } from '../cast.ts';
import { squaredDistance } from '../points/places.ts';
import { clustersOf } from './touching.ts';

/** Nodes this close touch, where nothing else is said. */
export const touchingDefaults = { tolerance: 1e-6 } as const;

/** Joins of touching nodes: one group for each number of points. */
export function touchingSpecs(
  def: ConstraintDef & { kind: 'join-touching' },
  path: string,
  cast: Cast,
  faults: Faults,
): ConstraintSpec[] | undefined {
  const tolerance = def.tolerance ?? touchingDefaults.tolerance;
  const found = def.between.map((one, i) => cast.pick(one, `${path}.between[${i}]`));
  if (found.some((one) => !one)) return undefined;
  const picked = eachOnce((found as (readonly Picked[])[]).flat());
  if (picked.length < 2) {
    faults.add(
      `${path}.between`,
      `selects nodes of one body, "${picked[0].body.id}"; touching takes two. Select more bodies.`,
    );
    return undefined;
  }
  const clusters = clustersOf(picked, tolerance);
  if (clusters.length === 0) {
    faults.add(
      path,
      `no two nodes of different bodies are within ${tolerance} m of each other; move bodies together or give a larger "tolerance".`,
    );
    return undefined;
  }
  for (const cluster of clusters) {
    const twice = cluster.find((a, i) => cluster.findIndex((b) => b.body === a.body) < i);
    if (!twice) continue;
    const first = cluster.find((a) => a.body === twice.body);
    const { id } = picked[twice.body].body;
    faults.add(
      `${path}.tolerance`,
      `${tolerance} m is so much that nodes ${first?.node} and ${twice.node} of body "${id}" would be joined to each other; give less.`,
    );
    return undefined;
  }
  const byPoints = new Map<number, Anchor[][]>();
  for (const cluster of clusters) {
    const anchors = cluster.map((one) => node(picked[one.body].body, one.node));
    const list = byPoints.get(cluster.length);
    if (list) list.push(anchors);
    else byPoints.set(cluster.length, [anchors]);
  }
  return [...byPoints.keys()].sort((a, b) => a - b).map((points) => joins(byPoints.get(points) as Anchor[][]));
}
function eachOnce(picked: readonly Picked[]): Picked[] {
  const byBody = new Map<Body, Set<number> | readonly number[]>();
  for (const { body, nodes } of picked) {
    const before = byBody.get(body);
    byBody.set(body, before ? new Set([...before, ...nodes]) : nodes);
  }
  return Array.from(byBody, ([body, nodes]) => ({ body, nodes: Array.isArray(nodes) ? nodes : [...nodes] }));
}

/** More pairs than this to look through are taken for a slip of the pen. */
const mostPairs = 4_000_000;
/** Distances that differ by less are alike, m; then the order of nodes decides, and not rounding. */
const alike = 1e-9;

/** Pairs of nodes, the nearest first; no node is in two of them. */
export function nearestSpec(
  def: ConstraintDef & { kind: 'join-nearest' },
  path: string,
  cast: Cast,
  faults: Faults,
): ConstraintSpec | undefined {
  const [a, b] = [cast.pick(def.a, `${path}.a`), cast.pick(def.b, `${path}.b`)].map((p) => p && listed(p));
  if (!a || !b) return undefined;
  const most = Math.min(a.length, b.length);
  if (def.count > most) {
    faults.add(
      `${path}.count`,
      `${def.count} pairs of ${a.length} and ${b.length} nodes; there can be at most ${most}.`,
    );
    return undefined;
  }
  if (a.length * b.length > mostPairs) {
    faults.add(`${path}.a`, `${a.length} and ${b.length} nodes make more than ${mostPairs} pairs; select fewer.`);
    return undefined;
  }
  const candidates = a.flatMap((from, i) =>
    b.flatMap((to, j) =>
      from.body === to.body && from.node === to.node
        ? []
        : [{ i, j, distance: Math.round(Math.sqrt(squaredDistance(from.x, 0, [...to.x])) / alike) }],
    ),
  );
  candidates.sort((p, q) => p.distance - q.distance || p.i - q.i || p.j - q.j);
  const taken = new Set<string>();
  const pairs: Anchor[][] = [];
  for (const { i, j } of candidates) {
    const both = [a[i], b[j]];
    if (pairs.length === def.count || both.some(({ key }) => taken.has(key))) continue;
    for (const { key } of both) taken.add(key);
    pairs.push(both.map(({ body, node: n }) => node(body, n)));
  }
  if (pairs.length === def.count) return joins(pairs);
  faults.add(`${path}.count`, `only ${pairs.length} of ${def.count} pairs have nodes of their own; give less.`);
  return undefined;
}
const listed = (picked: readonly Picked[]) =>
  eachOnce(picked).flatMap(({ body, nodes }) =>
    nodes.map((n) => ({ body, node: n, key: `${body.id}/${n}`, x: startOf(body).subarray(3 * n, 3 * n + 3) })),
  );
