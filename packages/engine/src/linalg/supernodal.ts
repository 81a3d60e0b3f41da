/**
 * Large systems: L D L^T by dense panels of columns, in SIMD WebAssembly (packages/engine/assembly), in an arena. Positive
 * semi-definite systems J W J^T, or saddle-point systems with the rank of each unknown (precedence.ts).
 */
import type { Arena, Block } from '../kernel/memory.ts';
import type { Pattern } from './pattern.ts';
import { type Plan, planOf } from './plan.ts';
import { PatternSolver } from './solver.ts';
import type { Symbolic } from './symbolic.ts';
import { type Field, fieldAt, fieldCount, type Kernels, kernelsIn } from './system.ts';
import { wholeRows } from './whole-rows.ts';

type Numbers = Block<Float64Array<ArrayBuffer>>;
type Integers = Block<Int32Array<ArrayBuffer>>;

const structure = [
  ...([
    'start',
    'rowsAt',
    'rowsEnd',
    'rows',
    'panelAt',
    'stride',
    'nodeOf',
    'slot',
    'entry',
    'subtree',
    'order',
  ] as const),
  ...(['pointers', 'indices', 'multipliers', 'multiplierEnds', 'multiplierEntries', 'multiplierOthers'] as const),
] as const;
const together = 4; // right-hand sides that share a pass over L

export class Supernodal extends PatternSolver {
  readonly kind = 'supernodal';
  readonly #order: Int32Array;
  readonly #sign: Int32Array; // expected of the pivots
  readonly #kernels: Kernels;
  readonly #blocks: (Numbers | Integers)[] = [];
  readonly #system: Integers;
  readonly #signs: Integers; // expected, and 0 where a row is left out
  readonly #values: Numbers;
  readonly #scale: Numbers;
  readonly #dependent: Integers;
  readonly #x: Numbers;
  readonly #room: Numbers;

  constructor(
    pattern: Pattern,
    costs: Symbolic,
    private readonly arena: Arena,
    private readonly rank?: Uint8Array,
  ) {
    super(pattern.pointers.length - 1, pattern);
    const { n } = this;
    const plan = planOf(pattern, costs);
    this.#order = plan.order;
    this.#sign = plan.order.map((row) => (rank && rank[row] % 2 === 1 ? -1 : 1));
    this.#system = this.#integers(fieldCount);
    this.#signs = this.#integers(n);
    this.#values = this.#numbers(pattern.indices.length);
    this.#scale = this.#numbers(n);
    this.#dependent = this.#integers(n);
    this.#x = this.#numbers(together * n);
    this.#room = this.#numbers(2 * n);
    this.#describe(plan);
    this.#kernels = kernelsIn(arena.memory);
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
    const count = plan.stride.length;
    const at: Partial<Record<Field, number>> = {
      n: this.n,
      entryCount: plan.slot.length,
      count,
      saddle: this.rank ? 1 : 0,
    };
    const { rows, ends, slots, columns } = wholeRows(this.pattern, (row) => this.rank?.[row] === 1);
    const multiplier = { multipliers: rows, multiplierEnds: ends, multiplierEntries: slots, multiplierOthers: columns };
    const tables = { ...plan, ...this.pattern, ...multiplier };
    at.multiplierCount = rows.length;
    for (const name of structure) {
      const block = this.#integers(tables[name].length);
      block.view().set(tables[name]);
      at[name] = block.address;
    }
    at.earlier = plan.slot.filter((slot) => slot < plan.panelAt[plan.subtree[count - 1]]).length;
    at.taken = this.#numbers(at.earlier).address;
    at.sign = this.#signs.address;
    at.values = this.#values.address;
    at.scale = this.#scale.address;
    at.dependent = this.#dependent.address;
    at.panels = this.#numbers(plan.panelAt[count] + 8).address; // tiles read pairs
    for (const name of ['pivots', 'inverse', 'w', 'share'] as const) at[name] = this.#numbers(this.n).address;
    for (const name of ['head', 'next', 'position'] as const) at[name] = this.#integers(count).address;
    at.map = this.#integers(this.n).address;
    at.relative = this.#integers(plan.mostRows).address;
    at.packed = this.#numbers(4 * plan.widest).address;
    at.growth = this.#numbers(plan.mostRows).address;
    at.work = this.#numbers(together * plan.mostRows).address;
    const system = this.#system.view();
    for (const [name, value] of Object.entries(at)) system[fieldAt[name as Field]] = value;
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
  factor(): void {
    if (this.activeChanged) this.#takeSigns();
    this.#kernels.factor(this.#system.address);
    this.foundCount = this.#system.view()[fieldAt.dependentCount];
    const found = this.#dependent.view();
    for (let f = 0; f < this.foundCount; f++) this.found[f] = this.#order[found[f]];
  }
  #takeSigns(): void {
    const signs = this.#signs.view();
    for (let k = 0; k < this.n; k++) signs[k] = this.active[this.#order[k]] === 1 ? this.#sign[k] : 0;
    this.#system.view()[fieldAt.lasting] = 0;
    this.activeChanged = false;
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
  /** x = A^-1 b, both in the arena, refined where it has to be: beyond rounding, and `enough` in rows of multipliers. */
  solveRefined(b: Numbers, x: Numbers, enough: number): void {
    this.#kernels.solveRefined(this.#system.address, b.address, x.address, this.#room.address, enough);
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
  /** A multiplier's diagonal entry says nothing about its size; what its pivot is made of does. */
  protected override unit(row: number): number {
    return this.rank ? Math.sqrt(this.#scale.view()[this.#order.indexOf(row)]) : super.unit(row);
  }
  override release(): void {
    for (const block of this.#blocks.splice(0)) this.arena.release(block);
  }
}
