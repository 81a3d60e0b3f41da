/**
 * The local method at work. On the prediction, sliding points are attached to the closest points; then single constraints are solved
 * batch by batch, and those that share points as islands. After the step, where integrators need it, velocities are projected:
 *
 *   v <- v + W J^T mu,   (J W J^T) mu = -Cdot                                              [GBT06, errata: E8; notes, 4.5]
 *
 * Of one scheme, mu is of the order of what the rows turn in a step. Between schemes of different c / (h d), places and velocities ask for
 * different forces, and mu is as large as the impulse h R: a rod between Verlet and Runge-Kutta has a quarter to two fifths of its force there,
 * however short the step. The force over a step is R + mu/h, which is what is reported.
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
import { type Integrator, perStep } from '../../integrators/integrator.ts';
import { addTo, kernel, parameter, row, type Sink, toRow } from '../../kernel/compile/kernel.ts';
import { directional } from '../../kernel/formula/derive.ts';
import { abs, constant, type Expr, max, mul, neg, one } from '../../kernel/formula/expr.ts';
import { add3, dot, scale3, type Vec3 } from '../../kernel/formula/vector.ts';
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
  /** forces that are reported include the impulses of projections */
  readonly #isMixed: boolean;
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
    this.#isMixed = new Set(shapes.flatMap(({ integrators }) => integrators.map(ratioOf))).size > 1;
    const task = this.#isMixed ? reportedRates : rates;
    this.#rates = new Islands([...this.#projecting], state, program.compliance, task, byImpulse);
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
    if (this.#sliding.any) {
      for (const shape of this.#projecting) for (const m of shape.sliding) shape.slidingRows(m)?.mark();
      this.#sliding.begin(this.#predicted, this.#arranging);
    } else this.#arrange();
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
    for (let i = 0; i < this.#projections.length; i++) {
      const { shape, memberBatch } = this.#projections[i];
      memberBatch.batch.run();
      if (this.#isMixed) report(shape, memberBatch, 0);
    }
    if (this.#sliding.any) this.#sliding.turn(this.#rates);
    this.#rates.run(this.#isMixed);
    for (let i = 0; i < this.#slidingAlone.length; i++) {
      const { shape, memberBatch } = this.#slidingAlone[i];
      for (const [member, element] of memberBatch.element)
        setDirections(shape, member, memberBatch, element, this.state);
      memberBatch.batch.run();
      if (this.#isMixed) report(shape, memberBatch, directions.length);
    }
  }
}
/** Adds what a projection has recorded from a row on to the forces of the step. */
function report(shape: BatchView, { batch, element }: MemberBatch, first: number): void {
  for (const [member, e] of element)
    for (let r = 0; r < batch.kernel.rows - first; r++)
      shape.setRecord(member, r, shape.batch.row(member, r) + batch.row(e, first + r));
}
/** h d/c */
const ratioOf = ({ velocityCompliance, positionCompliance }: Integrator): number =>
  velocityCompliance / positionCompliance;

/** A gap below this part of the coordinates has no direction: rounding is a millionth of it. */
const leastGap = 1e-10;
const directions = new Float64Array(9);
const pull = new Float64Array(3);
/** The directions in which a point that slides has the velocity of what it slides on. */
function setDirections(shape: BatchView, member: number, { batch }: MemberBatch, element: number, state: State): void {
  const [c, q] = [state.column('c'), state.column('q')];
  let [compliance, scale] = [0, 0];
  for (let s = 0; s < shape.boundRelation.slots; s++) {
    const block = shape.blocks[member * shape.slots + s];
    compliance = Math.max(compliance, c[block]);
    for (let axis = 0; axis < 3; axis++) scale = Math.max(scale, Math.abs(q[block + axis]));
  }
  for (let axis = 0; axis < 3; axis++) pull[axis] = shape.force(member, 0, axis);
  const least = (leastGap * scale) / compliance;
  shape.slidingRows(member)?.projectedDirections(q, pull, least, directions);
  for (let r = 0; r < 9; r++) batch.setRow(element, r, directions[r]);
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

/** mu/h, as forces are recorded. A velocity that is held by impulses has no other record. */
const impulseRecords = (boundRelation: BoundRelation, rows: Rows, mu: readonly Expr[]): readonly Expr[] => {
  if (boundRelation.velocity === 'impulse') return [];
  const mean = mu.map((one) => mul(perStep, one));
  return records(rows, pointForces(rows, mean), mean);
};

/** On v: by impulses. */
const ratesWith = (isReported: boolean): Task => ({
  response: () => 'w',
  rows: (boundRelation) => {
    const speeds = boundRelation.shapes.flatMap((_, k) => boundRelation.blocks('v', k).flat());
    return {
      C: rateOf(boundRelation),
      scale: max(one, largest(speeds)),
      J: jacobian(boundRelation.at(boundRelation.now)),
    };
  },
  push: (boundRelation, mu) => {
    const rows = boundRelation.at(boundRelation.now);
    return {
      sinks: impulses(boundRelation, rows, mu),
      record: isReported ? impulseRecords(boundRelation, rows, mu) : [],
    };
  },
});
const [rates, reportedRates] = [ratesWith(false), ratesWith(true)];

/** The same for a constraint by itself. */
const projection = perBoundRelation((boundRelation) => {
  const rows = boundRelation.at(boundRelation.now);
  const w = boundRelation.shapes.flatMap((_, k) => boundRelation.compliances('w', k).flat());
  const activation = parameter(activationColumn);
  const mu = solveRows(jacobian(rows), w, rateOf(boundRelation).map(neg), { activation, guard: true });
  return kernel([...impulses(boundRelation, rows, mu), ...reported(boundRelation, rows, mu, 0)]);
});
const reported = (boundRelation: BoundRelation, rows: Rows, mu: readonly Expr[], first: number): Sink[] =>
  impulseRecords(boundRelation, rows, mu).map((e, r) => toRow(first + r, e));

/**
 * A sliding point has the velocity of its feature across it, in the directions n of the rows (SlidingRows.projectedDirections). The mass of a point
 * is the same in all directions, so J W J^T is a number, and the part n (n . Cdot) can be solved for alone.
 *
 * The direction of its force would not do. It follows a velocity error e across the force by e / (h a), where a is the acceleration
 * that the force balances. Between two schemes of different c / (h d) a step leaves a velocity S of order h a along the force, so that taking
 * S away along that direction puts S e / (h a) back across it: with accelerations a1 of the point, under Runge-Kutta, and a2 of its line,
 * under Verlet, e is multiplied by (a1/2) / (a2 - a1/2) in every step, and by 1.5 or more for a2 between a1/6 and 5/6 a1.
 */
const slidingProjection = perBoundRelation((boundRelation) => {
  const rows = boundRelation.at(boundRelation.now);
  const w = boundRelation.shapes.flatMap((_, k) => boundRelation.compliances('w', k).flat());
  const rate = rateOf(boundRelation) as unknown as Vec3;
  const across = [0, 3, 6]
    .map((r): Vec3 => [row(r), row(r + 1), row(r + 2)])
    .map((n) => scale3(dot(n, rate), n))
    .reduce(add3);
  const mu = solveRows(jacobian(rows), w, across.map(neg), { activation: parameter(activationColumn), guard: true });
  return kernel([...impulses(boundRelation, rows, mu), ...reported(boundRelation, rows, mu, directions.length)]);
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
    for (let e = 0; e < place.length && worst < 0; e++) {
      const lane = laned(place[e], columns, first + size);
      const bound = eightEps * rows[lane + 2 * size];
      let r = 0;
      while (r < size && Math.abs(rows[lane + 2 * r]) < bound) r++;
      if (r < size && !(residual(e) <= 1)) worst = e;
    }
    if (worst < 0) return;
  }
  throw new Error(
    `constraint ${shape.label(worst)} was not met in ${mostPasses} passes; the step is too long for its speed, or it cannot be met. Take a shorter step, or release it.`,
  );
}
