/**
 * The convex hull of points: the smallest convex surface that has all of them inside or on it, by the quickhull method.
 *
 * It starts from a tetrahedron of four points far from each other. The point farthest outside a face replaces all faces that
 * it sees by a cone to their horizon, the edges between a face that it sees and one that it does not. A point sees a face
 * from a distance of `tolerance` on, 1e-12 of the size of the set: points within it lie on the hull and are left out, unless they are
 * corners that another face needs. Faces of more than three corners come as coplanar triangles.
 */
import type { TriangleSurface } from './surface.ts';

interface Face {
  readonly corners: readonly [number, number, number];
  /** unit normal, outward, and its product with a corner */
  readonly normal: readonly [number, number, number];
  readonly offset: number;
  /** points outside of it that no other face has */
  outside: number[];
  /** faces across the edges 0-1, 1-2, 2-0 */
  readonly neighbours: [Face, Face, Face];
  isVisible: boolean;
  isRemoved: boolean;
}

const relativeTolerance = 1e-12;

/** The hull of points (3 each), its triangles outward; nothing if they all lie in one plane. The corners keep their order. */
export function convexHull(positions: ArrayLike<number>): TriangleSurface | undefined {
  const tolerance = relativeTolerance * extent(positions);
  const first = startingSimplex(positions, tolerance);
  if (!first) return undefined;
  const faces = tetrahedron(positions, first);
  distribute(positions, tolerance, range(positions.length / 3), faces);
  for (let k = 0; k < faces.length; k++) {
    const face = faces[k];
    if (face.isRemoved || face.outside.length === 0) continue;
    const farthest = extreme(positions, tolerance, face.outside, (k) => heightOver(face, positions, k));
    faces.push(...coneTo(positions, tolerance, face, farthest));
  }
  return surfaceOf(
    positions,
    faces.filter(({ isRemoved }) => !isRemoved),
  );
}

const range = (count: number): number[] => Array.from({ length: count }, (_, k) => k);

/** The longest side of the box of points. */
function extent(x: ArrayLike<number>): number {
  let largest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let k = axis; k < x.length; k += 3) [low, high] = [Math.min(low, x[k]), Math.max(high, x[k])];
    largest = Math.max(largest, high - low);
  }
  return largest;
}

/** Four points: one at the end along x, the farthest from it, the farthest from their line, the farthest from their plane. */
function startingSimplex(x: ArrayLike<number>, tolerance: number): [number, number, number, number] | undefined {
  const all = range(x.length / 3);
  if (all.length < 4) return undefined;
  const a = extreme(x, tolerance, all, () => 0);
  const b = extreme(x, tolerance, all, (k) => length(difference(x, k, a)));
  const along = difference(x, b, a);
  const span = length(along);
  const fromLine = (k: number): number => length(cross(along, difference(x, k, a))) / span;
  const c = extreme(x, tolerance, all, fromLine);
  if (!(fromLine(c) > tolerance)) return undefined;
  const normal = cross(along, difference(x, c, a));
  const height = (k: number): number => dot(normal, difference(x, k, a)) / length(normal);
  const d = extreme(x, tolerance, all, (k) => Math.abs(height(k)));
  if (!(Math.abs(height(d)) > tolerance)) return undefined;
  return height(d) > 0 ? [a, c, b, d] : [a, b, c, d];
}

/**
 * The point where a convex function is largest; of several within the tolerance the one farthest along x, then y, then z. That is a
 * corner of the hull, not a point inside one of its edges or faces, which would make triangles without area.
 */
function extreme(
  x: ArrayLike<number>,
  tolerance: number,
  points: readonly number[],
  value: (k: number) => number,
): number {
  let left = points;
  for (const of of [value, ...[0, 1, 2].map((axis) => (k: number) => x[3 * k + axis])]) {
    const values = left.map(of);
    const largest = values.reduce((a, b) => Math.max(a, b));
    left = left.filter((_, n) => values[n] >= largest - tolerance);
  }
  return left[0];
}

/** The faces of a tetrahedron whose fourth corner is behind the first three. */
function tetrahedron(x: ArrayLike<number>, [a, b, c, d]: readonly [number, number, number, number]): Face[] {
  const base = faceOf(x, a, b, c);
  const [ab, bc, ca] = [faceOf(x, b, a, d), faceOf(x, c, b, d), faceOf(x, a, c, d)];
  base.neighbours.splice(0, 3, ab, bc, ca);
  ab.neighbours.splice(0, 3, base, ca, bc);
  bc.neighbours.splice(0, 3, base, ab, ca);
  ca.neighbours.splice(0, 3, base, bc, ab);
  return [base, ab, bc, ca];
}

function faceOf(x: ArrayLike<number>, a: number, b: number, c: number): Face {
  const across = cross(difference(x, b, a), difference(x, c, a));
  const scale = 1 / length(across);
  const normal = [scale * across[0], scale * across[1], scale * across[2]] as const;
  const offset = normal[0] * x[3 * a] + normal[1] * x[3 * a + 1] + normal[2] * x[3 * a + 2];
  const neighbours = [] as unknown as Face['neighbours'];
  return { corners: [a, b, c], normal, offset, outside: [], neighbours, isVisible: false, isRemoved: false };
}

const heightOver = ({ normal, offset }: Face, x: ArrayLike<number>, k: number): number =>
  normal[0] * x[3 * k] + normal[1] * x[3 * k + 1] + normal[2] * x[3 * k + 2] - offset;

/** Gives each point to the first face that it is outside of. */
function distribute(x: ArrayLike<number>, tolerance: number, points: readonly number[], faces: readonly Face[]): void {
  for (const k of points)
    for (const face of faces)
      if (heightOver(face, x, k) > tolerance) {
        face.outside.push(k);
        break;
      }
}

/** Removes the faces that a point sees, and returns those from their horizon to it. */
function coneTo(x: ArrayLike<number>, tolerance: number, from: Face, point: number): Face[] {
  const seen: Face[] = [from];
  from.isVisible = true;
  for (let k = 0; k < seen.length; k++)
    for (const face of seen[k].neighbours)
      if (!face.isVisible && heightOver(face, x, point) > tolerance) {
        face.isVisible = true;
        seen.push(face);
      }
  // faces of the cone by the corner that their edge of the horizon starts at
  const byStart = new Map<number, Face>();
  for (const face of seen)
    face.neighbours.forEach((beyond, edge) => {
      if (beyond.isVisible) return;
      const [start, end] = [face.corners[edge], face.corners[(edge + 1) % 3]];
      const added = faceOf(x, start, end, point);
      added.neighbours[0] = beyond;
      beyond.neighbours[beyond.neighbours.indexOf(face)] = added;
      byStart.set(start, added);
    });
  const cone = [...byStart.values()];
  for (const added of cone) {
    const next = byStart.get(added.corners[1]) as Face;
    added.neighbours[1] = next;
    next.neighbours[2] = added;
  }
  for (const face of seen) face.isRemoved = true;
  distribute(
    x,
    tolerance,
    seen.flatMap(({ outside }) => outside).filter((k) => k !== point),
    cone,
  );
  return cone;
}

function surfaceOf(x: ArrayLike<number>, faces: readonly Face[]): TriangleSurface {
  const used = [...new Set(faces.flatMap(({ corners }) => corners))].sort((a, b) => a - b);
  const place = new Map(used.map((k, n) => [k, n]));
  return {
    positions: Float64Array.from(used.flatMap((k) => [x[3 * k], x[3 * k + 1], x[3 * k + 2]])),
    triangles: Int32Array.from(faces.flatMap(({ corners }) => corners.map((k) => place.get(k) as number))),
  };
}

type Triple = readonly [number, number, number];
const difference = (x: ArrayLike<number>, b: number, a: number): Triple => [
  x[3 * b] - x[3 * a],
  x[3 * b + 1] - x[3 * a + 1],
  x[3 * b + 2] - x[3 * a + 2],
];
const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const length = (a: Triple): number => Math.sqrt(dot(a, a));
