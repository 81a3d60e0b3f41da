/**
 * Fills a closed surface with tets: isosurface stuffing.                    [LS07: Labelle, Shewchuk, SIGGRAPH 2007]
 *
 * A lattice of equal tets covers the surface. Lattice points near the surface are moved onto it, tets that still cross it are
 * cut, and the tets inside are kept. For every surface, each dihedral angle of a tet is between `leastFillAngle` and
 * `largestFillAngle`, and no tet is inverted. The boundary lies on the surface at its nodes, and cuts off edges and corners that are
 * sharper than the lattice can follow.
 */

import { checkOptions, number, required } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import { type Mesh, mesh, meshVolume } from '../mesh.ts';
import { DisjointSets } from '../surface/disjoint-sets.ts';
import { type SolidOptions, solidChecks, solidOf } from '../surface/solid.ts';
import type { TriangleSurface } from '../surface/surface.ts';
import { pinchedPoints, surfaceEdges } from '../surface/surface-edges.ts';
import type { SurfaceReport } from '../surface/surface-report.ts';
import { Cuts } from './cuts.ts';
import { GrowingFloats, GrowingInts } from './growing.ts';
import { type Lattice, latticeIn, latticePoint, latticeTets, tetPairs } from './lattice.ts';
import { type LatticeTet, stencil } from './stencils.ts';

/**
 * No dihedral angle of a mesh of `fillTets` is smaller, degrees.
 * @example angleSummary(fillTets(surface, { size: 0.1 }).mesh).least >= leastFillAngle
 */
export const leastFillAngle = 10.6;
/**
 * No dihedral angle of a mesh of `fillTets` is larger, degrees.
 * @example angleSummary(fillTets(surface, { size: 0.1 }).mesh).largest <= largestFillAngle
 */
export const largestFillAngle = 164.5;

/**
 * Options of `fillTets`.
 * @example const options: FillTetsOptions = { size: 0.1 };
 */
export interface FillTetsOptions extends SolidOptions {
  /** Edge of a cell of the lattice, metres: the long edges of the tets inside; the short ones are 0.87 of it. */
  size: number;
}

/**
 * A surface filled with tets: the mesh, and how good it is.
 * @example const { mesh, pieces }: TetFill = fillTets(surface, { size: 0.1 });
 */
export interface TetFill {
  readonly mesh: Mesh;
  readonly surface: SurfaceReport;
  /** Parts of the mesh that share no node. */
  readonly pieces: number;
  /** Edges and points at which the boundary touches itself: the surface is finer there than the lattice. */
  readonly pinched: number;
  /** (volume of the tets - volume of the surface) / volume of the surface; 0 / 0 if holes were closed */
  readonly volumeError: number;
}

/**
 * Fills a closed surface with tets, by isosurface stuffing.
 * @example fillTets(surface, { size: 0.1 })
 */
export function fillTets(surface: TriangleSurface, given: FillTetsOptions): TetFill {
  checkOptions('fillTets', given, { ...solidChecks, size: required(number) });
  const { size, ...options } = given;
  const { solid, report } = solidOf(surface, options);
  const lattice = latticeIn(solid, size);
  const { positions, tets } = stuffed(lattice, new Cuts(lattice, solid));
  if (tets.length === 0) {
    const extent = [0, 1, 2].map((axis) => Number((solid.bounds[axis + 3] - solid.bounds[axis]).toPrecision(3)));
    const words = `no point of a lattice of ${size} m lies inside the surface, which is ${extent.join(' x ')} m large`;
    throw refusing({ of: 'fill' })('size', `${words}. Give a smaller size.`);
  }
  const made = mesh({ positions, tets });
  const edges = surfaceEdges(made.triangles);
  let pinched = pinchedPoints(made.triangles, edges).length;
  for (let e = 0; e < edges.up.length; e++) if (edges.up[e] + edges.down[e] > 2) pinched++;
  return {
    mesh: made,
    surface: report,
    pieces: piecesOf(made),
    pinched,
    volumeError: report.closed ? meshVolume(made) / Math.abs(report.volume) - 1 : Number.NaN,
  };
}

/** Nodes and tets of all stencils, in the order of the lattice. */
function stuffed(lattice: Lattice, cuts: Cuts): { positions: Float64Array; tets: Int32Array } {
  const [nx, ny, nz] = lattice.counts;
  const total = nx * ny * nz;
  const { corners, edges } = latticeTets(lattice);
  const edgeAt = new Int32Array(16); // place of the pair (i, j) among the edges of a tet
  for (let e = 0; e < 6; e++) {
    edgeAt[4 * tetPairs[2 * e] + tetPairs[2 * e + 1]] = e;
  }
  const positions = new GrowingFloats();
  const tets = new GrowingInts();
  const nodeOfPoint = new Int32Array(2 * total).fill(-1);
  const nodeOfCut = new Int32Array(cuts.count).fill(-1);
  const signs = new Int8Array(4);
  const numbers = new Int32Array(4);
  let kind = 0; // which of the 12 tets

  const cutNode = (cut: number): number => {
    if (nodeOfCut[cut] < 0) {
      const at = positions.grow(3);
      for (let axis = 0; axis < 3; axis++) positions.data[at + axis] = cuts.points[3 * cut + axis];
      nodeOfCut[cut] = at / 3;
    }
    return nodeOfCut[cut];
  };
  const tet: LatticeTet = {
    signs,
    numbers,
    corner(i) {
      const n = numbers[i];
      if (nodeOfPoint[n] < 0) {
        const moved = cuts.warpedTo(n);
        if (moved >= 0) nodeOfPoint[n] = cutNode(moved);
        else {
          const at = positions.grow(3);
          latticePoint(lattice, n, positions.data, at);
          nodeOfPoint[n] = at / 3;
        }
      }
      return nodeOfPoint[n];
    },
    cut(i, j) {
      const low = Math.min(i, j);
      return cutNode(cuts.cut(numbers[low], edges[6 * kind + edgeAt[4 * low + Math.max(i, j)]]));
    },
    squared(a, b) {
      const x = positions.data;
      const dx = x[3 * a] - x[3 * b];
      const dy = x[3 * a + 1] - x[3 * b + 1];
      const dz = x[3 * a + 2] - x[3 * b + 2];
      return dx * dx + dy * dy + dz * dz;
    },
    emit(a, b, c, d) {
      const at = tets.grow(4, a);
      tets.data[at + 1] = b;
      tets.data[at + 2] = c;
      tets.data[at + 3] = d;
    },
  };
  for (let k = 1; k < nz - 1; k++) {
    for (let j = 1; j < ny - 1; j++) {
      for (let i = 1; i < nx - 1; i++) {
        const centre = total + i + nx * (j + ny * k);
        for (kind = 0; kind < 12; kind++) {
          let inside = false;
          for (let c = 0; c < 4; c++) {
            numbers[c] = centre + corners[4 * kind + c];
            signs[c] = cuts.signs[numbers[c]];
            inside ||= signs[c] > 0;
          }
          if (inside) stencil(tet);
        }
      }
    }
  }
  return { positions: positions.done(), tets: tets.done() };
}

/** Parts of a mesh that share no node. */
function piecesOf({ positions, edges }: Mesh): number {
  const sets = new DisjointSets(positions.length / 3);
  for (let e = 0; e < edges.length; e += 2) sets.join(edges[e], edges[e + 1]);
  return sets.count;
}
