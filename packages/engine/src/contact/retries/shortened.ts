/**
 * The last resort against passing through: a step that could not be solved, or not certified, is shortened.
 *
 *   t  the earliest failure of a pair on the way from q to p;   p = q + s (p - q),  u = s u  of both bodies,  s = 0.9 t
 *
 * repeated until no pair fails. Bodies start apart, so that it ends, at the latest where they start. Kinetic energy falls; momentum is not kept, which the report
 * says.
 */
import { drift } from '../../bodies/drift.ts';
import { stretchOf } from '../../state/state.ts';
import type { Collider } from '../collider/collider.ts';
import { failureTime } from '../detect/certificate.ts';
import type { Detector } from '../detect/detector.ts';
import type { Pose } from '../detect/row.ts';
import type { Span } from '../step/span.ts';

const mostTimes = 40;
/** Of the way to the failure. */
const part = 0.9;

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
  /** Scales of both bodies of each pair that fails; `last`: they stay where they are. */
  #find(q: Float64Array, p: Float64Array, last: boolean): boolean {
    const start = this.detector.pose.at(q);
    this.end.at(p);
    const { pairs, balls } = this.detector;
    let any = false;
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
