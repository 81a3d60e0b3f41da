/**
 * All that changes while a world runs, as columns over one index of coordinates in one memory.
 *
 *   q   coordinates            v   velocities             f   forces, during a step
 *   p   predicted q            u   predicted v; between steps the velocities of a step ago
 *   w   diagonal of W = M^-1    c   how far a unit of force moves p        d   and how much it changes u
 *   seen                       the velocity that damping sees, where it is not v
 *   a   W f, and `move`  velocities of the drift, of bodies with operations of their own (see integrator-pass.ts)
 *   external                   forces that do not depend on the shape: weight, loads
 *   drag                       mass-proportional damping, N s/m
 *
 * Bodies own stretches of the index, behind them anchors and methods (dof-blocks.ts). A body's stretch holds as many entries
 * as the larger of dim q and dim v and starts on a cache line, so one index serves every column, flat kernels run on whole
 * lines, and the unused entries stay zero. Behind the end lie the ghost coordinates of batch.ts, which are never read.
 *
 * At the end of a step p becomes q and u becomes v by exchanging their memory, not by copying it (see Phase).
 */

import { ghostCoordinates } from '../kernel/run/batch.ts';
import { Arena, type Block } from '../kernel/run/memory.ts';
import type { AddressOf, Phase } from '../kernel/run/phase.ts';
import type { ThreadPool } from '../kernel/threads/pool.ts';

export const coordinatesPerLine = 8;
export const roundedUp = (count: number): number => Math.ceil(count / coordinatesPerLine) * coordinatesPerLine;

/** Columns that last from step to step; the others are computed in each. Integrators may add columns of their own. */
const lasting = ['q', 'v', 'u'] as const;
const passing = ['p', 'f', 'w', 'c', 'd', 'external', 'drag'] as const;
/** Columns that change places at the end of a step. */
const partners: Readonly<Record<string, string>> = { q: 'p', p: 'q', v: 'u', u: 'v' };

/** A stretch of the index. */
export interface Stretch {
  readonly start: number;
  readonly size: number;
}

/** Stretches in their order, neighbours as one. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: { start: number; size: number }[] = [];
  let last: { start: number; size: number } | undefined;
  for (let i = 0; i < stretches.length; i++) {
    const { start, size } = stretches[i];
    if (last && last.start + last.size === start) last.size += size;
    else {
      last = { start, size };
      all.push(last);
    }
  }
  return all;
}

/** A column, whichever memory it has at present. Valid until the layout of coordinates changes. */
export class Column {
  constructor(
    private readonly phase: Phase,
    private readonly blocks: readonly [Block<Float64Array<ArrayBuffer>>, Block<Float64Array<ArrayBuffer>>],
  ) {}
  /** Fetch it again after anything that may allocate. */
  view(): Float64Array<ArrayBuffer> {
    return this.blocks[this.phase.now].view();
  }
  viewIn(phase: 0 | 1): Float64Array<ArrayBuffer> {
    return this.blocks[phase].view();
  }
  get address(): number {
    return this.blocks[this.phase.now].address;
  }
  addressIn(phase: 0 | 1): number {
    return this.blocks[phase].address;
  }
}

export class State {
  readonly arena: Arena;
  readonly #columns = new Map<string, Column>();
  readonly #blocks: Block<Float64Array<ArrayBuffer>>[] = [];
  readonly #phase: { now: 0 | 1 } = { now: 0 };
  /** entries in use */
  size = 0;
  /** changes with where things lie: columns are others then */
  layout = 0;
  /** m/s^2, for kernels that work out the weight of points */
  readonly gravity = new Float64Array(3);
  /** columns that a step leaves for the next one */
  lasting: readonly string[] = lasting;
  /** time = origin + steps since then x h, so that it does not drift */
  #origin = 0;
  #since = 0;
  #h: number;
  /** steps made */
  steps = 0;

  /** pool: threads that share the work of its kernels */
  constructor(h: number, pool?: ThreadPool) {
    this.arena = new Arena(undefined, pool);
    this.#h = h;
    this.resize(0, []);
  }

  get h(): number {
    return this.#h;
  }
  set h(h: number) {
    this.#origin = this.time;
    this.#since = 0;
    this.#h = h;
  }
  get time(): number {
    return this.#origin + this.#since * this.#h;
  }
  timeAfter(steps: number): number {
    return this.#origin + (this.#since + steps) * this.#h;
  }
  tick(): void {
    this.#since++;
    this.steps++;
  }
  clock(): readonly [origin: number, since: number, h: number, steps: number] {
    return [this.#origin, this.#since, this.#h, this.steps];
  }
  setClock([origin, since, h, steps]: ReturnType<State['clock']>): void {
    this.#origin = origin;
    this.#since = since;
    this.#h = h;
    this.steps = steps;
  }

  /** The entries of a column. Fetch it again after anything that may allocate. */
  column(name: string): Float64Array<ArrayBuffer> {
    return this.columnOf(name).view();
  }
  columnOf(name: string): Column {
    return this.#columns.get(name) ?? this.#makeColumn(name);
  }
  readonly addressOf: AddressOf = (name, phase) => this.columnOf(name).addressIn(phase);
  get phase(): Phase {
    return this.#phase;
  }
  #makeColumn(name: string): Column {
    const partner = partners[name];
    const own = this.#newBlock();
    const other = partner === undefined ? own : this.#newBlock();
    const made = new Column(this.#phase, [own, other]);
    this.#columns.set(name, made);
    if (partner !== undefined) this.#columns.set(partner, new Column(this.#phase, [other, own]));
    return made;
  }
  #newBlock(): Block<Float64Array<ArrayBuffer>> {
    const block = this.arena.f64(this.size + ghostCoordinates);
    this.#blocks.push(block);
    return block;
  }
  /** The prediction becomes the present. */
  exchange(): void {
    this.#phase.now = this.#phase.now ? 0 : 1;
  }

  /** Changes the size. Stretches of bodies that stay are moved; the rest is zero. */
  resize(
    size: number,
    moves: readonly { readonly from: Stretch; readonly to: Stretch }[],
    history: readonly string[] = [],
  ): void {
    this.lasting = [...lasting, ...[...new Set(history)].sort()];
    const moved = [...this.lasting, 'external']; // loads so far are moved with their body
    const kept = moved.map((name) => {
      if (!this.#columns.has(name)) return [];
      const old = this.column(name);
      return moves.map(({ from }) => old.slice(from.start, from.start + from.size));
    });
    this.arena.team?.clear();
    for (const block of this.#blocks.splice(0)) this.arena.release(block);
    this.#columns.clear();
    this.layout++;
    this.size = size;
    this.#phase.now = 0;
    for (const name of [...this.lasting, ...passing]) this.columnOf(name);
    moved.forEach((name, k) => {
      const column = this.column(name);
      kept[k].forEach((values, m) => {
        column.set(values, moves[m].to.start);
      });
    });
    // ghosts: apart from each other and free to move, so that unused lanes compute finite numbers
    const [c, d, q, p] = ['c', 'd', 'q', 'p'].map((name) => this.column(name));
    for (let i = size; i < size + ghostCoordinates; i++) {
      c[i] = 1;
      d[i] = 1;
      q[i] = p[i] = ((i - size) * (i - size)) % 7;
    }
  }
}

/** The entries of a stretch. */
export const ownOf = (state: State, column: string, stretch: Stretch): Float64Array =>
  stretchOf(state.column(column), stretch);

/** The entries of a stretch in one column, for those who read it many times a step. */
export class OwnColumn {
  #column: Column | undefined;
  #layout = -1;
  #whole: Float64Array | undefined;
  #own = new Float64Array(0);
  /** the same of the other phase */
  #otherWhole: Float64Array | undefined;
  #otherOwn = new Float64Array(0);

  constructor(
    private readonly state: State,
    private readonly name: string,
    private readonly stretch: Stretch,
  ) {}
  /** Fetch it again after anything that may allocate. */
  view(): Float64Array {
    if (this.#layout !== this.state.layout) {
      this.#column = this.state.columnOf(this.name);
      this.#layout = this.state.layout;
    }
    const whole = (this.#column as Column).view();
    if (whole === this.#whole) return this.#own;
    const { start, size } = this.stretch;
    const own = whole === this.#otherWhole ? this.#otherOwn : whole.subarray(start, start + size);
    [this.#otherWhole, this.#otherOwn] = [this.#whole, this.#own];
    this.#whole = whole;
    this.#own = own;
    return own;
  }
}

const views = new WeakMap<Float64Array, Map<number, Float64Array>>();
/** A part of an array, as a view that is made once: a step makes no new ones. */
export function stretchOf(whole: Float64Array, { start, size }: Stretch): Float64Array {
  let known = views.get(whole);
  if (!known) {
    known = new Map();
    views.set(whole, known);
  }
  const found = known.get(start);
  if (found?.length === size) return found;
  const made = whole.subarray(start, start + size);
  known.set(start, made);
  return made;
}
