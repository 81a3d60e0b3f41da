/**
 * The local method at work. On the prediction, sliding points are attached to the closest points; then single constraints are solved
 * batch by batch, and those that share points as islands. After the step, where integrators need it, velocities are projected:
 *
 *   v <- v + W J^T mu,   (J W J^T) mu = -Cdot                                              [GBT06, errata: E8; notes, 4.5]
 */

import { Refusal } from '../../base/refusal.ts';
import {
  activationColumn,
  type BoundRelation,
  jacobian,
  perBoundRelation,
  type Rows,
  spreadForce,
} from '../../constraints/bound-relation.ts';
import type { BatchMember, BatchView, MemberBatch, ProgramView, Work } from '../../constraints/method.ts';
import { pointForces, pushes, records } from '../../constraints/push.ts';
import { solveRows } from '../../constraints/small-solve.ts';
import { addTo, kernel, parameter, row, type Sink } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import { abs, constant, type Expr, max, mul, neg, one } from '../../kernel/formula/expr.ts';
import { dot, scale3, type Vec3 } from '../../kernel/formula/vector.ts';
import { laned } from '../../kernel/run/batch.ts';
import { Islands, type MemberFilter, type Task } from '../../solve/islands/islands.ts';
import { byShape, isIn, releaseTogether } from '../../solve/release.ts';
import type { State } from '../../state/state.ts';
import { SlidingTogether } from './sliding-together.ts';

/** Newton passes at most; a distance takes two or three. */
const mostPasses = 10;

export class LocalWork implements Work {
  private readonly state: State;
  readonly #predicted: Islands;
  readonly #rates: Islands;
  /** projections of velocities of single constraints, and of those that slide */
  #projections: readonly { readonly shape: BatchView; readonly memberBatch: MemberBatch }[] = [];
  #slidingAlone: readonly { readonly shape: BatchView; readonly memberBatch: MemberBatch }[] = [];
  readonly #sliding: SlidingTogether;
  readonly #projecting: ReadonlySet<BatchView>;
  #changes = -1;
  #arranged = false;

  constructor(
    private readonly shapes: readonly BatchView[],
    program: ProgramView,
    private readonly options: { readonly projection: boolean; readonly joint: boolean; readonly inside: boolean },
  ) {
    const { state } = program;
    this.state = state;
    const inside = options.inside ? program.compliance : program.compliance.without('factorised');
    this.#sliding = new SlidingTogether(shapes, state);
    const { isTogether } = this.#sliding;
    this.#predicted = new Islands(shapes, state, inside, prediction(shapes), byForce, 2, isTogether);
    this.#projecting = new Set(
      shapes.filter(
        ({ boundRelation, integrators }) =>
          boundRelation.velocity || (options.projection && integrators.some((i) => i.projected)),
      ),
    );
    this.#rates = new Islands([...this.#projecting], state, program.compliance, rates, byImpulse);
    if (this.#projecting.size) this.afterStep = () => this.#project();
  }
  afterStep?: () => void;

  /** Finds the islands again, if anything has changed. */
  #arrange(): void {
    const changes = this.#changesNow();
    if (changes !== this.#changes) this.#rearrange(changes);
  }
  #changesNow(): number {
    let changes = 0;
    for (let i = 0; i < this.shapes.length; i++) changes += this.shapes[i].changes;
    return changes;
  }
  #rearrange(changes: number): void {
    this.#changes = changes;
    this.#arranged = true;
    for (const { shape, member } of this.#predicted.members()) shape.exclude(member, false);
    this.#predicted.rebuild();
    for (const { shape, member } of this.#predicted.members()) shape.exclude(member, true);
    this.#refuse();
    this.#rates.rebuild();
    this.#endSides();
    this.#projections = [...this.#projecting].flatMap((shape) => {
      const members = this.#rates.alone(shape).filter((m) => !shape.slides(m));
      return members.length
        ? [{ shape, memberBatch: shape.memberBatch(projection(shape.boundRelation), members) }]
        : [];
    });
    this.#slidingAlone = [...this.#projecting].flatMap((shape) => {
      const members = this.#rates.alone(shape).filter((m) => shape.slides(m));
      return members.length
        ? [{ shape, memberBatch: shape.memberBatch(slidingProjection(shape.boundRelation), members) }]
        : [];
    });
  }
  /** Refuses members that share nodes: all where options say so, otherwise a position and a velocity on one node. */
  #refuse(): void {
    for (const members of this.#predicted.components()) {
      if (members.length < 2) continue;
      const isVelocity = ({ shape }: BatchMember): boolean => shape.boundRelation.velocity !== undefined;
      const place = members.find((m) => !isVelocity(m));
      const velocity = members.find(isVelocity);
      if (this.options.joint && !(place && velocity)) continue;
      this.#changes = -1; // checked again in every step
      const [a, b] = place && velocity ? [place, velocity] : members;
      const names = `${a.shape.label(a.member)} and ${b.shape.label(b.member)}`;
      const ids = [a, b].map(({ shape, member }) => shape.who(member).constraint);
      if (place && velocity)
        throw new Refusal(
          'conflict',
          {},
          `constraints ${names} share a node, and one force cannot satisfy both a position and a velocity. Release one, or satisfy the velocity by impulses ("by": "impulse").`,
          ids,
        );
      throw new Refusal(
        'conflict',
        {},
        `Constraint conflict: ${names} share a node. The local method allows one active constraint per node. Release one, use another node, or have them solved together ("conflicts": "solve").`,
        ids,
      );
    }
  }

  end = (): void => {
    for (const { shape, member } of this.#predicted.members()) shape.exclude(member, false);
    this.#predicted.end();
    this.#rates.end();
    this.#endSides();
  };
  #endSides(): void {
    for (const { shape, memberBatch } of [...this.#projections, ...this.#slidingAlone])
      shape.releaseMemberBatch(memberBatch);
  }

  verify = (): void => {
    this.state.column('p').set(this.state.column('q')); // free between steps
    if (this.#changesNow() !== this.#changes) this.#sliding.forget();
    this.#arrange();
    this.#sliding.turn(this.#predicted);
    this.#predicted.verify();
  };

  sharing = (released: readonly BatchMember[]): BatchMember[] => {
    // a release corrects stored velocities and accelerations of the past: most integrators keep neither
    const remembers = this.shapes.some(({ integrators }) => integrators.some((i) => i.lag > 0 || i.history.length > 0));
    if (!remembers || this.state.steps === 0) return [];
    if (!this.#arranged) this.#arrange(); // otherwise members may have been released since, but none added
    const going = byShape(released);
    const together = this.#predicted.components().filter((all) => all.some((one) => isIn(going, one)));
    // a point that slides alone is constrained only across its feature, too
    const slid = released.filter(({ shape, member }) => shape.slides(member) && !this.#predicted.has(shape, member));
    return [...together.flat(), ...slid].filter(({ shape, member }) => shape.isActive(member));
  };
  withdraw = (released: readonly BatchMember[], sharing: readonly BatchMember[]): void =>
    releaseTogether(this.shapes, this.state, released, sharing);

  onPrediction = (): void => {
    // islands that were kept for the last step are found again
    if (this.#predicted.keepsSingles) this.#changes = -1;
    if (this.#sliding.any) this.#sliding.begin(this.#predicted, this.#arranging);
    else this.#arrange();
    for (let i = 0; i < this.shapes.length; i++) {
      const shape = this.shapes[i];
      if (shape.idle || shape.boundRelation.velocity === 'impulse') continue;
      if (shape.rule.newton) newtonPasses(shape);
      else shape.batch.run();
    }
    // islands that were kept for this step are found again in the next
    if (this.#sliding.run(this.#predicted, this.#arranging)) this.#changes = -1;
  };
  readonly #arranging = (): void => this.#arrange();

  #project(): void {
    for (let i = 0; i < this.#projections.length; i++) this.#projections[i].memberBatch.batch.run();
    if (this.#sliding.any) this.#sliding.turn(this.#rates);
    this.#rates.run();
    for (let i = 0; i < this.#slidingAlone.length; i++) {
      const { shape, memberBatch } = this.#slidingAlone[i];
      for (const [member, element] of memberBatch.element)
        setDirection(shape, member, memberBatch, element, this.state);
      memberBatch.batch.run();
    }
  }
}

/** A gap below this part of the coordinates has no direction: rounding is a millionth of it. */
const leastGap = 1e-10;
/** The direction of its force, or 0 where it has closed no gap. */
function setDirection(shape: BatchView, member: number, { batch }: MemberBatch, element: number, state: State): void {
  const [c, q] = [state.column('c'), state.column('q')];
  let [compliance, scale] = [0, 0];
  for (let s = 0; s < shape.boundRelation.slots; s++) {
    const block = shape.blocks[member * shape.slots + s];
    compliance = Math.max(compliance, c[block]);
    for (let axis = 0; axis < 3; axis++) scale = Math.max(scale, Math.abs(q[block + axis]));
  }
  const [x, y, z] = [0, 1, 2].map((axis) => shape.force(member, 0, axis));
  const size = Math.sqrt(x * x + y * y + z * z);
  const activation = size * compliance > leastGap * scale ? 1 / size : 0;
  batch.setRow(element, 0, activation * x);
  batch.setRow(element, 1, activation * y);
  batch.setRow(element, 2, activation * z);
}

const largest = (all: readonly Expr[]): Expr => all.map(abs).reduce((a, b) => max(a, b), constant(0));

const byForce: MemberFilter = ({ boundRelation }) => boundRelation.velocity !== 'impulse';
const byImpulse: MemberFilter = ({ boundRelation, integrators }) =>
  boundRelation.velocity !== undefined || integrators.some((i) => i.projected);

/** On p, or on u where rows are velocities: by forces. */
const prediction = (shapes: readonly BatchView[]): Task => ({
  predicts: true,
  response: ({ velocity }) => (velocity ? 'd' : 'c'),
  rows: (boundRelation) => {
    const { C, points } = boundRelation.at(boundRelation.predicted);
    const scale = largest([...points.flat(), ...boundRelation.measures()]);
    const bends = !boundRelation.linear || boundRelation.turning;
    const ahead = !bends ? undefined : jacobian(boundRelation.at(boundRelation.predicted));
    return { C, scale, J: jacobian(boundRelation.at(boundRelation.now)), ahead };
  },
  push: (boundRelation, lambda) => {
    const rows = boundRelation.at(boundRelation.now);
    const forces = pointForces(rows, lambda);
    const integrators = shapes.filter((s) => s.boundRelation === boundRelation).flatMap((s) => s.integrators);
    return { sinks: pushes(boundRelation, rows, forces, integrators), record: records(rows, forces, lambda) };
  },
});

/** Cdot, or C itself where rows are velocities, at q and v. */
function rateOf(boundRelation: BoundRelation): readonly Expr[] {
  const { C } = boundRelation.at(boundRelation.now);
  if (boundRelation.velocity) return C;
  const motion = boundRelation.motion('q');
  return C.map((c) => directional(c, motion));
}
const impulses = (boundRelation: BoundRelation, { L }: Rows, mu: readonly Expr[]): Sink[] =>
  pointForces(boundRelation.at(boundRelation.now), mu).flatMap((impulse, k) => {
    const w = boundRelation.compliances('w', k);
    return spreadForce(L[k], impulse).map((R, b) =>
      addTo(
        'v',
        boundRelation.anchorSlot(k) + b,
        R.map((r, i) => mul(w[b][i], r)),
      ),
    );
  });

/** On v: by impulses. */
const rates: Task = {
  response: () => 'w',
  rows: (boundRelation) => {
    const speeds = boundRelation.shapes.flatMap((_, k) => boundRelation.blocks('v', k).flat());
    return {
      C: rateOf(boundRelation),
      scale: max(one, largest(speeds)),
      J: jacobian(boundRelation.at(boundRelation.now)),
    };
  },
  push: (boundRelation, lambda) => ({
    sinks: impulses(boundRelation, boundRelation.at(boundRelation.now), lambda),
    record: [],
  }),
};

/** The same for a constraint by itself. */
const projection = perBoundRelation((boundRelation) => {
  const rows = boundRelation.at(boundRelation.now);
  const w = boundRelation.shapes.flatMap((_, k) => boundRelation.compliances('w', k).flat());
  const activation = parameter(activationColumn);
  const mu = solveRows(jacobian(rows), w, rateOf(boundRelation).map(neg), { activation, guard: true });
  return kernel(impulses(boundRelation, rows, mu));
});

/**
 * A sliding point is stopped only along its force, across its feature. The mass of a point is the same in all directions, so J W J^T is
 * a number, and the part of Cdot along the direction d, in the first rows, can be solved for alone.
 */
const slidingProjection = perBoundRelation((boundRelation) => {
  const rows = boundRelation.at(boundRelation.now);
  const w = boundRelation.shapes.flatMap((_, k) => boundRelation.compliances('w', k).flat());
  const d: Vec3 = [row(0), row(1), row(2)];
  const along = scale3(dot(d, rateOf(boundRelation) as unknown as Vec3), d);
  const mu = solveRows(jacobian(rows), w, along.map(neg), { activation: parameter(activationColumn), guard: true });
  return kernel(impulses(boundRelation, rows, mu));
});

const eightEps = 8 * Number.EPSILON;
function newtonPasses(shape: BatchView): void {
  const { batch, rule } = shape;
  const { rows: first, size } = rule.newton as NonNullable<typeof rule.newton>;
  const { rows, place } = batch.table();
  const columns = batch.kernel.rows;
  rows.fill(0);
  /** the largest C of an element before the last pass, in units of rounding */
  const residual = (e: number): number => {
    const bound = eightEps * rows[laned(place[e], columns, first + 2 * size)];
    let most = 0;
    for (let r = 0; r < size; r++) {
      const C = Math.abs(rows[laned(place[e], columns, first + size + r)]);
      if (!(C <= bound * most)) most = C / bound;
    }
    return most;
  };
  let worst = 0;
  for (let pass = 0; pass < mostPasses; pass++) {
    batch.run();
    worst = -1;
    for (let e = 0; e < place.length && worst < 0; e++) if (!(residual(e) <= 1)) worst = e;
    if (worst < 0) return;
  }
  throw new Error(
    `constraint ${shape.label(worst)} was not met in ${mostPasses} passes; the step is too long for its speed, or it cannot be met. Take a shorter step, or release it.`,
  );
}
