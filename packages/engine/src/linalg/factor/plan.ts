/** The memory layout of a supernodal factorisation, a function of the pattern and the order. */

import type { Symbolic } from '../ordering/symbolic.ts';
import { inverseOf, natural } from '../pattern/graph.ts';
import { type Supernodes, supernodes } from './supernodes.ts';
import { type Updates, updatesOf } from './updates.ts';

/** As packages/engine/assembly/system.ts describes it. */
export interface Plan extends Updates {
  /** the unknown that is eliminated as the k-th */
  readonly order: Int32Array;
  readonly start: Int32Array;
  readonly rowsAt: Int32Array;
  readonly rowsEnd: Int32Array;
  readonly rows: Int32Array;
  readonly panelAt: Int32Array;
  readonly stride: Int32Array;
  readonly nodeOf: Int32Array;
  /** which entry of the pattern goes where in the panels, one after another: two byte offsets each, the second ascending */
  readonly moves: Int32Array;
  /** the first of each panel among them   (panels + 1) */
  readonly entryAt: Int32Array;
  readonly subtree: Int32Array;
  /** where the rows of each panel begin, if those of all panels are laid one after another   (panels + 1) */
  readonly growthAt: Int32Array;
  /** multiplications of the factorisation, as they were predicted */
  readonly flops: number;
  readonly widest: number;
  readonly mostRows: number;
}

/**
 * Multiplications from which a system is large: its updates ascend, and threads may share them. About 0.5 ms. It must not depend on
 * the number of threads, as the order of updates does on it.
 */
export const leastShared = 2e6;
/** From which threads do share them. A coarse matrix of 2.3 million takes 0.2 to 0.44 ms on two threads, 0.29 on one; one of 10.8 million 0.56 for 0.9. */
export const leastThreaded = 4e6;
/** Wider supernodes are cut into panels of about this many columns; from 32 to 128 all are alike. */
const panelWidth = 48;

export function planOf(costs: Symbolic): Plan {
  const nodes = supernodes(costs.parent, costs.counts);
  const n = nodes.order.length;
  const labels = new Int32Array(n); // of the first ordering
  const order = new Int32Array(n);
  for (let k = 0; k < n; k++) {
    labels[k] = costs.post[nodes.order[k]];
    order[k] = costs.ordering[labels[k]];
  }
  const whole = new Int32Array(nodes.rowCount.length + 1); // where the rows of each supernode begin
  for (let s = 0; s < nodes.rowCount.length; s++) whole[s + 1] = whole[s] + nodes.rowCount[s];
  const panels = panelsOf(nodes, whole);
  const filled = fill(costs, labels, nodes, whole, panels);
  const { flops } = costs;
  return {
    order,
    ...panels,
    ...filled,
    subtree: subtreesOf(panels, filled.rows),
    ...updatesOf(panels, filled.rows, flops >= leastShared),
    flops,
  };
}

type Panels = Pick<
  Plan,
  'start' | 'rowsAt' | 'rowsEnd' | 'panelAt' | 'stride' | 'nodeOf' | 'growthAt' | 'widest' | 'mostRows'
>;

/** Pieces of supernodes: the rows of a piece are the last rows of the whole. */
function panelsOf(nodes: Supernodes, whole: Int32Array): Panels {
  const n = nodes.order.length;
  const most = nodes.rowCount.length + Math.ceil(n / panelWidth);
  const start = new Int32Array(most + 1);
  const rowsAt = new Int32Array(most);
  const rowsEnd = new Int32Array(most);
  const panelAt = new Int32Array(most + 1);
  const stride = new Int32Array(most);
  const nodeOf = new Int32Array(n);
  const growthAt = new Int32Array(most + 1);
  let count = 0;
  let widest = 0;
  let mostRows = 0;
  for (let s = 0; s < nodes.rowCount.length; s++) {
    const all = nodes.start[s + 1] - nodes.start[s];
    const pieces = Math.ceil(all / panelWidth);
    const step = pieces === 1 ? all : 4 * Math.ceil(all / pieces / 4);
    for (let c = 0; c < all; c += step) {
      const width = Math.min(step, all - c);
      const height = nodes.rowCount[s] - c;
      start[count] = nodes.start[s] + c;
      rowsAt[count] = whole[s] + c;
      rowsEnd[count] = whole[s + 1];
      stride[count] = paddedStride(height);
      panelAt[count + 1] = panelAt[count] + stride[count] * width;
      growthAt[count + 1] = growthAt[count] + height;
      for (let k = 0; k < width; k++) nodeOf[start[count] + k] = count;
      widest = Math.max(widest, width);
      mostRows = Math.max(mostRows, height);
      count++;
    }
  }
  start[count] = n;
  return {
    start: start.subarray(0, count + 1),
    rowsAt: rowsAt.subarray(0, count),
    rowsEnd: rowsEnd.subarray(0, count),
    panelAt: panelAt.subarray(0, count + 1),
    stride: stride.subarray(0, count),
    nodeOf,
    growthAt: growthAt.subarray(0, count + 1),
    widest,
    mostRows,
  };
}

/** The first panel below each in the tree: all between it and the panel itself are below it too. */
function subtreesOf({ start, rowsAt, rowsEnd, nodeOf }: Panels, rows: Int32Array): Int32Array {
  const subtree = natural(rowsAt.length);
  for (let s = 0; s < subtree.length; s++) {
    const next = rowsAt[s] + start[s + 1] - start[s];
    if (next === rowsEnd[s]) continue;
    const parent = nodeOf[rows[next]];
    subtree[parent] = Math.min(subtree[parent], subtree[s]);
  }
  return subtree;
}

/** Even, so that pairs stay aligned; not a multiple of 64, or the columns would map to the same cache sets. */
function paddedStride(height: number): number {
  const even = 2 * Math.ceil(height / 2);
  return even >= 64 && even % 64 === 0 ? even + 2 : even;
}

/**
 * The rows of each supernode, and where in the panels the entries of the pattern go, ascending. Row i of L meets the
 * supernodes on the paths from the entries of A's row i up to its own one. Rows are visited in ascending order, so that every
 * list comes out sorted, and row i is the last so far where it has been met.
 */
function fill(
  { starts, columns, slots }: Symbolic,
  labels: Int32Array,
  { parent, start: nodeStart }: Supernodes,
  whole: Int32Array,
  { start, rowsAt, panelAt, stride, nodeOf }: Panels,
): { rows: Int32Array; moves: Int32Array; entryAt: Int32Array } {
  const n = labels.length;
  const count = parent.length;
  const label = inverseOf(labels);
  const wholeOf = new Int32Array(n);
  for (let s = 0; s < count; s++) for (let k = nodeStart[s]; k < nodeStart[s + 1]; k++) wholeOf[k] = s;
  const nextEntry = new Int32Array(n + 1); // of each column
  for (let at = 0; at < columns.length; at++) nextEntry[label[columns[at]] + 1]++;
  for (let k = 0; k < n; k++) nextEntry[k + 1] += nextEntry[k];
  const entryAt = start.map((column) => nextEntry[column]);
  const moves = new Int32Array(2 * columns.length);
  const rows = new Int32Array(whole[count]);
  const next = whole.slice(0, count);
  const seenBy = new Int32Array(count).fill(-1);
  for (let i = 0; i < n; i++) {
    const own = wholeOf[i];
    rows[next[own]++] = i;
    seenBy[own] = i;
    for (let at = starts[labels[i]]; at < starts[labels[i] + 1]; at++) {
      const column = label[columns[at]];
      const met = wholeOf[column];
      for (let s = met; seenBy[s] !== i; s = parent[s]) {
        seenBy[s] = i;
        rows[next[s]++] = i;
      }
      const panel = nodeOf[column];
      const move = 2 * nextEntry[column]++;
      const row = next[met] - 1 - rowsAt[panel];
      moves[move] = 8 * slots[at];
      moves[move + 1] = 8 * (panelAt[panel] + (column - start[panel]) * stride[panel] + row);
    }
  }
  for (let s = 0; s < count; s++)
    if (next[s] !== whole[s + 1]) throw new Error(`plan: supernode ${s} has another number of rows than was counted.`);
  return { rows, moves, entryAt };
}
