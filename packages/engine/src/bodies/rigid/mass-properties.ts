/**
 * Mass, centre of mass and inertia of solids of uniform density.
 *
 *   tet (0, a, b, c), s = a + b + c:   V = a . (b x c) / 6,   int x = V s / 4,
 *                                      int x_i x_j = V (a_i a_j + b_i b_j + c_i c_j + s_i s_j) / 20
 *   I = tr(S) 1 - S,  S_ij = int rho (x - centre)_i (x - centre)_j
 *
 * A closed surface is the signed sum of the tets from one point to its triangles.
 */
import { jacobiSweep } from '../../linalg/dense/jacobi-rotation.ts';
import type { TriangleSurface } from '../../meshes/surface/surface.ts';

/** of a solid of density 1 */
export interface MassProperties {
  /** m^3 */
  readonly volume: number;
  /** centre of mass, m */
  readonly centre: readonly number[];
  /** inertia about the centre of mass, m^5: row by row (9) */
  readonly inertia: readonly number[];
}

export const diagonal = (a: number, b: number, c: number): number[] => [a, 0, 0, 0, b, 0, 0, 0, c];

/** Of the inside of a closed surface whose triangles look outward. */
export function surfaceProperties({ positions, triangles }: TriangleSurface): MassProperties {
  // sums from the mean of the corners: far from the origin they would cancel
  const corners = positions.length / 3;
  const from = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = axis; i < positions.length; i += 3) sum += positions[i];
    return sum / corners;
  });
  let volume = 0;
  const first = [0, 0, 0];
  const second = new Array<number>(9).fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => from.map((o, axis) => positions[3 * triangles[t + k] + axis] - o));
    const V =
      (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
    const s = a.map((x, axis) => x + b[axis] + c[axis]);
    volume += V;
    for (let i = 0; i < 3; i++) {
      first[i] += (V * s[i]) / 4;
      for (let j = 0; j < 3; j++)
        second[3 * i + j] += (V * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + s[i] * s[j])) / 20;
    }
  }
  const centre = first.map((x) => x / volume);
  const S = second.map((x, k) => x - volume * centre[Math.floor(k / 3)] * centre[k % 3]);
  const trace = S[0] + S[4] + S[8];
  return {
    volume,
    centre: centre.map((x, axis) => x + from[axis]),
    inertia: S.map((x, k) => (k % 4 === 0 ? trace : 0) - x),
  };
}

/**
 * The principal moments of an inertia and the rotation to its axes, I = R diag(moments) R^T, by Jacobi's rotations. A diagonal one
 * keeps its axes.
 */
export function principalAxes(inertia: readonly number[]): { moments: [number, number, number]; R: number[] } {
  const A = Float64Array.from(inertia);
  const R = Float64Array.from(diagonal(1, 1, 1));
  const size = Math.abs(A[0]) + Math.abs(A[4]) + Math.abs(A[8]);
  for (let sweep = 0; sweep < 30; sweep++) {
    if (Math.abs(A[1]) + Math.abs(A[2]) + Math.abs(A[5]) <= 1e-17 * size) break;
    jacobiSweep(A, R);
  }
  return { moments: [A[0], A[4], A[8]], R: [...R] };
}

/** What is wrong with three principal moments; undefined if a solid can have them. */
export function momentsFault(moments: readonly number[]): string | undefined {
  if (moments.some((I) => !(I > 0 && Number.isFinite(I))))
    return `[${moments.join(', ')}] kg m^2; give three positive numbers.`;
  // of a flat body the largest is the sum of the others: rounding is allowed
  const sum = moments[0] + moments[1] + moments[2];
  if (moments.some((I) => I > (sum - I) * (1 + 1e-9)))
    return `[${moments.join(', ')}] kg m^2 is impossible: no moment of inertia is larger than the sum of the other two. Make the largest smaller, or leave it out: a uniform solid has its own.`;
  return undefined;
}
