/**
 * The inside of a surface, as a function that is positive inside and negative outside.
 *
 * A closed surface that does not touch itself has a signed distance. If parts of it intersect, touch or lie in each other, the
 * inside is where the winding number is at least 1, so that overlapping parts are one solid. The holes of an open surface are
 * closed where the winding number is a half, if the options ask for it; otherwise an open surface is refused.
 */

import { oneOf } from '../../base/options.ts';
import { refusing } from '../../base/refusal.ts';
import { Bvh } from '../../geometry/bvh.ts';
import { SegmentCrossing } from '../../geometry/segment-crossing.ts';
import { SignedDistance } from './signed-distance.ts';
import { boundsOf, type TriangleSurface, welded } from './surface.ts';
import { surfaceEdges, surfaceParts } from './surface-edges.ts';
import { reportOn, type SurfaceReport, surfaceFaults } from './surface-report.ts';
import { WindingNumber } from './winding-number.ts';

export interface Solid {
  /** lowest x, y, z and highest x, y, z */
  readonly bounds: Float64Array;
  /** |value| is the distance to the surface, and the sign does not change within it. Otherwise only the sign has a meaning. */
  readonly isDistance: boolean;
  /** within: a known bound on |value|, if any */
  value(px: number, py: number, pz: number, within?: number): number;
  /** Fraction of the way from a to b at which the surface is crossed, if it is crossed once; otherwise -1. */
  crossing(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number;
}

export interface SolidOptions {
  /** "close": holes are closed by the winding number. Default "refuse". */
  holes?: 'refuse' | 'close';
}
export const solidChecks = { holes: oneOf('refuse', 'close') } as const;
export const solidDefaults = { holes: 'refuse' } as const;

export function solidOf(
  surface: TriangleSurface,
  { holes = solidDefaults.holes }: SolidOptions = {},
): { solid: Solid; report: SurfaceReport } {
  const whole = welded(surface);
  const report = reportOn(whole);
  const refuse = (remedy: string): never => {
    throw refusing({ of: 'fill' })(
      'surface',
      `it is not closed: ${surfaceFaults(report).join('; ')} (numbers count from 0). ${remedy}`,
    );
  };
  if (whole.triangles.length === 0) refuse('Give a surface that encloses a volume.');
  const bounds = boundsOf(whole.positions);
  if (!report.closed) {
    if (report.boundary.count === 0 && report.nonManifold.count === 0) {
      // every edge has two neighbours: nothing is missing, but triangles are turned over
      return refuse('Turn all triangles outward (in Blender: Recalculate Outside), then fill it again.');
    }
    if (holes !== 'close') {
      return refuse(
        'Close the holes in a modeller, or have them closed: "holes": "close" in a scene, --close of pliant mesh.',
      );
    }
    const winding = new WindingNumber(whole);
    // the inside also ends in the holes, so its boundary is not found from crossings of the surface
    return { solid: { bounds, isDistance: false, value: openValue(winding, bounds), crossing: () => -1 }, report };
  }
  const outward = report.inverted ? turnedOver(whole) : whole;
  const crossings = new SegmentCrossing(outward.positions, outward.triangles);
  return {
    solid: {
      bounds,
      isDistance: true,
      value: isPlain(outward, report) ? plainValue(outward) : overlappingValue(outward),
      crossing: (ax, ay, az, bx, by, bz) => crossings.only(ax, ay, az, bx, by, bz),
    },
    report,
  };
}

function turnedOver({ positions, triangles }: TriangleSurface): TriangleSurface {
  const other = [0, 2, 1];
  return { positions, triangles: triangles.map((_, k) => triangles[k - (k % 3) + other[k % 3]]) };
}

/** No part crosses, touches or contains another except as a cavity: outside of every part it is 0, inside 1. */
function isPlain(surface: TriangleSurface, { flat, intersections }: SurfaceReport): boolean {
  if (flat.count + intersections.count > 0) return false;
  const { positions: x, triangles } = surface;
  const { part, count } = surfaceParts(triangles, surfaceEdges(triangles));
  if (count === 1) return true;
  const winding = new WindingNumber(surface);
  const seen = new Uint8Array(count);
  for (let t = 0; t < part.length; t++) {
    if (seen[part[t]]) continue;
    seen[part[t]] = 1;
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    // a point beside the middle of the triangle, at a small fraction of its height
    const step = 1e-6 / Math.sqrt(Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]));
    const at = (side: number): number =>
      winding.rounded(
        (x[a] + x[b] + x[c]) / 3 + side * step * n[0],
        (x[a + 1] + x[b + 1] + x[c + 1]) / 3 + side * step * n[1],
        (x[a + 2] + x[b + 2] + x[c + 2]) / 3 + side * step * n[2],
      );
    if (at(1) !== 0 || at(-1) !== 1) return false;
  }
  return true;
}

function plainValue(surface: TriangleSurface): Solid['value'] {
  const distance = new SignedDistance(surface);
  return (x, y, z, within) => distance.at(x, y, z, within);
}

function overlappingValue(surface: TriangleSurface): Solid['value'] {
  const winding = new WindingNumber(surface);
  const bvh = new Bvh(surface.triangles, 3, surface.positions);
  const weights = new Float64Array(3);
  return (px, py, pz) => {
    bvh.closest(surface.positions, 0, px, py, pz, weights);
    const distance = Math.sqrt(bvh.squared);
    return winding.rounded(px, py, pz) >= 1 ? distance : -distance;
  };
}

/** An open surface has no inside beyond its box. The inside is the side that its triangles point away from. */
function openValue(winding: WindingNumber, bounds: Float64Array): Solid['value'] {
  return (px, py, pz) => {
    const within =
      px >= bounds[0] && py >= bounds[1] && pz >= bounds[2] && px <= bounds[3] && py <= bounds[4] && pz <= bounds[5];
    return within && winding.rounded(px, py, pz) >= 1 ? 1 : -1;
  };
}
