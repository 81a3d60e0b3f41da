/**
 * The skin of a tube along a line: rings of vertices, turned from one to the next without twist but for the one that is given,
 * and round ends. Every vertex is at centre + radius * normal, so that a tube is made thicker by moving its vertices along
 * their normals; but for ends that are flattened, of tubes that are thick enough.
 */

/** rings of a round end, the pole included */
const endRings = 4;

export const ringsOf = (points: number): number => points + 2 * endRings;

/** Where the vertices of a tube go: rings of so many sides                  (3 x sides x rings) */
export interface TubeSkin {
  readonly position: Float32Array;
  readonly normal: Float32Array;
  readonly sides: number;
}

/** How its rings are turned about it, and its ends. */
export interface Turned {
  /** how far its ends stand out, m; the radius if not given */
  readonly bulge?: number;
  /** where the first vertex of the first ring is to be, as far as it lies across the line: a vector */
  readonly across?: ArrayLike<number>;
  /** at each point of the line, rad */
  readonly twist?: ArrayLike<number>;
}

export function sweep(
  line: ArrayLike<number>, // x y z of each point of the line      (3 x points)
  points: number,
  radius: number,
  { position, normal, sides }: TubeSkin, // written
  { across, twist, bulge = radius }: Turned = {},
): void {
  // along the tube, across it, and across both
  const [t, a, b] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  if (across) a.set(across);
  const round = Float64Array.from({ length: 2 * sides }, (_, i) =>
    (i % 2 ? Math.sin : Math.cos)((2 * Math.PI * (i >> 1)) / sides),
  );
  /** A ring around the i-th point, its normals leaning towards the tangent by an angle. */
  const ring = (r: number, i: number, lean: number): void => {
    const [flat, steep] = [Math.cos(lean), Math.sin(lean)];
    const angle = twist?.[i] ?? 0;
    const [cos, sin] = [flat * Math.cos(angle), flat * Math.sin(angle)];
    for (let k = 0; k < sides; k++) {
      const c = cos * round[2 * k] - sin * round[2 * k + 1];
      const s = sin * round[2 * k] + cos * round[2 * k + 1];
      const v = 3 * (r * sides + k);
      // an end is half an ellipsoid: its normal is the gradient of r^2/radius^2 + z^2/bulge^2
      const stretched = Math.hypot(flat * bulge, steep * radius) || 1;
      for (let axis = 0; axis < 3; axis++) {
        const [out, on] = [c * a[axis] + s * b[axis], steep * t[axis]];
        normal[v + axis] = (bulge * out + radius * on) / stretched;
        position[v + axis] = line[3 * i + axis] + radius * out + bulge * on;
      }
    }
  };
  for (let i = 0; i < points; i++) {
    const [before, after] = [3 * Math.max(0, i - 1), 3 * Math.min(points - 1, i + 1)];
    for (let axis = 0; axis < 3; axis++) t[axis] = line[after + axis] - line[before + axis];
    if (!normalise(t)) t[0] = 1;
    turn(a, t, i === 0 && !across);
    for (let axis = 0; axis < 3; axis++) {
      const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
      b[axis] = t[p] * a[q] - t[q] * a[p];
    }
    ring(endRings + i, i, 0);
    const quarter = Math.PI / 2 / endRings;
    for (let e = 1; e <= endRings; e++) {
      if (i === 0) ring(endRings - e, i, -e * quarter);
      if (i === points - 1) ring(endRings + i + e, i, e * quarter);
    }
  }
}

/** a becomes a unit vector across t, as near as can be to what it was. */
function turn(a: Float64Array, t: Float64Array, isAny: boolean): void {
  if (isAny) a.set(Math.abs(t[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
  flatten(a, t);
  if (normalise(a)) return;
  a.set(Math.abs(t[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]); // a turned into t: any will do
  flatten(a, t);
  normalise(a);
}
function flatten(a: Float64Array, t: Float64Array): void {
  const along = a[0] * t[0] + a[1] * t[1] + a[2] * t[2];
  for (let axis = 0; axis < 3; axis++) a[axis] -= along * t[axis];
}
/** False if it has no direction. */
function normalise(v: Float64Array): boolean {
  const length = Math.hypot(v[0], v[1], v[2]);
  if (!(length > 1e-12)) return false;
  for (let axis = 0; axis < 3; axis++) v[axis] /= length;
  return true;
}

/**
 * A vector across t0 as it is when t0 is turned into t the shortest way; all of length 1.
 *
 *   a - (a . t) / (1 + t0 . t) (t0 + t)
 */
export function turnedAlong(a: ArrayLike<number>, t0: ArrayLike<number>, t: ArrayLike<number>): Float64Array {
  const dot = (p: ArrayLike<number>, q: ArrayLike<number>): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const fraction = dot(a, t) / Math.max(1e-9, 1 + dot(t0, t)); // turned right round, any way is the shortest
  return Float64Array.from({ length: 3 }, (_, axis) => a[axis] - fraction * (t0[axis] + t[axis]));
}
/** The direction in which a line begins, of length 1, and a vector across it. */
export function beginning(line: ArrayLike<number>): { readonly along: Float64Array; readonly across: Float64Array } {
  const along = Float64Array.from({ length: 3 }, (_, axis) => line[3 + axis] - line[axis]);
  if (!normalise(along)) along[0] = 1;
  const across = new Float64Array(3);
  turn(across, along, true);
  return { along, across };
}
