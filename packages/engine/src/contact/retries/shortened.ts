/**
 * The last resort against passing through: a step that could not be solved, or not certified, is shortened.
 *
 *   t  the earliest failure of a pair on the way from q to p;   p = q + s (p - q),  u = s u  of both bodies,  s = 0.9 t
 *
 * repeated until no pair fails. Bodies start apart, so that it ends, at the latest where they start. Kinetic energy falls; momentum is not kept, which the report
 * says.
 *
 * Where a step that is a solve is not solved, its velocities may be anything: cubes that met at 150 m/s went on at 86,000 m/s, and some steps later nothing could be solved. Motion that became several times as
 * fast is not taken: bodies go the way that they would without contacts, as far as they can.
 */
import { drift } from '../../bodies/drift.ts';
import { stretchOf } from '../../state/state.ts';
import { type Collider, isOne } from '../collider/collider.ts';
import { failureTime } from '../detect/certificate.ts';
import type { Detector } from '../detect/detector.ts';
import type { Pose } from '../detect/row.ts';
import type { RowPool } from '../detect/row-pool.ts';
import type { Span } from '../step/span.ts';

const mostTimes = 40;
/** Of the way to the failure. */
const part = 0.9;
/** An impact at most doubles relative velocities; a solve that multiplies them by more has failed. */
const runaway = 4;

export class Shortened {
  readonly #scales: Float64Array;

  constructor(
    private readonly detector: Detector,
    private readonly end: Pose,
    private readonly thickness: number,
    private readonly moving: readonly Collider[],
  ) {
    this.#scales = new Float64Array(detector.colliders.length);
  }
  /** Returns the part of their way that the slowest bodies have left: 1 where nothing fails. */
  until({ h, q, p, u }: Span): number {
    const scales = this.#scales.fill(1);
    let least = 1;
    this.detector.detect(q, p, true);
    for (let time = 0; time < mostTimes && this.#find(q, p, time === mostTimes - 1); time++)
      for (const { placed, index } of this.moving) {
        const s = scales[index];
        if (s === 1) continue;
        const { body, start, size } = placed;
        for (let c = start; c < start + size; c++) u[c] *= s;
        if (body.curved) drift(body.curved, stretchOf(q, placed), stretchOf(u, placed), h, stretchOf(p, placed));
        else for (let c = start; c < start + size; c++) p[c] = q[c] + s * (p[c] - q[c]);
        least = Math.min(least, s * least);
        scales[index] = 1;
      }
    return least;
  }
  /** Impulses have made motion many times faster than it was, and than it would be without them. */
  isRunaway({ h, q, v0, freeU, freeP, u, p }: Span): boolean {
    const { length } = q;
    const [now, free] = [new Float64Array(length), new Float64Array(length)];
    for (let c = 0; c < length; c++) {
      now[c] = (p[c] - q[c]) / h;
      free[c] = (freeP[c] - q[c]) / h;
    }
    return !(this.#spread(now, u) <= runaway * Math.max(this.#spread(v0, v0), this.#spread(free, freeU)));
  }
  /** The same; then rows have no impulses, and the step has to be made without them. */
  withdraws(span: Span, { rows, count }: RowPool): boolean {
    if (!this.isRunaway(span)) return false;
    for (let k = 0; k < count; k++) rows[k].impulse.fill(0);
    return true;
  }
  /** The largest difference from the mean velocity of all bodies and nodes, of planes 0. `moved`: of nodes; u: of bodies that turn. */
  #spread(moved: Float64Array, u: Float64Array): number {
    const mean = new Float64Array(3);
    let [count, most] = [0, 0];
    this.#each(moved, u, (x, y, z) => {
      mean[0] += x;
      mean[1] += y;
      mean[2] += z;
      count++;
    });
    for (let k = 0; k < 3; k++) mean[k] /= count;
    this.#each(moved, u, (x, y, z, turning) => {
      const [a, b, c] = [x - mean[0], y - mean[1], z - mean[2]];
      const size = Math.sqrt(a * a + b * b + c * c) + turning;
      if (!(size <= most)) most = size;
    });
    return most;
  }
  #each(moved: Float64Array, u: Float64Array, see: (x: number, y: number, z: number, turning: number) => void): void {
    for (const collider of this.detector.colliders) {
      const { placed, halfSpace, extent } = collider;
      const { start, size, body } = placed;
      if (halfSpace) see(0, 0, 0, 0);
      else if (isOne(collider)) {
        const at = start + (body.angularRates ?? 0);
        const [x, y, z] = at > start ? [u[at], u[at + 1], u[at + 2]] : [0, 0, 0];
        see(u[start], u[start + 1], u[start + 2], extent * Math.sqrt(x * x + y * y + z * z));
      } else for (let c = start; c + 2 < start + size; c += 3) see(moved[c], moved[c + 1], moved[c + 2], 0);
    }
  }
  /** Scales of both bodies of each pair that fails; `last`: they stay where they are. */
  #find(q: Float64Array, p: Float64Array, last: boolean): boolean {
    const start = this.detector.pose.at(q);
    this.end.at(p);
    const { pairs, balls } = this.detector;
    let any = false;
    pairs.complete();
    const { candidates } = pairs;
    for (let k = 0; k < candidates.count + balls.count; k++) {
      const pair = k < candidates.count ? candidates.at(k) : balls.pair(k - candidates.count);
      const { a, b } = pair;
      const t = failureTime(pair, start, this.end, this.thickness);
      if (t > 1) continue;
      any = true;
      for (const { index } of [a, b]) this.#scales[index] = Math.min(this.#scales[index], last ? 0 : part * t);
    }
    return any;
  }
}
