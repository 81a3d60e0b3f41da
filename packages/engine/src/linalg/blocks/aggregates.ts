/** Nodes in groups of neighbours, by halving: along the longest side of their box, at the middle one. */

/** So many nodes an aggregate has at least, and so many aggregates there are about at most. */
const leastNodes = 30;
const mostAggregates = 128;
/** Few are better than many in small bodies: with 60 nodes each, 12,000 tets take 74 iterations for 62. */
export const aggregateSize = (nodes: number): number => Math.max(leastNodes, Math.ceil(nodes / mostAggregates));

/** The aggregate of each node. `pieces`: first node of each piece that has nothing to do with the others, and the end. */
export function aggregatesOf(positions: Float64Array, pieces: readonly number[]): Int32Array {
  const aggregate = new Int32Array(positions.length / 3);
  let count = 0;
  for (let k = 0; k + 1 < pieces.length; k++) {
    const nodes = Int32Array.from({ length: pieces[k + 1] - pieces[k] }, (_, i) => pieces[k] + i);
    const most = aggregateSize(nodes.length);
    const parts = [nodes];
    for (let part = parts.pop(); part; part = parts.pop()) {
      if (part.length <= most) {
        for (const node of part) aggregate[node] = count;
        count++;
        continue;
      }
      const axis = longestAxis(positions, part);
      part.sort((a, b) => positions[3 * a + axis] - positions[3 * b + axis] || a - b);
      parts.push(part.slice(part.length >> 1), part.slice(0, part.length >> 1));
    }
  }
  return aggregate;
}

function longestAxis(positions: Float64Array, nodes: Int32Array): number {
  let [axis, longest] = [0, -1];
  for (let k = 0; k < 3; k++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const node of nodes) {
      least = Math.min(least, positions[3 * node + k]);
      most = Math.max(most, positions[3 * node + k]);
    }
    if (most - least > longest) [axis, longest] = [k, most - least];
  }
  return axis;
}
