/**
 * Kernels over blocks of up to 6 x 6 numbers, one after another in a list, lines `stride` apart. Blocks of rigid bodies have their own loops: sums stay
 * in registers, in the same order, so that results are the same to the bit.
 */
/** Between lines of a block. */
const stride = 6;

/** Pivots that are smaller, as a part of the largest entry of their block, are doubtful. */
const doubtful = 1e-13;

/** Of two lines of 3 or 6 numbers. */
export function product(a: Float64Array, i: number, b: Float64Array, j: number, n: number): number {
  const sum = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
  if (n === 3) return sum;
  return sum + a[i + 3] * b[j + 3] + a[i + 4] * b[j + 4] + a[i + 5] * b[j + 5];
}

/** LU with partial pivots of a block. */
export function factorBlock(a: Float64Array, at: number, n: number, pivots: Int32Array, p: number): boolean {
  let scale = 0;
  for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) scale = Math.max(scale, Math.abs(a[at + stride * r + c]));
  for (let k = 0; k < n; k++) {
    const kk = at + stride * k;
    let best = k;
    let largest = Math.abs(a[kk + k]);
    for (let i = k + 1; i < n; i++) {
      const size = Math.abs(a[at + stride * i + k]);
      if (size > largest) {
        largest = size;
        best = i;
      }
    }
    if (!(largest > doubtful * scale)) return false;
    pivots[p + k] = best;
    if (best !== k)
      for (let j = 0; j < n; j++) {
        const x = a[kk + j];
        a[kk + j] = a[at + stride * best + j];
        a[at + stride * best + j] = x;
      }
    const inverse = 1 / a[kk + k];
    for (let i = k + 1; i < n; i++) {
      const ii = at + stride * i;
      const factor = a[ii + k] * inverse;
      a[ii + k] = factor;
      for (let j = k + 1; j < n; j++) a[ii + j] -= factor * a[kk + j];
    }
  }
  return true;
}
/** b becomes A^-1 b, b with some columns. */
export function solveBlock(
  a: Float64Array,
  at: number,
  n: number,
  pivots: Int32Array,
  p: number,
  b: Float64Array,
  to: number,
  columns: number,
): void {
  for (let k = 0; k < n; k++) {
    const other = pivots[p + k];
    if (other === k) continue;
    for (let c = 0; c < columns; c++) {
      const x = b[to + stride * k + c];
      b[to + stride * k + c] = b[to + stride * other + c];
      b[to + stride * other + c] = x;
    }
  }
  if (n === stride) {
    const d0 = 1 / a[at + 0];
    const d1 = 1 / a[at + 7];
    const d2 = 1 / a[at + 14];
    const d3 = 1 / a[at + 21];
    const d4 = 1 / a[at + 28];
    const d5 = 1 / a[at + 35];
    for (let c = to; c < to + columns; c++) {
      let b0 = b[c + 0];
      let b1 = b[c + 6];
      let b2 = b[c + 12];
      let b3 = b[c + 18];
      let b4 = b[c + 24];
      let b5 = b[c + 30];
      b1 -= a[at + 6] * b0;
      b2 -= a[at + 12] * b0;
      b2 -= a[at + 13] * b1;
      b3 -= a[at + 18] * b0;
      b3 -= a[at + 19] * b1;
      b3 -= a[at + 20] * b2;
      b4 -= a[at + 24] * b0;
      b4 -= a[at + 25] * b1;
      b4 -= a[at + 26] * b2;
      b4 -= a[at + 27] * b3;
      b5 -= a[at + 30] * b0;
      b5 -= a[at + 31] * b1;
      b5 -= a[at + 32] * b2;
      b5 -= a[at + 33] * b3;
      b5 -= a[at + 34] * b4;
      b5 *= d5;
      b4 -= a[at + 29] * b5;
      b4 *= d4;
      b3 -= a[at + 22] * b4;
      b3 -= a[at + 23] * b5;
      b3 *= d3;
      b2 -= a[at + 15] * b3;
      b2 -= a[at + 16] * b4;
      b2 -= a[at + 17] * b5;
      b2 *= d2;
      b1 -= a[at + 8] * b2;
      b1 -= a[at + 9] * b3;
      b1 -= a[at + 10] * b4;
      b1 -= a[at + 11] * b5;
      b1 *= d1;
      b0 -= a[at + 1] * b1;
      b0 -= a[at + 2] * b2;
      b0 -= a[at + 3] * b3;
      b0 -= a[at + 4] * b4;
      b0 -= a[at + 5] * b5;
      b0 *= d0;
      b[c + 0] = b0;
      b[c + 6] = b1;
      b[c + 12] = b2;
      b[c + 18] = b3;
      b[c + 24] = b4;
      b[c + 30] = b5;
    }
    return;
  }
  for (let i = 1; i < n; i++)
    for (let j = 0; j < i; j++) {
      const factor = a[at + stride * i + j];
      for (let c = 0; c < columns; c++) b[to + stride * i + c] -= factor * b[to + stride * j + c];
    }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) {
      const factor = a[at + stride * i + j];
      for (let c = 0; c < columns; c++) b[to + stride * i + c] -= factor * b[to + stride * j + c];
    }
    const inverse = 1 / a[at + stride * i + i];
    for (let c = 0; c < columns; c++) b[to + stride * i + c] *= inverse;
  }
}
export function solveVector(
  a: Float64Array,
  at: number,
  n: number,
  pivots: Int32Array,
  p: number,
  x: Float64Array,
  to: number,
): void {
  for (let k = 0; k < n; k++) {
    const other = pivots[p + k];
    const t = x[to + k];
    x[to + k] = x[to + other];
    x[to + other] = t;
  }
  for (let i = 1; i < n; i++) {
    let sum = x[to + i];
    for (let j = 0; j < i; j++) sum -= a[at + stride * i + j] * x[to + j];
    x[to + i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[to + i];
    for (let j = i + 1; j < n; j++) sum -= a[at + stride * i + j] * x[to + j];
    x[to + i] = sum / a[at + stride * i + i];
  }
}
/** C -= A B, blocks of one list. */
export function subtractProduct(
  x: Float64Array,
  C: number,
  A: number,
  B: number,
  rows: number,
  inner: number,
  columns: number,
): void {
  if (inner === stride) {
    // rigid bodies: sums stay in registers, in the same order; factors take 0.37 of the time
    for (let line = A; line < A + stride * rows; line += stride) {
      const a0 = x[line];
      const a1 = x[line + 1];
      const a2 = x[line + 2];
      const a3 = x[line + 3];
      const a4 = x[line + 4];
      const a5 = x[line + 5];
      const to = C + line - A;
      for (let c = 0; c < columns; c++) {
        const from = B + c;
        let sum = x[to + c];
        sum -= a0 * x[from];
        sum -= a1 * x[from + 6];
        sum -= a2 * x[from + 12];
        sum -= a3 * x[from + 18];
        sum -= a4 * x[from + 24];
        sum -= a5 * x[from + 30];
        x[to + c] = sum;
      }
    }
    return;
  }
  for (let r = 0; r < rows; r++)
    for (let k = 0; k < inner; k++) {
      const factor = x[A + stride * r + k];
      if (factor === 0) continue;
      for (let c = 0; c < columns; c++) x[C + stride * r + c] -= factor * x[B + stride * k + c];
    }
}
