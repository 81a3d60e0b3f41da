/** Products of vectors over the global velocities: turned between the frame of the body and the world, and with M_g or its inverse. */

/** out = A x, A (n x n) with n >= 6: the first six, which all bodies have, without a loop */
export function product(A: Float64Array, x: Float64Array, out: Float64Array, n: number): void {
  const x0 = x[0];
  const x1 = x[1];
  const x2 = x[2];
  const x3 = x[3];
  const x4 = x[4];
  const x5 = x[5];
  for (let i = 0; i < n; i++) {
    const at = i * n;
    let sum = A[at] * x0 + A[at + 1] * x1 + A[at + 2] * x2 + A[at + 3] * x3 + A[at + 4] * x4 + A[at + 5] * x5;
    for (let j = 6; j < n; j++) sum += A[at + j] * x[j];
    out[i] = sum;
  }
}
/** out from `to` on = R^T x from `from` on */
export function turnBack(R: Float64Array, x: Float64Array, from: number, out: Float64Array, to: number): void {
  const a = x[from];
  const b = x[from + 1];
  const c = x[from + 2];
  out[to] = R[0] * a + R[3] * b + R[6] * c;
  out[to + 1] = R[1] * a + R[4] * b + R[7] * c;
  out[to + 2] = R[2] * a + R[5] * b + R[8] * c;
}
/** out from `to` on = R x from `from` on */
export function turn(R: Float64Array, x: Float64Array, from: number, out: Float64Array, to: number): void {
  const a = x[from];
  const b = x[from + 1];
  const c = x[from + 2];
  out[to] = R[0] * a + R[1] * b + R[2] * c;
  out[to + 1] = R[3] * a + R[4] * b + R[5] * c;
  out[to + 2] = R[6] * a + R[7] * b + R[8] * c;
}
