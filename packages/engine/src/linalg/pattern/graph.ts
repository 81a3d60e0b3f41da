/** The graph of a symmetric pattern: unknowns, and which of them are coupled. */
import type { Pattern } from './pattern.ts';

/** Neighbours of v: neighbours[starts[v]] ... up to starts[v + 1], without v itself. */
export interface Graph {
  readonly n: number;
  readonly starts: Int32Array; // (n + 1)
  readonly neighbours: Int32Array;
}

export function graphOf({ pointers, indices }: Pattern): Graph {
  const n = pointers.length - 1;
  const starts = new Int32Array(n + 1);
  for (let i = 0; i < n; i++) {
    starts[i + 1] += pointers[i + 1] - pointers[i] - 1;
    for (let at = pointers[i] + 1; at < pointers[i + 1]; at++) starts[indices[at] + 1]++;
  }
  for (let v = 0; v < n; v++) starts[v + 1] += starts[v];
  const neighbours = new Int32Array(starts[n]);
  const next = starts.slice(0, n);
  for (let i = 0; i < n; i++) {
    let to = next[i]; // those of lower rows are there already
    for (let at = pointers[i] + 1; at < pointers[i + 1]; at++) {
      const j = indices[at];
      neighbours[to++] = j;
      neighbours[next[j]++] = i;
    }
  }
  return { n, starts, neighbours };
}

/** 0, 1, ...: as numbered. */
export function natural(n: number): Int32Array<ArrayBuffer> {
  const order = new Int32Array(n);
  for (let k = 0; k < n; k++) order[k] = k;
  return order;
}

/** place[order[k]] = k */
export function inverseOf(order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) place[order[k]] = k;
  return place;
}

/** The graph with vertex order[k] called k. */
export function renumbered({ n, starts, neighbours }: Graph, order: Int32Array): Graph {
  const place = inverseOf(order);
  const newStarts = new Int32Array(n + 1);
  const newNeighbours = new Int32Array(neighbours.length);
  let to = 0;
  for (let k = 0; k < n; k++) {
    const v = order[k];
    for (let at = starts[v]; at < starts[v + 1]; at++) newNeighbours[to++] = place[neighbours[at]];
    newStarts[k + 1] = to;
  }
  return { n, starts: newStarts, neighbours: newNeighbours };
}

/** Vertices breadth-first, piece by piece, each piece from a corner: the last vertex reached from its lowest one. */
export function breadthFirst(graph: Graph): Int32Array {
  const { n } = graph;
  const order = new Int32Array(n);
  const seen = new Int32Array(n); // 1: on the way to the corner, 2: in the order
  let placed = 0;
  for (let v = 0; v < n; v++) {
    if (seen[v] === 2) continue;
    const end = spread(graph, v, order, placed, seen, 1);
    placed = spread(graph, order[end - 1], order, placed, seen, 2);
  }
  return order;
}

/** What can be reached from v, into `order` from `at` on; returns where it ends. */
function spread(
  { starts, neighbours }: Graph,
  v: number,
  order: Int32Array,
  at: number,
  seen: Int32Array,
  stamp: number,
): number {
  let end = at;
  order[end++] = v;
  seen[v] = stamp;
  for (let k = at; k < end; k++) {
    for (let p = starts[order[k]]; p < starts[order[k] + 1]; p++) {
      const u = neighbours[p];
      if (seen[u] === stamp) continue;
      seen[u] = stamp;
      order[end++] = u;
    }
  }
  return end;
}
