/**
 * A cell of eight corners at rest: lengths, metric, and the four vectors that measure what is not affine.        [PB88 notes, 5]
 *
 *   L_i       material lengths: the mean of the four edges along axis i
 *   Gamma_a   an orthogonal basis of the complement of 1, X, Y, Z of the corners, each of length sqrt 8
 *
 * For a parallelepiped, Gamma are products of signs (`boxGamma`). Otherwise these are orthogonalised against 1, X, Y, Z and to each
 * other, one after another, so that Gamma changes little where the cell is nearly a box.
 */
import { hexVolume } from '../../meshes/hex-mesh.ts';
import { cornerOrder } from './averaged-metric.ts';
import { boxGamma } from './hex-metric-element.ts';

export interface CellShape {
  /** m^3 */
  readonly volume: number;
  /** L_0, L_1, L_2 */
  readonly lengths: readonly number[];
  /** nodes at i + 2 j + 4 k */
  readonly nodes: readonly number[];
  /** 3 each, at i + 2 j + 4 k */
  readonly corners: readonly number[];
  /** opposite faces are parallel: the map of the unit cube is affine */
  readonly affine: boolean;
}

/** Hourglass modes below this fraction of the edges are rounding. */
const rounding = 1e-12;

export function cellShape(x: Float64Array, hexes: Int32Array, h: number): CellShape {
  const nodes = cornerOrder.map((corner) => hexes[8 * h + corner]);
  const corners = nodes.flatMap((n) => [x[3 * n], x[3 * n + 1], x[3 * n + 2]]);
  const lengths = [1, 2, 4].map((bit) => {
    let sum = 0;
    for (let k = 0; k < 8; k++) if (!(k & bit)) sum += distance(corners, k, k + bit);
    return sum / 4;
  });
  const edge = Math.max(...lengths);
  const affine = boxGamma.every((gamma) =>
    [0, 1, 2].every((axis) => {
      const q = gamma.reduce((sum, g, k) => sum + g * (corners[3 * k + axis] - corners[axis]), 0);
      return Math.abs(q) <= 8 * rounding * edge;
    }),
  );
  return { volume: hexVolume(x, hexes, h), lengths, nodes, corners, affine };
}

function distance(x: readonly number[], a: number, b: number): number {
  const d = [0, 1, 2].map((axis) => x[3 * b + axis] - x[3 * a + axis]);
  return Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/** Gamma, 8 numbers of each of the four, from the corners at rest. */
export function gammaOf(corners: readonly number[]): number[][] {
  const basis: number[][] = [];
  const across = (vector: readonly number[]): number[] => {
    let rest = [...vector];
    // twice: the second pass removes what rounding leaves in the first
    for (let pass = 0; pass < 2; pass++) {
      for (const b of basis) {
        const along = rest.reduce((sum, e, k) => sum + e * b[k], 0) / 8;
        rest = rest.map((e, k) => e - along * b[k]);
      }
    }
    const length = Math.sqrt(rest.reduce((sum, e) => sum + e * e, 0) / 8);
    return rest.map((e) => e / length);
  };
  basis.push(new Array<number>(8).fill(1));
  for (let axis = 0; axis < 3; axis++) basis.push(across(Array.from({ length: 8 }, (_, k) => corners[3 * k + axis])));
  for (const signs of boxGamma) basis.push(across(signs));
  return basis.slice(4);
}

/** The metric averaged over the cell, in material lengths: 00, 11, 22, 01, 02, 12. By 2 x 2 x 2 Gauss points, which is exact. */
export function restMetric(corners: readonly number[], lengths: readonly number[]): number[] {
  const sum = new Array<number>(6).fill(0);
  for (const metric of pointMetrics(corners, lengths))
    metric.forEach((g, n) => {
      sum[n] += g / 8;
    });
  return sum;
}

/** The metric at each of the 2 x 2 x 2 Gauss points. */
export const pointMetrics = (corners: readonly number[], lengths: readonly number[]): number[][] =>
  gaussSlopes.map((slopes) => {
    const r = [0, 1, 2].map((i) =>
      [0, 1, 2].map((axis) => slopes[i].reduce((sum, s, k) => sum + s * corners[3 * k + axis], 0) / lengths[i]),
    );
    const dot = (i: number, j: number): number => r[i][0] * r[j][0] + r[i][1] * r[j][1] + r[i][2] * r[j][2];
    return [dot(0, 0), dot(1, 1), dot(2, 2), dot(0, 1), dot(0, 2), dot(1, 2)];
  });

const near = 0.21132486540518713; // (1 - 1 / sqrt(3)) / 2
/** dN_k/du_i at each Gauss point: point, axis, corner i + 2 j + 4 k. */
export const gaussSlopes: readonly (readonly (readonly number[])[])[] = Array.from({ length: 8 }, (_, point) => {
  const u = [0, 1, 2].map((axis) => ((point >> axis) & 1 ? 1 - near : near));
  const factor = (corner: number, axis: number): number => ((corner >> axis) & 1 ? u[axis] : 1 - u[axis]);
  return [0, 1, 2].map((axis) =>
    Array.from({ length: 8 }, (_, corner) => {
      const sign = (corner >> axis) & 1 ? 1 : -1;
      return sign * factor(corner, (axis + 1) % 3) * factor(corner, (axis + 2) % 3);
    }),
  );
});
