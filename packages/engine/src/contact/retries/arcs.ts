/**
 * Bodies that turn far in a step: between q and p their places go on arcs, which rows and the certificate take for chords.
 *
 *   s = r (1 - |a.b|)      how far an arc is from its chord, at most; a, b: rotations at q and p, a.b the cosine of half the angle; r: the farthest place of the body
 *
 * Where s is a part of the thickness, the step is looked at in n pieces with rotations between a and b, s/n^2 being small. A place that is deeper in a half space than the
 * thickness, or that passes through another body, is a reason to halve the step: the row that it would need has another direction from moment to moment.
 */
import { stretchOf } from '../../state/state.ts';
import type { Collider } from '../collider/collider.ts';
import { failureTime } from '../detect/certificate.ts';
import type { Detector } from '../detect/detector.ts';
import { gapOf } from '../detect/gap.ts';
import { Pose, rowTypes } from '../detect/row.ts';
import type { RowPool } from '../detect/row-pool.ts';
import type { Span } from '../step/span.ts';

/** Of the thickness: s that does not matter, and how deep a place may be on its way. */
const small = 0.25;
const deep = 1;
const mostPieces = 16;

export class Arcs {
  readonly #turning: readonly Collider[];
  /** where bodies are on their way, before and after a piece of it */
  readonly #coordinates: readonly [Float64Array, Float64Array];
  readonly #poses: readonly [Pose, Pose];
  /** of each body: it turns far */
  readonly #turns: Uint8Array;

  constructor(
    private readonly detector: Detector,
    private readonly pool: RowPool,
    private readonly thickness: number,
    moving: readonly Collider[],
    size: number,
  ) {
    // a ball is the same whichever way it is turned
    this.#turning = moving.filter(({ core }) => core.local && core.count > 1);
    this.#coordinates = [new Float64Array(size), new Float64Array(size)];
    this.#poses = [new Pose(detector.colliders), new Pose(detector.colliders)];
    this.#turns = new Uint8Array(detector.colliders.length);
  }
  /** Something is passed through on the way from q to p, which chords do not tell. */
  fail({ q, p }: Span): boolean {
    const pieces = this.#pieces(q, p);
    if (pieces === 1) return false;
    const [start, end] = this.#poses;
    let [from, to] = this.#coordinates;
    from.set(q);
    for (let piece = 1; piece <= pieces; piece++) {
      this.#place(q, p, piece / pieces, to);
      start.at(from);
      end.at(to);
      if (this.#isDeep(end) || this.#passes(start, end)) return true;
      [from, to] = [to, from];
    }
    return false;
  }
  #pieces(q: Float64Array, p: Float64Array): number {
    this.#turns.fill(0);
    let most = 0;
    for (const { placed, index, extent } of this.#turning) {
      const s = extent * (1 - Math.abs(cosine(q, p, placed.start + 3)));
      if (s > small * this.thickness) this.#turns[index] = 1;
      most = Math.max(most, s);
    }
    let pieces = 1;
    while (pieces < mostPieces && most > small * this.thickness * pieces * pieces) pieces *= 2;
    return pieces;
  }
  /** All bodies at t, 0 to 1. */
  #place(q: Float64Array, p: Float64Array, t: number, out: Float64Array): void {
    for (const { placed, core } of this.detector.colliders) {
      const { start, size, body } = placed;
      for (let c = start; c < start + size; c++) out[c] = q[c] + t * (p[c] - q[c]);
      if (core.local && body.curved) turnBetween(q, p, t, start + 3, stretchOf(out, placed));
    }
  }
  #isDeep(pose: Pose): boolean {
    const { rows, count } = this.pool;
    for (let k = 0; k < count; k++) {
      const { type, a } = rows[k];
      if ((type !== rowTypes.plane && type !== rowTypes.rim) || !this.#turns[a.collider.index]) continue;
      if (gapOf(rows[k], pose) < Math.min(0, rows[k].gap) - deep * this.thickness) return true;
    }
    return false;
  }
  #passes(start: Pose, end: Pose): boolean {
    const { candidates } = this.detector.pairs;
    for (let k = 0; k < candidates.count; k++) {
      if (!this.#turns[candidates.first(k)] && !this.#turns[candidates.second(k)]) continue;
      if (failureTime(candidates.at(k), start, end, this.thickness) <= 1) return true;
    }
    return false;
  }
}
/** a.b of two quaternions at the same place. */
const cosine = (a: Float64Array, b: Float64Array, at: number): number =>
  a[at] * b[at] + a[at + 1] * b[at + 1] + a[at + 2] * b[at + 2] + a[at + 3] * b[at + 3];
/** The rotation at t between those at `at`, behind the origin of a body: a unit vector along (1 - t) a + t b, the shorter way. */
function turnBetween(a: Float64Array, b: Float64Array, t: number, at: number, out: Float64Array): void {
  const sign = cosine(a, b, at) < 0 ? -1 : 1;
  let squared = 0;
  for (let k = 0; k < 4; k++) {
    out[3 + k] = a[at + k] + t * (sign * b[at + k] - a[at + k]);
    squared += out[3 + k] * out[3 + k];
  }
  const size = Math.sqrt(squared);
  for (let k = 0; k < 4; k++) out[3 + k] /= size;
}
