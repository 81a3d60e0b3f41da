/** The data side of an indexed kernel: elements packed in pairs, in an order that is fast and depends on them alone. */
import { compile, type Run } from '../compile/compile.ts';
import type { Hoisted } from '../compile/hoist.ts';
import { areApart, inPlace } from '../compile/in-place.ts';
import type { Kernel } from '../compile/kernel.ts';
import type { EmitOptions } from '../compile/wasm.ts';
import type { Arena, Block } from './memory.ts';
import { type AddressOf, type Phase, steady } from './phase.ts';

export interface Elements {
  readonly count: number;
  /** first coordinate of each block an element touches   (count x slots) */
  readonly blocks: ArrayLike<number>;
  /** (count x parameters) */
  readonly parameters: ArrayLike<number>;
}

/** The slow part of a hoisted kernel: it fills the parameters of the fast one. */
interface Preparation {
  readonly run: Run;
  readonly kernel: Kernel;
  readonly passed: ReadonlyMap<number, number>;
  readonly parameters: Block<Float64Array>;
  calls: readonly (readonly number[])[];
  stale: boolean;
}

export class Batch {
  readonly kernel: Kernel;
  readonly count: number;
  /** place of each element among the lanes */
  readonly #place: Int32Array;
  readonly #pairs: number;
  readonly #index: Block<Int32Array>;
  readonly #parameters: Block<Float64Array>;
  readonly #rows: Block<Float64Array>;
  #run: Run;
  /** the blocks of each element are apart from each other */
  #apart: boolean;
  readonly #first: Preparation | undefined;
  #calls: readonly (readonly number[])[] = [[], []];
  #phase: Phase = steady;

  /**
   * ghost: first of the coordinates that no one reads, `ghostCoordinates` of them. Of a hoisted kernel the slow part runs
   * when something it depends on has changed; the elements' parameters are those of the slow part.
   */
  constructor(
    made: Kernel | Hoisted,
    readonly arena: Arena,
    elements: Elements,
    ghost: number,
    private readonly emitOptions?: EmitOptions,
  ) {
    const hoisted = 'fast' in made ? made : undefined;
    const kernel = hoisted ? hoisted.fast : (made as Kernel);
    this.kernel = kernel;
    this.count = elements.count;
    const scatters = kernel.sinks.some((s) => s.to === 'add' || s.to === 'put');
    const order = scatters ? spread(elements, kernel.slots) : Int32Array.from({ length: elements.count }, (_, e) => e);
    const lanes = order.length + (order.length & 1);
    this.#pairs = lanes / 2;
    this.#place = new Int32Array(elements.count);
    this.#index = arena.i32(lanes * kernel.slots);
    this.#parameters = arena.f64(lanes * kernel.parameters);
    this.#rows = arena.f64(lanes * kernel.rows);
    this.#apart = areApart(elements.blocks, kernel.slots, elements.count);
    this.#run = compile(this.#apart ? inPlace(kernel) : kernel, arena.memory, emitOptions);
    this.#first = hoisted && {
      run: compile(hoisted.prepare, arena.memory),
      kernel: hoisted.prepare,
      passed: hoisted.passed,
      parameters: arena.f64(lanes * hoisted.prepare.parameters),
      calls: [[], []],
      stale: true,
    };
    const { columns, table } = this.#given();
    const index = this.#index.view();
    const parameters = table.view();
    for (let i = 0; i < lanes; i++) {
      const real = i < order.length && order[i] >= 0;
      const e = real ? order[i] : 0; // a ghost has the parameters of the first element
      if (real) this.#place[e] = i;
      for (let s = 0; s < kernel.slots; s++) {
        const block = real ? elements.blocks[e * kernel.slots + s] : ghost + ghostBlock(s);
        index[laned(i, kernel.slots, s)] = 8 * block;
      }
      for (let c = 0; c < columns; c++) parameters[laned(i, columns, c)] = elements.parameters[e * columns + c];
    }
  }
  /** The parameters as they are given. */
  #given(): { readonly columns: number; readonly table: Block<Float64Array> } {
    return this.#first
      ? { columns: this.#first.kernel.parameters, table: this.#first.parameters }
      : { columns: this.kernel.parameters, table: this.#parameters };
  }
  /** How many parameters an element is given. */
  get parameters(): number {
    return this.#given().columns;
  }

  /** Say where the arrays are; again when they have moved. */
  bind(addressOf: AddressOf, uniforms = 0, phase: Phase = steady): void {
    this.#phase = phase;
    this.#calls = this.#callsOf(this.kernel, this.#parameters, this.#rows, addressOf, uniforms);
    const first = this.#first;
    if (first) first.calls = this.#callsOf(first.kernel, first.parameters, this.#parameters, addressOf, uniforms);
    this.refresh();
  }
  /** What runs it on arrays at these addresses, whatever it is bound to; without the slow part of a hoisted kernel. */
  bound(addressOf: AddressOf, uniforms: number, phase: Phase): () => void {
    const calls = this.#callsOf(this.kernel, this.#parameters, this.#rows, addressOf, uniforms);
    return () => {
      if (this.count) Reflect.apply(this.#run, undefined, calls[phase.now]);
    };
  }
  #callsOf(
    kernel: Kernel,
    parameters: Block<Float64Array>,
    rows: Block<Float64Array>,
    addressOf: AddressOf,
    uniforms: number,
  ): number[][] {
    return ([0, 1] as const).map((at) => [
      this.#pairs,
      this.#index.address,
      parameters.address,
      uniforms,
      rows.address,
      0,
      ...kernel.arrays.map((array) => addressOf(array, at)),
    ]);
  }
  /** Something that changes seldom has changed. */
  refresh(): void {
    if (this.#first) this.#first.stale = true;
  }
  run(phase: 0 | 1 = this.#phase.now): void {
    if (!this.count) return;
    const first = this.#first;
    if (first?.stale) {
      Reflect.apply(first.run, undefined, first.calls[phase]);
      first.stale = false;
    }
    Reflect.apply(this.#run, undefined, this.#calls[phase]);
  }
  /** Another block in the place of one an element touches. It may be one that is touched already: see inPlace. */
  setBlock(element: number, slot: number, block: number): void {
    if (this.#apart) this.#run = compile(this.kernel, this.arena.memory, this.emitOptions);
    this.#apart = false;
    this.#index.view()[laned(this.#place[element], this.kernel.slots, slot)] = 8 * block;
    this.refresh();
  }
  parameter(element: number, column: number): number {
    const { columns, table } = this.#given();
    return table.view()[laned(this.#place[element], columns, column)];
  }
  setParameter(element: number, column: number, value: number): void {
    const { columns, table } = this.#given();
    const place = this.#place[element];
    table.view()[laned(place, columns, column)] = value;
    const first = this.#first;
    if (!first) return;
    const passed = first.passed.get(column);
    if (passed === undefined) first.stale = true;
    else this.#parameters.view()[laned(place, this.kernel.parameters, passed)] = value;
  }
  row(element: number, column: number): number {
    return this.#rows.view()[laned(this.#place[element], this.kernel.rows, column)];
  }
  setRow(element: number, column: number, value: number): void {
    this.#rows.view()[laned(this.#place[element], this.kernel.rows, column)] = value;
  }
  /** Where in memory a row of an element is. */
  rowAddress(element: number, column: number): number {
    return this.#rows.address + 8 * laned(this.#place[element], this.kernel.rows, column);
  }
  /** All rows as they lie, [pair][column][lane], and the place of each element among the lanes. Fetch anew each time. */
  table(): { readonly rows: Float64Array; readonly place: Int32Array } {
    return { rows: this.#rows.view(), place: this.#place };
  }
  /** A column added up, element after element. */
  sumRow(column: number): number {
    let sum = 0;
    for (let e = 0; e < this.count; e++) sum += this.row(e, column);
    return sum;
  }
  release(): void {
    for (const block of [this.#index, this.#parameters, this.#rows, this.#first?.parameters]) this.arena.release(block);
  }
}

/** Entry of element i's column in a table kept in pairs: [pair][column][lane]. */
export const laned = (i: number, columns: number, column: number): number =>
  ((i >> 1) * columns + column) * 2 + (i & 1);

/** Coordinates past the end of every array that lone lanes work on. Wide blocks and many slots may overlap: nobody reads them. */
export const ghostCoordinates = 64;
const ghostBlock = (slot: number): number => 3 * (slot % 16);

/**
 * Order elements so that neighbours in the list share no block: the two lanes of a pair never collide, and a scatter does
 * not wait for the store before it. Greedy over a sliding window, so that locality in memory is kept. Where nothing fits
 * beside an element (a fan around one node), its partner is -1: a ghost.
 */
export function spread(elements: Elements, slots: number, apart = 4, window = 64): Int32Array {
  const { blocks, count } = elements;
  let highest = 0;
  for (let i = 0; i < count * slots; i++) highest = Math.max(highest, blocks[i]);
  const lastUse = new Int32Array(highest + 1).fill(-1 - apart);
  const order = new Int32Array(2 * count);
  let length = 0;
  const waiting: number[] = [];
  let next = 0;
  /** How many places ago one of the element's blocks was used, at most apart + 1. */
  const distance = (e: number): number => {
    let least = apart + 1;
    for (let s = 0; s < slots; s++) least = Math.min(least, length - lastUse[blocks[e * slots + s]]);
    return least;
  };
  while (next < count || waiting.length) {
    while (waiting.length < window && next < count) waiting.push(next++);
    let pick = 0;
    let farthest = 0;
    for (let w = 0; w < waiting.length && farthest <= apart; w++) {
      const d = distance(waiting[w]);
      if (d > farthest) [pick, farthest] = [w, d];
    }
    if (length % 2 === 1 && farthest <= 1) {
      order[length++] = -1;
      continue;
    }
    const e = waiting[pick];
    waiting.splice(pick, 1);
    for (let s = 0; s < slots; s++) lastUse[blocks[e * slots + s]] = length;
    order[length++] = e;
  }
  return order.slice(0, length);
}
