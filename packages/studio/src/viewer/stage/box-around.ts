/** The box around what is drawn of bodies. */
import { type Box3, Vector3 } from 'three';
import type { ShapeModel } from '../model.ts';

/** x: points, nodes and what follows them; box: written */
export function boxAround(shapes: readonly ShapeModel[], x: Float32Array, box: Box3): void {
  const { min, max } = box.makeEmpty();
  const expand = (point: number, radius: number): void => {
    const [a, b, c] = [x[3 * point], x[3 * point + 1], x[3 * point + 2]];
    min.set(Math.min(min.x, a - radius), Math.min(min.y, b - radius), Math.min(min.z, c - radius));
    max.set(Math.max(max.x, a + radius), Math.max(max.y, b + radius), Math.max(max.z, c + radius));
  };
  let nodes = 0;
  for (const { radius = 0, firstNode, nodeCount, curve } of shapes) {
    nodes = Math.max(nodes, firstNode + nodeCount);
    // control points lie beside their rod
    if (curve) for (const point of curve) expand(point, radius);
    else for (let n = firstNode; n < firstNode + nodeCount; n++) expand(n, radius);
  }
  for (let point = nodes; point < x.length / 3; point++) expand(point, 0);
}

/** Bodies and what they hang on, and the floor they may fall to, if that is near. */
export function withFloor(box: Box3, floor: number | undefined, extent: number): Box3 {
  const fall = floor === undefined ? 0 : box.min.y - floor;
  if (floor === undefined || !(fall > 0) || fall > 4 * extent) return box;
  // what swings or falls lands beside its place
  const aside = Math.min(0.25 * extent, 0.5 * fall);
  box.expandByVector(new Vector3(aside, 0, aside));
  box.min.y = floor;
  return box;
}
