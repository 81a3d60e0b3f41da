/**
 * A triangle surface as input of a fill, with coincident points made one.
 *
 * Files split points at texture seams, and STL has three points for every triangle. Points with equal coordinates are one
 * point here. Triangles that lose a corner by this, or had a point twice, are left out.
 * @example const surface: TriangleSurface = roundedBox({ size: [1, 1, 1], radius: 0.1 });
 */
export interface TriangleSurface {
  /** 3 per point, metres */
  readonly positions: Float64Array;
  /** 3 points each, anticlockwise seen from outside */
  readonly triangles: Int32Array;
}

export interface WeldedSurface extends TriangleSurface {
  /** Points that coincide with an earlier one. */
  readonly merged: number;
  /** Of each point and triangle, its number in the surface that was given. */
  readonly pointIds: Int32Array;
  readonly triangleIds: Int32Array;
  /** Triangles left out because two of their corners are one point. */
  readonly collapsed: Int32Array;
}

export function welded({ positions, triangles }: TriangleSurface): WeldedSurface {
  check(positions, triangles);
  const count = positions.length / 3;
  // Sorted by coordinates, coincident points are neighbours; the lowest number of each group stands for it.
  const order = Int32Array.from({ length: count }, (_, n) => n);
  const compare = (a: number, b: number): number =>
    positions[3 * a] - positions[3 * b] ||
    positions[3 * a + 1] - positions[3 * b + 1] ||
    positions[3 * a + 2] - positions[3 * b + 2];
  order.sort((a, b) => compare(a, b) || a - b);
  const leader = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    leader[order[k]] = k > 0 && compare(order[k - 1], order[k]) === 0 ? leader[order[k - 1]] : order[k];
  }

  // Points that no triangle uses are left out too.
  const place = new Int32Array(count).fill(-1);
  const kept: number[] = [];
  const pointIds: number[] = [];
  const triangleIds: number[] = [];
  const collapsed: number[] = [];
  const out: number[] = [];
  for (let t = 0; t < triangles.length / 3; t++) {
    const a = leader[triangles[3 * t]];
    const b = leader[triangles[3 * t + 1]];
    const c = leader[triangles[3 * t + 2]];
    if (a === b || b === c || c === a) {
      collapsed.push(t);
      continue;
    }
    triangleIds.push(t);
    for (const n of [a, b, c]) {
      if (place[n] < 0) {
        place[n] = pointIds.length;
        pointIds.push(n);
        kept.push(positions[3 * n] + 0, positions[3 * n + 1] + 0, positions[3 * n + 2] + 0);
      }
      out.push(place[n]);
    }
  }
  let merged = 0;
  for (let n = 0; n < count; n++) if (leader[n] !== n) merged++;
  return {
    positions: Float64Array.from(kept),
    triangles: Int32Array.from(out),
    merged,
    pointIds: Int32Array.from(pointIds),
    triangleIds: Int32Array.from(triangleIds),
    collapsed: Int32Array.from(collapsed),
  };
}

/**
 * The volume inside a closed surface, m^3: the sum of a . (b x c) / 6, seen from the first point. Negative if the
 * surface is inverted.
 * @example enclosedVolume(surface)
 */
export function enclosedVolume({ positions: x, triangles }: TriangleSurface): number {
  let volume = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    const ax = x[a] - x[0];
    const ay = x[a + 1] - x[1];
    const az = x[a + 2] - x[2];
    const bx = x[b] - x[0];
    const by = x[b + 1] - x[1];
    const bz = x[b + 2] - x[2];
    const cx = x[c] - x[0];
    const cy = x[c + 1] - x[1];
    const cz = x[c + 2] - x[2];
    volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
  }
  return volume;
}

/** The lowest x, y, z and the highest x, y, z of all points. */
export function boundsOf(positions: Float64Array): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k < positions.length; k++) {
    const axis = k % 3;
    bounds[axis] = Math.min(bounds[axis], positions[k]);
    bounds[axis + 3] = Math.max(bounds[axis + 3], positions[k]);
  }
  return bounds;
}

function check(positions: Float64Array, triangles: Int32Array): void {
  const fail = (where: string, what: string): never => {
    throw new Error(`surface: ${where} — ${what}.`);
  };
  if (triangles.length === 0) fail('triangles', 'there are none (give a surface of triangles)');
  if (triangles.length % 3) fail('triangles', `${triangles.length} indices are not whole triangles (give 3 for each)`);
  if (positions.length % 3) fail('positions', `${positions.length} numbers are not whole points (give 3 per point)`);
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) fail(`positions[${bad}]`, `${positions[bad]} is not a coordinate (give a finite number)`);
  const points = positions.length / 3;
  const loose = triangles.findIndex((n) => n < 0 || n >= points);
  if (loose >= 0) {
    fail(`triangles[${Math.floor(loose / 3)}]`, `${triangles[loose]} is not a point (points run 0 to ${points - 1})`);
  }
}
