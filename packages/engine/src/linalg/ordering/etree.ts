/** The elimination tree of a symmetric pattern, and how many entries each column of L has. */

/**
 * parent[j]: the first row below the diagonal of column j of L, or -1. Rows of A: columns[starts[k]] ... up to
 * starts[k + 1]; those from k on are not looked at.
 *
 * J. W. H. Liu, The role of elimination trees in sparse factorization, SIAM J. Matrix Anal. Appl. 11 (1990).
 */
export function eliminationTree(starts: Int32Array, columns: Int32Array): Int32Array {
  const n = starts.length - 1;
  const parent = new Int32Array(n).fill(-1);
  const ancestor = new Int32Array(n).fill(-1); // shortcuts
  for (let k = 0; k < n; k++) {
    for (let at = starts[k]; at < starts[k + 1]; at++) {
      let i = columns[at];
      while (i >= 0 && i < k) {
        const up = ancestor[i];
        ancestor[i] = k;
        if (up < 0) parent[i] = k;
        i = up;
      }
    }
  }
  return parent;
}

/** The vertices with children before their parents, subtree by subtree; children and roots ascending. */
export function postorder(parent: Int32Array): Int32Array {
  const n = parent.length;
  const firstChild = new Int32Array(n).fill(-1);
  const sibling = new Int32Array(n).fill(-1);
  for (let v = n - 1; v >= 0; v--) {
    if (parent[v] < 0) continue;
    sibling[v] = firstChild[parent[v]];
    firstChild[parent[v]] = v;
  }
  const order = new Int32Array(n);
  const stack = new Int32Array(n);
  let placed = 0;
  for (let root = 0; root < n; root++) {
    if (parent[root] >= 0) continue;
    let top = 0;
    stack[0] = root;
    while (top >= 0) {
      const v = stack[top];
      const child = firstChild[v];
      if (child < 0) {
        order[placed++] = v;
        top--;
      } else {
        firstChild[v] = sibling[child];
        stack[++top] = child;
      }
    }
  }
  return order;
}

/**
 * Entries of each column of L, diagonal included, of a postordered matrix: `rows[starts[j]]` ... are the rows below the
 * diagonal of A's column j. Row i of L is the subtree spanned by its leaves; each leaf adds one to its column, the least
 * common ancestor of two consecutive leaves takes one off, and the counts are the sums over subtrees.
 *
 * J. R. Gilbert, E. G. Ng, B. W. Peyton, An efficient algorithm to compute row and column counts for sparse Cholesky
 * factorization, SIAM J. Matrix Anal. Appl. 15 (1994).
 */
export function columnCounts(starts: Int32Array, rows: Int32Array, parent: Int32Array): Int32Array {
  const n = parent.length;
  const first = new Int32Array(n).fill(-1); // first descendant
  const counts = new Int32Array(n);
  for (let k = 0; k < n; k++) {
    counts[k] = first[k] < 0 ? 1 : 0; // a leaf of the tree holds its own diagonal
    for (let j = k; j >= 0 && first[j] < 0; j = parent[j]) first[j] = k;
  }
  const highest = new Int32Array(n).fill(-1); // largest first descendant seen in row i
  const lastLeaf = new Int32Array(n).fill(-1);
  const set = new Int32Array(n); // disjoint sets, for the common ancestors
  for (let j = 0; j < n; j++) set[j] = j;
  for (let j = 0; j < n; j++) {
    if (parent[j] >= 0) counts[parent[j]]--;
    for (let p = starts[j]; p < starts[j + 1]; p++) {
      const i = rows[p];
      if (first[j] <= highest[i]) continue;
      highest[i] = first[j];
      counts[j]++;
      const before = lastLeaf[i];
      lastLeaf[i] = j;
      if (before < 0) continue;
      let common = before;
      while (common !== set[common]) common = set[common];
      for (let s = before; s !== common; ) {
        const up = set[s];
        set[s] = common;
        s = up;
      }
      counts[common]--;
    }
    if (parent[j] >= 0) set[j] = parent[j];
  }
  for (let j = 0; j < n; j++) if (parent[j] >= 0) counts[parent[j]] += counts[j];
  return counts;
}
