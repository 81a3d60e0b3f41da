/** Corners, edges and neighbours of the cells of a surface, as pairs of features ask for them. `corners`: with weight, of the place that is nearest. */
import type { Collider } from '../../collider/collider.ts';
import { isAcross } from './gauss-map.ts';

/** A cell at the corner or edge of the n `corners` that r is across; -1 where there is none. All of them are asked: which one was found first depends on their numbers. */
export function cellAcross(b: Collider, y: Float64Array, corners: Int32Array, n: number, r: Float64Array): number {
  const { cells, firstTriangle, trianglesAt } = b;
  for (let k = firstTriangle[corners[0]]; k < firstTriangle[corners[0] + 1]; k++) {
    const c = trianglesAt[k];
    const isAt = n === 1 || cells[c] === corners[1] || cells[c + 1] === corners[1] || cells[c + 2] === corners[1];
    if (isAt && isAcross(y, cells, c, r)) return c;
  }
  return -1;
}
/** `corners` and `weights` of n corners become those of their whole triangle. */
export function spreadOverCell(
  cells: Int32Array,
  c: number,
  corners: Int32Array,
  weights: Float64Array,
  n: number,
): number {
  const a = corners[0];
  const b = corners[1];
  const wa = weights[0];
  const wb = weights[1];
  for (let m = 0; m < 3; m++) {
    corners[m] = cells[c + m];
    weights[m] = corners[m] === a ? wa : n > 1 && corners[m] === b ? wb : 0;
  }
  return 3;
}
/** The edge of a cell between two `corners`. */
export function edgeOfCell(b: Collider, c: number, corners: Int32Array): number {
  const { cells, core } = b;
  if (cells[c + 2] < 0) return c / 3; // a cell that is an edge
  for (let k = 0; k < 3; k++) {
    const from = core.triangles[c + k];
    const to = core.triangles[c + ((k + 1) % 3)];
    if ((from === corners[0] && to === corners[1]) || (from === corners[1] && to === corners[0]))
      return b.edgeOf[c + k];
  }
  return 0;
}
/**
 * An edge joins the two. Where a sheet folds, no distance between the faces on both sides of the crease has a minimum, and edges that meet there
 * are what keeps the fold open.
 */
export function areJoined({ allEdges, firstNeighbour, neighbours }: Collider, e: number, f: number): boolean {
  for (let i = 2 * e; i < 2 * e + 2; i++)
    for (let k = firstNeighbour[allEdges[i]]; k < firstNeighbour[allEdges[i] + 1]; k++)
      if (neighbours[k] === allEdges[2 * f] || neighbours[k] === allEdges[2 * f + 1]) return true;
  return false;
}
