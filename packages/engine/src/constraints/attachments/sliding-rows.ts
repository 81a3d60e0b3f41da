/**
 * The rows of a sliding point that shares nodes with other constraints. It is constrained only across the feature it slides on:
 *
 *   C_r = n_r . (y - x - offset),    J_r = n_r . [-1, a_1, a_2 ..],    r = 1 .. 2 on a line, 1 on a triangle, none in a tet
 *
 * x the point, y any point of the feature, a the weights of its point closest to x, n_r normal to the feature. The change of a while
 * x slides moves y along the feature and does not matter. Three rows with fixed a, as a constraint has that is solved alone, would
 * make the point stick.
 *
 * At first the feature is the whole line or plane. If x is beyond it after the solve, the closest part (an end, a side, another
 * triangle) becomes the feature, with its normals, and the solve is repeated. Gaps are measured along the normals at the prediction;
 * forces act along those at the beginning of the step (`directions`, as for all curved rows), until the feature changes.
 */

/** A vector nearer than this to the span of the others is replaced. */
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

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((block) => other.includes(block));

/** What a member's rows need of its attachment. */
export interface Grip {
  /** the point that slides */
  point(x: Float64Array): Float64Array;
  /** first coordinates of all corners of the line, triangle or tet it is on */
  corners(): readonly number[];
  /** those of them that the closest point depends on */
  touched(): readonly number[];
  /** finds the closest point, with its weights and corners */
  find(x: Float64Array): void;
  /** on a ramp: the gap that is wanted */
  offset(axis: number): number;
}

export class SlidingRows {
  /** directions of forces and gaps, row by row; zeros for rows that hold nothing */
  readonly directions = new Float64Array(9);
  readonly #measured = new Float64Array(9);
  readonly C = new Float64Array(3);
  /** how far the rows have turned */
  readonly kappa = new Float64Array(3);
  #feature: readonly number[] = [];
  /** what it touched when the step began */
  #before: readonly number[] = [];

  constructor(private readonly grip: Grip) {}

  /** At the beginning of a step. */
  mark(): void {
    this.#before = this.grip.touched();
  }
  /**
   * Directions in which its velocity is that of its feature, at the end of a step: all normals. If it has come to an end, a side or a ridge in
   * this step, only the force has stopped it, and what is left carries it on: the direction of the force alone, or none where
   * it is no more than `least` and has closed no gap.
   */
  projectedDirections(x: Float64Array, force: Float64Array, least: number, out: Float64Array): void {
    const touched = this.grip.touched();
    if (touched.length === this.grip.corners().length || isSame(touched, this.#before)) {
      normals(x, touched, unturned, out);
      return;
    }
    out.fill(0);
    const size = Math.sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]);
    if (size > least) for (let axis = 0; axis < 3; axis++) out[axis] = force[axis] / size;
  }

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
  /** The distance from the feature. It changes no rows. */
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
  /** Finds the closest point at x; true if it is on another feature, which is used from now on. */
  follow(x: Float64Array): boolean {
    const before = this.#feature;
    this.grip.find(x);
    const touched = this.grip.touched();
    if (isSame(touched, before)) return false;
    this.#take(touched, x);
    return true;
  }
  /** Whether a row holds anything. */
  holds(r: number): boolean {
    const n = this.directions;
    return n[3 * r] !== 0 || n[3 * r + 1] !== 0 || n[3 * r + 2] !== 0;
  }
}
