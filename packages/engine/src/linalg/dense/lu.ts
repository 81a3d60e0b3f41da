/**
 * Dense LU with partial pivoting and Cholesky, for small systems. Matrices are row-major and are overwritten by their factors.
 */

/**
 * P A = L U in place. Returns false where a pivot vanishes or is not a number.
 * @param pivots row that was exchanged with each row (n), written
 */
export function factorLu(
  a: Float64Array, // (n x n)
  n: number,
  pivots: Int32Array,
): boolean {
  for (let k = 0; k < n; k++) {
    const kk = k * n;
    let best = k;
    let largest = Math.abs(a[kk + k]);
    for (let i = k + 1; i < n; i++) {
      const size = Math.abs(a[i * n + k]);
      if (size > largest) {
        largest = size;
        best = i;
      }
    }
    if (!(largest > 0)) return false;
    pivots[k] = best;
    if (best !== k) {
      const bb = best * n;
      for (let j = 0; j < n; j++) {
        const x = a[kk + j];
        a[kk + j] = a[bb + j];
        a[bb + j] = x;
      }
    }
    const inverse = 1 / a[kk + k];
    for (let i = k + 1; i < n; i++) {
      const ii = i * n;
      const factor = a[ii + k] * inverse;
      a[ii + k] = factor;
      if (factor === 0) continue;
      for (let j = k + 1; j < n; j++) a[ii + j] -= factor * a[kk + j];
    }
  }
  return true;
}

/** x becomes A^-1 x, with the factors of `factorLu`. */
export function solveLu(a: Float64Array, n: number, pivots: Int32Array, x: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const p = pivots[k];
    if (p === k) continue;
    const t = x[k];
    x[k] = x[p];
    x[p] = t;
  }
  for (let i = 1; i < n; i++) {
    let sum = x[i];
    for (let j = 0; j < i; j++) sum -= a[i * n + j] * x[j];
    x[i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let j = i + 1; j < n; j++) sum -= a[i * n + j] * x[j];
    x[i] = sum / a[i * n + i];
  }
}

/** A = L L^T in place, in the lower triangle. Returns false where A is not positive definite. */
export function factorCholesky(
  a: Float64Array, // (n x n)
  n: number,
): boolean {
  for (let j = 0; j < n; j++) {
    const jj = j * n;
    let d = a[jj + j];
    for (let k = 0; k < j; k++) d -= a[jj + k] * a[jj + k];
    if (!(d > 0)) return false;
    const root = Math.sqrt(d);
    a[jj + j] = root;
    const inverse = 1 / root;
    for (let i = j + 1; i < n; i++) {
      const ii = i * n;
      let sum = a[ii + j];
      for (let k = 0; k < j; k++) sum -= a[ii + k] * a[jj + k];
      a[ii + j] = sum * inverse;
    }
  }
  return true;
}

/** x becomes A^-1 x, with the factor of `factorCholesky`. */
export function solveCholesky(a: Float64Array, n: number, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = x[i];
    for (let j = 0; j < i; j++) sum -= a[i * n + j] * x[j];
    x[i] = sum / a[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let j = i + 1; j < n; j++) sum -= a[j * n + i] * x[j];
    x[i] = sum / a[i * n + i];
  }
}
