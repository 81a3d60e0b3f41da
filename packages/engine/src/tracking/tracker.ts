/**
 * Tracking: superquadrics follow 3D data, frame by frame, while their joints hold.                [Met93, sec. 7; notes, sec. 6]
 *
 *   D qdot = f_q - K q + J^T f_c,      Cdot + a C = 0            no mass: bodies stop where they fit
 *
 * D is that of Gauss and Newton (body-system.ts), so that a step moves all the way to the data of the linear problem. Residuals are
 * distances of points from surfaces (cloud-distance.ts) or of markers from their points (point-rows.ts), by weights that drop
 * outliers (robust.ts). The first frame is fitted in stages: rigid motion, then shape parameters, then local displacements. Each
 * later frame continues from the one before.
 *
 * This room reads a World once, and changes nothing in it: coordinates that it finds are given to `World.pose`.
 */
import { Refusal } from '../base/refusal.ts';
import type { World } from '../world/world.ts';
import { Assignment } from './assign.ts';
import { BodySystem, sizeOf, type TrackingStage } from './body-system.ts';
import { CloudDistance } from './cloud-distance.ts';
import { JointSolve } from './joint-solve.ts';
import { deviationsOf, unobservable } from './observability.ts';
import { checkedOptions, type Datum, type FrameFit, type TrackingOptions } from './options.ts';
import { biweight, scaleOf } from './robust.ts';
import { TrackedBodies } from './tracked-bodies.ts';

/** Of one step, at most: rotation in rad, of lengths and other parameters of a shape relative to the size of the body. */
const longestStep = 0.5;
/**
 * A fit has converged when b . dv, the square of the step in units of its standard deviation times that of the scatter, is so small:
 * an unknown moves by a tenth of its uncertainty. Of exact data the scatter is rounding, of this part of the size.
 */
const settled = { deviations: 0.1, rounding: 1e-9 };
/**
 * Where data find their bodies by distance, shapes are fitted twice to the first frame: at first with a prior, of this part of the weight of
 * the data. Without it a body that begins too long takes points of its neighbour, and the neighbour, left with points of one end, grows without bound:
 * of 40 clouds of two arms that began 3 cm off, 14 were lost so; with it one, and two of 80, which are refused. A part of 0.01 does no better.
 */
const prior = 0.1;
/** Steps that close joints to rounding at the end of a frame, at most, and the gap at which they end, relative to the size. */
const closing = { steps: 8, gap: 1e-12 };

/**
 * Fits the superquadrics of a world to frames of data. Construct it once, then call `fit` for each frame in order.
 * @example const tracker = (world: World, data: readonly Datum[]) => new Tracker(world, data);
 */
export class Tracker {
  readonly #model: TrackedBodies;
  readonly #data: readonly Datum[];
  readonly #options: Required<TrackingOptions>;
  readonly #systems: readonly BodySystem[];
  readonly #clouds: readonly CloudDistance[];
  readonly #assignment: Assignment;
  readonly #solve: JointSolve;
  readonly #stages: readonly TrackingStage[];
  readonly #size: number;
  /** datum of each marker */
  readonly #marked: readonly number[];
  /** of data in a cloud, by body, and of markers */
  readonly #cloudWeights: readonly Float64Array[];
  readonly #markerLengths: Float64Array;
  readonly #markerWeights: Float64Array;
  readonly #isThere: Uint8Array;
  readonly #work: Float64Array;
  #frames = 0;
  /** of shape parameters, in this pass */
  #prior = 0;
  /** equations beyond unknowns: without any, the residuals say nothing of the scatter */
  #spare = 0;

  constructor(world: World, data: readonly Datum[], options: TrackingOptions = {}) {
    this.#options = checkedOptions(options);
    this.#data = data;
    const model = new TrackedBodies(world, data);
    this.#model = model;
    const { bodies } = model;
    const all = bodies.map((_, p) => p);
    const allowed = data.map(({ anchor, bodies: ids, name }) =>
      anchor ? [] : (ids?.map((id) => this.#bodyOf(id, name)) ?? all),
    );
    const count = (p: number): number => allowed.filter((list) => list.includes(p)).length;
    this.#clouds = bodies.map((body, p) => new CloudDistance(body, Math.max(1, count(p))));
    this.#assignment = new Assignment(allowed, this.#clouds);
    this.#systems = bodies.map((body) => new BodySystem(body, this.#options.stiffness));
    this.#solve = new JointSolve(this.#systems, model.joints);
    const has = (stage: TrackingStage): boolean =>
      stage === 'rigid' || bodies.some(({ layout }) => (stage === 'shape' ? layout.shape : layout.local) > 0);
    const stages = this.#options.stages.filter(has);
    this.#stages = stages.length ? stages : ['rigid'];
    this.#size = Math.max(...bodies.map(sizeOf));
    this.#marked = data.flatMap(({ anchor }, i) => (anchor ? [i] : []));
    this.#cloudWeights = this.#clouds.map(({ capacity }) => new Float64Array(capacity));
    const markers = this.#marked.length;
    this.#markerLengths = new Float64Array(markers);
    this.#markerWeights = new Float64Array(markers);
    this.#isThere = new Uint8Array(markers);
    this.#work = new Float64Array(Math.max(1, data.length));
  }
  #bodyOf(id: string, datum: string): number {
    const found = this.#model.bodyOf(id);
    if (found < 0)
      throw new Refusal('unknown', { of: 'tracker' }, `datum "${datum}": there is no superquadric "${id}".`);
    return found;
  }

  /** Fits the next frame: x y z of each datum, NaN where it is missing. */
  fit(positions: Float64Array): FrameFit {
    const first = this.#frames === 0;
    this.#read(positions);
    const { iterations: most } = this.#options;
    const passes = first ? this.#firstPasses() : this.#stages.slice(-1).map((stage) => ({ stage, prior: 0 }));
    let [iterations, converged] = [0, false];
    for (const [n, pass] of passes.entries()) {
      for (const system of this.#systems) system.begin(pass.stage);
      this.#prior = pass.prior;
      if (first && n === passes.length - 1) this.#refuseFew();
      converged = false;
      for (let n = 0; n < (first ? most.first : most.later) && !converged; n++) {
        // far from the fit, the nearest body is often another
        if (first && iterations) this.#assignment.assign(positions, this.#model.q, this.#model.at);
        converged = this.#step();
        iterations++;
      }
    }
    if (!converged) this.#refuseGrown(positions);
    const gap = this.#closeJoints();
    const scatter = this.#evaluate();
    this.#solveSystems(this.#options.damping);
    const deviations = deviationsOf(this.#systems, this.#solve, this.#spare > 0 ? scatter : Number.NaN);
    if (first) this.#refuseUnobservable(deviations);
    this.#systems.forEach((system, p) => {
      system.remember(this.#options.memory, this.#model.q, this.#model.at[p]);
    });
    this.#frames++;
    return this.#result(positions, deviations, gap, iterations, converged);
  }

  #firstPasses(): { readonly stage: TrackingStage; readonly prior: number }[] {
    return this.#stages.flatMap((stage) => [
      ...(stage === 'shape' && this.#assignment.isOpen ? [{ stage, prior }] : []),
      { stage, prior: 0 },
    ]);
  }
  #read(positions: Float64Array): void {
    const { markers, q, at } = this.#model;
    if (positions.length !== 3 * this.#data.length)
      throw new Error(`${positions.length} numbers for ${this.#data.length} data; give three for each.`);
    this.#assignment.assign(positions, q, at);
    this.#marked.forEach((i, m) => {
      const place = positions.subarray(3 * i, 3 * i + 3);
      this.#isThere[m] = Number.isNaN(place[0]) ? 0 : 1;
      if (this.#isThere[m]) markers.setAnchor(m, 1, place);
    });
  }

  /** Residuals, their weights and the normal equations at q. Returns the scatter of the data, m. */
  #evaluate(): number {
    const { q, at, markers, joints } = this.#model;
    joints.evaluate();
    markers.evaluate();
    let [sum, rows] = [0, 0];
    this.#systems.forEach((system, p) => {
      const [cloud, weights] = [this.#clouds[p], this.#cloudWeights[p]];
      system.clear();
      cloud.evaluate(q, at[p]);
      const sigma = scaleOf(cloud.r, cloud.count, 'scalar', system.unknowns, this.#options.noise, this.#work);
      for (let i = 0; i < cloud.count; i++) {
        weights[i] = biweight(cloud.r[i], sigma);
        sum += weights[i] * cloud.r[i] * cloud.r[i];
        rows += weights[i];
      }
      system.addCloud(cloud, weights);
    });
    const markerSum = this.#addMarkers();
    const unknowns = this.#systems.reduce((n, system) => n + system.unknowns, 0);
    rows += 3 * this.#markerWeights.reduce((a, b) => a + b, 0);
    this.#systems.forEach((system, p) => {
      system.addElasticity(q, at[p]);
      if (this.#prior) system.addPrior(this.#prior, q, at[p]);
    });
    this.#spare = rows + joints.size - unknowns;
    return Math.sqrt((sum + markerSum) / Math.max(1, this.#spare));
  }
  #addMarkers(): number {
    const { markers } = this.#model;
    const { C, first, start, entryBody, entryVelocity, J } = markers;
    const lengths = this.#markerLengths;
    let count = 0;
    for (let m = 0; m < lengths.length; m++) {
      if (!this.#isThere[m]) continue;
      const [x, y, z] = [C[first[m]], C[first[m] + 1], C[first[m] + 2]];
      lengths[m] = Math.sqrt(x * x + y * y + z * z);
      this.#work[count++] = lengths[m];
    }
    const present = this.#work.slice(0, count);
    // joints and clouds determine unknowns too
    const others = this.#model.joints.size + this.#clouds.reduce((n, cloud) => n + cloud.count, 0);
    const unknowns = Math.max(0, this.#systems.reduce((n, system) => n + system.unknowns, 0) - others);
    const sigma = scaleOf(present, count, 'length', unknowns, this.#options.noise, this.#work);
    let sum = 0;
    for (let m = 0; m < lengths.length; m++) {
      const weight = this.#isThere[m] ? biweight(lengths[m] / Math.sqrt(3), sigma) : 0;
      this.#markerWeights[m] = weight;
      if (weight === 0) continue;
      sum += weight * lengths[m] * lengths[m];
      for (let r = first[m]; r < first[m + 1]; r++)
        this.#systems[entryBody[start[r]]].addRow(entryVelocity, J, start[r], start[r + 1], weight, C[r]);
    }
    return sum;
  }

  #solveSystems(damping: number): void {
    for (const system of this.#systems) {
      system.factor(damping);
      system.solveForces();
    }
    this.#solve.factor();
  }
  /** One step of the flow. Returns whether it hardly moved anything. */
  #step(): boolean {
    const { rate, jointRate, damping } = this.#options;
    const scatter = this.#evaluate();
    this.#solveSystems(damping);
    if (rate !== 1) for (const { motion } of this.#systems) for (let i = 0; i < motion.length; i++) motion[i] *= rate;
    this.#solve.hold(jointRate);
    const least = settled.deviations * Math.max(scatter, settled.rounding * this.#size);
    const unknowns = this.#systems.reduce((n, { active }) => n + active.length, 0);
    const decrement = this.#systems.reduce((sum, system) => sum + system.decrement(), 0);
    this.#move(true);
    return decrement < least * least * unknowns;
  }
  /** Moves all bodies. Steps that are too long are shortened, of all bodies alike, so that joints go the same part of their way. */
  #move(limited: boolean): void {
    const { q, at, bodies } = this.#model;
    let part = 1;
    this.#systems.forEach(({ motion, scale, active }, p) => {
      const { layout } = bodies[p];
      for (let a = 0; a < active.length; a++) {
        const c = active[a];
        const size = Math.abs(motion[c]) * scale[c];
        if (c >= layout.shapeAt && limited) part = Math.min(part, (longestStep * scale[layout.turn]) / size);
      }
    });
    this.#systems.forEach(({ motion, body }, p) => {
      if (part < 1) for (let i = 0; i < motion.length; i++) motion[i] *= part;
      body.curved?.retract(q.subarray(at[p], at[p] + body.coordinates), motion);
    });
  }
  /** With a joint rate of 1: closes what curvature left open. Returns the largest gap. */
  #closeJoints(): number {
    const { joints } = this.#model;
    const gap = (): number => joints.C.reduce((most, c) => Math.max(most, Math.abs(c)), 0);
    joints.evaluate();
    if (this.#options.jointRate !== 1) return gap();
    for (let n = 0; n < closing.steps && gap() > closing.gap * this.#size; n++) {
      for (const { motion } of this.#systems) motion.fill(0);
      this.#solve.factor();
      this.#solve.hold(1);
      this.#move(false);
      joints.evaluate();
    }
    return gap();
  }

  /** Fewer rows than unknowns: no fit is unique. Without any data, bodies are only brought together by their joints. */
  #refuseFew(): void {
    const unknowns = this.#systems.reduce((n, system) => n + system.unknowns, 0);
    const points = this.#clouds.reduce((n, { count }) => n + count, 0);
    const markers = this.#isThere.reduce((a, b) => a + b, 0);
    const rows = points + 3 * markers + this.#model.joints.size;
    if (rows >= unknowns || !this.#data.length) return;
    this.#evaluate();
    this.#solveSystems(this.#options.damping);
    const deviations = deviationsOf(this.#systems, this.#solve, 1);
    // limbs between joint centres may roll: that alone is no reason
    if (!unobservable(this.#systems, deviations, false).length) return;
    const names = unobservable(this.#systems, deviations, true);
    throw new Refusal(
      'misfit',
      { of: 'tracker' },
      `${rows} equations (${points} points, ${markers} markers, ${this.#model.joints.size} of joints) for ${unknowns} unknowns. The data do not determine ${names.join('; ')}. Give more points, or leave parameters out of "free".`,
    );
  }
  #refuseUnobservable(deviations: readonly Float64Array[]): void {
    const names = unobservable(this.#systems, deviations, false);
    if (!names.length || !this.#data.length) return;
    throw new Refusal(
      'misfit',
      { of: 'tracker' },
      `the data of the first frame do not determine ${names.join('; ')}. Give points elsewhere on the surface, or leave these parameters out of "free".`,
    );
  }

  /** A body that leaves the data: its points are on other bodies. */
  #refuseGrown(positions: Float64Array): void {
    const { q, at } = this.#model;
    const extent = extentOf(positions);
    const names = this.#systems.flatMap((system, p) => {
      const list = system.grown(extent, q, at[p]);
      return list.length ? [`${list.map((name) => `"${name}"`).join(', ')} of "${system.body.id}"`] : [];
    });
    if (names.length)
      throw new Refusal(
        'misfit',
        { of: 'tracker' },
        `frame ${this.#frames}: ${names.join('; ')} grew beyond the extent of all data, ${Number(extent.toPrecision(3))} m: other bodies took its points. Say which points are on which body ("bodies"), or begin nearer to the data.`,
      );
  }

  #result(
    positions: Float64Array,
    deviations: readonly Float64Array[],
    gap: number,
    iterations: number,
    converged: boolean,
  ): FrameFit {
    const { q, at, bodies } = this.#model;
    const modelPoints = new Float64Array(positions.length).fill(Number.NaN);
    const residuals = new Float64Array(this.#data.length).fill(Number.NaN);
    const weights = new Float64Array(this.#data.length);
    const parts = this.#assignment.parts.slice();
    const next = bodies.map(() => 0);
    parts.forEach((p, i) => {
      if (p < 0) return;
      const { r, J, width } = this.#clouds[p];
      residuals[i] = r[next[p]];
      // the first three slopes are minus the normal
      for (let k = 0; k < 3; k++) modelPoints[3 * i + k] = positions[3 * i + k] + r[next[p]] * J[next[p] * width + k];
      weights[i] = this.#cloudWeights[p][next[p]++];
    });
    const { markers } = this.#model;
    this.#marked.forEach((i, m) => {
      if (!this.#isThere[m]) return;
      residuals[i] = this.#markerLengths[m];
      for (let k = 0; k < 3; k++) modelPoints[3 * i + k] = positions[3 * i + k] - markers.C[markers.first[m] + k];
      weights[i] = this.#markerWeights[m];
      parts[i] = markers.entryBody[markers.start[markers.first[m]]];
    });
    let [sum, count] = [0, 0];
    residuals.forEach((r, i) => {
      if (weights[i] > 0) sum += weights[i] * r * r;
      count += weights[i];
    });
    const fitted = bodies.map(({ id, coordinates }, p) => ({
      id,
      coordinates: q.slice(at[p], at[p] + coordinates),
      deviations: deviations[p],
    }));
    const rms = count > 0 ? Math.sqrt(sum / count) : 0;
    return { bodies: fitted, residuals, modelPoints, weights, parts, rms, gap, iterations, converged };
  }
}

/** The longest side of the box around the data that are there. */
function extentOf(positions: Float64Array): number {
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis; i < positions.length; i += 3) {
      if (Number.isNaN(positions[i])) continue;
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}
