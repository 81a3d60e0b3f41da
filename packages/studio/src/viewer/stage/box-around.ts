/** The box around what is drawn of bodies. */
import { type Box3, Vector3 } from 'three';
import type { ShapeModel } from '../model.ts';

/** x: points, nodes and what follows them; box: written */
export function boxAround(shapes: readonly ShapeModel[], x: Float32Array, box: Box3): void {
  let [x0, y0, z0] = [Infinity, Infinity, Infinity];
  let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
  // plain numbers: there may be a hundred thousand points in every frame
  const expand = (point: number, radius: number): void => {
    const a = x[3 * point];
    const b = x[3 * point + 1];
    const c = x[3 * point + 2];
    if (a - radius < x0) x0 = a - radius;
    if (b - radius < y0) y0 = b - radius;
    if (c - radius < z0) z0 = c - radius;
    if (a + radius > x1) x1 = a + radius;
    if (b + radius > y1) y1 = b + radius;
    if (c + radius > z1) z1 = c + radius;
  };
  let nodes = 0;
  for (const { radius = 0, firstNode, nodeCount, curve } of shapes) {
    nodes = Math.max(nodes, firstNode + nodeCount);
    // control points lie beside their rod
    if (curve) for (const point of curve) expand(point, radius);
    else for (let n = firstNode; n < firstNode + nodeCount; n++) expand(n, radius);
  }
  for (let point = nodes; point < x.length / 3; point++) expand(point, 0);
  box.min.set(x0, y0, z0);
  box.max.set(x1, y1, z1);
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
