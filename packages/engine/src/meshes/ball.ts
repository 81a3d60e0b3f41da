/**
 * Ball: a solid sphere. The 20 faces of an icosahedron and its centre o are 20 tets, nearly regular, and each is cut into n^3
 * (Freudenthal). Its points have whole weights,
 *
 *   w_o, w_a, w_b, w_c >= 0,   w_o + w_a + w_b + w_c = n,
 *
 * and four are a tet if their partial sums are a Kuhn tet of the lattice. On a face this is the cut into n^2 equal triangles,
 * which does not depend on the order of the corners, so neighbours match. Points with the same w_o are then moved onto a sphere:
 *
 *   p = w_a a + w_b b + w_c c,   x = centre + radius (1 - w_o / n) p / |p|
 *
 * Dihedral angles stay between 39 and 130 degrees. Tried and rejected: a cube of cells mapped onto a ball; its tets
 * get flat along the twelve edges of the cube.
 */
import { checkOptions, number, numbers, required } from '../base/options.ts';
import { kuhnTets } from './box.ts';
import { checkNumbers, type Mesh, mesh } from './mesh.ts';

type Triple = readonly [number, number, number];

/**
 * Options of `ballMesh`.
 * @example const options: BallMeshOptions = { radius: 0.5, cells: 4 };
 */
export interface BallMeshOptions {
  /** metres */
  radius: number;
  /** layers from the centre to the surface: 20 cells^3 tets */
  cells: number;
  centre?: Triple;
}

const ballDefaults = { centre: [0, 0, 0] } as const;

/**
 * A solid sphere of tets.
 * @example ballMesh({ radius: 0.5, cells: 4 })
 */
export function ballMesh(options: BallMeshOptions): Mesh {
  checkOptions('ballMesh', options, { radius: required(number), cells: required(number), centre: numbers });
  const { radius, cells: n, centre = ballDefaults.centre } = options;
  checkNumbers('ballMesh: radius', [radius], 1, 'positive');
  checkNumbers('ballMesh: cells', [n], 1, 'whole and positive');
  checkNumbers('ballMesh: centre', centre, 3, 'finite');
  const nodes = new Map<string, number>(); // by weights, so that neighbouring faces use the same nodes
  const positions: number[] = [];
  const nodeAt = (face: Triple, weights: Triple): number => {
    const corners = face.map((corner, k) => ({ corner, weight: weights[k] })).filter(({ weight }) => weight > 0);
    const key = corners.map(({ corner, weight }) => `${corner}:${weight}`).join();
    let found = nodes.get(key);
    if (found === undefined) {
      found = nodes.size;
      nodes.set(key, found);
      const p = [0, 1, 2].map((axis) => corners.reduce((sum, c) => sum + c.weight * icosahedron[c.corner][axis], 0));
      const length = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      const layer = weights[0] + weights[1] + weights[2];
      const stretch = layer > 0 ? (radius * (layer / n)) / length : 0;
      for (let axis = 0; axis < 3; axis++) positions.push(centre[axis] + stretch * p[axis]);
    }
    return found;
  };
  const tets: number[] = [];
  const lattice = freudenthal(n);
  for (const face of faces()) {
    for (const [, a, b, c] of lattice) tets.push(nodeAt(face, [a, b, c]));
  }
  return mesh({ positions, tets });
}

/** Weights of the corners of all tets that a tet is cut into, four corners a tet: differences of partial sums. */
function freudenthal(n: number): (readonly [number, number, number, number])[] {
  const corners: (readonly [number, number, number, number])[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      for (let k = 0; k <= j; k++) {
        for (let t = 0; t < kuhnTets.length; t += 4) {
          const own = kuhnTets.slice(t, t + 4).map((bits) => {
            const [x, y, z] = [i + (bits & 1), j + ((bits >> 1) & 1), k + (bits >> 2)];
            return [n - x, x - y, y - z, z] as const;
          });
          if (own.every((weights) => weights.every((w) => w >= 0))) corners.push(...own);
        }
      }
    }
  }
  return corners;
}

/** The golden ratio. */
const g = (1 + Math.sqrt(5)) / 2;
/** Three golden rectangles; neighbours are 2 apart. */
const icosahedron: readonly Triple[] = [-1, 1].flatMap((s) =>
  [-g, g].flatMap((l): Triple[] => [
    [0, s, l],
    [s, l, 0],
    [l, 0, s],
  ]),
);
/** Three corners, each the neighbour of the others. */
function faces(): Triple[] {
  const near = (i: number, j: number): boolean => {
    const [p, q] = [icosahedron[i], icosahedron[j]];
    const square = p.reduce((sum, x, axis) => sum + (x - q[axis]) * (x - q[axis]), 0);
    return square < 5; // neighbours: 4; others: over 10
  };
  const found: Triple[] = [];
  for (let i = 0; i < 12; i++) {
    for (let j = i + 1; j < 12; j++) {
      for (let k = j + 1; k < 12; k++) if (near(i, j) && near(j, k) && near(k, i)) found.push([i, j, k]);
    }
  }
  return found;
}
