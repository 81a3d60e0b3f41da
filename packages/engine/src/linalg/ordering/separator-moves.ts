/**
 * Moves that make a separator lighter: a vertex of it goes to one half, and its neighbours in the other half come in.
 *
 * C. M. Fiduccia, R. M. Mattheyses, A linear-time heuristic for improving network partitions (1982), as Karypis and Kumar have it for
 * separators. A pass moves vertices to one half only, the best first, each at most once, also where that makes it worse for a
 * while; what came after the best state is taken back.
 */
import type { Graph } from '../pattern/graph.ts';

/** A graph with the unknowns of each vertex, and how many edges of the finest graph each edge stands for. */
export interface Weighted extends Graph {
  readonly weight: Int32Array;
  readonly edges: Int32Array;
}

export const first = 0;
export const second = 1;
export const separator = 2;

/** A half may have this part of all, at most. */
const largestHalf = 0.58;
/** Passes on one graph, and moves in vain in a pass, at most. */
const mostPasses = 8;
const mostVain = 120;

/** Halves and separator, and what they cost: the weight of the separator, and a little for halves of different size. */
export interface Sides {
  readonly part: Uint8Array;
  readonly weights: Float64Array;
  readonly cost: number;
}
export function weigh({ n, weight }: Weighted, part: Uint8Array): Sides {
  const weights = new Float64Array(3);
  for (let v = 0; v < n; v++) weights[part[v]] += weight[v];
  return { part, weights, cost: costOf(weights) };
}
function costOf(weights: Float64Array): number {
  const total = weights[0] + weights[1] + weights[2];
  const larger = Math.max(weights[0], weights[1]);
  const over = Math.max(0, larger - largestHalf * total);
  return weights[2] * (1 + (0.2 * Math.abs(weights[0] - weights[1])) / total) + over;
}

export function refine(graph: Weighted, part: Uint8Array): void {
  const { weights } = weigh(graph, part);
  let vain = 0;
  let to = weights[0] <= weights[1] ? 0 : 1; // towards the lighter half first, then by turns
  for (let pass = 0; pass < mostPasses && vain < 2; pass++, to = 1 - to) {
    const before = costOf(weights);
    movePass(graph, part, weights, to);
    vain = costOf(weights) < before ? 0 : vain + 1;
  }
}

function movePass(
  { n, starts, neighbours, weight }: Weighted,
  part: Uint8Array,
  weights: Float64Array,
  to: number,
): void {
  const from = 1 - to;
  const total = weights[0] + weights[1] + weights[2];
  const saved = new Int32Array(n);
  const moved = new Uint8Array(n);
  const heap = new Heap();
  const keyOf = (v: number): number => (total - saved[v]) * n + v; // what saves most first, then the lowest number
  const enter = (v: number): void => {
    let g = weight[v];
    for (let p = starts[v]; p < starts[v + 1]; p++) if (part[neighbours[p]] === from) g -= weight[neighbours[p]];
    saved[v] = g;
    heap.push(keyOf(v));
  };
  for (let v = 0; v < n; v++) if (part[v] === separator) enter(v);
  // what was done, for taking it back: a vertex that moved as v, one that came in as -1 - u
  const log: number[] = [];
  let best = costOf(weights);
  let bestLength = 0;
  let vain = 0;
  while (heap.size && vain < mostVain) {
    const key = heap.pop();
    const v = key % n;
    if (moved[v] || part[v] !== separator || keyOf(v) !== key) continue;
    if (weights[to] + weight[v] > largestHalf * total && weights[to] > weights[from]) continue;
    moved[v] = 1;
    part[v] = to;
    weights[to] += weight[v];
    weights[separator] -= weight[v];
    log.push(v);
    for (let p = starts[v]; p < starts[v + 1]; p++) {
      const u = neighbours[p];
      if (part[u] !== from) continue;
      part[u] = separator;
      weights[from] -= weight[u];
      weights[separator] += weight[u];
      log.push(-1 - u);
      for (let q = starts[u]; q < starts[u + 1]; q++) {
        const w = neighbours[q];
        if (part[w] !== separator || moved[w] || w === u) continue;
        saved[w] += weight[u];
        heap.push(keyOf(w));
      }
      enter(u);
    }
    const cost = costOf(weights);
    if (cost < best) {
      best = cost;
      bestLength = log.length;
      vain = 0;
    } else vain++;
  }
  for (let k = log.length - 1; k >= bestLength; k--) {
    const v = log[k] >= 0 ? log[k] : -1 - log[k];
    const back = log[k] >= 0 ? separator : from;
    weights[part[v]] -= weight[v];
    weights[back] += weight[v];
    part[v] = back;
  }
}

/** The least number first. */
class Heap {
  readonly #keys: number[] = [];
  get size(): number {
    return this.#keys.length;
  }
  push(key: number): void {
    const keys = this.#keys;
    let at = keys.push(key) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (keys[above] <= key) break;
      keys[at] = keys[above];
      at = above;
    }
    keys[at] = key;
  }
  pop(): number {
    const keys = this.#keys;
    const least = keys[0];
    const last = keys.pop() as number;
    const { length } = keys;
    if (!length) return least;
    let at = 0;
    for (let below = 1; below < length; below = 2 * at + 1) {
      if (below + 1 < length && keys[below + 1] < keys[below]) below++;
      if (keys[below] >= last) break;
      keys[at] = keys[below];
      at = below;
    }
    keys[at] = last;
    return least;
  }
}
