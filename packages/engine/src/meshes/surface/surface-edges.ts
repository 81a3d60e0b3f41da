/**
 * Edges of a triangle surface, with the number of triangles that use each in either direction.
 *
 * In a closed, consistently oriented surface every edge is used once in each direction. Then the sum of all directed
 * edges is zero, and the winding number of the surface is whole everywhere.
 */
import { DisjointSets } from './disjoint-sets.ts';

export interface SurfaceEdges {
  /** 2 points per distinct edge, lower first, in order of appearance */
  readonly edges: Int32Array;
  /** Per edge: triangles that use it from its lower to its higher point, and the others. */
  readonly up: Int32Array;
  readonly down: Int32Array;
  /** Of side k of triangle t, from corner k to the next, the number of its edge: edgeOf[3t + k]. */
  readonly edgeOf: Int32Array;
}

export function surfaceEdges(triangles: Int32Array): SurfaceEdges {
  const sides = triangles.length;
  let points = 0;
  for (let k = 0; k < sides; k++) points = Math.max(points, triangles[k] + 1);
  const head = new Int32Array(points).fill(-1); // edges whose lower point is n, as lists
  const next = new Int32Array(sides);
  const edges = new Int32Array(2 * sides);
  const up = new Int32Array(sides);
  const down = new Int32Array(sides);
  const edgeOf = new Int32Array(sides);
  let count = 0;
  for (let k = 0; k < sides; k++) {
    const from = triangles[k];
    const to = triangles[k % 3 === 2 ? k - 2 : k + 1];
    const low = Math.min(from, to);
    const high = Math.max(from, to);
    let e = head[low];
    while (e >= 0 && edges[2 * e + 1] !== high) e = next[e];
    if (e < 0) {
      e = count++;
      edges[2 * e] = low;
      edges[2 * e + 1] = high;
      next[e] = head[low];
      head[low] = e;
    }
    if (from === low) up[e]++;
    else down[e]++;
    edgeOf[k] = e;
  }
  return { edges: edges.slice(0, 2 * count), up: up.slice(0, count), down: down.slice(0, count), edgeOf };
}

/** The connected part of each triangle, numbered in order of appearance; triangles that share an edge are connected. */
export function surfaceParts(triangles: Int32Array, { edgeOf, up }: SurfaceEdges): { part: Int32Array; count: number } {
  const sets = new DisjointSets(triangles.length / 3);
  const firstAt = new Int32Array(up.length).fill(-1);
  for (let k = 0; k < edgeOf.length; k++) {
    const t = Math.floor(k / 3);
    const e = edgeOf[k];
    if (firstAt[e] < 0) firstAt[e] = t;
    else sets.join(firstAt[e], t);
  }
  // the lowest of a set comes first
  const part = new Int32Array(triangles.length / 3);
  let count = 0;
  for (let t = 0; t < part.length; t++) part[t] = sets.lowest(t) === t ? count++ : part[sets.lowest(t)];
  return { part, count };
}

/** Points around which the triangles form more than one fan: two cones that touch at their tips. */
export function pinchedPoints(triangles: Int32Array, { edgeOf, up, down }: SurfaceEdges): Int32Array {
  // corners of triangles, those at one point joined across every edge that has exactly two triangles
  const fans = new DisjointSets(triangles.length);
  const firstSide = new Int32Array(up.length).fill(-1);
  const after = (k: number): number => (k % 3 === 2 ? k - 2 : k + 1);
  for (let side = 0; side < edgeOf.length; side++) {
    const e = edgeOf[side];
    if (up[e] + down[e] !== 2) continue;
    if (firstSide[e] < 0) {
      firstSide[e] = side;
      continue;
    }
    const other = firstSide[e];
    const alike = triangles[side] === triangles[other]; // neighbours usually use the edge in opposite directions
    fans.join(side, alike ? other : after(other));
    fans.join(after(side), alike ? after(other) : other);
  }
  const fanAt = new Map<number, number>();
  const pinched = new Set<number>();
  for (let k = 0; k < triangles.length; k++) {
    const fan = fans.lowest(k);
    const known = fanAt.get(triangles[k]);
    if (known === undefined) fanAt.set(triangles[k], fan);
    else if (known !== fan) pinched.add(triangles[k]);
  }
  return Int32Array.from(pinched).sort();
}
