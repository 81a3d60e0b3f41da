/**
 * Nested dissection: a separator is eliminated after the two halves that it divides, and so are those of the halves in turn. Parts that
 * are small enough are ordered by minimum degree.
 *
 * A. George, Nested dissection of a regular finite element mesh, SIAM J. Numer. Anal. 10 (1973).
 */
import { compress } from '../pattern/compress.ts';
import type { Graph } from '../pattern/graph.ts';
import { amd } from './amd.ts';
import { bisect } from './separator.ts';
import { separator, type Weighted } from './separator-moves.ts';

/** Parts of at most so many unknowns are not divided. */
const smallest = 400;

/** The unknowns in the order of their elimination. */
export function nestedDissection(graph: Graph): Int32Array {
  const { graph: whole, weight, memberStarts, members } = compress(graph);
  const order = new Int32Array(whole.n); // filled from its end
  let free = whole.n;
  const parts: { readonly graph: Weighted; readonly names: Int32Array }[] = [
    {
      graph: { ...whole, weight, edges: new Int32Array(whole.neighbours.length).fill(1) },
      names: Int32Array.from({ length: whole.n }, (_, v) => v),
    },
  ];
  for (let one = parts.pop(); one; one = parts.pop()) {
    const { graph: own, names } = one;
    let unknowns = 0;
    for (let v = 0; v < own.n; v++) unknowns += own.weight[v];
    const part = unknowns > smallest ? bisect(own) : undefined;
    const halves = [0, 1].map((side) => (part ? inducedBy(own, names, part, side) : undefined));
    if (!part || !halves[0]?.graph.n || !halves[1]?.graph.n) {
      const inner = amd(own, { weight: own.weight, ties: 'highest' });
      for (let k = inner.length - 1; k >= 0; k--) order[--free] = names[inner[k]];
      continue;
    }
    for (let v = own.n - 1; v >= 0; v--) if (part[v] === separator) order[--free] = names[v];
    for (const half of halves) if (half) parts.push(half);
  }
  const expanded = new Int32Array(graph.n);
  let placed = 0;
  for (let k = 0; k < order.length; k++)
    for (let p = memberStarts[order[k]]; p < memberStarts[order[k] + 1]; p++) expanded[placed++] = members[p];
  return expanded;
}

/** One half as a graph of its own. */
function inducedBy(
  { n, starts, neighbours, weight, edges }: Weighted,
  names: Int32Array,
  part: Uint8Array,
  side: number,
): { graph: Weighted; names: Int32Array } {
  const image = new Int32Array(n).fill(-1);
  let count = 0;
  let ends = 0;
  for (let v = 0; v < n; v++) {
    if (part[v] !== side) continue;
    image[v] = count++;
    ends += starts[v + 1] - starts[v];
  }
  const own = { starts: new Int32Array(count + 1), neighbours: new Int32Array(ends), edges: new Int32Array(ends) };
  const [weights, ownNames] = [new Int32Array(count), new Int32Array(count)];
  let end = 0;
  for (let v = 0; v < n; v++) {
    if (part[v] !== side) continue;
    for (let p = starts[v]; p < starts[v + 1]; p++) {
      if (image[neighbours[p]] < 0) continue;
      own.neighbours[end] = image[neighbours[p]];
      own.edges[end++] = edges[p];
    }
    own.starts[image[v] + 1] = end;
    weights[image[v]] = weight[v];
    ownNames[image[v]] = names[v];
  }
  return {
    graph: {
      n: count,
      starts: own.starts,
      neighbours: own.neighbours.slice(0, end),
      edges: own.edges.slice(0, end),
      weight: weights,
    },
    names: ownNames,
  };
}
