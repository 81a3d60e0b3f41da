/** Where a ray first meets a body. */
import type { World } from '../../world/world.ts';
import { type HalfSpaceNow, isHalfSpace, type SurfaceNow, surfaceNow } from './surface-now.ts';

/**
 * A ray: where it starts, which way it goes, how far, and which bodies count.
 * @example const down: Ray = { from: [0, 2, 0], along: [0, -1, 0], limit: 5 };
 */
export interface Ray {
  readonly from: readonly [number, number, number];
  /** of any length */
  readonly along: readonly [number, number, number];
  /** m; as far as there is something if not given */
  readonly limit?: number;
  /** ids; all if not given */
  readonly bodies?: readonly string[];
}
/**
 * Where a ray meets a body.
 * @example const hit: RayHit | undefined = castRay(world, { from: [0, 2, 0], along: [0, -1, 0] });
 */
export interface RayHit {
  readonly body: string;
  /** m, from the start of the ray */
  readonly distance: number;
  readonly point: readonly [number, number, number];
  /** of the surface, against the ray */
  readonly normal: readonly [number, number, number];
}

/**
 * The first body that a ray meets, or undefined. Surfaces are met from both sides; a ray that starts inside a sphere, a capsule or a half space
 * meets it at its start. Spheres, capsules and planes are exact, cylinders are prisms of 48 sides. Of equally near bodies the first one of the world counts.
 * @example castRay(world, { from: [0, 2, 0], along: [0, -1, 0] })?.body
 */
export function castRay(world: World, ray: Ray): RayHit | undefined {
  const { from, along, limit = Infinity, bodies } = ray;
  const length = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  if (![...from, ...along].every(Number.isFinite) || !(length > 0))
    throw new Error(
      `castRay: from [${from}] along [${along}] is no ray; give finite numbers, and a direction that is not zero.`,
    );
  if (!(limit >= 0)) throw new Error(`castRay: a limit of ${limit} m; give zero or more, or leave it out.`);
  const d = along.map((c) => c / length);
  for (const id of bodies ?? []) world.body(id);
  let best: RayHit | undefined;
  for (const body of world.bodies) {
    if (bodies && !bodies.includes(body.id)) continue;
    const surface = surfaceNow(world, body);
    if (!surface) continue;
    const most = best ? best.distance : limit;
    const hit = isHalfSpace(surface) ? onHalfSpace(surface, from, d) : onSurface(surface, from, d, most);
    if (!hit || !(hit.t <= most) || (best && hit.t === best.distance)) continue;
    const point = from.map((o, k) => o + hit.t * d[k]) as [number, number, number];
    best = { body: body.id, distance: hit.t, point, normal: hit.normal };
  }
  return best;
}

interface Hit {
  readonly t: number;
  readonly normal: [number, number, number];
}
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

function onHalfSpace({ normal, offset }: HalfSpaceNow, o: readonly number[], d: readonly number[]): Hit | undefined {
  const above = dot(normal, o) - offset;
  const speed = dot(normal, d);
  const n = [normal[0], normal[1], normal[2]] as [number, number, number];
  if (above <= 0) return { t: 0, normal: n };
  return speed < 0 ? { t: -above / speed, normal: n } : undefined;
}

function onSurface(surface: SurfaceNow, o: readonly number[], d: readonly number[], limit: number): Hit | undefined {
  const { x, cells, radius, box } = surface;
  if (!meetsBox(box, o, d, limit)) return undefined;
  let best: Hit | undefined;
  const keep = (hit: Hit | undefined): void => {
    if (hit && hit.t <= limit && !(hit.t >= (best?.t ?? Infinity))) best = hit;
  };
  const point = (v: number): Float64Array => x.subarray(3 * v, 3 * v + 3);
  for (let c = 0; c < cells.length; c += 3) {
    if (cells[c + 2] >= 0) keep(onTriangle(point(cells[c]), point(cells[c + 1]), point(cells[c + 2]), o, d));
    else if (cells[c + 1] >= 0) keep(onSegment(point(cells[c]), point(cells[c + 1]), radius, o, d));
    else keep(onSphere(point(cells[c]), radius, o, d));
  }
  return best;
}

function meetsBox(box: Float64Array, o: readonly number[], d: readonly number[], limit: number): boolean {
  let [near, far] = [0, limit];
  for (let k = 0; k < 3; k++) {
    if (d[k] === 0) {
      if (o[k] < box[k] || o[k] > box[3 + k]) return false;
      continue;
    }
    const [a, b] = [(box[k] - o[k]) / d[k], (box[3 + k] - o[k]) / d[k]];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far * (1 + 1e-12) + 1e-12;
}

/** Moller and Trumbore, 1997; both sides. */
function onTriangle(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  c: ArrayLike<number>,
  o: readonly number[],
  d: readonly number[],
): Hit | undefined {
  const [u, v, w] = [minus(b, a), minus(c, a), minus(o, a)];
  const p = cross(d, v);
  const det = dot(u, p);
  if (det === 0) return undefined;
  const s = dot(w, p) / det;
  const q = cross(w, u);
  const t = dot(d, q) / det;
  const along = dot(v, q) / det;
  const edge = -1e-12; // a ray through a common edge meets one of the triangles
  if (!(s >= edge && t >= edge && s + t <= 1 - edge && along >= 0)) return undefined;
  return { t: along, normal: against(cross(u, v), d) };
}
function onSphere(
  centre: ArrayLike<number>,
  radius: number,
  o: readonly number[],
  d: readonly number[],
): Hit | undefined {
  const w = minus(o, centre);
  const b = dot(w, d);
  const c = dot(w, w) - radius * radius;
  const root = b * b - c;
  if (c > 0 && (root < 0 || b > 0)) return undefined;
  const t = c <= 0 ? 0 : -b - Math.sqrt(root);
  return {
    t,
    normal: outward(
      w.map((y, k) => y + t * d[k]),
      d,
    ),
  };
}
/** A segment with a radius: the side of the cylinder, or a ball at an end. */
function onSegment(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  radius: number,
  o: readonly number[],
  d: readonly number[],
): Hit | undefined {
  const u = minus(b, a);
  const w = minus(o, a);
  const uu = dot(u, u);
  const [ud, uw] = [dot(u, d), dot(u, w)];
  const A = uu - ud * ud;
  const B = uu * dot(w, d) - ud * uw;
  const C = uu * (dot(w, w) - radius * radius) - uw * uw;
  const ends = [onSphere(a, radius, o, d), onSphere(b, radius, o, d)];
  let best: Hit | undefined;
  for (const hit of ends) if (hit && !(hit.t >= (best?.t ?? Infinity))) best = hit;
  const root = B * B - A * C;
  if (!(A > 1e-14 * uu) || root < 0) return best;
  const t = C <= 0 ? 0 : (-B - Math.sqrt(root)) / A;
  const s = (uw + t * ud) / uu;
  if (t < 0 || s < 0 || s > 1 || t >= (best?.t ?? Infinity)) return best;
  return {
    t,
    normal: outward(
      w.map((y, k) => y + t * d[k] - s * u[k]),
      d,
    ),
  };
}
function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
/** n of length 1, turned against the ray. */
function against(n: readonly number[], d: readonly number[]): [number, number, number] {
  const size = Math.sqrt(dot(n, n)) * (dot(n, d) > 0 ? -1 : 1);
  return [n[0] / size, n[1] / size, n[2] / size];
}
/** From the middle; at the middle itself, against the ray. */
function outward(r: readonly number[], d: readonly number[]): [number, number, number] {
  const size = Math.sqrt(dot(r, r));
  return size > 0 ? [r[0] / size, r[1] / size, r[2] / size] : [-d[0], -d[1], -d[2]];
}
