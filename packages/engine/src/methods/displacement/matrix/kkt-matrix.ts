/**
 * The matrix of a solve. The place of every entry is found once; each assembly only adds numbers.
 *
 *   [ H  J^T ]      see kkt.ts
 *   [ J   0  ]
 *
 * Inertia and linear elements do not depend on p: they are summed once for a step of h, and copied.
 */

import type { ElementMatrices, Tangent } from '../../../forces/tangent-matrices.ts';
import type { Block } from '../../../kernel/run/memory.ts';
import { Bordered } from '../../../linalg/blocks/bordered.ts';
import { createSupernodal } from '../../../linalg/create-solver.ts';
import type { Supernodal } from '../../../linalg/factor/supernodal.ts';
import { type WholeRows, wholeRows } from '../../../linalg/pattern/whole-rows.ts';
import type { Column, State } from '../../../state/state.ts';
import type { CondensedPoints } from '../points/condensed-points.ts';
import { Expansions } from '../points/expansions.ts';
import type { Passing } from '../points/passing.ts';
import type { StickSlip } from '../points/stick-slip.ts';
import type { KktRows } from '../system/kkt-rows.ts';
import type { Part } from '../system/part.ts';
import type { Solved } from '../system/solved.ts';
import { Tether } from '../system/tether.ts';
import { type Decoupled, decoupledOf } from './decoupled.ts';
import { type LargeSolids, largeSolids } from './large-solids.ts';
import { Layout } from './layout.ts';

/**
 * Regularisation relative to the largest entry: it fixes a body at rest where nothing else does. Newton's method converges the more
 * slowly the larger it is beside the softest motion, so that it is less from some iteration on: a rod of EA L^2/EI = 1e8 is as soft.
 */
const leastStiffness = 1e-9;
const laterStiffness = 1e-13;
const later = 6;

const matricesOf = (part: Part, which: Tangent): readonly ElementMatrices[] =>
  which === 'safe' ? part.matrices : which === 'exact' ? part.exact : part.whole;

export class KktMatrix {
  matrix: Supernodal | Bordered;
  /** where it is much cheaper to factorise */
  decoupled: Decoupled | undefined;
  /** of each unknown, see linalg/ordering/precedence.ts */
  readonly rank: Uint8Array;
  /** coordinates that are unknowns: those of bodies, then sliders; rows come behind these */
  readonly coordinates: Int32Array;
  /** unknown of each coordinate, -1 for none */
  readonly index: Int32Array;
  readonly large: LargeSolids | undefined;
  readonly tether: Tether;
  readonly expansions: Expansions;
  readonly #layout: Layout;
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
  readonly #g: Column;

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
    this.expansions = new Expansions(rows, condensed, state);
    const layout = new Layout(solved, rows, sliding, passing, condensed, this.expansions, state);
    const { rank, coordinates, index, bodies } = layout;
    this.#layout = layout;
    this.rank = rank;
    this.coordinates = coordinates;
    this.index = index;
    this.#bodies = bodies;
    const rough = sliding.rough || passing.any;
    this.large = paper || rough ? undefined : largeSolids(solved, this, state);
    this.tether = new Tether(solved, this.ofBodies, state);
    for (const one of this.#elements) one.place(layout.entry);
    solved.flowing.place(layout.entry);
    this.#massEntries = Int32Array.from(mass.rows, (i, k) => layout.entry(i, mass.columns[k]));
    this.#massSlots = new Int32Array(mass.rows.length);
    rows.place(layout.rowEntry, layout.entry);
    condensed.place();
    this.#g = state.columnOf('g');
    const { matrix, decoupled, base, sliders, diagonal, at } = this.#make();
    this.matrix = matrix;
    this.decoupled = decoupled;
    this.#base = base;
    this.#diagonal = diagonal;
    this.#sliders = sliders;
    this.#settle(at);
  }
  /** Arranges the matrix, with entries for the spans around each slider. */
  #make(): {
    matrix: Supernodal | Bordered;
    decoupled: Decoupled | undefined;
    base: Block<Float64Array<ArrayBuffer>>;
    sliders: WholeRows;
    diagonal: Int32Array;
    at: Int32Array;
  } {
    const { arena } = this.state;
    const { pattern, at, plain } = this.#layout.arrange(this.solved.rests);
    const matrix = this.large?.solverOf(pattern) ?? createSupernodal(pattern, arena, this.rank, this.paper);
    const decoupled =
      plain && this.#keeps && !(matrix instanceof Bordered) ? decoupledOf(matrix, plain, this.rank, arena) : undefined;
    const primal = this.coordinates.length;
    const sliders = wholeRows(pattern, (k) => k >= this.#bodies && k < primal);
    const diagonal = pattern.pointers.slice(0, this.rank.length); // it comes first in every row
    for (const entries of [at, sliders.slots, diagonal])
      for (let k = 0; k < entries.length; k++) entries[k] = matrix.placeOf(entries[k]);
    return { matrix, decoupled, base: arena.f64(matrix.values.length), sliders, diagonal, at };
  }
  /** The coordinates of bodies that are unknowns: the first of all. */
  get ofBodies(): Int32Array {
    return this.coordinates.subarray(0, this.#bodies);
  }
  /** Iterations may keep a factor. */
  get #keeps(): boolean {
    const { rests, curved } = this.solved;
    return !(this.paper || rests || curved.any || this.sliding.rough || this.passing.any);
  }
  /** at: where the entries that stay are. */
  #settle(at: Int32Array): void {
    this.#wholePlaced = false;
    for (const one of this.#elements) one.settle(at);
    this.solved.flowing.settle(at);
    const entries = this.#massEntries;
    for (let k = 0; k < entries.length; k++) this.#massSlots[k] = entries[k] < 0 ? -1 : at[entries[k]];
    this.rows.settle(at, this.#rowSlot, this.#slot);
    this.expansions.settle(this.#rowSlot);
    this.condensed.settle(this.#slot);
    if (this.solved.rests) this.rows.placePairs(this.#slot);
  }
  /** Rearranges the matrix after a slider left the spans that it has entries for. */
  arrange(): void {
    this.matrix.release();
    this.decoupled?.release();
    this.state.arena.release(this.#base);
    const { matrix, decoupled, base, sliders, diagonal, at } = this.#make();
    this.matrix = matrix;
    this.decoupled = decoupled;
    this.#base = base;
    this.#baseStep = -1;
    this.#diagonal = diagonal;
    this.#sliders = sliders;
    this.#settle(at);
  }
  /** Updates sliders that moved to spans with entries. */
  move(): void {
    this.rows.move(this.#rowSlot, this.#slot);
    this.expansions.move(this.condensed.move(this.#slot), this.#rowSlot);
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
  /** Where the entries of all that forces do as p changes are, see `Part.whole`. */
  placeWhole(): void {
    if (this.#wholePlaced) return;
    const here = Int32Array.from({ length: this.matrix.values.length }, (_, slot) => slot);
    for (const part of this.solved.parts)
      for (const one of part.whole) {
        if (part.exact.includes(one)) continue;
        one.place(this.#slot);
        one.settle(here);
      }
    this.#wholePlaced = true;
  }
  #wholePlaced = false;
  release(): void {
    this.expansions.release();
    this.matrix.release();
    this.decoupled?.release();
    this.state.arena.release(this.#base);
  }

  /** The matrix of a step of h with the active rows. */
  assemble(h: number, activeSet: Uint8Array, lambda: Float64Array, stiffness: Tangent, pass: number): void {
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
      this.expansions.add(valuesAddress);
    }
    if (sliding.sliders.length) sliding.resist(values, this.#diagonalOf, this.#clear);
    if (this.passing.any) this.#holdCuts(values);
    if (rests) {
      const braces = state.column('brace').fill(0, 0, state.size);
      if (largest > 0) rows.brace(largest, values, braces, activeSet);
      const least = (pass < later ? leastStiffness : laterStiffness) * largest;
      for (let k = 0; k < primal; k++) values[diagonal[k]] += least;
    }
    this.tether.stiffen(values, diagonal);
    for (let r = 0; r < activeSet.length; r++) if (!activeSet[r]) values[diagonal[primal + r]] = -1;
  }
  /** What rounding of coordinates p makes of forces on bodies, N. */
  rounding(p: Float64Array): number {
    const { values } = this.matrix;
    let sum = 0;
    for (let k = 0; k < this.#bodies; k++) {
      const force = values[this.#diagonal[k]] * p[this.coordinates[k]];
      sum += force * force;
    }
    return 4 * Number.EPSILON * Math.sqrt(sum);
  }
  /** As it was assembled, see tether.ts. */
  get stiffest(): number {
    return this.tether.stiffest(this.matrix.values, this.#diagonal);
  }
  /** Nothing has stiffness: only constrained points can be at rest. */
  loose = false;
  /** Of things without any stiffness: what moves them by a metre, N/m. */
  #loads(): number {
    const g = this.#g.view();
    let most = 0;
    for (let k = 0; k < this.coordinates.length; k++) most = Math.max(most, Math.abs(g[this.coordinates[k]]));
    return most;
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
  measureCuts(x: Float64Array): void {
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
}
