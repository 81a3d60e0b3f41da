/**
 * Tets of four nodes whose strain is averaged around edges and nodes: smoothed finite elements.
 *
 *   F_e = sum_t (V_t / 6) F_t / V_e,   V_e = sum_t V_t / 6          over the tets t at the edge e
 *   F_n = sum_t (V_t / 4) F_t / V_n,   V_n = sum_t V_t / 4          over the tets t at the node n
 *   energy  (1 - s) sum_e V_e psi(F_e; mu, 0) + sum_n V_n (s psi(F_n; mu, 0) + psi(F_n; 0, la)),   s = 0.3
 *
 * A tet alone has one strain and cannot bend: with one cell across, five tets a cell, a cantilever sags a third of what it
 * should. Means at edges alone are still too stiff (0.69), at nodes alone too soft (1.44), and those at nodes have soft modes that
 * are not there; the energy of both together is between. psi is linear in mu and la, so that the part of la is free to be at
 * nodes, of which there are fewer than strains to lock: this is what nu near 0.5 needs. Every affine map is exact, whatever s.
 *
 * s was chosen on cantilevers of 1, 2 and 4 cells across, of five and six tets a cell and of irregular tets (docs/kinds/tet-fem.md):
 * 0.2 leaves 16 % with one cell across and 4 % with two, 0.3 leaves 12 and 7 %, 0.4 leaves 7 and 11 %. Also tried: means over the
 * edges at each corner of each tet (strain-smoothed elements), 1.00, 1.05, 1.01 of the sag, for six times the work; tets and nodes
 * without edges, 0.79, 1.07, 1.03, and 0.66 with six tets a cell.
 *
 * The price: an element has 4 to 30 nodes, and nodes of no common tet push each other.     [Liu, Nguyen-Thoi, Lam 2009, in 3D;
 * Liu, Nguyen-Thoi, Nguyen, Lam 2009, for nodes]
 *
 * Tets of one material keep to themselves: a mean across an interface would blur it.
 */
import type { IntegrationPoint } from './integration-point.ts';

const corners = [[0], [1], [2], [3]];
const edges = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
/** s, the fraction of mu at nodes */
const atNodes = 0.3;

/** Around what is averaged, and the fraction of mu and of la that is integrated there. */
const means = [
  { around: edges, shear: 1 - atNodes, bulk: 0 },
  { around: corners, shear: atNodes, bulk: 1 },
];
export const pointsPerTet = edges.length + corners.length;
/** Of the points of a tet, for a mean that has mu and la once. */
export const pointWeights = means.flatMap(({ around, shear }) => around.map(() => shear / around.length));

export interface SmoothedPoints {
  readonly points: IntegrationPoint[];
  /** a tet of each point: all of its tets are of the same material */
  readonly tetOf: number[];
  /** the points of each tet       (10 each): edges, then corners */
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
  const points: IntegrationPoint[] = [];
  const tetOf: number[] = [];
  const ofTet = new Int32Array(pointsPerTet * volumes.length);
  let first = 0;
  for (const { around, shear, bulk } of means) {
    const numbers = new Map<string, number>();
    const groups: number[][] = [];
    for (let t = 0; t < volumes.length; t++) {
      around.forEach((own, k) => {
        const nodes = own.map((corner) => tets[4 * t + corner]);
        const key = `${Math.min(...nodes) * nodeCount + Math.max(...nodes)} ${material[t]}`;
        let number = numbers.get(key);
        if (number === undefined) {
          number = groups.length;
          numbers.set(key, number);
          groups.push([]);
        }
        groups[number].push(t);
        ofTet[pointsPerTet * t + first + k] = points.length + number;
      });
    }
    for (const own of groups) {
      const { volume, ...gradients } = meanGradient(tets, volumes, B, own);
      points.push({ ...gradients, volume: (shear * volume) / around.length, bulk: bulk / shear });
      tetOf.push(own[0]);
    }
    first += around.length;
  }
  return { points, tetOf, ofTet };
}

/** F as the mean over some tets by their volumes, and their volume together. */
function meanGradient(tets: Int32Array, volumes: Float64Array, B: Float64Array, own: readonly number[]) {
  const volume = own.reduce((sum, t) => sum + volumes[t], 0);
  const place = new Map<number, number>();
  const b: number[] = [];
  for (const t of own) {
    const fraction = volumes[t] / volume;
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
}
function slope(B: Float64Array, t: number, corner: number, axis: number): number {
  const row = (k: number): number => B[9 * t + 3 * (k - 1) + axis];
  return corner === 0 ? -(row(1) + row(2) + row(3)) : row(corner);
}
