/**
 * Supernodes: runs of columns of L with (almost) the same rows, stored as one dense panel.
 *
 * Fundamental supernodes follow from the column counts. A child is merged into its parent where few explicit zeros result;
 * any child, not only the last one: the columns are renumbered afterwards by a postorder of the merged tree, which changes
 * neither fill nor pivots. It makes small systems up to 3.5 times faster (a bridge of 533 unknowns), large ones hardly.
 *
 * C. Ashcraft, R. Grimes, The influence of relaxed supernode partitions on the multifrontal method, ACM Trans. Math. Softw.
 * 15 (1989).
 */
import { postorder } from '../ordering/etree.ts';
import { natural } from '../pattern/graph.ts';

export interface Supernodes {
  /** order[k]: the old column that becomes column k */
  readonly order: Int32Array;
  readonly start: Int32Array; //    first column of each, by new labels, and n at the end
  readonly rowCount: Int32Array; // rows of each panel, its own columns included
  readonly parent: Int32Array;
}

/** A merged supernode of at most so many columns may hold such a part of explicit zeros. */
const acceptable = (columns: number): number =>
  columns <= 4 ? 0.6 : columns <= 12 ? 0.4 : columns <= 32 ? 0.2 : columns <= 48 ? 0.1 : 0.03;
const trapezoid = (columns: number, rows: number): number => columns * rows - (columns * (columns - 1)) / 2;

/** From the elimination tree and column counts of a postordered matrix. */
export function supernodes(parent: Int32Array, counts: Int32Array): Supernodes {
  const { first, of } = fundamental(parent, counts);
  const size = first.length - 1;
  const columns = new Int32Array(size);
  const rows = new Int32Array(size);
  const up = new Int32Array(size);
  for (let s = 0; s < size; s++) {
    columns[s] = first[s + 1] - first[s];
    rows[s] = counts[first[s]];
    const top = parent[first[s + 1] - 1];
    up[s] = top < 0 ? -1 : of[top];
  }

  // Merge bottom-up, the last child first. A merged supernode is a list of parts in the order of their columns.
  const { child, sibling } = childrenOf(up);
  const into = new Int32Array(size).fill(-1);
  const nextPart = new Int32Array(size).fill(-1);
  const firstPart = natural(size);
  const zeros = new Float64Array(size);
  for (let s = 0; s < size; s++) {
    for (let c = child[s]; c >= 0; c = sibling[c]) {
      const mergedColumns = columns[c] + columns[s];
      const mergedRows = columns[c] + rows[s];
      const whole = trapezoid(mergedColumns, mergedRows);
      const apart = trapezoid(columns[c], rows[c]) + trapezoid(columns[s], rows[s]);
      const empty = whole - apart + zeros[c] + zeros[s];
      if (empty > acceptable(mergedColumns) * whole) continue;
      into[c] = s;
      nextPart[c] = firstPart[s]; // c itself is the last of its parts
      firstPart[s] = firstPart[c];
      columns[s] = mergedColumns;
      rows[s] = mergedRows;
      zeros[s] = empty;
    }
  }

  // Renumber along a postorder of the merged tree.
  const merged = new Int32Array(size); // what each has become part of
  for (let s = size - 1; s >= 0; s--) merged[s] = into[s] < 0 ? s : merged[into[s]];
  const emitted = mergedPostorder(up, into, merged);
  const order = new Int32Array(parent.length);
  const start = new Int32Array(emitted.length + 1);
  const index = new Int32Array(size);
  let placed = 0;
  const rowCount = new Int32Array(emitted.length);
  for (let k = 0; k < emitted.length; k++) {
    const s = emitted[k];
    start[k] = placed;
    index[s] = k;
    rowCount[k] = rows[s];
    for (let part = firstPart[s]; ; part = nextPart[part]) {
      for (let j = first[part]; j < first[part + 1]; j++) order[placed++] = j;
      if (part === s) break;
    }
  }
  start[emitted.length] = placed;
  const mergedParent = new Int32Array(emitted.length);
  for (let k = 0; k < emitted.length; k++) {
    const above = up[emitted[k]];
    mergedParent[k] = above < 0 ? -1 : index[merged[above]];
  }
  return { order, start, rowCount, parent: mergedParent };
}

/** Maximal chains of columns in which each has one row less than the one before; first columns, and n at the end. */
function fundamental(parent: Int32Array, counts: Int32Array): { first: Int32Array; of: Int32Array } {
  const n = parent.length;
  const first = new Int32Array(n + 1);
  const of = new Int32Array(n);
  let count = 0;
  for (let j = 0; j < n; j++) {
    if (j === 0 || parent[j - 1] !== j || counts[j] !== counts[j - 1] - 1) first[count++] = j;
    of[j] = count - 1;
  }
  first[count] = n;
  return { first: first.subarray(0, count + 1), of };
}

/** The children of each, the last one first, as lists. */
function childrenOf(up: Int32Array): { child: Int32Array; sibling: Int32Array } {
  const child = new Int32Array(up.length).fill(-1);
  const sibling = new Int32Array(up.length).fill(-1);
  for (let s = 0; s < up.length; s++) {
    if (up[s] < 0) continue;
    sibling[s] = child[up[s]];
    child[up[s]] = s;
  }
  return { child, sibling };
}

/** Those that are not merged into another, children before parents, ascending. */
function mergedPostorder(up: Int32Array, into: Int32Array, merged: Int32Array): Int32Array {
  const kept = new Int32Array(into.length);
  const index = new Int32Array(into.length);
  let count = 0;
  for (let s = 0; s < into.length; s++) {
    if (into[s] >= 0) continue;
    index[s] = count;
    kept[count++] = s;
  }
  const tree = new Int32Array(count);
  for (let k = 0; k < count; k++) tree[k] = up[kept[k]] < 0 ? -1 : index[merged[up[kept[k]]]];
  const order = postorder(tree);
  for (let k = 0; k < count; k++) order[k] = kept[order[k]];
  return order;
}
