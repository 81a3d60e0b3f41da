/** The closest place on a cell: a triangle, an edge or a vertex. */
import { closestOnSegment, closestOnTriangle } from '../../../geometry/closest.ts';

/** Weights of the closest place on a cell; returns its number of corners. */
export function closestOnCell(
  x: Float64Array,
  cells: Int32Array, // vertices, -1 behind the last
  c: number,
  px: number,
  py: number,
  pz: number,
  out: Float64Array, // (3)
): number {
  const i = cells[c];
  const j = cells[c + 1];
  const k = cells[c + 2];
  if (j < 0) {
    out[0] = 1;
    return 1;
  }
  if (k < 0) {
    closestOnSegment(x, 3 * i, 3 * j, px, py, pz, out);
    return 2;
  }
  closestOnTriangle(x, 3 * i, 3 * j, 3 * k, px, py, pz, out);
  return 3;
}
