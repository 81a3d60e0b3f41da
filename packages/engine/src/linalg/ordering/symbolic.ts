/** What a factorisation will cost in a given order, before anything is laid out for it. */

import { inverseOf } from '../pattern/graph.ts';
import { lowerRows, type Pattern } from '../pattern/pattern.ts';
import { columnCounts, eliminationTree, postorder } from './etree.ts';

export interface Symbolic {
  /** rows of the lower triangle as they were ordered first; the diagonal is last in each */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  /** of each of their entries, its place in the pattern */
  readonly slots: Int32Array;
  readonly ordering: Int32Array;
  /**
   * The postorder of these: post[k] becomes k. Coupled unknowns are ancestor and descendant, so that every postorder keeps
   * the relative order of a vertex and its ancestors, and the rows of the lower triangle need only new labels.
   */
  readonly post: Int32Array;
  readonly parent: Int32Array; // by new labels
  readonly counts: Int32Array; // by new labels
  /** entries of L, diagonal included */
  readonly entries: number;
  /** sum of squared column counts: multiplications and additions of the factorisation */
  readonly flops: number;
}

export function symbolic({ pointers, indices }: Pattern, ordering: Int32Array): Symbolic {
  const n = ordering.length;
  const { starts, columns, slots } = lowerRows(ordering, pointers, indices);
  const tree = eliminationTree(starts, columns);
  const post = postorder(tree);
  const label = inverseOf(post);
  const parent = new Int32Array(n);
  for (let j = 0; j < n; j++) parent[label[j]] = tree[j] < 0 ? -1 : label[tree[j]];
  const below = strictColumns(starts, columns, label);
  const counts = columnCounts(below.starts, below.rows, parent);
  let entries = 0;
  let flops = 0;
  for (let j = 0; j < n; j++) {
    entries += counts[j];
    flops += counts[j] * counts[j];
  }
  return { starts, columns, slots, ordering, post, parent, counts, entries, flops };
}

/** The transpose without its diagonal, relabelled: for every column its rows below the diagonal. */
function strictColumns(
  rowStarts: Int32Array,
  columns: Int32Array,
  label: Int32Array,
): { starts: Int32Array; rows: Int32Array } {
  const n = label.length;
  const starts = new Int32Array(n + 1);
  for (let k = 0; k < n; k++) {
    for (let at = rowStarts[k]; at < rowStarts[k + 1] - 1; at++) starts[label[columns[at]] + 1]++;
  }
  for (let v = 0; v < n; v++) starts[v + 1] += starts[v];
  const rows = new Int32Array(starts[n]);
  const next = starts.slice(0, n);
  for (let k = 0; k < n; k++) {
    for (let at = rowStarts[k]; at < rowStarts[k + 1] - 1; at++) rows[next[label[columns[at]]]++] = label[k];
  }
  return { starts, rows };
}
