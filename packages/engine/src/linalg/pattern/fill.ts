/**
 * The pattern of L in A = L D L^T, by columns and by rows, without the diagonal of ones.
 *
 * Row k of L is the union of the paths, in the elimination tree, from each column of A's row k up to k.
 * T. A. Davis, Algorithm 849: a concise sparse Cholesky factorization package, ACM Trans. Math. Softw. 31 (2005).
 */
export interface Fill {
  readonly columnStarts: Int32Array; // (n + 1)
  readonly rows: Int32Array; //         rows of each column, ascending
  readonly rowStarts: Int32Array; //    (n + 1)
  readonly columns: Int32Array; //      columns of each row, ascending
}

/** `columns[starts[k]]` ... up to `starts[k + 1]` are the columns of A's row k; those from k on are not looked at. */
export function fillOf(n: number, starts: Int32Array, columns: Int32Array): Fill {
  const parent = new Int32Array(n).fill(-1);
  const reached = new Int32Array(n).fill(-1);
  const columnStarts = new Int32Array(n + 1),
    rowStarts = new Int32Array(n + 1);

  /** Calls `entry` for every column of row k of L. */
  const walk = (k: number, entry: (j: number) => void): void => {
    reached[k] = k;
    for (let at = starts[k]; at < starts[k + 1]; at++) {
      for (let j = columns[at]; j < k && reached[j] !== k; j = parent[j]) {
        if (parent[j] < 0) parent[j] = k;
        reached[j] = k;
        entry(j);
      }
    }
  };
  for (let k = 0; k < n; k++) {
    walk(k, (j) => {
      columnStarts[j + 1]++;
      rowStarts[k + 1]++;
    });
  }
  for (let k = 0; k < n; k++) {
    columnStarts[k + 1] += columnStarts[k];
    rowStarts[k + 1] += rowStarts[k];
  }

  const size = columnStarts[n];
  const rows = new Int32Array(size),
    columnsOfRows = new Int32Array(size);
  const next = columnStarts.slice(0, n);
  reached.fill(-1);
  for (let k = 0; k < n; k++) {
    walk(k, (j) => {
      rows[next[j]++] = k;
    });
  }
  // Column by column, so that the columns of a row ascend.
  next.set(rowStarts.subarray(0, n));
  for (let j = 0; j < n; j++) {
    for (let at = columnStarts[j]; at < columnStarts[j + 1]; at++) columnsOfRows[next[rows[at]]++] = j;
  }
  return { columnStarts, rows, rowStarts, columns: columnsOfRows };
}
