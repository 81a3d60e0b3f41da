/**
 * Points at equal distances along the smooth curve through given ones. With unevenly spaced points the speed |dX/du| of a rod varies,
 * and the sag of a rope has an error of 1.5 %.                                                                      [notes, 2.1]
 *
 * The curve is the natural cubic spline over the chords: piece k runs over h_k, the distance of its ends, with
 *
 *   h_{k-1} c_{k-1} + 2 (h_{k-1} + h_k) c_k + h_k c_{k+1} = 6 ((P_{k+1} - P_k)/h_k - (P_k - P_{k-1})/h_{k-1}),   c = x''
 */
import { cubic } from './cubic.ts';

/** Parts of a piece whose lengths are measured separately. */
const parts = 8;

export function resampled(points: Float64Array, count: number): Float64Array {
  const curve = new NaturalSpline(points);
  const stops = parts * curve.pieces;
  const reached = new Float64Array(stops + 1); // length up to each stop
  for (let i = 0; i < stops; i++) reached[i + 1] = reached[i] + curve.arc(i / parts, (i + 1) / parts);
  const out = new Float64Array(3 * count);
  let stop = 0;
  for (let k = 0; k < count; k++) {
    const wanted = (reached[stops] * k) / (count - 1);
    while (stop < stops - 1 && reached[stop + 1] <= wanted) stop++;
    // a part is short and its speed nearly constant: Newton converges in a few steps
    const from = stop / parts;
    let to = from;
    for (let pass = 0; pass < 6; pass++) to += (wanted - reached[stop] - curve.arc(from, to)) / curve.speed(to);
    for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = curve.at(to, axis, 0);
  }
  out.set(points.subarray(0, 3));
  out.set(points.subarray(-3), 3 * (count - 1));
  return out;
}

/** Piece k has the parameters from k to k + 1. */
class NaturalSpline {
  readonly pieces: number;
  readonly #chords: Float64Array;
  /** x'' by the chord length, three for each point */
  readonly #bends: Float64Array;

  constructor(private readonly points: Float64Array) {
    this.pieces = points.length / 3 - 1;
    const h = Float64Array.from({ length: this.pieces }, (_, k) => {
      const [x, y, z] = [0, 1, 2].map((axis) => points[3 * k + 3 + axis] - points[3 * k + axis]);
      return Math.sqrt(x * x + y * y + z * z);
    });
    this.#chords = h;
    const c = new Float64Array(points.length);
    const factor = new Float64Array(this.pieces + 1);
    for (let axis = 0; axis < 3; axis++) {
      const slope = (k: number): number => (points[3 * k + 3 + axis] - points[3 * k + axis]) / h[k];
      for (let k = 1; k < this.pieces; k++) {
        const pivot = 2 * (h[k - 1] + h[k]) - h[k - 1] * factor[k - 1];
        factor[k] = h[k] / pivot;
        c[3 * k + axis] = (6 * (slope(k) - slope(k - 1)) - h[k - 1] * c[3 * k - 3 + axis]) / pivot;
      }
      for (let k = this.pieces - 1; k > 0; k--) c[3 * k + axis] -= factor[k] * c[3 * k + 3 + axis];
    }
    this.#bends = c;
  }
  /** A coordinate, or its derivative by the parameter. */
  at(u: number, axis: number, derivative: 0 | 1): number {
    const k = Math.max(0, Math.min(Math.floor(u), this.pieces - 1));
    const [i, j, t, h] = [3 * k + axis, 3 * k + 3 + axis, u - k, this.#chords[k]];
    const [a, b, p, q] = [this.#bends[i], this.#bends[j], this.points[i], this.points[j]];
    const bulge = (h * h) / 6;
    const s = 1 - t;
    return derivative === 0
      ? s * p + t * q + bulge * ((s * s * s - s) * a + (t * t * t - t) * b)
      : q - p + bulge * ((1 - 3 * s * s) * a + (3 * t * t - 1) * b);
  }
  speed(u: number): number {
    const [x, y, z] = [0, 1, 2].map((axis) => this.at(u, axis, 1));
    return Math.sqrt(x * x + y * y + z * z);
  }
  /** Length from one parameter to another within a part. */
  arc(from: number, to: number): number {
    const { t, weights } = cubic.quadrature;
    return (to - from) * t.reduce((sum, at, g) => sum + weights[g] * this.speed(from + (to - from) * at), 0);
  }
}
