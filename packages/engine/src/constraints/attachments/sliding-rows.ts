/**
 * The rows of a point that slides, where other constraints act on the same nodes. It is held only across what it slides on:
 *
 *   C_r = n_r . (y - x - offset),    J_r = n_r . [-1, a_1, a_2 ..],    r = 1 .. 2 on a line, 1 on a triangle, none in a tet
 *
 * x the point, y any point of the feature, a the weights of the point of it closest to x, n_r normal to the feature. How a changes as
 * x slides does not matter: that moves y along the feature. Three rows with fixed a, which a constraint has that is met by itself, would make
 * it stick: other constraints would feel what is only the closest point as a joint.
 *
 * The feature is the whole line or plane at first. Where x has left it after all constraints are met, the closest part is taken
 * instead, an end, a side or another triangle, with its normals, and they are met anew. Gaps are measured along the normals where everything is
 * predicted, forces act along those where it was (`directions`, as of all rows that bend), until the feature changes.
 */

/** Nearly parallel to what is there already: another vector is taken. */
const least = 0.25;

const unturned = new Float64Array(9);
/** Rows of a frame (3 x 3) normal to the edges of a feature, as near to those of another frame as they can be; then zeros. */
function normals(x: Float64Array, corners: readonly number[], near: Float64Array, out: Float64Array): void {
  const all: number[][] = [];
  /** minus its parts along the vectors so far, scaled to 1; undefined if less than so much is left */
  const rest = (v: number[], enough: number): number[] | undefined => {
    const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(size > 0)) return undefined;
    let [a, b, c] = [v[0] / size, v[1] / size, v[2] / size];
    for (let pass = 0; pass < 2; pass++) {
      for (const t of all) {
        const along = a * t[0] + b * t[1] + c * t[2];
        a -= along * t[0];
        b -= along * t[1];
        c -= along * t[2];
      }
    }
    const left = Math.sqrt(a * a + b * b + c * c);
    return left > enough ? [a / left, b / left, c / left] : undefined;
  };
  const [o] = corners;
  for (let k = 1; k < corners.length; k++) {
    const i = corners[k];
    const edge = rest([x[i] - x[o], x[i + 1] - x[o + 1], x[i + 2] - x[o + 2]], 1e-12);
    if (edge) all.push(edge);
  }
  out.fill(0);
  let r = 0;
  const row = (k: number): number[] => [near[3 * k], near[3 * k + 1], near[3 * k + 2]];
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (const v of [row(0), row(1), row(2), ...axes, ...axes]) {
    if (all.length === 3) return;
    const normal = rest(v, least);
    if (!normal) continue;
    all.push(normal);
    out.set(normal, 3 * r++);
  }
}

/** What a member's rows need of its grip. */
export interface Grip {
  /** the point that slides */
  point(x: Float64Array): Float64Array;
  /** first coordinates of all corners of the line, triangle or tet it is on */
  corners(): readonly number[];
  /** of these, those that the closest point is made of */
  touched(): readonly number[];
  /** find the closest point; weights and corners are those of it from now on */
  find(x: Float64Array): void;
  /** on the way to its goal: what the gap is to be */
  offset(axis: number): number;
}

export class SlidingRows {
  /** along which forces act, and gaps are measured: row by row, zeros where nothing is held */
  readonly directions = new Float64Array(9);
  readonly #measured = new Float64Array(9);
  readonly C = new Float64Array(3);
  /** how far the rows have turned */
  readonly kappa = new Float64Array(3);
  #feature: readonly number[] = [];

  constructor(private readonly grip: Grip) {}

  /** The whole feature, as it is at x; `find`: from the point closest there. */
  begin(x: Float64Array, find: boolean): void {
    if (find) this.grip.find(x);
    this.#take(this.grip.corners(), x);
  }
  /** The same feature, as it is at x. */
  turn(x: Float64Array): void {
    this.#take(this.#feature, x);
  }
  #take(feature: readonly number[], x: Float64Array): void {
    this.#feature = feature;
    normals(x, feature, unturned, this.directions);
  }
  /** The gaps at x. */
  measure(x: Float64Array): void {
    const { kappa, directions } = this;
    const n = this.#measured;
    normals(x, this.#feature, directions, n);
    this.#gaps(x, this.#feature, n, this.C);
    for (let r = 0; r < 3; r++) {
      kappa[r] = 0;
      for (let axis = 0; axis < 3; axis++) kappa[r] += n[3 * r + axis] * directions[3 * r + axis];
    }
  }
  /** How far it is from what it slides on, across that. Nothing of the rows changes. */
  residual(x: Float64Array): Float64Array {
    const [n, out] = [new Float64Array(9), new Float64Array(3)];
    const feature = this.grip.touched();
    normals(x, feature, unturned, n);
    return this.#gaps(x, feature, n, out);
  }
  #gaps(x: Float64Array, feature: readonly number[], n: Float64Array, out: Float64Array): Float64Array {
    const point = this.grip.point(x);
    const [o] = feature;
    for (let r = 0; r < 3; r++) {
      out[r] = 0;
      for (let axis = 0; axis < 3; axis++)
        out[r] += n[3 * r + axis] * (x[o + axis] - point[axis] - this.grip.offset(axis));
    }
    return out;
  }
  /** Look for the closest point at x; true if it is on another feature, which is held to from now on. */
  follow(x: Float64Array): boolean {
    const before = this.#feature;
    this.grip.find(x);
    const touched = this.grip.touched();
    if (touched.length === before.length && touched.every((block) => before.includes(block))) return false;
    this.#take(touched, x);
    return true;
  }
  /** Whether a row holds anything. */
  holds(r: number): boolean {
    const n = this.directions;
    return n[3 * r] !== 0 || n[3 * r + 1] !== 0 || n[3 * r + 2] !== 0;
  }
}
