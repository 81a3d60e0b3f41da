/**
 * Which places of bodies may touch in a step: broad phase over boxes of the whole step, then rows at local minima of the distance.
 *                                                                                              [contact notes, sec. 2.2, 2.3]
 * Pairs of bodies come in scene order and rows by their features, so that results do not depend on how they were found.
 */
import type { BatchView } from '../../constraints/method.ts';
import type { State } from '../../state/state.ts';
import type { Collider } from '../collider/collider.ts';
import { grown } from '../coulomb/impulse-rows.ts';
import { Balls } from './balls.ts';
import { SweptBoxes } from './broad/swept-boxes.ts';
import { FeaturePairs } from './feature-pairs.ts';
import { gapOf, rimPoint } from './gap.ts';
import { usesLists } from './near/near-lists.ts';
import { PairMotions } from './pair-motions.ts';
import { completeFrame, Pose, rowTypes } from './row.ts';
import type { RowPool } from './row-pool.ts';
import { TiedPlaces } from './tied-places.ts';

/**
 * Of the thickness: how much farther than without contacts bodies are expected to move. Where that is not enough, rows are looked for again. Rows of bodies whose step is a
 * solve all take part in it, and are to be the same for whoever moves along. Two bodies with lists of near features are followed (see `follow`).
 */
const slack = { own: 0.2, solved: 0.5, ofLists: 0.05 } as const;

const x = new Float64Array(3);

export class Detector {
  readonly #boxes: SweptBoxes;
  readonly pairs: FeaturePairs;
  /** places that constraints hold together */
  readonly tied: TiedPlaces;
  /** pairs of spheres */
  readonly balls: Balls;
  readonly #motions: PairMotions;
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
    /** constraints, which hold places together */
    private readonly batches: () => readonly BatchView[],
    /** of the longest motion of a body: how much farther others may go than without contacts */
    private readonly pushedPart = 0,
  ) {
    this.#slack = (collider) => (isSolved(collider) ? slack.solved : slack.own) * thickness;
    this.#boxes = new SweptBoxes(colliders, state.arena, state.column('q').length, state.column('w'));
    this.tied = new TiedPlaces(colliders);
    this.pairs = new FeaturePairs(colliders, thickness, pool, this.tied);
    this.balls = new Balls(colliders, pool);
    this.#motions = new PairMotions(colliders, this.#boxes);
    this.pose = new Pose(colliders);
  }
  release(): void {
    this.#boxes.release();
  }
  /** Of each pair of bodies that may touch: how far they move relative to each other from q to p, at most, m. */
  motions(q: Float64Array, p: Float64Array): Float64Array {
    const boxes = this.#boxes;
    const motions = this.#motions;
    boxes.measure(q, p);
    motions.begin();
    const { moved } = motions;
    for (let k = 0; k < boxes.pairs.count; k++) {
      moved[k] = boxes.moved[boxes.pairs.first[k]] + boxes.moved[boxes.pairs.second[k]];
      if (this.#isFollowed) moved[k] = Math.min(moved[k], motions.relative(k, q, p));
    }
    return moved;
  }
  /** Of each body: how far it moves at most, m, by the last `motions`. */
  get bodiesMoved(): Float64Array {
    return this.#boxes.moved;
  }
  /** Of the last `motions`. */
  get moved(): Float64Array {
    return this.#motions.moved;
  }
  /**
   * Rows that the motion from q to p asks for beyond those of the last detection, behind the others; returns how many. Those of rows that stay open have no part in a step (step/active-rows.ts), so that nothing
   * has to be solved again for them.
   */
  follow(q: Float64Array, p: Float64Array): number {
    const { pool } = this;
    const motions = this.#motions;
    const boxes = this.#boxes;
    this.motions(q, p);
    if (boxes.outgrown) this.#widen(q, p);
    const first = pool.count;
    this.#numbers = grown(this.#numbers, boxes.pairs.count);
    let any = false;
    for (let k = 0; k < boxes.pairs.count; k++) {
      const isEnough = motions.moved[k] <= motions.range[k];
      this.#numbers[k] = isEnough ? k : -1;
      if (!isEnough) any = true;
    }
    if (!any) return 0;
    this.pairs.renumber(this.#numbers);
    this.pose.at(q);
    for (let k = 0; k < boxes.pairs.count; k++) {
      if (this.#numbers[k] >= 0) continue;
      motions.range[k] = this.#needed(k, motions.moved[k]);
      this.#detectPair(k, motions.range[k]);
    }
    pool.dropKnown(first);
    return pool.count - first;
  }
  /** The broad phase again: bodies go farther than it expected. Pairs that it has found before keep what was found of them. */
  #widen(q: Float64Array, p: Float64Array): void {
    const boxes = this.#boxes;
    const motions = this.#motions;
    const { colliders } = this;
    const before = this.#before;
    before.clear();
    for (let k = 0; k < boxes.pairs.count; k++)
      before.set(colliders.length * boxes.pairs.first[k] + boxes.pairs.second[k], {
        number: k,
        range: motions.range[k],
      });
    this.#numbers = grown(this.#numbers, boxes.pairs.count).fill(-1);
    boxes.update(q, p, true, this.#slack, this.pushedPart);
    boxes.any(this.meets);
    this.motions(q, p);
    for (let k = 0; k < boxes.pairs.count; k++) {
      const known = before.get(colliders.length * boxes.pairs.first[k] + boxes.pairs.second[k]);
      motions.range[k] = known ? known.range : -1;
      if (known) this.#numbers[known.number] = k;
    }
    this.pairs.renumber(this.#numbers);
  }
  readonly #before = new Map<number, { readonly number: number; readonly range: number }>();
  #numbers = new Int32Array(0);
  /** The distance up to which features are looked for, where bodies move by so much. */
  #needed(k: number, moved: number): number {
    const { first, second } = this.#boxes.pairs;
    return 1.1 * moved + this.#slack(this.colliders[first[k]]) + this.#slack(this.colliders[second[k]]);
  }
  /** The same of two bodies with lists, as far as they move without contacts: what those of the other ones expect has a sheet on a model look at a quarter more rows. */
  #ofLists(a: number, b: number): number {
    const { colliders, thickness } = this;
    if (!usesLists(colliders[a], colliders[b])) return Infinity;
    return 1.1 * (this.#boxes.way(a) + this.#boxes.way(b)) + slack.ofLists * thickness;
  }
  /** Whether a body has moved farther than the last detection expected, by the last `motions`. */
  get outgrown(): boolean {
    return this.#boxes.outgrown;
  }
  /** Rows of the step from q to p into the pool, sorted. `again`: bodies may move as far as before, too. `isFollowed`: rows that the motion with impulses asks for are found by `follow`. */
  detect(q: Float64Array, p: Float64Array, again: boolean, isFollowed = false): void {
    const { pool, balls } = this;
    this.#isFollowed = isFollowed;
    this.tied.update(this.batches());
    pool.clear();
    balls.clear();
    this.pairs.clear();
    this.#boxes.update(q, p, again, this.#slack, this.pushedPart);
    if (!this.#boxes.any(this.meets)) return;
    this.pose.at(q);
    this.pairs.begin(q);
    const { range, pairs } = this.#boxes;
    const { count, first, second } = pairs;
    const motions = this.#motions;
    motions.begin();
    for (let k = 0; k < count; k++) {
      let own = range[first[k]] + range[second[k]];
      if (isFollowed)
        own = Math.min(own, this.#needed(k, motions.relative(k, q, p)), this.#ofLists(first[k], second[k]));
      motions.range[k] = own;
      // rows of pairs that are followed are found twice
      if (!isFollowed && balls.isBall(first[k]) && balls.isBall(second[k]) && first[k] !== second[k])
        balls.between(first[k], second[k], own, q);
      else this.#detectPair(k, own);
    }
    pool.sort();
  }
  #isFollowed = false;
  #detectPair(k: number, range: number): void {
    const { first, second } = this.#boxes.pairs;
    const a = this.colliders[first[k]];
    const b = this.colliders[second[k]];
    if (b.halfSpace) this.#onHalfSpace(a, b, range);
    else if (a.halfSpace) this.#onHalfSpace(b, a, range);
    else this.pairs.between(a, b, range, k);
  }

  #onHalfSpace(a: Collider, b: Collider, range: number): void {
    if (!this.#isFollowed && this.balls.isBall(a.index)) {
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
