/**
 * The body-centred cubic lattice of a fill: corners and centres of cubic cells.
 *
 *   corner (i, j, k) at origin + a (i, j, k),   number i + nx (j + ny k)
 *   centre (i, j, k) half a cell farther in each direction, the same number plus nx ny nz
 *
 * Every point has 14 neighbours: 6 of its own kind along the axes (long edges, length a) and 8 of the other kind (short edges,
 * sqrt(3)/2 a). Neighbour d of a point has the point as its neighbour d ^ 1. Two neighbouring centres and an edge of the face
 * between them are a tet, 12 a cell, all alike: two opposite long edges and four short ones. [LS07, sec. 3]
 *
 * The outermost layers of cells are outside the solid, so that every other point has all its neighbours.
 */
import { refusing } from '../../base/refusal.ts';
import { checkNumbers } from '../mesh.ts';
import type { Solid } from '../surface/solid.ts';
import { gridSigns } from './grid-signs.ts';

/** More cells than this are refused as a mistake in the units. */
export const mostLatticeCells = 20_000_000;

export interface Lattice {
  /** a, metres */
  readonly size: number;
  readonly origin: readonly [number, number, number];
  readonly counts: readonly [number, number, number];
  /** of each point: 1 inside, -1 outside, 0 on the surface; corners, then centres */
  readonly signs: Int8Array;
  /** number of neighbour d minus own number, of a corner and of a centre */
  readonly ofCorner: Int32Array;
  readonly ofCentre: Int32Array;
}

/** Whether neighbour d is along an axis: a long edge. */
export const isLong = (d: number): boolean => d < 6;

export function latticeIn(solid: Solid, size: number): Lattice {
  checkNumbers('fill: size', [size], 1, 'positive');
  const { bounds } = solid;
  // two layers and more around the box of the surface; the lattice is centred on it
  const cells = [0, 1, 2].map((axis) => Math.floor((bounds[axis + 3] - bounds[axis]) / size) + 5);
  const total = cells[0] * cells[1] * cells[2];
  if (!(total <= mostLatticeCells)) {
    const words = `${cells.map((n) => n - 4).join(' x ')} cells of the lattice are too many (at most ${mostLatticeCells})`;
    throw refusing({ of: 'fill' })('size', `with ${size} m ${words}. Give a larger size; are the lengths in metres?`);
  }
  const counts = cells as unknown as [number, number, number];
  const origin = [0, 1, 2].map(
    (axis) => (bounds[axis] + bounds[axis + 3]) / 2 - (size * (cells[axis] - 0.5)) / 2,
  ) as unknown as [number, number, number];
  const [nx, ny, nz] = counts;
  const signs = new Int8Array(2 * total);
  signs.set(gridSigns(solid, { origin, spacing: size, counts }));
  const centre = origin.map((x) => x + size / 2) as unknown as [number, number, number];
  signs.set(gridSigns(solid, { origin: centre, spacing: size, counts }), total);

  const axes = [1, nx, nx * ny];
  const long = [axes[0], -axes[0], axes[1], -axes[1], axes[2], -axes[2]];
  const ofCentre = [...long];
  const ofCorner = [...long];
  // opposite octants are d and d ^ 1
  for (const octant of [0, 7, 1, 6, 2, 5, 3, 4]) {
    const step = (octant & 1) * axes[0] + ((octant >> 1) & 1) * axes[1] + (octant >> 2) * axes[2];
    const opposite = axes[0] + axes[1] + axes[2] - step;
    ofCentre.push(step - total);
    ofCorner.push(total - opposite);
  }
  return {
    size,
    origin,
    counts: [nx, ny, nz],
    signs,
    ofCorner: Int32Array.from(ofCorner),
    ofCentre: Int32Array.from(ofCentre),
  };
}

/** Coordinate of a lattice point along an axis. */
export function latticePoint(lattice: Lattice, n: number, out: Float64Array, at = 0): void {
  const { origin, size, counts } = lattice;
  const [nx, ny, nz] = counts;
  const half = n >= nx * ny * nz ? 0.5 : 0;
  let rest = half ? n - nx * ny * nz : n;
  const i = rest % nx;
  rest = (rest - i) / nx;
  const j = rest % ny;
  out[at] = origin[0] + size * (i + half);
  out[at + 1] = origin[1] + size * (j + half);
  out[at + 2] = origin[2] + size * ((rest - j) / ny + half);
}

/** Pairs of corners of a tet, in the order in which `latticeTets` lists its edges. */
export const tetPairs = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3] as const;

/**
 * The 12 tets of a centre: with the next centre along each axis and the four edges of the face between. Corners 0 and 1 are the
 * centres, 2 and 3 the ends of the edge; so edges 0-1 and 2-3 are long. All are positive.
 *
 * corners  numbers minus the number of the centre  (4 per tet)
 * edges    which neighbour the second of a pair is of the first (6 per tet)
 */
export function latticeTets({ counts, ofCorner, ofCentre }: Lattice): { corners: Int32Array; edges: Int32Array } {
  const [nx, ny, nz] = counts;
  const total = nx * ny * nz;
  const axes = [1, nx, nx * ny];
  const corners: number[] = [];
  const edges: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [along, u, v] = [axes[axis], axes[(axis + 1) % 3], axes[(axis + 2) % 3]];
    const ring = [0, u, u + v, v].map((step) => along + step - total);
    for (let r = 0; r < 4; r++) {
      const own = [0, along, ring[r], ring[(r + 1) % 4]];
      corners.push(...own);
      for (let e = 0; e < 12; e += 2) {
        const [from, to] = [tetPairs[e], tetPairs[e + 1]];
        edges.push((from < 2 ? ofCentre : ofCorner).indexOf(own[to] - own[from]));
      }
    }
  }
  return { corners: Int32Array.from(corners), edges: Int32Array.from(edges) };
}
