/**
 * What a rod touches others with: a polyline through points of its curve, each a sum over control points, with the radius of the rod.
 *
 * A span has as many pieces as keep them about as long as the rod is thick, two at most: between its ends a piece is off the curve by its length
 * squared times the curvature, over 8. Half spaces are touched where spans meet: a row for each piece of a rope that lies on the floor would
 * only be redundant.
 */
import type { Spline } from '../../bodies/rod/spline.ts';
import type { Core, PlanePoints } from './core.ts';

const mostPieces = 2;

/** Points at u = 0, 1/pieces, ..., with the control points and weights of each. */
function pointsOf(rod: Spline, pieces: number, radius: number): PlanePoints {
  const count = pieces * rod.spans + 1;
  const width = rod.centreline.basis.length;
  const nodes = new Int32Array(width * count);
  const weights = new Float64Array(width * count);
  for (let v = 0; v < count; v++) {
    const { first, b } = rod.basis(v / pieces);
    for (let k = 0; k < width; k++) {
      nodes[width * v + k] = first + k;
      weights[width * v + k] = b[k];
    }
  }
  return { nodes, width, weights, count, radius };
}
export const rodPoints = (rod: Spline, radius: number): PlanePoints => pointsOf(rod, 1, radius);

export function rodCore(rod: Spline, radius: number): Core {
  const span = rod.restLength / rod.spans;
  const pieces = Math.min(mostPieces, Math.max(1, Math.ceil(span / (2 * radius))));
  const points = pointsOf(rod, pieces, radius);
  // at rest it is straight, whatever shape it was given in: lengths along it are what counts
  const rest = new Float64Array(3 * points.count);
  for (let v = 0; v < points.count; v++) rest[3 * v] = (v * span) / pieces;
  const edges = Int32Array.from({ length: 2 * (points.count - 1) }, (_, k) => (k + 1) >> 1);
  return { ...points, rest, edges, triangles: new Int32Array(0), closed: false };
}
