/**
 * Quality of the tets of a mesh.
 *
 * dihedral angle  between two faces of a tet, six of each; 70.5 degrees in a regular one. Small ones give stiff, ill-conditioned
 *                 elements, large ones inaccurate gradients.
 * radius ratio    3 r / R of the inscribed and the circumscribed sphere: 1 for a regular tet, 0 for a flat one, negative for an
 *                 inverted one.
 */
import { acos, cos } from '../kernel/formula/scalar.ts';
import { type Mesh, tetVolume } from './mesh.ts';

type Tets = Pick<Mesh, 'positions' | 'tets'>;

const degree = 0.017453292519943295;

/**
 * The dihedral angles of a mesh: extremes and a histogram.
 * @example const { least, largest }: AngleSummary = angleSummary(boxMesh);
 */
export interface AngleSummary {
  /** degrees */
  readonly least: number;
  readonly largest: number;
  /** Tets that have them. */
  readonly leastAt: number;
  readonly largestAt: number;
  /** Angles in 36 bins of 5 degrees. */
  readonly histogram: Int32Array;
}

/**
 * The radius ratios of a mesh: extremes, mean and a histogram.
 * @example const { least, inverted }: QualitySummary = tetQuality(boxMesh);
 */
export interface QualitySummary {
  readonly least: number;
  readonly mean: number;
  /** Tet that has the least. */
  readonly leastAt: number;
  readonly inverted: number;
  /** Tets in 10 bins of 0.1, inverted ones in the first. */
  readonly histogram: Int32Array;
}

/**
 * All dihedral angles, degrees: 6 for each tet, at the edges 0-1, 0-2, 0-3, 1-2, 1-3, 2-3.
 * @example dihedralAngles(boxMesh)
 */
export function dihedralAngles(mesh: Tets): Float64Array {
  return dihedralCosines(mesh).map((c) => acos(c) / degree);
}

/**
 * The smallest and the largest dihedral angle and a histogram. It compares cosines, which is faster than taking an
 * arccosine for each angle.
 * @example angleSummary(boxMesh).least
 */
export function angleSummary(mesh: Tets): AngleSummary {
  const cosines = dihedralCosines(mesh);
  const histogram = new Int32Array(36);
  const limits = Float64Array.from(histogram, (_, bin) => cos(5 * (bin + 1) * degree)); // falling
  let least = 0;
  let largest = 0;
  for (let k = 0; k < cosines.length; k++) {
    const c = cosines[k];
    if (c > cosines[least]) least = k;
    if (c < cosines[largest]) largest = k;
    let bin = 0;
    while (bin < 35 && c <= limits[bin]) bin++;
    histogram[bin]++;
  }
  return {
    least: cosines.length ? acos(cosines[least]) / degree : 0,
    largest: cosines.length ? acos(cosines[largest]) / degree : 0,
    leastAt: Math.floor(least / 6),
    largestAt: Math.floor(largest / 6),
    histogram,
  };
}

/**
 * The radius ratio of each tet: 1 for a regular tet, 0 for a flat one.
 * @example radiusRatios(boxMesh)
 */
export function radiusRatios({ positions: x, tets }: Tets): Float64Array {
  const out = new Float64Array(tets.length / 4);
  for (let t = 0; t < out.length; t++) {
    const [a, b, c, d] = [3 * tets[4 * t], 3 * tets[4 * t + 1], 3 * tets[4 * t + 2], 3 * tets[4 * t + 3]];
    const volume = tetVolume(x, tets, t);
    const areas = area(x, b, c, d) + area(x, a, c, d) + area(x, a, b, d) + area(x, a, b, c);
    // 6 V R = area of a triangle whose sides are the products of opposite edges
    const p = edge(x, a, b) * edge(x, c, d);
    const q = edge(x, a, c) * edge(x, b, d);
    const r = edge(x, a, d) * edge(x, b, c);
    const heron = (p + q + r) * (p + q - r) * (p - q + r) * (q + r - p);
    const circumscribed = Math.sqrt(Math.max(0, heron)) / 4; // 6 |V| R
    // 3 r / R with r = 3 V / areas
    out[t] = circumscribed > 0 ? (54 * volume * Math.abs(volume)) / (areas * circumscribed) : 0;
  }
  return out;
}

/**
 * Smallest and mean radius ratio, the number of inverted tets and a histogram.
 * @example tetQuality(boxMesh).least
 */
export function tetQuality(mesh: Tets): QualitySummary {
  const ratios = radiusRatios(mesh);
  const histogram = new Int32Array(10);
  let leastAt = 0;
  let inverted = 0;
  let sum = 0;
  for (let t = 0; t < ratios.length; t++) {
    if (ratios[t] < ratios[leastAt]) leastAt = t;
    if (ratios[t] < 0) inverted++;
    sum += ratios[t];
    histogram[Math.max(0, Math.min(9, Math.floor(10 * ratios[t])))]++;
  }
  return { least: ratios[leastAt] ?? 0, mean: ratios.length ? sum / ratios.length : 0, leastAt, inverted, histogram };
}

const faces = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1]; // face f is opposite to corner f, outward
const pairs = [2, 3, 1, 3, 1, 2, 0, 3, 0, 2, 0, 1]; // the two faces at the edges 0-1, 0-2, ...

/** Minus the product of the outward unit normals of the two faces at each edge. */
function dihedralCosines({ positions: x, tets }: Tets): Float64Array {
  const out = new Float64Array((tets.length / 4) * 6);
  const normals = new Float64Array(12);
  for (let t = 0; t < tets.length / 4; t++) {
    for (let f = 0; f < 4; f++) {
      const a = 3 * tets[4 * t + faces[3 * f]];
      const b = 3 * tets[4 * t + faces[3 * f + 1]];
      const c = 3 * tets[4 * t + faces[3 * f + 2]];
      const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
      const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      normals[3 * f] = nx / length;
      normals[3 * f + 1] = ny / length;
      normals[3 * f + 2] = nz / length;
    }
    for (let e = 0; e < 6; e++) {
      const p = 3 * pairs[2 * e];
      const q = 3 * pairs[2 * e + 1];
      const dot = normals[p] * normals[q] + normals[p + 1] * normals[q + 1] + normals[p + 2] * normals[q + 2];
      out[6 * t + e] = Math.max(-1, Math.min(1, -dot));
    }
  }
  return out;
}

function edge(x: Float64Array, a: number, b: number): number {
  const [dx, dy, dz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function area(x: Float64Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
}
