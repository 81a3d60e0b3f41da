/**
 * A small set of vertices whose removal divides a graph into two halves, by multilevel bisection.
 *
 *   coarsen   vertices are matched with the neighbour that they share the heaviest edge with, again and again
 *   start     on the coarsest graph a half grows breadth-first from several vertices; what it touches is the separator
 *   refine    on the way back, on each graph: see separator-moves.ts
 *
 * G. Karypis, V. Kumar, A fast and high quality multilevel scheme for partitioning irregular graphs, SIAM J. Sci. Comput. 20 (1998).
 * Ties go by the numbers of vertices: the result is a function of the graph alone.
 */
import type { Graph } from '../pattern/graph.ts';
import { first, refine, type Sides, second, separator, type Weighted, weigh } from './separator-moves.ts';

/** Graphs of fewer vertices are not coarsened; nor are those that hardly shrink by it. */
const coarsest = 100;
const hardly = 0.92;
/** Halves that are grown on the coarsest graph. */
const starts = 6;

/** Of each vertex whether it is in the first half, in the second or in the separator. */
export function bisect(graph: Weighted): Uint8Array {
  if (graph.n > coarsest) {
    const { coarse, image } = coarsened(graph);
    if (coarse.n < hardly * graph.n) {
      const above = bisect(coarse);
      const part = new Uint8Array(graph.n);
      for (let v = 0; v < graph.n; v++) part[v] = above[image[v]];
      refine(graph, part);
      return part;
    }
  }
  let best: Sides | undefined;
  for (let k = 0; k < Math.min(starts, graph.n); k++) {
    const part = grown(graph, farFrom(graph, Math.floor((k * graph.n) / starts)));
    refine(graph, part);
    const sides = weigh(graph, part);
    if (!best || sides.cost < best.cost) best = sides;
  }
  return best?.part ?? new Uint8Array(graph.n);
}

/** Pairs of vertices that share heavy edges, as one vertex each. */
function coarsened({ n, starts: from, neighbours, weight, edges }: Weighted): {
  coarse: Weighted;
  image: Int32Array;
} {
  const image = new Int32Array(n).fill(-1);
  const partner = new Int32Array(n);
  let count = 0;
  for (let v = 0; v < n; v++) {
    if (image[v] >= 0) continue;
    let mate = v;
    let heaviest = 0;
    for (let p = from[v]; p < from[v + 1]; p++) {
      const u = neighbours[p];
      if (image[u] >= 0) continue;
      if (edges[p] > heaviest || (edges[p] === heaviest && weight[u] < weight[mate])) {
        heaviest = edges[p];
        mate = u;
      }
    }
    partner[count] = mate;
    image[v] = count;
    image[mate] = count++;
  }
  const own = new Int32Array(count);
  const coarseStarts = new Int32Array(count + 1);
  const to = new Int32Array(neighbours.length);
  const coarseEdges = new Int32Array(neighbours.length);
  const at = new Int32Array(count).fill(-1); // where the edge to a vertex is, if it is of the present one
  let end = 0;
  for (let v = 0, c = 0; v < n; v++) {
    if (image[v] !== c) continue;
    const begin = end;
    const pair = partner[c] === v ? 1 : 2;
    for (let k = 0; k < pair; k++) {
      const u = k === 0 ? v : partner[c];
      own[c] += weight[u];
      for (let p = from[u]; p < from[u + 1]; p++) {
        const d = image[neighbours[p]];
        if (d === c) continue;
        if (at[d] >= begin) coarseEdges[at[d]] += edges[p];
        else {
          at[d] = end;
          to[end] = d;
          coarseEdges[end++] = edges[p];
        }
      }
    }
    coarseStarts[++c] = end;
  }
  return {
    coarse: {
      n: count,
      starts: coarseStarts,
      neighbours: to.slice(0, end),
      edges: coarseEdges.slice(0, end),
      weight: own,
    },
    image,
  };
}

/** The last vertex that is reached from v breadth-first, and from there again. */
function farFrom(graph: Graph, v: number): number {
  const order = new Int32Array(graph.n);
  let from = v;
  for (let k = 0; k < 2; k++) from = order[reached(graph, from, order) - 1];
  return from;
}
function reached({ n, starts: from, neighbours }: Graph, v: number, order: Int32Array): number {
  const seen = new Uint8Array(n);
  seen[v] = 1;
  order[0] = v;
  let end = 1;
  for (let k = 0; k < end; k++)
    for (let p = from[order[k]]; p < from[order[k] + 1]; p++) {
      const u = neighbours[p];
      if (seen[u]) continue;
      seen[u] = 1;
      order[end++] = u;
    }
  return end;
}

/** Half of the weight, breadth-first from v; what touches it is the separator. */
function grown(graph: Weighted, v: number): Uint8Array {
  const { n, starts: from, neighbours, weight } = graph;
  const part = new Uint8Array(n).fill(second);
  const seen = new Uint8Array(n);
  const order = new Int32Array(n);
  let total = 0;
  for (let u = 0; u < n; u++) total += weight[u];
  let inside = 0;
  let end = 0;
  let next = 0;
  for (let k = 0, lowest = 0; 2 * inside < total && k < n; k++) {
    if (next === end) {
      while (end > 0 && seen[lowest]) lowest++;
      const u = end === 0 ? v : lowest;
      seen[u] = 1;
      order[end++] = u;
    }
    const u = order[next++];
    part[u] = first;
    inside += weight[u];
    for (let p = from[u]; p < from[u + 1]; p++) {
      const w = neighbours[p];
      if (seen[w]) continue;
      seen[w] = 1;
      order[end++] = w;
    }
  }
  for (let u = 0; u < n; u++) {
    if (part[u] !== second) continue;
    for (let p = from[u]; p < from[u + 1]; p++)
      if (part[neighbours[p]] === first) {
        part[u] = separator;
        break;
      }
  }
  return part;
}
