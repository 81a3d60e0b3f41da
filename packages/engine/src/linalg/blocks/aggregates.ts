/** Nodes in groups of neighbours, by halving: along the longest side of their box, at the middle one. */

/**
 * An aggregate has at most so many nodes, and at least half of it, unless there would be more aggregates than this. With 30 instead of 60, twice as
 * many aggregates, a box of 11,830 tets takes 24.5 iterations for 24.8 (h = 5 ms; 84 for 89 at 33 ms), but 9.2 ms a step for 7.8 (16 for 14): the
 * coarse solve, which threads hardly share, takes 59 us for 19 and its factor 0.9 ms for 0.2. With 100 it takes 29.7 iterations, and nothing less.
 */
const mostNodes = 60;
const mostAggregates = 128;
export const aggregateSize = (nodes: number): number => Math.max(mostNodes, Math.ceil(nodes / mostAggregates));

/** The aggregate of each node; aggregates in the order of their nodes in the mean, so that threads share both alike. `pieces`: first node of each piece that has nothing to do with the others, and the end. */
export function aggregatesOf(positions: Float64Array, pieces: readonly number[]): Int32Array {
  const aggregate = new Int32Array(positions.length / 3);
  let count = 0;
  for (let k = 0; k + 1 < pieces.length; k++) {
    const nodes = Int32Array.from({ length: pieces[k + 1] - pieces[k] }, (_, i) => pieces[k] + i);
    const most = aggregateSize(nodes.length);
    const parts = [nodes];
    const small: Int32Array[] = [];
    for (let part = parts.pop(); part; part = parts.pop()) {
      if (part.length <= most) {
        small.push(part);
        continue;
      }
      const axis = longestAxis(positions, part);
      part.sort((a, b) => positions[3 * a + axis] - positions[3 * b + axis] || a - b);
      parts.push(part.slice(part.length >> 1), part.slice(0, part.length >> 1));
    }
    const mean = (part: Int32Array): number => part.reduce((sum, node) => sum + node, 0) / part.length;
    small.sort((one, other) => mean(one) - mean(other));
    for (const part of small) {
      for (const node of part) aggregate[node] = count;
      count++;
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
