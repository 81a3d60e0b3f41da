/**
 * The matrix and the right-hand side of a solve. The place of every entry is found once; each solve only adds numbers.
 *
 *   [ H  J^T ] [   dp    ]   [ F ]      see kkt.ts
 *   [ J   0  ] [ -lambda ] = [ E ]
 *
 * Inertia and linear elements do not depend on p: they are summed once for a step of h, and copied.
 *
 * Long because the solve, its repetition with an old factor and the response to impulses share the places of entries.
 */

import type { ElementMatrices, Tangent } from '../../../forces/tangent-matrices.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import { Bordered } from '../../../linalg/blocks/bordered.ts';
import { createSupernodal } from '../../../linalg/create-solver.ts';
import type { Supernodal } from '../../../linalg/factor/supernodal.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import { type WholeRows, wholeRows } from '../../../linalg/pattern/whole-rows.ts';
import type { Column, State } from '../../../state/state.ts';
import type { CondensedPoints } from '../points/condensed-points.ts';
import { Expansions } from '../points/expansions.ts';
import type { Passing } from '../points/passing.ts';
import type { StickSlip } from '../points/stick-slip.ts';
import type { KktRows } from './kkt-rows.ts';
import { type LargeSolids, largeSolids } from './large-solids.ts';
import { Layout } from './layout.ts';
import type { Part } from './part.ts';
import { Secant } from './secant.ts';
import type { Solved } from './solved.ts';
import { Switches } from './switches.ts';

/**
 * Regularisation relative to the largest entry: it fixes a body at rest where nothing else does. Newton's method converges the more
 * slowly the larger it is beside the softest motion, so that it is less from some iteration on: a rod of EA L^2/EI = 1e8 is as soft.
 */
const leastStiffness = 1e-9;
const laterStiffness = 1e-13;
const later = 6;

/** The residual of a row after a refined linear solve, m or rad: far below the tolerance of rows. */
const tiny = 1e-14;

/** Of the residual in one of Newton's iterations. */
const newtonReduction = 1e-3;

/** The largest number of friction iterations with one matrix. */
const mostRubs = 40;
/** Friction converges together with Newton's method: this fraction of its error may be left to the next iteration. */
const partly = 1e-3;

const matricesOf = (part: Part, which: Tangent): readonly ElementMatrices[] =>
  which === 'safe' ? part.matrices : which === 'exact' ? part.exact : part.whole;

export class KktSystem {
  matrix: Supernodal | Bordered;
  /** of each unknown, see linalg/ordering/precedence.ts */
  readonly rank: Uint8Array;
  /** coordinates that are unknowns: those of bodies, then sliders; rows come behind these */
  readonly coordinates: Int32Array;
  /** unknown of each coordinate, -1 for none */
  readonly index: Int32Array;
  readonly #layout: Layout;
  readonly #large: LargeSolids | undefined;
  readonly #expansions: Expansions;
  /** of each entry of the mass matrix, its number among those that stay; where it is */
  readonly #massEntries: Int32Array;
  readonly #massSlots: Int32Array;
  /** how many unknowns are bodies', and the rows of those that are sliders' */
  readonly #bodies: number;
  #sliders: WholeRows;
  #diagonal: Int32Array;
  #base: Block<Float64Array<ArrayBuffer>>;
  /** the step that the base is for, s */
  #baseStep = -1;
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
    const { mass } = solved;
    this.#expansions = new Expansions(rows, condensed, state);
    const layout = new Layout(solved, rows, sliding, passing, condensed, this.#expansions, state);
    const { rank, coordinates, index, bodies } = layout;
    this.#layout = layout;
    this.rank = rank;
    this.coordinates = coordinates;
    this.index = index;
    this.#bodies = bodies;
    const rough = sliding.rough || passing.any;
    this.#large = paper || rough ? undefined : largeSolids(solved, this, state);
    for (const one of this.#elements) one.place(layout.entry);
    solved.flowing.place(layout.entry);
    this.#massEntries = Int32Array.from(mass.rows, (i, k) => layout.entry(i, mass.columns[k]));
    this.#massSlots = new Int32Array(mass.rows.length);
    rows.place(layout.rowEntry, layout.entry);
    condensed.place();
    this.#b = state.arena.f64(rank.length);
    this.#x = state.arena.f64(rank.length);
    this.#places = state.arena.i32(coordinates.length);
    this.#places.view().set(coordinates);
    this.#kernels = kernelsIn(state.arena.memory);
    this.#g = state.columnOf('g');
    this.#p = state.columnOf('p');
    const { matrix, base, sliders, diagonal, at } = this.#make();
    this.matrix = matrix;
    this.#base = base;
    this.#diagonal = diagonal;
    this.#sliders = sliders;
    this.#settle(at);
    this.#factorised = new Switches(rows.size + sliding.still.length + passing.still.length);
  }
  /** Arranges the matrix, with entries for the spans around each slider. */
  #make(): {
    matrix: Supernodal | Bordered;
    base: Block<Float64Array<ArrayBuffer>>;
    sliders: WholeRows;
    diagonal: Int32Array;
    at: Int32Array;
  } {
    const { arena } = this.state;
    const { pattern, at } = this.#layout.arrange(this.solved.rests);
    const matrix = this.#large?.solverOf(pattern) ?? createSupernodal(pattern, arena, this.rank, this.paper);
    const primal = this.coordinates.length;
    const sliders = wholeRows(pattern, (k) => k >= this.#bodies && k < primal);
    const diagonal = pattern.pointers.slice(0, this.rank.length); // it comes first in every row
    for (const entries of [at, sliders.slots, diagonal])
      for (let k = 0; k < entries.length; k++) entries[k] = matrix.placeOf(entries[k]);
    return { matrix, base: arena.f64(matrix.values.length), sliders, diagonal, at };
  }
  /** at: where the entries that stay are. */
  #settle(at: Int32Array): void {
    this.#wholePlaced = false;
    for (const one of this.#elements) one.settle(at);
    this.solved.flowing.settle(at);
    const entries = this.#massEntries;
    for (let k = 0; k < entries.length; k++) this.#massSlots[k] = entries[k] < 0 ? -1 : at[entries[k]];
    this.rows.settle(at, this.#rowSlot, this.#slot);
    this.#expansions.settle(this.#rowSlot);
    this.condensed.settle(this.#slot);
    if (this.solved.rests) this.rows.placePairs(this.#slot);
  }
  /** Rearranges the matrix after a slider left the spans that it has entries for. */
  arrange(): void {
    this.matrix.release();
    this.state.arena.release(this.#base);
    const { matrix, base, sliders, diagonal, at } = this.#make();
    this.matrix = matrix;
    this.#base = base;
    this.#baseStep = -1;
    this.#diagonal = diagonal;
    this.#sliders = sliders;
    this.#settle(at);
  }
  /** Updates sliders that moved to spans with entries. */
  move(): void {
    this.rows.move(this.#rowSlot, this.#slot);
    this.#expansions.move(this.condensed.move(this.#slot), this.#rowSlot);
  }
  get #elements(): Set<ElementMatrices> {
    return new Set(this.solved.parts.flatMap(({ matrices, exact }) => [...matrices, ...exact]));
  }
  readonly #slot = (i: number, j: number): number => {
    const { index, matrix } = this;
    return index[i] >= 0 && index[j] >= 0 ? matrix.slot(index[i], index[j]) : -1;
  };
  readonly #rowSlot = (row: number, i: number): number =>
    this.index[i] >= 0 ? this.matrix.slot(this.index[i], this.coordinates.length + row) : -1;
  release(): void {
    this.#expansions.release();
    this.matrix.release();
    for (const block of [this.#base, this.#b, this.#x, this.#places]) this.state.arena.release(block);
  }
  /** Whether the block of the bodies is indefinite. */
  get indefinite(): boolean {
    const { dependent, dependentCount } = this.matrix;
    for (let k = 0; k < dependentCount; k++) if (dependent[k] < this.coordinates.length) return true;
    return false;
  }

  /** The matrix of a step of h with the active rows. */
  #assemble(h: number, activeSet: Uint8Array, lambda: Float64Array, stiffness: Tangent, pass: number): void {
    const { matrix, rows, sliding, condensed, state } = this;
    const { parts, rests, flowing } = this.solved;
    const primal = this.coordinates.length;
    const diagonal = this.#diagonal;
    this.#prepare(h);
    const { values, valuesAddress } = matrix;
    matrix.load(this.#base);
    for (let k = 0; k < parts.length; k++) {
      const own = matricesOf(parts[k], stiffness);
      for (let m = 0; m < own.length; m++) if (!own[m].constant) own[m].add(valuesAddress);
    }
    if (flowing.any) flowing.add(values);
    let largest = 0;
    if (rests) for (let k = 0; k < primal; k++) largest = Math.max(largest, values[diagonal[k]]);
    this.loose = rests && largest === 0;
    if (this.loose) largest = this.#loads();
    rows.add(valuesAddress, lambda, activeSet, stiffness === 'safe');
    if (condensed.any) {
      condensed.add(valuesAddress);
      this.#expansions.add(valuesAddress);
    }
    if (sliding.sliders.length) sliding.resist(values, this.#diagonalOf, this.#clear);
    if (this.passing.any) this.#holdCuts(values);
    if (rests) {
      const braces = state.column('brace').fill(0, 0, state.size);
      if (largest > 0) rows.brace(largest, values, braces, activeSet);
      const least = (pass < later ? leastStiffness : laterStiffness) * largest;
      for (let k = 0; k < primal; k++) values[diagonal[k]] += least;
    }
    for (let r = 0; r < activeSet.length; r++) if (!activeSet[r]) values[diagonal[primal + r]] = -1;
  }
  /** Assembles and factorises the matrix. */
  factor(h: number, activeSet: Uint8Array, lambda: Float64Array, safe: boolean, pass: number): void {
    const { matrix, sliding, passing } = this;
    this.#assemble(h, activeSet, lambda, safe ? 'safe' : 'exact', pass);
    if (matrix instanceof Bordered) {
      this.#right(activeSet);
      const least = 0.5 * this.tolerance * (this.#large?.size(h) ?? 0);
      this.#isWhole = !matrix.solveNearly(this.#b.view(), newtonReduction, least, pass === 0);
      if (this.#isWhole && safe) matrix.factor();
    } else if (this.#atOnce) {
      this.#right(activeSet);
      matrix.factorWith(this.#b);
    } else matrix.factor();
    if (this.paper) return;
    this.#factorised.set(activeSet, sliding.still, passing.still);
  }
  /** relative to loads, of forces on large solids and what is tied to them */
  tolerance = 1e-6;
  /** a system with a border was factorised as a whole */
  #isWhole = false;
  /** Whether what is solved iteratively is solved: no force is left above the tolerance, neither on large solids nor on the rest. */
  isBalanced(activeSet: Uint8Array, lambda: Float64Array, h: number): boolean {
    if (!this.#large) return false;
    this.forces(lambda, 'none', h, true);
    this.#right(activeSet);
    return this.#large.isBalanced(this.#b.view(), h, this.tolerance);
  }
  /** Of the last factor: its active rows, and the sliders and cuts that were stuck. */
  readonly #factorised: Switches;
  /** Nothing has stiffness: only constrained points can be at rest. */
  loose = false;
  /** Of things without any stiffness: what moves them by a metre, N/m. */
  #loads(): number {
    const g = this.#g.view();
    let most = 0;
    for (let k = 0; k < this.coordinates.length; k++) most = Math.max(most, Math.abs(g[this.coordinates[k]]));
    return most;
  }
  /** The residual of a row that is accepted, m or rad. */
  get #enough(): number {
    return this.paper ? Number.POSITIVE_INFINITY : tiny;
  }
  /** Large systems without refinement are solved while they are factorised; small ones afterwards, as they stay in the cache. */
  get #atOnce(): boolean {
    return this.matrix instanceof Bordered ? !this.#isWhole : this.paper && !this.matrix.direct;
  }
  readonly #diagonalOf = (coordinate: number): number => this.#diagonal[this.index[coordinate]];
  readonly #clear = (coordinate: number): void => {
    const { ends, slots } = this.#sliders;
    const k = this.index[coordinate] - this.#bodies;
    const { values } = this.matrix;
    for (let at = k > 0 ? ends[k - 1] : 0; at < ends[k]; at++) values[slots[at]] = 0;
  };
  /** Cuts that do not move are decoupled; their rows are kept, for the forces on them. */
  #holdCuts(values: Float64Array): void {
    const { passing } = this;
    const { slots } = this.#sliders;
    if (this.#cutRows.length !== slots.length) this.#cutRows = new Float64Array(slots.length);
    for (let at = 0; at < slots.length; at++) this.#cutRows[at] = values[slots[at]];
    for (let k = 0; k < passing.coordinates.length; k++) {
      const i = passing.coordinates[k];
      if (passing.still[k]) {
        this.#clear(i);
        values[this.#diagonalOf(i)] = 1;
      } else values[this.#diagonalOf(i)] += passing.resistance(k);
    }
  }
  #cutRows = new Float64Array(0);
  /** The forces on cuts that do not move change with the motion x of everything else. */
  #measureCuts(x: Float64Array): void {
    const { passing } = this;
    const { ends, columns } = this.#sliders;
    for (let k = 0; k < passing.coordinates.length; k++) {
      if (!passing.still[k]) continue;
      const row = this.index[passing.coordinates[k]] - this.#bodies;
      let force = 0;
      for (let at = row > 0 ? ends[row - 1] : 0; at < ends[row]; at++) force += this.#cutRows[at] * x[columns[at]];
      passing.correct(k, force);
    }
  }
  /** Masses of bodies that rotate depend on their orientation. */
  begin(): void {
    if (this.solved.mass.refresh()) this.#massChanged = true;
  }
  #massChanged = false;
  #prepare(h: number): void {
    if (this.#baseStep === h && !this.#massChanged) return;
    this.#baseStep = h;
    this.#massChanged = false;
    const { parts, mass } = this.solved;
    const base = this.#base.view().fill(0);
    for (const { exact } of parts) {
      for (const one of exact) {
        if (!one.constant) continue;
        one.batch.run();
        one.add(this.#base.address);
      }
    }
    for (let k = 0; k < mass.rows.length; k++) {
      const m = mass.values[k];
      if (this.#massSlots[k] >= 0) base[this.#massSlots[k]] += m / (h * h) + (mass.drags[k] * m) / h;
    }
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
      if (!this.paper || this.sliding.rough) this.#expansions.hold(lambda);
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
    if (this.passing.any) this.#measureCuts(x);
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
    if (this.matrix instanceof Bordered && (this.#isWhole || !this.#large?.isNearlySolved)) return undefined;
    for (let r = 0; r < activeSet.length; r++) if (!activeSet[r]) lambda[r] = 0;
    this.forces(lambda, 'none', h, true);
    this.#right(activeSet);
    const x = this.#x.view();
    if (this.matrix instanceof Bordered) {
      const least = 0.5 * this.tolerance * (this.#large?.size(h) ?? 0);
      if (!this.matrix.solveAgain(this.#b.view(), newtonReduction, least)) return undefined;
      this.matrix.solveRest(this.#x);
    } else {
      this.matrix.solveRefined(this.#b, this.#x, Number.POSITIVE_INFINITY);
      if (!this.#secant.improve(x)) return undefined;
    }
    for (let k = 0; k < primal; k++) if (!(Math.abs(x[k]) <= most)) return undefined;
    for (let r = 0; r < activeSet.length; r++) lambda[r] -= x[primal + r];
    if (this.passing.any) this.#measureCuts(x);
    return this.#move(h);
  }
  /** Moves p by x. Returns the largest motion. */
  #move(h: number): number {
    const { curved } = this.solved;
    const turned = curved.any ? curved.correct(this.#x.view(), this.index, h) : 0;
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
    for (let r = 0; r < activeSet.length; r++) b[primal + r] = activeSet[r] ? -rows.C[r] : 0;
  }
  /** Factorises the matrix with all that forces do as p changes; false, and the exact one is to be used, if it is indefinite. */
  factorWhole(h: number, activeSet: Uint8Array, lambda: Float64Array): boolean {
    const { parts } = this.solved;
    if (!this.#wholePlaced) {
      const here = Int32Array.from({ length: this.matrix.values.length }, (_, slot) => slot);
      for (const part of parts)
        for (const one of part.whole) {
          if (part.exact.includes(one)) continue;
          one.place(this.#slot);
          one.settle(here);
        }
      this.#wholePlaced = true;
    }
    this.forces(lambda, 'exact', h);
    for (const part of parts) for (const one of part.whole) if (!part.exact.includes(one)) one.batch.run();
    this.#assemble(h, activeSet, lambda, 'whole', 0);
    this.matrix.factor();
    this.#factorised.set(activeSet, this.sliding.still, this.passing.still);
    return !this.indefinite;
  }
  /** places of the entries of `factorWhole` are known */
  #wholePlaced = false;
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
    this.#expansions.hold(lambda);
  }
  /** Solves again with the same matrix for a change of friction, and adds the result. */
  settleFriction(activeSet: Uint8Array, lambda: Float64Array, h: number): void {
    const { sliding, passing, index } = this;
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
