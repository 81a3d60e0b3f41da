/**
 * Unknowns with the same closed neighbourhood (the three rows of a ball joint) as one vertex with a weight, before they are
 * ordered. Found by hashing: block sizes need not be declared.
 *
 * C. Ashcraft, Compressed graphs and the minimum degree algorithm, SIAM J. Sci. Comput. 16 (1995).
 */
import type { Graph } from './graph.ts';

export interface Compressed {
  readonly graph: Graph;
  readonly weight: Int32Array; // unknowns in each group
  readonly group: Int32Array; //  group of each unknown
  /** members of group g: members[memberStarts[g]] ... up to memberStarts[g + 1], ascending */
  readonly memberStarts: Int32Array;
  readonly members: Int32Array;
}

/** `alone[v]` keeps v out of any group. */
export function compress(graph: Graph, alone?: Uint8Array): Compressed {
  const { n } = graph;
  const { group, leaders } = groupsOf(graph, alone);
  const m = leaders.length;
  const weight = new Int32Array(m);
  for (let v = 0; v < n; v++) weight[group[v]]++;
  const memberStarts = new Int32Array(m + 1);
  for (let g = 0; g < m; g++) memberStarts[g + 1] = memberStarts[g] + weight[g];
  const members = new Int32Array(n);
  const next = memberStarts.slice(0, m);
  for (let v = 0; v < n; v++) members[next[group[v]]++] = v;

  const starts = new Int32Array(m + 1);
  const neighbours = new Int32Array(graph.neighbours.length);
  const seenBy = new Int32Array(m).fill(-1);
  let to = 0;
  for (let g = 0; g < m; g++) {
    const v = leaders[g];
    seenBy[g] = g;
    for (let p = graph.starts[v]; p < graph.starts[v + 1]; p++) {
      const h = group[graph.neighbours[p]];
      if (seenBy[h] === g) continue;
      seenBy[h] = g;
      neighbours[to++] = h;
    }
    starts[g + 1] = to;
  }
  return { graph: { n: m, starts, neighbours: neighbours.subarray(0, to) }, weight, group, memberStarts, members };
}

/** The group of each vertex, and of each group the vertex that founded it. */
function groupsOf(
  { n, starts, neighbours }: Graph,
  alone: Uint8Array | undefined,
): { group: Int32Array; leaders: Int32Array } {
  const group = new Int32Array(n).fill(-1);
  const bucket = new Int32Array(n).fill(-1); // hash to the leaders that have it, as a chain
  const chain = new Int32Array(n).fill(-1);
  const stamp = new Int32Array(n).fill(-1);
  const leaders = new Int32Array(n);
  let count = 0;
  for (let v = 0; v < n; v++) {
    if (alone?.[v]) {
      leaders[count] = v;
      group[v] = count++;
      continue;
    }
    let sum = v;
    for (let p = starts[v]; p < starts[v + 1]; p++) sum = (sum + neighbours[p]) | 0;
    const hash = (sum >>> 0) % n;
    const size = starts[v + 1] - starts[v];
    for (let u = bucket[hash]; u >= 0 && group[v] < 0; u = chain[u]) {
      if (starts[u + 1] - starts[u] !== size) continue;
      if (stamp[v] !== v) {
        stamp[v] = v;
        for (let p = starts[v]; p < starts[v + 1]; p++) stamp[neighbours[p]] = v;
      }
      let same = stamp[u] === v;
      for (let p = starts[u]; same && p < starts[u + 1]; p++) same = stamp[neighbours[p]] === v;
      if (same) group[v] = group[u];
    }
    if (group[v] >= 0) continue;
    leaders[count] = v;
    group[v] = count++;
    chain[v] = bucket[hash];
    bucket[hash] = v;
  }
  return { group, leaders: leaders.subarray(0, count) };
}
