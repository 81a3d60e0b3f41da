/** G = L L^T of a symmetric positive semi-definite matrix, largest pivots first, so that its rank is found and rounding stays out. */

/** Pivots below this part of the largest are rounding. */
const rounding = 1e-14;

/** Returns the rank r; L has r columns, at L[i * n + k]. */
export function pivotedCholesky(
  G: Float64Array, // (n x n)
  n: number,
  L: Float64Array, // (n x n), written
  pivots?: Int32Array, // (n), written: the row of each column of L that has nothing to its right
): number {
  const diagonal = new Float64Array(n);
  const done = new Uint8Array(n);
  let largest = 0;
  for (let i = 0; i < n; i++) {
    diagonal[i] = G[i * n + i];
    largest = Math.max(largest, diagonal[i]);
  }
  for (let k = 0; k < n; k++) {
    let pivot = -1;
    for (let i = 0; i < n; i++) if (!done[i] && (pivot < 0 || diagonal[i] > diagonal[pivot])) pivot = i;
    if (pivot < 0 || !(diagonal[pivot] > rounding * largest)) return k;
    done[pivot] = 1;
    if (pivots) pivots[k] = pivot;
    const root = Math.sqrt(diagonal[pivot]);
    const at = pivot * n;
    for (let i = 0; i < n; i++) {
      if (i === pivot) L[i * n + k] = root;
      else if (done[i]) L[i * n + k] = 0;
      else {
        let sum = G[i * n + pivot];
        for (let m = 0; m < k; m++) sum -= L[i * n + m] * L[at + m];
        L[i * n + k] = sum / root;
        diagonal[i] -= L[i * n + k] * L[i * n + k];
      }
    }
  }
  return n;
}
