/**
 * Rows for pairs of features that the certificate found to pass through each other.                     [contact notes, sec. 2.4]
 *
 * Features that fail together are often neighbours: a vertex beside an edge fails with both triangles there, and with edges that cross close by.
 * Rows for all of them would say nearly the same, and such a problem has no digits left: soft cubes that meet face to face were not solved in
 * 14 s a step. Of failures close to each other the earliest gets a row; if others fail again with that, they get theirs in the next pass.
 */
import { failureTime, isFarEnough, type Places, rowAtFailure } from '../detect/certificate.ts';
import type { Detector } from '../detect/detector.ts';
import type { FeaturePair } from '../detect/near/candidates.ts';
import type { Row, Side } from '../detect/row.ts';
import type { RowPool } from '../detect/row-pool.ts';
import type { Span } from '../step/span.ts';

/** Of the size of the features: failures that are closer are one. */
const close = 0.1;
/** cosine of the angle between their directions */
const alike = 0.9;

export class Failures {
  #found: { pair: FeaturePair; t: number; number: number }[] = [];
  readonly #x = new Float64Array(6);
  /** of each body */
  readonly #radii: Float64Array;

  constructor(
    private readonly pool: RowPool,
    private readonly thickness: number,
  ) {
    this.#radii = Float64Array.from(pool.memory.colliders, ({ core }) => core.radius);
  }

  /** Adds rows to the pool for pairs that fail; undefined where no row can help. */
  add(
    { pairs, balls, bodiesMoved }: Detector,
    { q, p }: Span,
    end: Places, // vertices at p
    moved: Float64Array, // of each pair of bodies: how far they move relative to each other at most, m
    pass: number,
  ): number | undefined {
    const { pool } = this;
    pairs.complete(moved);
    const { candidates, placed: start } = pairs;
    const { count, distance, of } = candidates;
    this.#found.length = 0;
    for (let number = 0; number < balls.count; number++) {
      const t = balls.failureTime(number, q, p, bodiesMoved, this.thickness);
      if (t <= 1) this.#found.push({ pair: balls.pair(number), t, number: count + number });
    }
    for (let number = 0; number < count; number++) {
      const R = this.#radii[candidates.first(number)] + this.#radii[candidates.second(number)];
      if (isFarEnough(distance[number], R, moved[of[number]], this.thickness)) continue;
      const pair = candidates.at(number);
      const t = failureTime(pair, start, end, this.thickness, distance[number]);
      if (t <= 1) this.#found.push({ pair, t, number });
    }
    this.#found.sort((x, y) => x.t - y.t || x.number - y.number);
    const first = pool.count;
    for (const { pair, t } of this.#found) {
      const row = pool.next();
      if (!rowAtFailure(pair, t, start, end, row)) {
        pool.drop();
        return undefined;
      }
      row.pair = pool.pairOf(pair.a.index, pair.b.index);
      row.key = 4 * pool.keyOf(pair.i, pair.j, pair.edges ? 7 : 6) + pass / 16;
      if (this.#isKnown(row, first, start)) pool.drop();
    }
    return pool.count - first;
  }
  #isKnown(row: Row, first: number, pose: Places): boolean {
    const { rows, count } = this.pool;
    const range = close * Math.max(this.#sizeOf(row.a, pose), this.#sizeOf(row.b, pose));
    for (let k = first; k < count - 1; k++) {
      const other = rows[k];
      if (other.pair !== row.pair) continue;
      let [squared, along] = [0, 0];
      for (let axis = 0; axis < 3; axis++) {
        squared += (other.point[axis] - row.point[axis]) * (other.point[axis] - row.point[axis]);
        along += other.frame[axis] * row.frame[axis];
      }
      if (squared < range * range && along > alike) return true;
    }
    return false;
  }
  /** The longest side of a feature, m. */
  #sizeOf({ collider, vertices, count }: Side, pose: Places): number {
    const x = this.#x;
    let most = 0;
    for (let k = 1; k < count; k++)
      for (let m = 0; m < k; m++) {
        pose.vertex(collider, vertices[k], x, 0);
        pose.vertex(collider, vertices[m], x, 3);
        const [dx, dy, dz] = [x[0] - x[3], x[1] - x[4], x[2] - x[5]];
        most = Math.max(most, Math.sqrt(dx * dx + dy * dy + dz * dz));
      }
    return most;
  }
}
