/**
 * The matrix and the right-hand side of a solve: where every entry goes is found once, then numbers are moved.
 *
 *   [ H  J^T ] [   dp    ]   [ F ]      see kkt.ts
 *   [ J   0  ] [ -lambda ] = [ E ]
 *
 * Inertia and elements that are linear are the same wherever things are: they are summed once for a step of h, and copied.
 */
import type { Block } from '../kernel/memory.ts';
import { createSupernodal } from '../linalg/create-solver.ts';
import { upperPattern } from '../linalg/pattern.ts';
import type { Supernodal } from '../linalg/supernodal.ts';
import type { Placed } from '../mover.ts';
import type { State } from '../state.ts';
import type { KktRows } from './kkt-rows.ts';
import type { Mass } from './mass.ts';
import type { Part } from './part.ts';
import type { Sliding } from './sliding.ts';

/** Of the largest entry: what keeps a body at rest in one place where nothing else does. */
const leastStiffness = 1e-9;
/** What is left of a row after the linear solve, m or rad: far below what rows are met to. */
const tiny = 1e-14;

/** What is solved for, whatever holds it. */
export interface Solved {
  readonly placed: readonly Placed[];
  readonly parts: readonly Part[];
  readonly mass: Mass;
  /** some bodies are at rest, and have no mass to keep the matrix definite */
  readonly rests: boolean;
}

export class KktSystem {
  readonly matrix: Supernodal;
  /** of each unknown, see linalg/precedence.ts */
  readonly rank: Uint8Array;
  /** coordinates that are unknowns: those of bodies, then sliders; rows come behind these */
  readonly coordinates: Int32Array;
  readonly #massSlots: Int32Array;
  readonly #diagonal: Int32Array;
  /** of each slider, its row of the matrix */
  readonly #slots: ReadonlyMap<number, readonly number[]>;
  readonly #base: Block<Float64Array<ArrayBuffer>>;
  /** the step that the base is for, s */
  #baseStep = -1;
  readonly #b: Block<Float64Array<ArrayBuffer>>;
  readonly #x: Block<Float64Array<ArrayBuffer>>;

  constructor(
    private readonly solved: Solved,
    private readonly rows: KktRows,
    private readonly sliding: Sliding,
    private readonly state: State,
  ) {
    const { parts, mass, rests } = solved;
    const { coordinates, index, bodies } = unknownsOf(solved.placed, sliding, state);
    this.coordinates = coordinates;
    const primal = coordinates.length;
    const size = primal + rows.size;
    const pairs: [number, number][] = [];
    const pair = (i: number, j: number): void => {
      if (index[i] >= 0 && index[j] >= 0) pairs.push([index[i], index[j]]);
    };
    for (const { matrices, exact } of parts) for (const one of new Set([...matrices, ...exact])) one.pairs(pair);
    mass.rows.forEach((i, k) => {
      pair(i, mass.columns[k]);
    });
    rows.each((row, i) => {
      if (index[i] >= 0) pairs.push([index[i], primal + row]);
    }, pair);
    if (rests) rows.eachPair(pair);
    this.rank = Uint8Array.from({ length: size }, (_, k) => (k < bodies ? 0 : k < primal ? 2 : 1));
    const matrix = createSupernodal(upperPattern(size, pairs), state.arena, this.rank);
    this.matrix = matrix;
    const slot = (i: number, j: number): number =>
      index[i] >= 0 && index[j] >= 0 ? matrix.slot(index[i], index[j]) : -1;
    for (const { matrices, exact } of parts) for (const one of new Set([...matrices, ...exact])) one.place(slot);
    this.#massSlots = Int32Array.from(mass.rows, (i, k) => slot(i, mass.columns[k]));
    rows.place((row, i) => (index[i] >= 0 ? matrix.slot(index[i], primal + row) : -1), slot);
    if (rests) rows.placePairs(slot);
    this.#diagonal = Int32Array.from({ length: size }, (_, k) => matrix.slot(k, k));
    this.#slots = new Map(
      sliding.sliders.flatMap(({ coordinate }) =>
        index[coordinate] < 0 ? [] : [[coordinate, matrix.slotsOf(index[coordinate])]],
      ),
    );
    this.#base = state.arena.f64(matrix.values.length);
    this.#b = state.arena.f64(size);
    this.#x = state.arena.f64(size);
  }
  release(): void {
    this.matrix.release();
    for (const block of [this.#base, this.#b, this.#x]) this.state.arena.release(block);
  }
  /** Some of the bodies' own unknowns cannot be told from the matrix: it is not definite. */
  get indefinite(): boolean {
    const { dependent, dependentCount } = this.matrix;
    for (let k = 0; k < dependentCount; k++) if (dependent[k] < this.coordinates.length) return true;
    return false;
  }

  /** The matrix of a step of h with the rows that take part, factored; `safe`: with stiffness that is never indefinite. */
  factor(h: number, taking: Uint8Array, lambda: Float64Array, safe: boolean): void {
    const { matrix, rows, sliding, state } = this;
    const { parts, rests } = this.solved;
    const primal = this.coordinates.length;
    const diagonal = this.#diagonal;
    this.#prepare(h);
    const { values, valuesAddress } = matrix;
    values.set(this.#base.view());
    for (let k = 0; k < parts.length; k++) {
      const own = safe ? parts[k].matrices : parts[k].exact;
      for (let m = 0; m < own.length; m++) if (!own[m].constant) own[m].add(valuesAddress);
    }
    let largest = 0;
    if (rests) for (let k = 0; k < primal; k++) largest = Math.max(largest, values[diagonal[k]]);
    rows.add(valuesAddress, lambda, taking);
    sliding.resist(this.#slotsOf, values);
    if (rests) {
      const braces = state.column('brace').fill(0, 0, state.size);
      if (largest > 0) rows.brace(largest, values, braces, taking);
      for (let k = 0; k < primal; k++) values[diagonal[k]] += leastStiffness * largest;
    }
    for (let r = 0; r < taking.length; r++) if (!taking[r]) values[diagonal[primal + r]] = -1;
    matrix.factor();
  }
  readonly #slotsOf = (coordinate: number): readonly number[] => this.#slots.get(coordinate) as readonly number[];
  #prepare(h: number): void {
    if (this.#baseStep === h) return;
    this.#baseStep = h;
    const { parts, mass } = this.solved;
    const base = this.#base.view().fill(0);
    for (const part of parts) {
      part.prepare(h);
      for (const one of part.exact) if (one.constant) one.add(this.#base.address);
    }
    for (let k = 0; k < mass.rows.length; k++) {
      const m = mass.values[k];
      if (this.#massSlots[k] >= 0) base[this.#massSlots[k]] += m / (h * h) + (mass.drag[mass.rows[k]] * m) / h;
    }
  }

  /** dp is added to p, lambda becomes the multipliers of the rows that take part. Returns how far anything moves. */
  solve(h: number, taking: Uint8Array, lambda: Float64Array): number {
    const { state, coordinates, rows } = this;
    const primal = coordinates.length;
    this.#forces(h);
    const [g, p] = [state.column('g'), state.column('p')];
    const [b, x] = [this.#b.view(), this.#x.view()];
    for (let k = 0; k < primal; k++) b[k] = g[coordinates[k]];
    if (this.solved.rests) {
      const brace = state.column('brace');
      for (let k = 0; k < primal; k++) b[k] += brace[coordinates[k]];
    }
    for (let r = 0; r < taking.length; r++) b[primal + r] = taking[r] ? -rows.C[r] : 0;
    this.matrix.solveRefined(this.#b, this.#x, tiny);
    let moved = 0;
    for (let k = 0; k < primal; k++) {
      p[coordinates[k]] += x[k];
      const far = Math.abs(x[k]);
      if (!(far <= moved)) moved = far;
    }
    for (let r = 0; r < taking.length; r++) lambda[r] = taking[r] ? -x[primal + r] : 0;
    return moved;
  }
  /** The column g: what pushes, inertia included. */
  #forces(h: number): void {
    const { state, sliding } = this;
    const { placed, parts, mass } = this.solved;
    const [g, external] = [state.column('g'), state.column('external')];
    for (let b = 0; b < placed.length; b++) {
      const { start, size } = placed[b];
      for (let i = start; i < start + size; i++) g[i] = external[i];
    }
    for (let k = 0; k < parts.length; k++) {
      const { forces } = parts[k];
      for (let f = 0; f < forces.length; f++) forces[f].run();
    }
    mass.push(h);
    sliding.push(g);
  }
}

/** Coordinates of bodies that can move, then of sliders; how many are bodies'. */
function unknownsOf(
  placed: readonly Placed[],
  sliding: Sliding,
  state: State,
): { coordinates: Int32Array; index: Int32Array; bodies: number } {
  const w = state.column('w');
  const index = new Int32Array(state.size).fill(-1);
  const coordinates: number[] = [];
  const claim = (i: number): void => {
    if (index[i] < 0) index[i] = coordinates.push(i) - 1;
  };
  for (const { start, body } of placed) for (let i = start; i < start + body.coordinates; i++) if (w[i] > 0) claim(i);
  const bodies = coordinates.length;
  for (const { slide, coordinate } of sliding.sliders) if (!slide.imposed) claim(coordinate);
  return { coordinates: Int32Array.from(coordinates), index, bodies };
}
