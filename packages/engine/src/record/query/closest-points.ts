/** How far bodies are from each other and from a place, and where they are closest. */
import { closestOnSegments } from '../../contact/detect/features/segments.ts';
import { closestOnSimplex } from '../../geometry/closest.ts';
import { SegmentCrossing } from '../../geometry/segment-crossing.ts';
import type { World } from '../../world/world.ts';
import { type HalfSpaceNow, insideOf, isHalfSpace, type SurfaceNow, surfaceNow } from './surface-now.ts';

type Vector = readonly [number, number, number];
/**
 * The places where two bodies are closest.
 * @example const { distance }: ClosestPoints = closestPoints(world, 'ball', 'box');
 */
export interface ClosestPoints {
  /** m; below 0 by how deep round bodies and corners in a half space are, 0 where surfaces cross or one body is inside the other */
  readonly distance: number;
  /** on the first body, and on the second */
  readonly a: Vector;
  readonly b: Vector;
}

/**
 * The closest points of two bodies. Spheres, capsules and planes are exact, cylinders are prisms of 48 sides. It tries all pairs of features
 * that can be closer than the best so far.
 * @example closestPoints(world, 'ball', 'box').distance
 */
export function closestPoints(world: World, a: string, b: string): ClosestPoints {
  const [one, two] = [a, b].map((id) => {
    const surface = surfaceNow(world, world.body(id));
    if (!surface) throw new Error(`closestPoints: body "${id}" has no points. Name bodies that have some.`);
    return surface;
  });
  if (a === b) throw new Error(`closestPoints: "${a}" is named twice. Name two bodies.`);
  if (isHalfSpace(one) && isHalfSpace(two))
    throw new Error(`closestPoints: "${a}" and "${b}" are planes, which have no ends. Name one body that is none.`);
  if (isHalfSpace(two)) return toHalfSpace(one as SurfaceNow, two);
  if (isHalfSpace(one)) return turned(toHalfSpace(two, one));
  return between(one, two);
}

/**
 * Bodies that come within a distance of a place, the nearest first; 0 metres away are those that it is in.
 * @example bodiesNear(world, [0, 1, 0], 0.5).map(({ body }) => body)
 */
export function bodiesNear(
  world: World,
  place: Vector,
  radius: number,
): { readonly body: string; readonly distance: number; readonly point: Vector }[] {
  if (!place.every(Number.isFinite) || !(radius >= 0))
    throw new Error(`bodiesNear: [${place}] within ${radius} m; give three finite numbers and a radius of at least 0.`);
  const x = Float64Array.from(place);
  const centre: SurfaceNow = {
    id: '',
    x,
    cells: Int32Array.of(0, -1, -1),
    edges: new Int32Array(),
    points: Int32Array.of(0),
    radius: 0,
    closed: false,
    box: Float64Array.from([...place, ...place]),
  };
  return world.bodies
    .flatMap((body) => {
      const surface = surfaceNow(world, body);
      if (!surface) return [];
      const { distance, b } = isHalfSpace(surface) ? toHalfSpace(centre, surface) : between(centre, surface);
      return distance <= radius ? [{ body: body.id, distance: Math.max(0, distance), point: b }] : [];
    })
    .sort((p, q) => p.distance - q.distance);
}

const turned = ({ distance, a, b }: ClosestPoints): ClosestPoints => ({ distance, a: b, b: a });
const at = (x: Float64Array, v: number): Vector => [x[3 * v], x[3 * v + 1], x[3 * v + 2]];

function toHalfSpace({ x, points, radius }: SurfaceNow, { normal: n, offset }: HalfSpaceNow): ClosestPoints {
  let [least, lowest] = [Infinity, points[0]];
  for (const v of points) {
    const above = n[0] * x[3 * v] + n[1] * x[3 * v + 1] + n[2] * x[3 * v + 2] - offset;
    if (!(above < least)) continue;
    [least, lowest] = [above, v];
  }
  const p = at(x, lowest);
  const along = (by: number): Vector => [p[0] - by * n[0], p[1] - by * n[1], p[2] - by * n[2]];
  return { distance: least - radius, a: along(radius), b: along(least) };
}

function between(one: SurfaceNow, two: SurfaceNow): ClosestPoints {
  const crossing = crossingOf(one, two) ?? turnedOrNone(crossingOf(two, one));
  if (crossing) return crossing;
  let best = Infinity;
  let [pa, pb]: Vector[] = [at(one.x, one.points[0]), at(two.x, two.points[0])];
  const weights = new Float64Array(3);
  const toCells = (a: SurfaceNow, b: SurfaceNow, flipped: boolean): void => {
    const corners: number[] = [];
    for (const v of a.points) {
      const p = at(a.x, v);
      if (squaredToBox(b.box, b.radius, p, p) > best) continue;
      for (let c = 0; c < b.cells.length; c += 3) {
        corners.length = 0;
        for (let k = c; k < c + 3 && b.cells[k] >= 0; k++) corners.push(3 * b.cells[k]);
        if (best < Infinity && squaredToCell(b.x, corners, p) > best) continue;
        const squared = closestOnSimplex(b.x, corners, p[0], p[1], p[2], weights);
        if (!(squared < best)) continue;
        best = squared;
        const y = [0, 1, 2].map((k) => corners.reduce((s, from, m) => s + weights[m] * b.x[from + k], 0));
        [pa, pb] = flipped ? [y as unknown as Vector, p] : [p, y as unknown as Vector];
      }
    }
  };
  toCells(one, two, false);
  toCells(two, one, true);
  const out = new Float64Array(3);
  for (let e = 0; e < one.edges.length; e += 2) {
    const [i, j] = [3 * one.edges[e], 3 * one.edges[e + 1]];
    const [p, q] = [at(one.x, i / 3), at(one.x, j / 3)];
    if (squaredToBox(two.box, two.radius, p, q) > best) continue;
    for (let f = 0; f < two.edges.length; f += 2) {
      const [k, m] = [3 * two.edges[f], 3 * two.edges[f + 1]];
      const squared = closestOnSegments(one.x, i, j, two.x, k, m, out);
      if (!(squared < best)) continue;
      best = squared;
      const [r, s] = [at(two.x, k / 3), at(two.x, m / 3)];
      pa = p.map((c, n) => c + out[0] * (q[n] - c)) as unknown as Vector;
      pb = r.map((c, n) => c + out[1] * (s[n] - c)) as unknown as Vector;
    }
  }
  const far = Math.sqrt(best);
  // from the cores to the surfaces around them
  const toward = (p: Vector, q: Vector, by: number): Vector =>
    far > 0 ? (p.map((c, k) => c + (by / far) * (q[k] - c)) as unknown as Vector) : p;
  return {
    distance: far - one.radius - two.radius,
    a: toward(pa, pb, one.radius),
    b: toward(pb, pa, two.radius),
  };
}
const turnedOrNone = (found: ClosestPoints | undefined): ClosestPoints | undefined => found && turned(found);

/** Where `a` is inside of `b`, or an edge of it passes through a triangle. */
function crossingOf(a: SurfaceNow, b: SurfaceNow): ClosestPoints | undefined {
  if (!(b.cells[2] >= 0)) return undefined;
  for (let k = 0; k < 3; k++) if (a.box[k] > b.box[3 + k] || b.box[k] > a.box[3 + k]) return undefined;
  const inside = insideOf(b);
  for (const v of a.points) {
    const p = at(a.x, v);
    if (inside(p)) return { distance: 0, a: p, b: p };
  }
  const crossed = new SegmentCrossing(b.x, b.cells);
  for (let e = 0; e < a.edges.length; e += 2) {
    const [p, q] = [at(a.x, a.edges[e]), at(a.x, a.edges[e + 1])];
    const t = crossed.first(p[0], p[1], p[2], q[0], q[1], q[2]);
    if (t < 0) continue;
    const y = p.map((c, k) => c + t * (q[k] - c)) as unknown as Vector;
    return { distance: 0, a: y, b: y };
  }
  return undefined;
}

/** Squared distance of the box around a core (the surface's, less its radius) and that around two points. */
function squaredToBox(box: Float64Array, radius: number, p: Vector, q: Vector): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const d = Math.max(box[k] + radius - Math.max(p[k], q[k]), Math.min(p[k], q[k]) - (box[3 + k] - radius), 0);
    sum += d * d;
  }
  return sum;
}
function squaredToCell(x: Float64Array, corners: readonly number[], p: Vector): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (const from of corners) [low, high] = [Math.min(low, x[from + k]), Math.max(high, x[from + k])];
    const d = Math.max(low - p[k], p[k] - high, 0);
    sum += d * d;
  }
  return sum;
}
