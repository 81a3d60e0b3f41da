/**
 * Which places of bodies may touch in a step: broad phase over boxes of the whole step, then rows at local minima of the distance.
 *                                                                                              [contact notes, sec. 2.2, 2.3]
 * Pairs of bodies come in scene order and rows by their features, so that results do not depend on how they were found.
 */
import type { State } from '../../state/state.ts';
import type { Collider } from '../collider/collider.ts';
import { Balls } from './balls.ts';
import { SweptBoxes } from './broad/swept-boxes.ts';
import { FeaturePairs } from './feature-pairs.ts';
import { gapOf, rimPoint } from './gap.ts';
import { completeFrame, Pose, rowTypes } from './row.ts';
import type { RowPool } from './row-pool.ts';

/**
 * Of the thickness: how much farther than without contacts bodies are expected to move. Where that is not enough, rows are looked for again. Rows of bodies whose step is a
 * solve all take part in it, and are to be the same for whoever moves along.
 */
const slack = { own: 0.2, solved: 0.5 } as const;

const x = new Float64Array(3);

export class Detector {
  readonly #boxes: SweptBoxes;
  readonly pairs: FeaturePairs;
  /** pairs of spheres */
  readonly balls: Balls;
  readonly pose: Pose;
  readonly #slack: (collider: Collider) => number;

  constructor(
    readonly colliders: readonly Collider[],
    /** whether two bodies, by index, touch at all */
    private readonly meets: (a: number, b: number) => boolean,
    readonly thickness: number,
    private readonly pool: RowPool,
    state: State,
    /** whether the step of a body is a solve */
    isSolved: (collider: Collider) => boolean,
    /** of the longest motion of a body: how much farther others may go than without contacts */
    private readonly pushedPart = 0,
  ) {
    this.#slack = (collider) => (isSolved(collider) ? slack.solved : slack.own) * thickness;
    this.#boxes = new SweptBoxes(colliders, state.arena, state.column('q').length, state.column('w'));
    this.pairs = new FeaturePairs(colliders, thickness, pool);
    this.balls = new Balls(colliders, pool);
    this.pose = new Pose(colliders);
  }
  release(): void {
    this.#boxes.release();
  }
  /** How far each body that may touch moves from q to p, at most, m. */
  motions(q: Float64Array, p: Float64Array): Float64Array {
    this.#boxes.measure(q, p);
    return this.#boxes.moved;
  }
  /** Whether a body has moved farther than the last detection expected, by the last `motions`. */
  get outgrown(): boolean {
    return this.#boxes.outgrown;
  }
  /** Rows of the step from q to p into the pool, sorted. `again`: bodies may move as far as before, too. */
  detect(q: Float64Array, p: Float64Array, again: boolean): void {
    const { colliders, pool, balls } = this;
    pool.clear();
    balls.clear();
    this.pairs.clear();
    this.#boxes.update(q, p, again, this.#slack, this.pushedPart);
    if (!this.#boxes.any(this.meets)) return;
    this.pose.at(q);
    this.pairs.begin(q);
    const { count, first, second } = this.#boxes.pairs;
    for (let k = 0; k < count; k++) {
      const i = first[k];
      const j = second[k];
      const range = this.#boxes.range[i] + this.#boxes.range[j];
      if (balls.isBall(i) && balls.isBall(j) && i !== j) {
        balls.between(i, j, range, q);
        continue;
      }
      const a = colliders[i];
      const b = colliders[j];
      if (b.halfSpace) this.#onHalfSpace(a, b, range);
      else if (a.halfSpace) this.#onHalfSpace(b, a, range);
      else this.pairs.between(a, b, range);
    }
    pool.sort();
  }

  #onHalfSpace(a: Collider, b: Collider, range: number): void {
    if (this.balls.isBall(a.index)) {
      this.balls.onHalfSpace(a.index, b, range, this.pose.coordinates);
      return;
    }
    const { points } = a;
    if (points.rims)
      for (let end = 0; end < 2; end++)
        for (let quarter = 0; quarter < 4; quarter++) this.#planeRow(a, b, range, rowTypes.rim, end, quarter);
    const { normal, offset } = b.halfSpace as NonNullable<Collider['halfSpace']>;
    for (let v = 0; v < points.count; v++) {
      this.pose.point(a, points, v, x);
      const gap = normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2] - offset - points.radius;
      if (gap <= range) this.#planeRow(a, b, range, rowTypes.plane, v, 0);
    }
  }
  #planeRow(a: Collider, b: Collider, range: number, type: number, v: number, quarter: number): void {
    const { pool, pose } = this;
    const { normal } = b.halfSpace as NonNullable<Collider['halfSpace']>;
    const row = pool.next();
    row.a.set(a, v);
    row.b.set(b, -1);
    row.type = type;
    row.quarter = quarter;
    row.radius = a.points.radius;
    row.gap = Infinity;
    const gap = gapOf(row, pose);
    if (!(gap <= range)) {
      pool.drop();
      return;
    }
    row.pair = pool.pairOf(a.index, b.index);
    row.key = pool.keyOf(v, quarter, type);
    row.frame.set(normal);
    completeFrame(row.frame);
    if (type === rowTypes.rim) rimPoint(row, a, normal, pose, row.point);
    else pose.point(a, a.points, v, row.point);
    // on the plane: corners of a face that closes by turning about one of its edges do not slip there
    for (let k = 0; k < 3; k++) row.point[k] -= (row.radius + gap) * normal[k];
    row.gap = gap;
  }
}
