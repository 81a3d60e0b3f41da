/**
 * In which order to eliminate the unknowns of a sparse symmetric system, so that its entries lie near the diagonal: reverse
 * Cuthill-McKee. Vertices are numbered breadth-first from an end of the graph, neighbours by their degree, and the numbering
 * is turned round.                                                                                          [MIC08, sec. 6]
 *
 * E. Cuthill, J. McKee, Reducing the bandwidth of sparse symmetric matrices, Proc. 24th Nat. Conf. ACM (1969).
 * A. George, J. W. H. Liu, An implementation of a pseudoperipheral node finder, ACM Trans. Math. Softw. 5 (1979): the ends.
 *
 * The graph is that of all entries, blocks of unknowns with the same neighbours being one vertex. The paper's has one edge
 * from a constraint to the middle of its support; that costs half as much band again.
 *
 * In a saddle-point system (precedence.ts) a multiplier is placed just behind the last unknown of its row, and a slider to just
 * behind the last of its multipliers: earlier would spoil the pivots, later would widen the band. If so, it is often better to
 * number the others as if multipliers were edges, because all of a row has to be near its end.
 */
import { type Compressed, compress } from '../pattern/compress.ts';
import { type Graph, graphOf, inverseOf } from '../pattern/graph.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { heirsOf, precedenceOf } from './precedence.ts';

export interface BandOrder {
  /** order[k]: the unknown that is eliminated as the k-th */
  readonly order: Int32Array;
  /** the largest |place of i - place of j| of an entry a_ij */
  readonly halfBand: number;
  /** sum of squared column heights inside the envelope: multiplications and additions, as in symbolic.ts */
  readonly flops: number;
}

/** The cheapest of a few: from either end, in either direction, multipliers as vertices or as edges. */
export function rcm(pattern: Pattern, rank?: Uint8Array): BandOrder {
  const graph = graphOf(pattern);
  const late = Uint8Array.from({ length: graph.n }, (_, v) => (rank && rank[v] > 0 ? 1 : 0));
  const blocks = compress(graph, late);
  const none = new Uint8Array(blocks.graph.n);
  const lateBlocks = none.slice();
  late.forEach((one, v) => {
    lateBlocks[blocks.group[v]] = one;
  });
  const ends = endsOf(blocks.graph);
  const found: BandOrder[] = [];
  for (const asEdges of late.includes(1) ? [none, lateBlocks] : [none]) {
    for (const starts of ends) {
      const forward = expanded(cuthillMcKee(blocks.graph, starts, asEdges), blocks);
      for (const order of [forward.slice().reverse(), forward]) {
        found.push(bandOf(pattern, rank ? waited(graph, order, rank) : order));
      }
    }
  }
  return found.reduce((best, one) => (one.flops < best.flops ? one : best));
}

/** What an order makes of a pattern. */
export function bandOf({ pointers, indices }: Pattern, order: Int32Array): BandOrder {
  const place = inverseOf(order);
  const last = Int32Array.from(order.keys()); // row that each column reaches down to
  let halfBand = 0;
  for (let i = 0; i < order.length; i++) {
    for (let at = pointers[i]; at < pointers[i + 1]; at++) {
      const row = Math.max(place[i], place[indices[at]]);
      const column = Math.min(place[i], place[indices[at]]);
      last[column] = Math.max(last[column], row);
      halfBand = Math.max(halfBand, row - column);
    }
  }
  let flops = 0;
  let down = 0;
  for (let k = 0; k < order.length; k++) {
    down = Math.max(down, last[k]);
    flops += (down - k + 1) * (down - k + 1);
  }
  return { order, halfBand, flops };
}

/**
 * Vertices breadth-first, piece by piece, from the given starts; neighbours of a vertex by degree, then by index. Those that are
 * no vertices but edges join all their neighbours, and come last.
 */
function cuthillMcKee({ n, starts, neighbours }: Graph, from: readonly number[], asEdge: Uint8Array): Int32Array {
  const degree = (v: number): number => starts[v + 1] - starts[v];
  const order = new Int32Array(n);
  const edges: number[] = [];
  const seen = new Uint8Array(n);
  let end = 0;
  const discover = (v: number): void => {
    for (let p = starts[v]; p < starts[v + 1]; p++) {
      const u = neighbours[p];
      if (seen[u]) continue;
      seen[u] = 1;
      if (asEdge[u]) {
        edges.push(u);
        discover(u);
      } else order[end++] = u;
    }
  };
  for (const first of from) {
    let at = end;
    seen[first] = 1;
    if (asEdge[first]) {
      edges.push(first);
      discover(first);
    } else order[end++] = first;
    for (; at < end; at++) {
      const fresh = end;
      discover(order[at]);
      order.subarray(fresh, end).sort((a, b) => degree(a) - degree(b) || a - b);
    }
  }
  order.set(edges, end);
  return order;
}

/** Blocks to unknowns. */
function expanded(order: Int32Array, { graph, weight, memberStarts, members }: Compressed): Int32Array {
  const out = new Int32Array(members.length);
  let to = 0;
  for (let k = 0; k < graph.n; k++) {
    for (let m = 0; m < weight[order[k]]; m++) out[to++] = members[memberStarts[order[k]] + m];
  }
  return out;
}

/** Of every piece of the graph, a pseudo-peripheral vertex; and one that is farthest from it. */
function endsOf(graph: Graph): [number[], number[]] {
  const ends: [number[], number[]] = [[], []];
  const level = new Int32Array(graph.n).fill(-1);
  const done = new Uint8Array(graph.n);
  for (let v = 0; v < graph.n; v++) {
    if (done[v]) continue;
    let near = v;
    let [far, depth] = farthest(graph, near, level, done);
    for (;;) {
      const [beyond, deeper] = farthest(graph, far, level, done);
      if (deeper <= depth) break;
      near = far;
      far = beyond;
      depth = deeper;
    }
    ends[0].push(near);
    ends[1].push(far);
  }
  return ends;
}

/** Of the vertices farthest from v, one of least degree, the lowest of these; and how far. `level` is -1 before and after. */
function farthest({ n, starts, neighbours }: Graph, v: number, level: Int32Array, done: Uint8Array): [number, number] {
  const reached = [v];
  level[v] = 0;
  for (const u of reached) {
    for (let p = starts[u]; p < starts[u + 1]; p++) {
      const w = neighbours[p];
      if (level[w] >= 0) continue;
      level[w] = level[u] + 1;
      reached.push(w);
    }
  }
  const depth = level[reached[reached.length - 1]];
  let far = v;
  let least = n;
  for (const u of reached) {
    const degree = starts[u + 1] - starts[u];
    if (level[u] === depth && (degree < least || (degree === least && u < far))) {
      far = u;
      least = degree;
    }
    level[u] = -1;
    done[u] = 1;
  }
  return [far, depth];
}

/** The order with each unknown that waits for others moved just behind the last of these. */
function waited(graph: Graph, order: Int32Array, rank: Uint8Array): Int32Array {
  const { waits, heirStarts, heirs } = heirsOf(graph.n, precedenceOf(graph, rank));
  const place = inverseOf(order);
  const free = order.filter((v) => waits[v] === 0);
  const kept = new Int32Array(graph.n);
  let placed = 0;
  const put = (v: number): void => {
    kept[placed++] = v;
    const freed: number[] = [];
    for (let p = heirStarts[v]; p < heirStarts[v + 1]; p++) if (--waits[heirs[p]] === 0) freed.push(heirs[p]);
    for (const heir of freed.sort((a, b) => place[a] - place[b])) put(heir);
  };
  for (const v of free) put(v);
  return kept;
}
