/** x' = A x, whose solution is known: what schemes are measured by. */

/** e^(A t) x0, by scaling and squaring of the series; exact to rounding for the small matrices of tests. */
export function flowed(A: readonly (readonly number[])[], t: number, x0: readonly number[]): number[] {
  const n = A.length;
  const halvings = 20;
  const small = A.map((row) => row.map((a) => (a * t) / 2 ** halvings));
  const product = (X: number[][], Y: number[][]): number[][] =>
    X.map((row) => Y[0].map((_, j) => row.reduce((sum, x, k) => sum + x * Y[k][j], 0)));
  // E = e^small - 1, so that squaring loses no digits: (1 + E)^2 - 1 = 2 E + E^2
  let E = small.map((row) => [...row]);
  let term = E;
  for (let k = 2; k < 8; k++) {
    term = product(term, small).map((row) => row.map((a) => a / k));
    E = E.map((row, i) => row.map((a, j) => a + term[i][j]));
  }
  for (let k = 0; k < halvings; k++) {
    const square = product(E, E);
    E = E.map((row, i) => row.map((a, j) => 2 * a + square[i][j]));
  }
  return Array.from({ length: n }, (_, i) => x0[i] + E[i].reduce((sum, a, j) => sum + a * x0[j], 0));
}

/** How the error falls when h is halved, as a power of h. */
export const measuredOrder = (error: (steps: number) => number, steps: number): number =>
  Math.log2(error(steps) / error(2 * steps));
