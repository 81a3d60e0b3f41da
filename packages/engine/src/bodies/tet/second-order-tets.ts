/**
 * Tets of ten nodes, whose displacement is of second order: they bend, and do not lock.
 *
 *   x = sum_a N_a x_a,   N_a = l_a (2 l_a - 1) at corners, 4 l_a l_b amid edges,   l: barycentric coordinates
 *   energy   sum_g w_g psi(F_g)        four points, l = (alpha, beta, beta, beta) and the like, w_g = det J_g / 24
 *   b_a      = J_g^-T dN_a             J_g = sum_a X_a dN_a', so that edges may be curved at rest
 *   m_a      rho V / 36 at corners, 4/27 rho V amid edges: the diagonal of the consistent mass, scaled to the whole.
 *            The sums of its rows would be negative at corners.
 *
 * Four points are exact where F varies linearly and psi is of second order in it, and leave no mode without energy: 24 strains
 * for 30 coordinates less 6 rigid motions.
 */
import type { Refuse } from '../../base/refusal.ts';
import { partCount } from '../../meshes/second-order.ts';
import type { IntegrationPoint } from './integration-point.ts';

const root = Math.sqrt(5);
const [alpha, beta] = [(5 + 3 * root) / 20, (5 - root) / 20];
/** Corners of the edges that the nodes 4 to 9 lie on. */
const edges = [
  [0, 1],
  [1, 2],
  [0, 2],
  [0, 3],
  [1, 3],
  [2, 3],
];
/** dN_a by the coordinates 1, 2, 3, of which the first is minus the sum: for each point ten times three numbers. */
const slopes = [0, 1, 2, 3].map((near) => {
  const l = [0, 1, 2, 3].map((k) => (k === near ? alpha : beta));
  const byEach = [
    ...l.map((lk, corner) => [0, 1, 2, 3].map((k) => (k === corner ? 4 * lk - 1 : 0))),
    ...edges.map(([i, j]) => [0, 1, 2, 3].map((k) => (k === i ? 4 * l[j] : k === j ? 4 * l[i] : 0))),
  ];
  return byEach.map((by) => [1, 2, 3].map((k) => by[k] - by[0]));
});
/** Points of a tet; the one near corner k is number k. */
export const pointsPerTet = slopes.length;
/** Parts of its mass, at corners and amid edges. */
export const massFractions = [1 / 36, 4 / 27] as const;

/** The points of all tets, four each. */
export function secondOrderPoints(positions: Float64Array, cells: Int32Array, refuse: Refuse): IntegrationPoint[] {
  const points: IntegrationPoint[] = [];
  for (let t = 0; t < cells.length / 10; t++) {
    const nodes = Array.from(cells.subarray(10 * t, 10 * t + 10));
    for (const dN of slopes) {
      const J = [0, 1, 2].map((i) =>
        [0, 1, 2].map((k) => nodes.reduce((sum, n, a) => sum + positions[3 * n + i] * dN[a][k], 0)),
      );
      const cof = [0, 1, 2].map((i) => cross(J[(i + 1) % 3], J[(i + 2) % 3]));
      const det = J[0][0] * cof[0][0] + J[0][1] * cof[0][1] + J[0][2] * cof[0][2];
      if (!(det > 0)) {
        const words = `tet ${t} (nodes ${nodes.join(', ')}) is turned inside out by the nodes amid its edges; move them.`;
        throw refuse('mesh', words);
      }
      // J^-T = cof J / det J
      const b = dN.flatMap((by) =>
        [0, 1, 2].map((i) => (cof[i][0] * by[0] + cof[i][1] * by[1] + cof[i][2] * by[2]) / det),
      );
      points.push({ nodes, b, volume: det / 24 });
    }
  }
  return points;
}
const cross = (a: readonly number[], b: readonly number[]): number[] =>
  [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);

/** The points that tell the stress of the eight parts of each tet: of a corner its own point, of the inner four all of them. */
export function pointsOfParts(tets: number): Int32Array {
  const points = new Int32Array(pointsPerTet * partCount * tets);
  for (let k = 0; k < points.length; k++) {
    const part = Math.floor(k / pointsPerTet);
    const [t, own] = [Math.floor(part / partCount), part % partCount];
    points[k] = pointsPerTet * t + (own < 4 ? own : k % pointsPerTet);
  }
  return points;
}
