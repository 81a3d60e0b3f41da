/**
 * How long a body is, wherever it is and however it is turned: the longest side of the box that has its second moments.
 *
 *   C = int (x - c)(x - c)^T / int 1,  c = int x / int 1         over the volume that a surface encloses, else the area of triangles, else the length of edges
 *   side = (12 l)^(1/2),  l the largest eigenvalue of C          of a box, a rectangle and a straight line that is their longest side
 *   points alone: twice the largest distance from their mean
 *
 * The box along the axes of the world was used before, and a scene that was turned as a whole had another thickness of contacts. The box along principal axes jumps where moments are equal, as those of a cube are.
 */
import { symmetricEigen } from '../linalg/dense/jacobi-rotation.ts';

export interface Extended {
  /** (3n) */
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  readonly edges: ArrayLike<number>;
  /** triangles enclose a volume, and look outward */
  readonly isClosed: boolean;
}
/** Of the result: rounding of sums is left out, so that it is the same number in all places. */
const digits = 12;

export function longestSide({ positions, triangles, edges, isClosed }: Extended): number {
  const mean = meanOf(positions);
  const cells = triangles.length ? triangles : edges;
  if (!cells.length) return rounded(2 * farthest(positions, mean));
  const corners = triangles.length ? 3 : 2;
  // of a simplex with the corners x and, of a volume, the mean: int x x^T = size (sum of x x^T + s s^T) / ((n + 1) n), s the sum of its n corners
  const n = isClosed ? 4 : corners;
  const x = new Float64Array(9);
  const s = new Float64Array(3);
  const first = new Float64Array(3);
  const second = new Float64Array(9);
  let total = 0;
  for (let t = 0; t < cells.length; t += corners) {
    s.fill(0);
    for (let c = 0; c < corners; c++)
      for (let k = 0; k < 3; k++) {
        x[3 * c + k] = positions[3 * cells[t + c] + k] - mean[k];
        s[k] += x[3 * c + k];
      }
    const size = isClosed ? volumeOf(x) : corners === 3 ? areaOf(x) : lengthOf(x);
    total += size;
    for (let i = 0; i < 3; i++) {
      first[i] += (size * s[i]) / n;
      for (let j = 0; j < 3; j++) {
        let sum = s[i] * s[j];
        for (let c = 0; c < corners; c++) sum += x[3 * c + i] * x[3 * c + j];
        second[3 * i + j] += (size * sum) / (n * (n + 1));
      }
    }
  }
  if (!(total > 0)) return rounded(2 * farthest(positions, mean));
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) second[3 * i + j] = second[3 * i + j] / total - (first[i] / total) * (first[j] / total);
  symmetricEigen(second, new Float64Array(9));
  return rounded(Math.sqrt(12 * Math.max(0, second[0], second[4], second[8])));
}
const rounded = (x: number): number => Number(x.toPrecision(digits));

function meanOf(x: ArrayLike<number>): Float64Array {
  const mean = new Float64Array(3);
  for (let k = 0; k < x.length; k++) mean[k % 3] += x[k];
  return mean.map((sum) => sum / (x.length / 3));
}
function farthest(x: ArrayLike<number>, from: Float64Array): number {
  let most = 0;
  for (let k = 0; k < x.length; k += 3) {
    const [a, b, c] = [x[k] - from[0], x[k + 1] - from[1], x[k + 2] - from[2]];
    most = Math.max(most, Math.sqrt(a * a + b * b + c * c));
  }
  return most;
}
/** Of the tet of the origin and three corners. */
const volumeOf = ([a0, a1, a2, b0, b1, b2, c0, c1, c2]: Float64Array): number =>
  (a0 * (b1 * c2 - b2 * c1) + a1 * (b2 * c0 - b0 * c2) + a2 * (b0 * c1 - b1 * c0)) / 6;
function areaOf([a0, a1, a2, b0, b1, b2, c0, c1, c2]: Float64Array): number {
  const [u0, u1, u2] = [b0 - a0, b1 - a1, b2 - a2];
  const [v0, v1, v2] = [c0 - a0, c1 - a1, c2 - a2];
  const [x, y, z] = [u1 * v2 - u2 * v1, u2 * v0 - u0 * v2, u0 * v1 - u1 * v0];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}
const lengthOf = ([a0, a1, a2, b0, b1, b2]: Float64Array): number =>
  Math.sqrt((b0 - a0) * (b0 - a0) + (b1 - a1) * (b1 - a1) + (b2 - a2) * (b2 - a2));
