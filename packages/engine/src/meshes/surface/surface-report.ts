/**
 * What is wrong with a triangle surface, with counts and the first places, in the numbers of the surface as it was given.
 *
 * Points with equal coordinates count as one (see `welded`). A surface can be filled if it is closed: every edge is used
 * equally often in both directions.
 */
import { Bvh } from '../../geometry/bvh.ts';
import { overlappingPairs } from '../../geometry/overlapping-pairs.ts';
import { enclosedVolume, type TriangleSurface, type WeldedSurface, welded } from './surface.ts';
import { pinchedPoints, surfaceEdges, surfaceParts } from './surface-edges.ts';
import { TriangleContact } from './triangle-contact.ts';

/**
 * Faults of one sort: how many, and the first few, as numbers of points or triangles.
 * @example const { count }: Finding = checkSurface(surface).boundary;
 */
export interface Finding {
  readonly count: number;
  readonly first: readonly (readonly number[])[];
}

/**
 * What `checkSurface` found on a surface.
 * @example const report: SurfaceReport = checkSurface(surface);
 */
export interface SurfaceReport {
  readonly points: number;
  readonly triangles: number;
  /** Parts that share no edge. */
  readonly parts: number;
  /** Points that coincide with another. */
  readonly merged: number;
  /** Triangles with two corners at the same place; they are left out. */
  readonly collapsed: Finding;
  /** Triangles without area. */
  readonly flat: Finding;
  /** Edges with one triangle, by their points; they go around holes. */
  readonly boundary: Finding;
  /** Edges with more than two triangles. */
  readonly nonManifold: Finding;
  /** Edges that two neighbours use in the same direction: one of the two is turned over. */
  readonly inconsistent: Finding;
  /** Points where parts of the surface touch. */
  readonly pinched: Finding;
  /** Pairs of triangles that cross, or touch without being neighbours. */
  readonly intersections: Finding;
  /** Every edge is used equally often in both directions. */
  readonly closed: boolean;
  /** Closed, and its triangles point inward. */
  readonly inverted: boolean;
  /** m^3; negative if inverted; without a meaning if the surface is open. */
  readonly volume: number;
}

const shown = 5;

/**
 * Checks a surface for holes, inverted triangles, intersections and other faults.
 * @example checkSurface(surface).closed
 */
export function checkSurface(surface: TriangleSurface): SurfaceReport {
  return reportOn(welded(surface));
}

export function reportOn(surface: WeldedSurface): SurfaceReport {
  const { positions, triangles, pointIds, triangleIds, merged, collapsed } = surface;
  const edges = surfaceEdges(triangles);
  const pick = (test: (up: number, down: number) => boolean): Finding => {
    const found: number[] = [];
    for (let e = 0; e < edges.up.length; e++) if (test(edges.up[e], edges.down[e])) found.push(e);
    const ends = (e: number): number[] => [pointIds[edges.edges[2 * e]], pointIds[edges.edges[2 * e + 1]]];
    return { count: found.length, first: found.slice(0, shown).map(ends) };
  };
  const list = (found: ArrayLike<number>, ids?: Int32Array): Finding => ({
    count: found.length,
    first: Array.from(found)
      .slice(0, shown)
      .map((n) => [ids ? ids[n] : n]),
  });
  const closed = pick((up, down) => up !== down).count === 0 && triangles.length > 0;
  const volume = triangles.length > 0 ? enclosedVolume(surface) : 0;
  return {
    points: positions.length / 3,
    triangles: triangles.length / 3,
    parts: surfaceParts(triangles, edges).count,
    merged,
    collapsed: list(collapsed),
    flat: list(flatTriangles(surface), triangleIds),
    boundary: pick((up, down) => up + down === 1),
    nonManifold: pick((up, down) => up + down > 2),
    inconsistent: pick((up, down) => up + down === 2 && up !== down),
    pinched: list(pinchedPoints(triangles, edges), pointIds),
    intersections: intersectionsOf(surface),
    closed,
    inverted: closed && volume < 0,
    volume,
  };
}

/**
 * The faults of a report, one phrase each; none for a surface without fault. Points and triangles count from 0.
 * @example surfaceFaults(checkSurface(surface))
 */
export function surfaceFaults(report: SurfaceReport): string[] {
  const places = ({ count, first }: Finding): string =>
    `${count > 1 ? 'first ' : ''}${first.map((ids) => ids.join('-')).join(', ')}`;
  const say = (finding: Finding, one: string, many: string): string[] =>
    finding.count ? [`${finding.count} ${finding.count === 1 ? one : many} (${places(finding)})`] : [];
  return [
    ...say(
      report.boundary,
      'edge has one triangle only: there is a hole',
      'edges have one triangle only: there are holes',
    ),
    ...say(report.nonManifold, 'edge has more than two triangles', 'edges have more than two triangles'),
    ...say(
      report.inconsistent,
      'edge is used twice in one direction: a neighbour is turned over',
      'edges are used twice in one direction: neighbours are turned over',
    ),
    ...say(report.pinched, 'point joins parts that share no edge there', 'points join parts that share no edge there'),
    ...say(report.intersections, 'pair of triangles intersects', 'pairs of triangles intersect'),
    ...say(report.flat, 'triangle has no area', 'triangles have no area'),
    ...say(
      report.collapsed,
      'triangle has two corners at the same place',
      'triangles have two corners at the same place',
    ),
    ...(report.inverted ? ['the surface is inside out: its triangles point inward'] : []),
  ];
}

function flatTriangles({ positions: x, triangles }: TriangleSurface): number[] {
  const found: number[] = [];
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const longest = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz);
    // as flat as the triangles that `closestOnTriangle` replaces by their sides
    if (nx * nx + ny * ny + nz * nz <= 1e-24 * longest * longest) found.push(t);
  }
  return found;
}

function intersectionsOf({ positions, triangles, triangleIds }: WeldedSurface): Finding {
  if (triangles.length === 0) return { count: 0, first: [] };
  const contact = new TriangleContact(positions, triangles);
  const found: [number, number][] = [];
  const { tree } = new Bvh(triangles, 3, positions);
  overlappingPairs(tree, triangles, 3, positions, (a, b) => {
    if (contact.intersect(a, b)) found.push([triangleIds[a], triangleIds[b]]);
  });
  found.sort(([a, b], [c, d]) => a - c || b - d);
  return { count: found.length, first: found.slice(0, shown) };
}

/** Why a surface encloses no volume, and what would do; undefined if it does. */
export function enclosureFault(report: SurfaceReport): string | undefined {
  if (!report.closed)
    return `it does not enclose a volume: ${surfaceFaults(report).join('; ')} (numbers count from 0). Close it in a modeller, with all triangles outward.`;
  return report.inverted
    ? 'it is turned inside out: its triangles face inward. Turn them outward in a modeller.'
    : undefined;
}
