/**
 * The surfaces of bodies as they are now, for questions about them: ray casts, closest points, what is near a place. They need no
 * contact in the world.
 *
 *   half space          as it is                         sphere, capsule   its centre or axis, with its radius
 *   other rigid bodies, solids, sheets: their triangles  rod               segments between its samples, with its radius
 *   springs, particles  segments or points, with the radius that they are drawn with
 */
import type { Body } from '../../bodies/body.ts';
import type { Curve } from '../../bodies/rod/spline.ts';
import { surfaceEdges } from '../../meshes/surface/surface-edges.ts';
import { WindingNumber } from '../../meshes/surface/winding-number.ts';
import type { World } from '../../world/world.ts';
import { skinAt } from '../skin.ts';

export interface HalfSpaceNow {
  readonly id: string;
  readonly normal: readonly number[];
  readonly offset: number;
}
/** Triangles, segments or points, rounded by a radius. */
export interface SurfaceNow {
  readonly id: string;
  readonly x: Float64Array;
  /** 3 points each, -1 where there are fewer */
  readonly cells: Int32Array;
  /** all edges, 2 points each */
  readonly edges: Int32Array;
  /** points that cells use */
  readonly points: Int32Array;
  readonly radius: number;
  /** its triangles enclose a volume */
  readonly closed: boolean;
  /** lowest x y z, highest x y z of the cells, the radius included */
  readonly box: Float64Array;
}
export const isHalfSpace = (s: HalfSpaceNow | SurfaceNow): s is HalfSpaceNow => 'normal' in s;

/** Undefined for a body without any points. */
export function surfaceNow(world: World, body: Body): HalfSpaceNow | SurfaceNow | undefined {
  const form = body.contactForm;
  if (form?.kind === 'half-space') return { id: body.id, normal: form.normal, offset: form.offset };
  const x = world.positions(body.id);
  if (form?.kind === 'rigid') {
    const { shape } = form;
    if (shape.kind === 'sphere') return surfaceOf(body.id, x, Int32Array.of(0, -1, -1), shape.radius, false);
    if (shape.kind === 'capsule') {
      // node 1 is a pole
      const part = shape.length / 2 / (shape.length / 2 + shape.radius);
      const axis = [0, 1, 2].map((k) => part * (x[3 + k] - x[k]));
      const ends = [1, -1].flatMap((sign) => axis.map((d, k) => x[k] + sign * d));
      return surfaceOf(body.id, Float64Array.from(ends), Int32Array.of(0, 1, -1), shape.radius, false);
    }
  }
  const { mesh, radius = 0, curve } = body as Body & { readonly curve?: Curve };
  if (curve) {
    const samples = skinAt({ embedding: { ...curve, outside: 0, farthest: 0 } }, x);
    const cells = Array.from({ length: samples.length / 3 - 1 }, (_, k) => [k, k + 1, -1]).flat();
    return surfaceOf(body.id, samples, Int32Array.from(cells), radius, false);
  }
  if (mesh?.triangles.length) {
    const closed = form !== undefined || mesh.tets.length > 0 || (mesh.hexes?.length ?? 0) > 0;
    return surfaceOf(body.id, x, mesh.triangles, 0, closed);
  }
  const edges = mesh?.edges ?? new Int32Array();
  const cells = edges.length
    ? Array.from({ length: edges.length / 2 }, (_, e) => [edges[2 * e], edges[2 * e + 1], -1]).flat()
    : Array.from({ length: x.length / 3 }, (_, k) => [k, -1, -1]).flat();
  return cells.length ? surfaceOf(body.id, x, Int32Array.from(cells), radius, false) : undefined;
}

function surfaceOf(id: string, x: Float64Array, cells: Int32Array, radius: number, closed: boolean): SurfaceNow {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const points = Int32Array.from(new Set(cells.filter((v) => v >= 0))).sort();
  for (const v of points)
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], x[3 * v + k] - radius);
      box[3 + k] = Math.max(box[3 + k], x[3 * v + k] + radius);
    }
  const isMesh = cells[2] >= 0;
  const segments = cells.filter((_, k) => k % 3 < 2);
  const edges = isMesh ? surfaceEdges(cells).edges : cells[1] >= 0 ? segments : new Int32Array();
  return { id, x, cells, edges, points, radius, closed, box };
}

/** Whether points are inside, made when it is first asked. */
export function insideOf({ x, cells, closed, box }: SurfaceNow): (p: ArrayLike<number>) => boolean {
  let winding: WindingNumber | undefined;
  return (p) => {
    if (!closed) return false;
    for (let k = 0; k < 3; k++) if (p[k] < box[k] || p[k] > box[3 + k]) return false;
    winding ??= new WindingNumber({ positions: x, triangles: cells });
    return winding.rounded(p[0], p[1], p[2]) !== 0;
  };
}
