/** Which node, which vertex of a skin or which point of a rod is under the pointer. */
import { Ray, Sphere, type Vector2, Vector3 } from 'three';
import type { ShapeModel } from './model.ts';
import type { OrbitCamera } from './stage/camera.ts';

/** px: how near the pointer must come to a node of a rope or to a loose one */
const near = 14;

export interface Picked {
  readonly node: number;
  /** m from the camera */
  readonly distance: number;
}

/** triangles: of all surfaces, 3 points each; x: points */
export function pick(
  view: OrbitCamera,
  pointer: Vector2, // normalised device coordinates
  pixel: Vector2, // px from the upper left
  triangles: Int32Array,
  shapes: readonly ShapeModel[],
  x: Float32Array,
): Picked | undefined {
  const ray = new Ray(
    view.camera.position.clone(),
    new Vector3(pointer.x, pointer.y, 0.5).unproject(view.camera).sub(view.camera.position).normalize(),
  );
  const found = [
    pickSurface(ray, triangles, x),
    pickBall(ray, shapes, x),
    pickThin(view, pixel, shapes, x),
    pickRod(view, pixel, shapes, x),
  ];
  return found.reduce((a, b) => (a && b ? (b.distance < a.distance ? b : a) : (a ?? b)));
}

/** The nearest node that is a ball on the ray. */
function pickBall(ray: Ray, shapes: readonly ShapeModel[], x: Float32Array): Picked | undefined {
  let found: Picked | undefined;
  const point = new Vector3();
  for (const { firstNode, nodeCount, radius, curve } of shapes) {
    if (radius === undefined || curve) continue;
    for (let n = firstNode; n < firstNode + nodeCount; n++) {
      const sphere = new Sphere(point.fromArray(x, 3 * n), radius);
      const hit = ray.intersectSphere(sphere, new Vector3());
      const distance = hit?.distanceTo(ray.origin) ?? Number.POSITIVE_INFINITY;
      if (hit && !(found && found.distance <= distance)) found = { node: n, distance };
    }
  }
  return found;
}

/** The nearest triangle on the ray, by Möller and Trumbore; of its corners the nearest to where it is met. */
function pickSurface({ origin: o, direction: d }: Ray, triangles: Int32Array, x: Float32Array): Picked | undefined {
  let best = Number.POSITIVE_INFINITY;
  let found = -1;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = x[b] - x[a];
    const uy = x[b + 1] - x[a + 1];
    const uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a];
    const vy = x[c + 1] - x[a + 1];
    const vz = x[c + 2] - x[a + 2];
    const px = d.y * vz - d.z * vy;
    const py = d.z * vx - d.x * vz;
    const pz = d.x * vy - d.y * vx;
    const det = ux * px + uy * py + uz * pz;
    if (det === 0) continue;
    const sx = o.x - x[a];
    const sy = o.y - x[a + 1];
    const sz = o.z - x[a + 2];
    const u = (sx * px + sy * py + sz * pz) / det;
    if (u < 0 || u > 1) continue;
    const qx = sy * uz - sz * uy;
    const qy = sz * ux - sx * uz;
    const qz = sx * uy - sy * ux;
    const v = (d.x * qx + d.y * qy + d.z * qz) / det;
    if (v < 0 || u + v > 1) continue;
    const w = (vx * qx + vy * qy + vz * qz) / det;
    if (w > 0 && w < best) {
      best = w;
      found = t;
    }
  }
  if (found < 0) return undefined;
  const hit = new Vector3(o.x, o.y, o.z).addScaledVector(d, best);
  const corners = [0, 1, 2].map((k) => triangles[found + k]);
  const away = (n: number): number => Math.hypot(x[3 * n] - hit.x, x[3 * n + 1] - hit.y, x[3 * n + 2] - hit.z);
  return { node: corners.reduce((p, q) => (away(q) < away(p) ? q : p)), distance: best };
}

function pickThin(
  view: OrbitCamera,
  pixel: Vector2,
  shapes: readonly ShapeModel[],
  x: Float32Array,
): Picked | undefined {
  let best = near;
  let found: Picked | undefined;
  const point = new Vector3();
  for (const shape of shapes) {
    if (shape.triangles.length || shape.curve || shape.radius !== undefined) continue;
    for (let n = shape.firstNode; n < shape.firstNode + shape.nodeCount; n++) {
      point.set(x[3 * n], x[3 * n + 1], x[3 * n + 2]);
      const away = view.toScreen(point)?.distanceTo(pixel) ?? Number.POSITIVE_INFINITY;
      if (away >= best) continue;
      best = away;
      found = { node: n, distance: point.distanceTo(view.camera.position) };
    }
  }
  return found;
}

/** The nearest point of a rod; of rods that overlap under the pointer, of the one in front. */
function pickRod(
  view: OrbitCamera,
  pixel: Vector2,
  shapes: readonly ShapeModel[],
  x: Float32Array,
): Picked | undefined {
  let best = near;
  let found: Picked | undefined;
  for (const { curve, radius = 0 } of shapes) {
    const nearest = curve && nearestAlong(view, pixel, curve, x);
    if (!nearest) continue;
    const point = new Vector3().fromArray(x, 3 * nearest.node);
    const outside = Math.max(0, nearest.away - radius / view.metresPerPixel(point));
    const distance = point.distanceTo(view.camera.position) - radius;
    if (outside > best || (outside === best && found && distance >= found.distance)) continue;
    best = outside;
    found = { node: nearest.node, distance };
  }
  return found;
}

/** How near a line comes to a pixel, px, and the point of it that is next to there. */
function nearestAlong(
  view: OrbitCamera,
  pixel: Vector2,
  line: Int32Array,
  x: Float32Array,
): { readonly node: number; readonly away: number } | undefined {
  let [best, node] = [Number.POSITIVE_INFINITY, -1];
  const point = new Vector3();
  let before: Vector2 | undefined;
  for (let i = 0; i < line.length; i++) {
    const here = view.toScreen(point.fromArray(x, 3 * line[i]));
    if (here && before) {
      const along = here.clone().sub(before);
      const u = pixel.clone().sub(before).dot(along) / Math.max(along.lengthSq(), 1e-9);
      const away = before.addScaledVector(along, Math.min(1, Math.max(0, u))).distanceTo(pixel);
      if (away < best) [best, node] = [away, line[u > 0.5 ? i : i - 1]];
    }
    before = here;
  }
  return node < 0 ? undefined : { node, away: best };
}
