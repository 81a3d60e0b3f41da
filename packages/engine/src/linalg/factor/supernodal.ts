/**
 * Large systems: L D L^T by dense panels of columns, in SIMD WebAssembly (packages/engine/assembly), in an arena. Positive
 * semi-definite systems J W J^T, or saddle-point systems with the rank of each unknown (precedence.ts).
 */
import type { Arena, Block } from '../../kernel/run/memory.ts';
import type { Call } from '../../kernel/threads/pool.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { wholeRows } from '../pattern/whole-rows.ts';
import { PatternSolver } from '../solver.ts';
import { FactorThreads } from './factor-threads.ts';
import { leastThreaded, type Plan } from './plan.ts';
import { SolveParts } from './solve-parts.ts';
import { leaveScratch, line, Stack, together } from './stack.ts';
import { fieldAt, fieldCount, type Kernels, kernelsIn } from './system.ts';
import { tasksOf } from './tasks.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;
type Integers = Block<Int32Array<ArrayBuffer>>;

/** Integers that say what the system is like, and those that kernels work with. */
const structure = [
  'start',
  'rowsAt',
  'rowsEnd',
  'rows',
  'panelAt',
  'stride',
  'nodeOf',
  'moves',
  'entryAt',
  'updatesAt',
  'updates',
  'growthAt',
  'subtree',
  'order',
] as const;
const ofPattern = ['pointers', 'indices'] as const;
const ofMultipliers = ['multipliers', 'multiplierEnds', 'multiplierEntries', 'multiplierOthers'] as const;
const panelEnd = 8; // behind the panels: tiles read pairs

export class Supernodal extends PatternSolver {
  readonly kind = 'supernodal';
  readonly #order: Int32Array;
  readonly #sign: Int32Array; // expected of the pivots
  readonly #kernels: Kernels;
  readonly #blocks: (Numbers | Integers)[] = [];
  /** one of them for each thread; the first is that of the solver */
  readonly #system: Integers;
  readonly #threads: FactorThreads | undefined;
  readonly #signs: Integers; // expected, and 0 where a row is left out
  readonly #values: Numbers;
  readonly #scale: Numbers;
  readonly #dependent: Integers;
  readonly #x: Numbers;
  readonly #room: Numbers;
  /** of each entry of the pattern, where it is among `values`; undefined: as in the pattern */
  readonly #places: Int32Array | undefined;
  /** numbers in the panels of all trees but the last */
  readonly #earlier: number;

  /**
   * `direct`: entries are written where they will be factored, which spares moving them; they are gone afterwards, so that there
   * is neither `residual` nor `refine`, nor what follows from them.
   */
  constructor(
    pattern: Pattern,
    plan: Plan,
    private readonly arena: Arena,
    private readonly rank?: Uint8Array,
    readonly direct = false,
  ) {
    super(pattern.pointers.length - 1, pattern);
    const { n } = this;
    this.#order = plan.order;
    this.#sign = new Int32Array(n);
    for (let k = 0; k < n; k++) this.#sign[k] = rank && rank[plan.order[k]] % 2 === 1 ? -1 : 1;
    const tasks = !arena.team || direct || plan.flops < leastThreaded ? undefined : tasksOf(plan);
    this.#system = this.#integers(fieldCount * (tasks && arena.team ? arena.team.threads : 1));
    this.#signs = this.#integers(n);
    const count = plan.stride.length;
    this.#earlier = plan.panelAt[plan.subtree[count - 1]];
    this.#places = direct ? placesOf(plan, this.#earlier) : undefined;
    this.#values = this.#numbers(direct ? this.#earlier + plan.panelAt[count] + panelEnd : pattern.indices.length);
    this.#scale = this.#numbers(n);
    this.#dependent = this.#integers(n);
    this.#x = this.#numbers(together * n);
    this.#room = this.#numbers(2 * n);
    this.#describe(plan);
    this.#kernels = kernelsIn(arena.memory);
    if (tasks) this.#threads = new FactorThreads(plan, tasks, arena, this.#kernels, this.#system);
  }
  #integers(length: number): Integers {
    const block = this.arena.i32(length);
    this.#blocks.push(block);
    return block;
  }
  #numbers(length: number): Numbers {
    const block = this.arena.f64(length);
    this.#blocks.push(block);
    return block;
  }
  #describe(plan: Plan): void {
    const { n } = this;
    const count = plan.stride.length;
    const { rows, ends, slots, columns } = wholeRows(this.pattern, (row) => this.rank?.[row] === 1);
    const multiplier = { multipliers: rows, multiplierEnds: ends, multiplierEntries: slots, multiplierOthers: columns };
    let earlier = 0;
    const entryCount = plan.moves.length / 2;
    while (earlier < entryCount && plan.moves[2 * earlier + 1] < 8 * this.#earlier) earlier++;

    const integers = new Stack(2 * line);
    for (const name of structure) integers.put(name, plan[name]);
    for (const name of ofPattern) integers.put(name, this.pattern[name]);
    for (const name of ofMultipliers) integers.put(name, multiplier[name]);
    const numbers = new Stack(line);
    numbers.leave('taken', this.direct ? this.#earlier : earlier);
    numbers.leave('panels', this.direct ? 0 : plan.panelAt[count] + panelEnd);
    for (const name of ['pivots', 'inverse'] as const) numbers.leave(name, n);
    numbers.leave('growth', plan.growthAt[count]);
    leaveScratch(integers, numbers, plan);

    const [words, rest] = [this.#integers(integers.length), this.#numbers(numbers.length)];
    const system = this.#system.view();
    integers.settle(system, words.address, 4, words.view());
    numbers.settle(system, rest.address, 8);
    system[fieldAt.n] = n;
    system[fieldAt.entryCount] = entryCount;
    system[fieldAt.count] = count;
    system[fieldAt.saddle] = this.rank ? 1 : 0;
    system[fieldAt.multiplierCount] = rows.length;
    system[fieldAt.earlier] = earlier;
    system[fieldAt.sign] = this.#signs.address;
    system[fieldAt.values] = this.#values.address;
    system[fieldAt.direct] = this.direct ? 1 : 0;
    if (this.direct) system[fieldAt.panels] = this.#values.address + 8 * this.#earlier;
    system[fieldAt.scale] = this.#scale.address;
    system[fieldAt.dependent] = this.#dependent.address;
  }

  get order(): Int32Array {
    return this.#order;
  }
  get values(): Float64Array {
    return this.#values.view();
  }
  /** Where `values` are in the arena. */
  get valuesAddress(): number {
    return this.#values.address;
  }
  override slot(i: number, j: number): number {
    return this.placeOf(super.slot(i, j));
  }
  /** Where among `values` an entry of the pattern is. */
  placeOf(entry: number): number {
    return this.#places ? this.#places[entry] : entry;
  }
  /** All entries from a block like that of `values`, but for panels that are factored already, if they are. */
  load(from: Numbers): void {
    const bytes = 8 * this.#values.length;
    const [values, earlier] = [this.#values.address, this.direct ? 8 * this.#earlier : 0];
    this.#kernels.copy(from.address, values, earlier);
    this.#kernels.copy(from.address + 2 * earlier, values + 2 * earlier, bytes - 2 * earlier);
  }
  factor(): void {
    if (this.activeChanged) this.#takeSigns();
    if (!this.#threads?.factor()) this.#kernels.factor(this.#system.address);
    this.#note();
  }
  /** And the first half of A x = b, which reads every panel while it is at hand. */
  factorWith(b: Numbers): void {
    if (this.activeChanged) this.#takeSigns();
    if (this.#threads?.factor()) this.#kernels.solveFirst(this.#system.address, b.address, this.#x.address);
    else this.#kernels.factorWith(this.#system.address, b.address, this.#x.address);
    this.#note();
  }
  /** The second half of it. */
  solveRest(x: Numbers): void {
    this.#kernels.solveRest(this.#system.address, this.#x.address, x.address);
  }
  #note(): void {
    this.foundCount = this.#system.view()[fieldAt.dependentCount];
    const found = this.#dependent.view();
    if (this.#threads) found.subarray(0, this.foundCount).sort(); // each thread has listed its own
    for (let f = 0; f < this.foundCount; f++) this.found[f] = this.#order[found[f]];
  }
  #takeSigns(): void {
    const signs = this.#signs.view();
    const by = this.#isOpen ? 2 : 1;
    for (let k = 0; k < this.n; k++) signs[k] = this.active[this.#order[k]] === 1 ? by * this.#sign[k] : 0;
    this.#system.view()[fieldAt.lasting] = 0;
    this.activeChanged = false;
  }
  /** From the next `factor` on, pivots may have either sign: the primal unknowns are not definite. Then `isDefiniteOnRows` tells whether they are where rows are met. */
  openSigns(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    this.activeChanged = true;
  }
  #isOpen = false;
  /** As many negative pivots as multipliers that do not depend on others. Unknowns that are lost are not looked at. */
  get isDefiniteOnRows(): boolean {
    let negative = 0;
    const signs = this.#signs.view();
    for (let k = 0; k < this.n; k++) if (signs[k] < 0) negative++;
    for (let f = 0; f < this.foundCount; f++) if (this.rank?.[this.found[f]] === 1) negative--;
    return this.negativeCount === negative;
  }
  /** Negative pivots: as many as there are multipliers that do not depend on others, or the system is not what it should be. */
  get negativeCount(): number {
    return this.#system.view()[fieldAt.negativeCount];
  }

  solve(b: Float64Array): void {
    const order = this.#order;
    const x = this.#x.view();
    for (let k = 0; k < this.n; k++) x[k] = b[order[k]];
    this.#kernels.solve(this.#system.address, this.#x.address);
    for (let k = 0; k < this.n; k++) b[order[k]] = x[k];
  }
  /** b becomes A^-1 b: as one call, and in parts for threads. */
  solveCall(b: Numbers): Call {
    return { run: this.#kernels.solveGiven, args: [this.#system.address, b.address, this.#x.address] };
  }
  solveParts(plan: Plan, b: Numbers, threads: number, cost?: number): SolveParts {
    const solved = { system: this.#system.address, b: b.address, x: this.#x.address };
    return new SolveParts(plan, threads, this.arena, this.#kernels, solved, cost);
  }
  /** x = A^-1 b, both in the arena, refined where it has to be: beyond rounding, and `enough` in rows of multipliers. */
  solveRefined(b: Numbers, x: Numbers, enough: number): void {
    this.#kernels.solveRefined(this.#system.address, b.address, x.address, this.#room.address, enough);
  }
  /** x += A'^-1 (b - A x), both in the arena, where A' is the matrix when it was factorised: its values may have changed since. */
  correct(b: Numbers, x: Numbers): void {
    this.#kernels.correct(this.#system.address, b.address, x.address, this.#room.address);
  }
  override solveMany(bs: Float64Array, xs: Float64Array, count: number): void {
    const { n } = this;
    const order = this.#order;
    const x = this.#x.view();
    for (let first = 0; first < count; first += together) {
      const some = Math.min(together, count - first);
      if (some < together) x.fill(0);
      for (let k = 0; k < n; k++) {
        for (let c = 0; c < some; c++) x[together * k + c] = bs[(first + c) * n + order[k]];
      }
      this.#kernels.solve4(this.#system.address, this.#x.address);
      for (let k = 0; k < n; k++) {
        for (let c = 0; c < some; c++) xs[(first + c) * n + order[k]] = x[together * k + c];
      }
    }
  }
  override residual(b: Float64Array, x: Float64Array, out: Float64Array): void {
    if (this.direct)
      throw new Error(
        'the entries of a direct system are overwritten by its factorisation. Make one with direct = false.',
      );
    super.residual(b, x, out);
  }
  /** The diagonal entry of a multiplier is no measure of its size; the terms of its pivot are. */
  protected override unit(row: number): number {
    return this.rank ? Math.sqrt(this.#scale.view()[this.#order.indexOf(row)]) : super.unit(row);
  }
  override release(): void {
    this.#threads?.release();
    for (const block of this.#blocks.splice(0)) this.arena.release(block);
  }
}

/** Entries of trees but the last come first, in the form of panels; behind them are the panels. */
function placesOf({ moves }: Plan, earlier: number): Int32Array {
  const places = new Int32Array(moves.length / 2);
  for (let k = 0; k < moves.length; k += 2) {
    const at = moves[k + 1] / 8;
    places[moves[k] / 8] = at < earlier ? at : earlier + at;
  }
  return places;
}
