/**
 * The system of a solve: its right-hand side, and solves with the factor of its matrix (matrix/kkt-matrix.ts).
 *
 *   [ H  J^T ] [   dp    ]   [ F ]      see kkt.ts
 *   [ J   0  ] [ -lambda ] = [ E ]
 */

import type { Block } from '../../../kernel/run/memory.ts';
import { Bordered } from '../../../linalg/blocks/bordered.ts';
import type { Supernodal } from '../../../linalg/factor/supernodal.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import type { Column, State } from '../../../state/state.ts';
import { KktMatrix } from '../matrix/kkt-matrix.ts';
import type { CondensedPoints } from '../points/condensed-points.ts';
import type { Passing } from '../points/passing.ts';
import type { StickSlip } from '../points/stick-slip.ts';
import { Imbalance } from './imbalance.ts';
import type { KktRows } from './kkt-rows.ts';
import { Secant } from './secant.ts';
import type { Solved } from './solved.ts';
import { Switches } from './switches.ts';
import type { Tether } from './tether.ts';

/** The residual of a row after a refined linear solve, m or rad: far below the tolerance of rows. */
const tiny = 1e-14;

/** Of the residual in one of Newton's iterations. */
const newtonReduction = 1e-3;

/** Of the largest stiffness per mass: what is added first to an indefinite matrix; each further time more by a factor. */
const leastShift = 1e-3;
const nextShift = 8;
const mostShifts = 6;
/** The largest number of friction iterations with one matrix. */
const mostRubs = 40;
/** Friction converges together with Newton's method: this fraction of its error may be left to the next iteration. */
const partly = 1e-3;

export class KktSystem {
  /** of each unknown, see linalg/ordering/precedence.ts */
  readonly rank: Uint8Array;
  /** coordinates that are unknowns: those of bodies, then sliders; rows come behind these */
  readonly coordinates: Int32Array;
  readonly #index: Int32Array;
  readonly #entries: KktMatrix;
  readonly #imbalance: Imbalance;
  readonly #b: Block<Float64Array<ArrayBuffer>>;
  readonly #x: Block<Float64Array<ArrayBuffer>>;
  /** the coordinates once more, for the kernels */
  readonly #places: Block<Int32Array<ArrayBuffer>>;
  readonly #kernels: Kernels;
  readonly #g: Column;
  readonly #p: Column;

  constructor(
    private readonly solved: Solved,
    private readonly rows: KktRows,
    private readonly sliding: StickSlip,
    private readonly passing: Passing,
    private readonly condensed: CondensedPoints,
    private readonly state: State,
    /** solves are as in the paper, without refinement */
    private readonly paper: boolean,
  ) {
    this.#entries = new KktMatrix(solved, rows, sliding, passing, condensed, state, paper);
    const { rank, coordinates, index } = this.#entries;
    this.rank = rank;
    this.coordinates = coordinates;
    this.#index = index;
    this.#b = state.arena.f64(rank.length);
    this.#x = state.arena.f64(rank.length);
    this.#places = state.arena.i32(coordinates.length);
    this.#places.view().set(coordinates);
    this.#kernels = kernelsIn(state.arena.memory);
    this.#g = state.columnOf('g');
    this.#p = state.columnOf('p');
    this.#imbalance = new Imbalance(this.#entries.ofBodies, rows, state);
    this.#factorised = new Switches(rows.size + sliding.still.length + passing.still.length);
  }
  /** That of the last factor. */
  get matrix(): Supernodal | Bordered {
    const { decoupled, matrix } = this.#entries;
    return this.isDecoupled && decoupled ? decoupled.solver : matrix;
  }
  /** With all entries. */
  get whole(): Supernodal | Bordered {
    return this.#entries.matrix;
  }
  /** The last factor lacks second derivatives that couple what nothing else does (matrix/decoupled.ts). */
  isDecoupled = false;
  /** Nothing has stiffness: only constrained points can be at rest. */
  get loose(): boolean {
    return this.#entries.loose;
  }
  /** Rearranges the matrix after a slider left the spans that it has entries for. */
  arrange(): void {
    this.#entries.arrange();
  }
  /** Updates sliders that moved to spans with entries. */
  move(): void {
    this.#entries.move();
  }
  /** Masses of bodies that rotate depend on their orientation. */
  begin(): void {
    this.#entries.begin();
  }
  release(): void {
    this.#entries.release();
    for (const block of [this.#b, this.#x, this.#places]) this.state.arena.release(block);
  }
  /** Whether the block of the bodies is indefinite. */
  get indefinite(): boolean {
    const { dependent, dependentCount } = this.matrix;
    for (let k = 0; k < dependentCount; k++) if (dependent[k] < this.coordinates.length) return true;
    return false;
  }

  /** Assembles and factorises the matrix; the decoupled one in the first iteration, where that does. */
  factor(h: number, activeSet: Uint8Array, lambda: Float64Array, safe: boolean, pass: number): void {
    const { sliding, passing } = this;
    const { decoupled } = this.#entries;
    this.#entries.assemble(h, activeSet, lambda, safe ? 'safe' : 'exact', pass);
    this.isDecoupled = !safe && pass === 0 && (decoupled?.take() ?? false);
    const { matrix } = this;
    if (matrix instanceof Bordered) {
      this.#right(activeSet);
      const least = 0.5 * this.tolerance * (this.#entries.large?.size(h) ?? 0);
      this.#isWhole = !matrix.solveNearly(this.#b.view(), newtonReduction, least, pass === 0);
      this.iterations += matrix.iterations;
      if (this.#isWhole && safe) matrix.factor();
    } else if (this.#atOnce) {
      this.#right(activeSet);
      matrix.factorWith(this.#b);
    } else matrix.factor();
    if (this.isDecoupled && this.indefinite) {
      this.isDecoupled = false;
      this.matrix.factor();
    }
    if (this.paper) return;
    this.#factorised.set(activeSet, sliding.still, passing.still);
  }
  /**
   * The same with no equation lost. Solids have no stiffness but the exact one, and compression makes it indefinite: then pivots of either sign are taken, and
   * where it is indefinite on the rows too masses are added to it. An unknown whose pivot is lost is left out: a block that hung on a rope by one node had a force of
   * 175 N there that nothing answered.
   */
  factorSafely(h: number, activeSet: Uint8Array, lambda: Float64Array, pass: number): void {
    const { tether } = this;
    this.factor(h, activeSet, lambda, true, pass);
    if (this.loose || !this.#lacksEquations) return;
    const whole = this.#entries.matrix;
    whole.openSigns(true);
    for (let k = 0; k <= mostShifts; k++) {
      this.#entries.assemble(h, activeSet, lambda, 'safe', pass);
      if (k === 0) tether.shift = leastShift * this.#entries.stiffest;
      else tether.shift *= nextShift;
      whole.factor();
      this.isDecoupled = false;
      this.#isWhole = whole instanceof Bordered;
      if (whole.isDefiniteOnRows && !this.#lacksEquations) break;
    }
    tether.shift = 0;
    whole.openSigns(false);
    this.#factorised.set(activeSet, this.sliding.still, this.passing.still);
  }
  get #lacksEquations(): boolean {
    const { dependent, dependentCount } = this.matrix;
    for (let k = 0; k < dependentCount; k++) if (this.tether.holds(dependent[k])) return true;
    return false;
  }
  /** relative to loads, of forces on large solids and what is tied to them */
  tolerance = 1e-6;
  /** of conjugate gradients, since this was set to 0 */
  iterations = 0;
  /** a system with a border was factorised as a whole */
  #isWhole = false;
  /** Whether what is solved iteratively is solved: no force is left above the tolerance, neither on large solids nor on the rest. */
  isBalanced(activeSet: Uint8Array, lambda: Float64Array, h: number): boolean {
    if (!this.#entries.large) return false;
    this.forces(lambda, 'none', h, true);
    this.#right(activeSet);
    return this.#entries.large.isBalanced(this.#b.view(), h, this.tolerance);
  }
  /** What is left of forces at p, over the size of loads; u is that of p. */
  imbalance(lambda: Float64Array, h: number): number {
    this.forces(lambda, 'none', h, true);
    const rounding = this.#entries.rounding(this.#p.view());
    return this.#imbalance.of(lambda, h, !this.solved.rests, rounding / this.tolerance);
  }
  get tether(): Tether {
    return this.#entries.tether;
  }
  /** Of the last factor: its active rows, and the sliders and cuts that were stuck. */
  readonly #factorised: Switches;
  /** The residual of a row that is accepted, m or rad. */
  get #enough(): number {
    return this.paper ? Number.POSITIVE_INFINITY : tiny;
  }
  /** Large systems without refinement are solved while they are factorised; small ones afterwards, as they stay in the cache. */
  get #atOnce(): boolean {
    return this.matrix instanceof Bordered ? !this.#isWhole : this.paper && !this.matrix.direct;
  }
  /**
   * Writes the forces at the prediction, with inertia, to the column g, and makes the matrices that `factor` adds up. `withRows`: with the
   * forces of rows, which the matrix has otherwise.
   */
  forces(lambda: Float64Array, matrices: 'safe' | 'exact' | 'none', h: number, withRows = false): void {
    const { parts, mass, flowing } = this.solved;
    const { sliding, passing, condensed } = this;
    const { coordinates: sliders } = sliding;
    const g = this.#g.view();
    for (let k = 0; k < sliders.length; k++) g[sliders[k]] = 0;
    for (let k = 0; k < parts.length; k++) parts[k].forces(matrices);
    mass.push();
    if (flowing.any) flowing.push(h);
    if (condensed.any) {
      // for second derivatives, and for the normal force of friction
      if (!this.paper || this.sliding.rough) this.#entries.expansions.hold(lambda);
      condensed.push(g, withRows);
    }
    if (withRows) this.rows.push(lambda, this.#g.address); // also to condensed points, whose forces are not read any more
    if (sliders.length) sliding.push(g);
    if (passing.any) passing.push(g);
  }
  /** Adds a fraction of dp to p and sets lambda of the active rows. Returns the largest motion. */
  solve(activeSet: Uint8Array, lambda: Float64Array, part: number, h: number): number {
    const primal = this.coordinates.length;
    const x = this.#x.view();
    if (this.#atOnce) this.matrix.solveRest(this.#x);
    else {
      this.#right(activeSet);
      this.matrix.solveRefined(this.#b, this.#x, this.#enough);
    }
    for (let k = 0; part < 1 && k < primal; k++) x[k] *= part;
    this.#secant.begin(x, primal);
    return this.#accept(activeSet, lambda, h);
  }
  /** the last step with the present factor */
  readonly #secant = new Secant();
  /** Takes lambda and the motion from x. Returns the largest motion. */
  #accept(activeSet: Uint8Array, lambda: Float64Array, h: number): number {
    const x = this.#x.view();
    const primal = this.coordinates.length;
    for (let r = 0; r < activeSet.length; r++) lambda[r] = activeSet[r] ? -x[primal + r] : 0;
    if (this.passing.any) this.#entries.measureCuts(x);
    return this.#move(h);
  }
  /**
   * Solves once more with the last factor, for forces and rows at the present p, among them those of the multipliers that are known: a factor
   * costs most of an iteration. Returns the largest motion; undefined, and nothing has moved, if it is more than `most`, or other rows are
   * active or other things stuck than in the factor.
   */
  solveAgain(activeSet: Uint8Array, lambda: Float64Array, most: number, h: number): number | undefined {
    const { rests, curved } = this.solved;
    if (rests || curved.any || !this.#factorised.isOf(activeSet, this.sliding.still, this.passing.still))
      return undefined;
    const primal = this.coordinates.length;
    if (this.matrix instanceof Bordered && (this.#isWhole || !this.#entries.large?.isNearlySolved)) return undefined;
    for (let r = 0; r < activeSet.length; r++) if (!activeSet[r]) lambda[r] = 0;
    this.forces(lambda, 'none', h, true);
    this.#right(activeSet);
    const x = this.#x.view();
    if (this.matrix instanceof Bordered) {
      const least = 0.5 * this.tolerance * (this.#entries.large?.size(h) ?? 0);
      if (!this.matrix.solveAgain(this.#b.view(), newtonReduction, least)) return undefined;
      this.matrix.solveRest(this.#x);
      for (let k = 0; k < primal; k++) if (!(Math.abs(x[k]) <= most)) return undefined;
    } else {
      this.matrix.solveRefined(this.#b, this.#x, Number.POSITIVE_INFINITY);
      if (!this.#secant.improve(x, most)) return undefined;
    }
    for (let r = 0; r < activeSet.length; r++) lambda[r] -= x[primal + r];
    if (this.passing.any) this.#entries.measureCuts(x);
    return this.#move(h);
  }
  /** Moves p by x. Returns the largest motion. */
  #move(h: number): number {
    const { curved } = this.solved;
    const turned = curved.any ? curved.correct(this.#x.view(), this.#index, h) : 0;
    const moved = this.#kernels.move(this.coordinates.length, this.#places.address, this.#x.address, this.#p.address);
    return turned > moved ? turned : moved;
  }
  /** The right-hand side, with the active rows. */
  #right(activeSet: Uint8Array): void {
    const { rows, state } = this;
    const primal = this.coordinates.length;
    this.#kernels.pick(primal, this.#places.address, this.#g.address, this.#b.address);
    const b = this.#b.view();
    if (this.solved.rests) {
      const brace = state.column('brace');
      for (let k = 0; k < primal; k++) b[k] += brace[this.coordinates[k]];
    }
    this.tether.pull(b);
    for (let r = 0; r < activeSet.length; r++) b[primal + r] = activeSet[r] ? -rows.C[r] : 0;
  }
  /** Factorises the matrix with all that forces do as p changes; false, and the exact one is to be used, if it is indefinite. */
  factorWhole(h: number, activeSet: Uint8Array, lambda: Float64Array): boolean {
    const { parts } = this.solved;
    this.#entries.placeWhole();
    this.forces(lambda, 'exact', h);
    for (const part of parts) for (const one of part.whole) if (!part.exact.includes(one)) one.batch.run();
    this.#entries.assemble(h, activeSet, lambda, 'whole', 0);
    this.isDecoupled = false;
    this.matrix.factor();
    this.#factorised.set(activeSet, this.sliding.still, this.passing.still);
    return !this.indefinite;
  }
  /** out = H^-1 f on the rows of the last factor, over the coordinates of the state. */
  respond(f: Float64Array, out: Float64Array): void {
    const { coordinates } = this;
    if (this.#response.length !== this.rank.length) this.#response = new Float64Array(this.rank.length);
    const x = this.#response.fill(0);
    for (let k = 0; k < coordinates.length; k++) x[k] = f[coordinates[k]];
    this.matrix.solve(x);
    for (let k = 0; k < coordinates.length; k++) out[coordinates[k]] = x[k];
  }
  #response = new Float64Array(0);
  /** The forces of rows on condensed points. */
  hold(lambda: Float64Array): void {
    this.#entries.expansions.hold(lambda);
  }
  /** Solves again with the same matrix for a change of friction, and adds the result. */
  settleFriction(activeSet: Uint8Array, lambda: Float64Array, h: number): void {
    const { sliding, passing } = this;
    const index = this.#index;
    const primal = this.coordinates.length;
    const g = this.#g.view();
    let first = 0;
    for (let round = 0; round < mostRubs; round++) {
      const change = Math.max(sliding.settleFriction(lambda, g), passing.settleFriction(lambda, g));
      if (round === 0) first = change;
      if (change === 0 || (!this.paper && change < partly * first)) return; // the next correction includes the rest
      const [b, x] = [this.#b.view().fill(0), this.#x.view()];
      for (let k = 0; k < sliding.coordinates.length; k++) {
        const i = sliding.coordinates[k];
        if (sliding.isUnknown(k) && !sliding.still[k]) b[index[i]] = g[i];
      }
      for (const i of passing.coordinates) b[index[i]] = g[i];
      this.matrix.solveRefined(this.#b, this.#x, this.#enough);
      this.#move(h);
      for (let r = 0; r < activeSet.length; r++) if (activeSet[r]) lambda[r] -= x[primal + r];
    }
  }
}
