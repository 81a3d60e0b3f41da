/**
 * The inverse of a small symmetric positive matrix, by LDL^T without pivoting.
 *
 * A row that follows from those before it (its pivot is below `tolerance` times its diagonal entry) gets zeros, as if it were not
 * there: the inverse is that of the others. Returns how many rows were left out; which ones, `dropped` says.
 */
export function symmetricInverse(
  A: Float64Array, // (n x n), only its lower triangle is read
  n: number,
  out: Float64Array, // (n x n), written
  work: Float64Array, // (n x n), overwritten
  dropped: Uint8Array, // (n), written
  tolerance = 1e-11,
): number {
  let missing = 0;
  const L = work;
  for (let i = 0; i < n; i++) {
    const row = i * n;
    for (let j = 0; j < i; j++) {
      let a = A[row + j];
      for (let k = 0; k < j; k++) a -= L[row + k] * L[j * n + k] * L[k * n + k];
      L[row + j] = dropped[j] ? 0 : a / L[j * n + j];
    }
    let d = A[row + i];
    for (let k = 0; k < i; k++) d -= L[row + k] * L[row + k] * L[k * n + k];
    const isLost = !(d > tolerance * A[row + i]);
    dropped[i] = isLost ? 1 : 0;
    if (isLost) missing++;
    L[row + i] = isLost ? 0 : d;
    if (isLost) for (let j = 0; j < i; j++) L[row + j] = 0;
  }
  // columns of the inverse: L D L^T x = e_c
  for (let c = 0; c < n; c++) {
    for (let i = 0; i < n; i++) {
      let b = i === c && !dropped[c] ? 1 : 0;
      for (let k = 0; k < i; k++) b -= L[i * n + k] * out[k * n + c];
      out[i * n + c] = b;
    }
    for (let i = n - 1; i >= 0; i--) {
      let b = dropped[i] ? 0 : out[i * n + c] / L[i * n + i];
      for (let k = i + 1; k < n; k++) b -= L[k * n + i] * out[k * n + c];
      out[i * n + c] = b;
    }
  }
  return missing;
}
