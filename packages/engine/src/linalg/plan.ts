/** Where everything of a supernodal factorisation lies: all of it follows from the pattern and the order. */
import { inverseOf } from './graph.ts';
import type { Pattern } from './pattern.ts';
import { type Supernodes, supernodes } from './supernodes.ts';
import type { Symbolic } from './symbolic.ts';

/** As packages/engine/assembly/system.ts describes it. */
export interface Plan {
  /** the unknown that is eliminated as the k-th */
  readonly order: Int32Array;
  readonly start: Int32Array;
  readonly rowsAt: Int32Array;
  readonly rowsEnd: Int32Array;
  readonly rows: Int32Array;
  readonly panelAt: Int32Array;
  readonly stride: Int32Array;
  readonly nodeOf: Int32Array;
  readonly slot: Int32Array;
  readonly entry: Int32Array;
  readonly subtree: Int32Array;
  readonly widest: number;
  readonly mostRows: number;
}

/** Wider supernodes are cut into panels of about this many columns; from 32 to 128 all are alike. */
const panelWidth = 48;

export function planOf(pattern: Pattern, costs: Symbolic): Plan {
  const nodes = supernodes(costs.parent, costs.counts);
  const n = nodes.order.length;
  const labels = nodes.order.map((k) => costs.post[k]); // of the first ordering
  const order = labels.map((k) => costs.ordering[k]);
  const whole = rowsOf(costs, labels, nodes);

  // Pieces of a supernode: the rows of a piece are the last rows of the whole.
  const starts: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  for (let s = 0; s < nodes.rowCount.length; s++) {
    const width = nodes.start[s + 1] - nodes.start[s];
    const pieces = Math.ceil(width / panelWidth);
    const step = pieces === 1 ? width : 4 * Math.ceil(width / pieces / 4);
    for (let c = 0; c < width; c += step) {
      starts.push(nodes.start[s] + c);
      from.push(whole.starts[s] + c);
      to.push(whole.starts[s + 1]);
    }
  }
  const count = from.length;
  const start = Int32Array.from([...starts, n]);
  const rowsAt = Int32Array.from(from);
  const rowsEnd = Int32Array.from(to);
  const panelAt = new Int32Array(count + 1);
  const stride = new Int32Array(count);
  const nodeOf = new Int32Array(n);
  let widest = 0;
  let mostRows = 0;
  for (let s = 0; s < count; s++) {
    nodeOf.fill(s, start[s], start[s + 1]);
    const width = start[s + 1] - start[s];
    const height = rowsEnd[s] - rowsAt[s];
    stride[s] = paddedStride(height);
    panelAt[s + 1] = panelAt[s] + stride[s] * width;
    widest = Math.max(widest, width);
    mostRows = Math.max(mostRows, height);
  }
  const plan = { order, start, rowsAt, rowsEnd, rows: whole.rows, panelAt, stride, nodeOf, widest, mostRows };
  const slots = slotsOf(pattern, plan);
  const entry = Int32Array.from(slots.keys()).sort((a, b) => slots[a] - slots[b]);
  return { ...plan, entry, slot: entry.map((e) => slots[e]), subtree: subtreesOf(plan) };
}

/** The first panel below each in the tree: all between it and the panel itself are below it too. */
function subtreesOf({ start, rowsAt, rowsEnd, rows, nodeOf }: Omit<Plan, 'slot' | 'entry' | 'subtree'>): Int32Array {
  const subtree = Int32Array.from(rowsAt.keys());
  for (let s = 0; s < subtree.length; s++) {
    const next = rowsAt[s] + start[s + 1] - start[s];
    if (next === rowsEnd[s]) continue;
    const parent = nodeOf[rows[next]];
    subtree[parent] = Math.min(subtree[parent], subtree[s]);
  }
  return subtree;
}

/** Even, so that pairs stay aligned; not a multiple of 64, or the columns would share cache sets. */
function paddedStride(height: number): number {
  const even = 2 * Math.ceil(height / 2);
  return even >= 64 && even % 64 === 0 ? even + 2 : even;
}

/** Where in the panels each entry of the pattern goes. */
function slotsOf({ pointers, indices }: Pattern, plan: Omit<Plan, 'slot' | 'entry' | 'subtree'>): Int32Array {
  const { order, start, rowsAt, rowsEnd, rows, panelAt, stride, nodeOf } = plan;
  const place = inverseOf(order);
  const slots = new Int32Array(indices.length);
  for (let i = 0; i < order.length; i++) {
    for (let p = pointers[i]; p < pointers[i + 1]; p++) {
      const row = Math.max(place[i], place[indices[p]]);
      const column = Math.min(place[i], place[indices[p]]);
      const s = nodeOf[column];
      let at = row - start[s]; // among the panel's own columns
      if (row >= start[s + 1]) {
        let low = rowsAt[s] + start[s + 1] - start[s];
        let high = rowsEnd[s] - 1;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (rows[middle] < row) low = middle + 1;
          else high = middle;
        }
        at = low - rowsAt[s];
      }
      slots[p] = panelAt[s] + (column - start[s]) * stride[s] + at;
    }
  }
  return slots;
}

/**
 * The rows of each supernode. Row i of L meets the supernodes on the paths from the entries of A's row i up to its own one.
 * Rows are visited in ascending order, so that every list comes out sorted.
 */
function rowsOf(
  { starts, columns }: Symbolic,
  labels: Int32Array,
  { start, rowCount, parent }: Supernodes,
): { starts: Int32Array; rows: Int32Array } {
  const n = labels.length;
  const label = inverseOf(labels);
  const count = rowCount.length;
  const listStarts = new Int32Array(count + 1);
  const nodeOf = new Int32Array(n);
  for (let s = 0; s < count; s++) {
    listStarts[s + 1] = listStarts[s] + rowCount[s];
    nodeOf.fill(s, start[s], start[s + 1]);
  }
  const rows = new Int32Array(listStarts[count]);
  const next = listStarts.slice(0, count);
  const seenBy = new Int32Array(count).fill(-1);
  for (let i = 0; i < n; i++) {
    const own = nodeOf[i];
    rows[next[own]++] = i;
    seenBy[own] = i;
    for (let at = starts[labels[i]]; at < starts[labels[i] + 1]; at++) {
      for (let s = nodeOf[label[columns[at]]]; seenBy[s] !== i; s = parent[s]) {
        seenBy[s] = i;
        rows[next[s]++] = i;
      }
    }
  }
  const wrong = next.findIndex((end, s) => end !== listStarts[s + 1]);
  if (wrong >= 0) throw new Error(`plan: supernode ${wrong} has another number of rows than was counted.`);
  return { starts: listStarts, rows };
}
