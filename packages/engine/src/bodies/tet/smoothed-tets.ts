/**
 * Tets of four nodes whose strain is averaged around each edge: edge-based smoothed finite elements.
 *
 *   F_e = sum_t (V_t / 6) F_t / V_e,   V_e = sum_t V_t / 6          over the tets t at the edge e
 *   energy  sum_e V_e psi(F_e)
 *
 * A tet alone has one strain and cannot bend: with one cell across, five tets a cell, a cantilever sags a third of what it
 * should. The mean over neighbours takes away half of the error with one cell across and three quarters with two, with the nodes
 * of linear tets. The price: an element has 4 to 14 nodes, and nodes of no common tet push each other.     [Liu, Nguyen-Thoi, Lam 2009, in 3D]
 *
 * Edges keep to themselves the tets of one material: a mean across an interface would blur it.
 */
import type { IntegrationPoint } from './integration-point.ts';

const pairs = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
export const edgesPerTet = pairs.length;

export interface SmoothedPoints {
  readonly points: IntegrationPoint[];
  /** a tet of each point: all of its tets are of the same material */
  readonly tetOf: number[];
  /** the points of each tet       (6 each) */
  readonly ofTet: Int32Array;
}

/**
 * B         inverse of the edges of each tet at rest, row by row   (9 each): rows are gradients of corners 1, 2, 3
 * material  the same number for tets of the same moduli
 */
export function smoothedPoints(
  nodeCount: number,
  tets: Int32Array,
  volumes: Float64Array,
  B: Float64Array,
  material: ArrayLike<number>,
): SmoothedPoints {
  const numbers = new Map<string, number>();
  const around: number[][] = [];
  const ofTet = new Int32Array(edgesPerTet * volumes.length);
  for (let t = 0; t < volumes.length; t++) {
    pairs.forEach(([i, j], e) => {
      const [a, b] = [tets[4 * t + i], tets[4 * t + j]];
      const key = `${Math.min(a, b) * nodeCount + Math.max(a, b)} ${material[t]}`;
      let number = numbers.get(key);
      if (number === undefined) {
        number = around.length;
        numbers.set(key, number);
        around.push([]);
      }
      around[number].push(t);
      ofTet[edgesPerTet * t + e] = number;
    });
  }
  const points = around.map((own): IntegrationPoint => {
    const volume = own.reduce((sum, t) => sum + volumes[t] / edgesPerTet, 0);
    const place = new Map<number, number>();
    const b: number[] = [];
    for (const t of own) {
      const fraction = volumes[t] / edgesPerTet / volume;
      for (let corner = 0; corner < 4; corner++) {
        const n = tets[4 * t + corner];
        let at = place.get(n);
        if (at === undefined) {
          at = place.size;
          place.set(n, at);
          b.push(0, 0, 0);
        }
        for (let axis = 0; axis < 3; axis++) b[3 * at + axis] += fraction * slope(B, t, corner, axis);
      }
    }
    return { nodes: [...place.keys()], b, volume };
  });
  return { points, tetOf: around.map(([first]) => first), ofTet };
}
function slope(B: Float64Array, t: number, corner: number, axis: number): number {
  const row = (k: number): number => B[9 * t + 3 * (k - 1) + axis];
  return corner === 0 ? -(row(1) + row(2) + row(3)) : row(corner);
}
