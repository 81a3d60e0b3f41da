/** The data of an indexed kernel: elements packed in pairs, in an order that is fast and depends only on the elements. */
import { compile, compileForPlace, type Run } from '../compile/compile.ts';
import type { Hoisted } from '../compile/hoist.ts';
import { areApart, inPlace } from '../compile/in-place.ts';
import type { Kernel } from '../compile/kernel.ts';
import type { EmitOptions } from '../compile/wasm.ts';
import type { Call } from '../threads/pool.ts';
import { cutCall, cutIntoChunks, firstArray, rangeBounds } from './call.ts';
import type { Elements } from './elements.ts';
import type { Arena, Block } from './memory.ts';
import { cutOrder, type PartedOrder, type Parts, partOf } from './parts.ts';
import { type AddressOf, type Phase, steady } from './phase.ts';
import { PlacedParts } from './placed-parts.ts';
import { PlacedRun, placedPairs } from './placed-run.ts';
import { rangesAreIndependent, Split } from './split.ts';

export type { Elements };

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
  /** the blocks of each element are distinct */
  #apart: boolean;
  readonly #first: Preparation | undefined;
  #calls: readonly (readonly number[])[] = [[], []];
  #phase: Phase = steady;
  /** its run on several threads, if there are */
  readonly #split: Split | undefined;
  /** runs made for the arrays that it is bound to, by `bind` (its own) and by `bound` */
  #placed: PlacedRun[] = [];
  #own: PlacedRun | undefined;
  /** its elements part by part, if it is cut */
  readonly #parts: PartedOrder | undefined;
  #placedParts: PlacedParts | undefined;

  /**
   * ghost: first of the coordinates that are never read, `ghostCoordinates` of them. Of a hoisted kernel the slow part runs
   * when something it depends on has changed; the elements' parameters are those of the slow part.
   * parts: elements at a border are in two parts, and their blocks, parameters and rows are fixed. Where blocks are `owned`, each part has
   * ghosts of its own, one after another.
   */
  constructor(
    made: Kernel | Hoisted,
    readonly arena: Arena,
    elements: Elements,
    ghost: number,
    private readonly emitOptions?: EmitOptions,
    parts?: Parts,
  ) {
    const hoisted = 'fast' in made ? made : undefined;
    const kernel = hoisted ? hoisted.fast : (made as Kernel);
    this.kernel = kernel;
    this.count = elements.count;
    const { targets } = kernel;
    const scatters = targets.length > 0;
    const whole = scatters ? spread(elements, kernel.slots) : Int32Array.from({ length: elements.count }, (_, e) => e);
    this.#parts = parts && cutOrder(whole, elements, kernel.slots, targets, parts);
    const order = this.#parts?.order ?? whole;
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
    const owned = new Set(parts?.owned ? targets : []);
    const ghostsApart = parts?.owned ? ghostCoordinates : 0;
    let part = 0;
    for (let i = 0; i < lanes; i++) {
      while (this.#parts && i >= 2 * this.#parts.bounds[part + 1]) part++;
      const real = i < order.length && order[i] >= 0;
      const e = real ? order[i] : 0; // a ghost has the parameters of the first element
      if (real) this.#place[e] = i;
      for (let s = 0; s < kernel.slots; s++) {
        const block = elements.blocks[e * kernel.slots + s];
        const used = real && !(parts && owned.has(s) && partOf(parts, block) !== part);
        index[laned(i, kernel.slots, s)] = 8 * (used ? block : ghost + part * ghostsApart + ghostBlock(s));
      }
      for (let c = 0; c < columns; c++) parameters[laned(i, columns, c)] = elements.parameters[e * columns + c];
    }
    const { team } = arena;
    if (!team || parts) return;
    const bounds = rangeBounds(this.#pairs, team.chunks, pairsPerStep);
    const independent = (): boolean => rangesAreIndependent(kernel, this.#index.view(), bounds, ghost);
    this.#split = new Split(
      team,
      kernel,
      this.#pairs,
      scatters ? independent : undefined,
      () => cutIntoChunks(kernel, this.#run, this.#calls, bounds),
      this.#pairs < placedPairs ? undefined : () => this.#placedChunks(bounds),
    );
  }
  /** The table of the parameters that the caller sets. */
  #given(): { readonly columns: number; readonly table: Block<Float64Array> } {
    return this.#first
      ? { columns: this.#first.kernel.parameters, table: this.#first.parameters }
      : { columns: this.kernel.parameters, table: this.#parameters };
  }
  /** Number of parameters that the caller sets for an element. */
  get parameters(): number {
    return this.#given().columns;
  }

  /** Say where the arrays are; again when they have moved. */
  bind(addressOf: AddressOf, uniforms = 0, phase: Phase = steady): void {
    this.#phase = phase;
    this.#calls = this.#callsOf(this.kernel, this.#parameters, this.#rows, addressOf, uniforms);
    const first = this.#first;
    if (first) first.calls = this.#callsOf(first.kernel, first.parameters, this.#parameters, addressOf, uniforms);
    this.#split?.rebound();
    if (this.#own) this.#releasePlaced(this.#own);
    this.#own = this.#placedRun(this.#calls);
    this.refresh();
  }
  #placedRun(calls: readonly (readonly number[])[]): PlacedRun | undefined {
    if (this.#pairs < placedPairs) return undefined;
    const made = new PlacedRun(this.#kernelHere(), this.arena, calls, this.#parameters, this.#pairs);
    this.#placed.push(made);
    return made;
  }
  #kernelHere(): Kernel {
    return this.#apart ? inPlace(this.kernel) : this.kernel;
  }
  /** Ranges with code for the arrays that it is bound to. Parameters may change, and are read where they are. */
  #placedChunks(bounds: readonly number[]): Call[][][] {
    const kernel = this.#kernelHere();
    return this.#calls.flatMap((args) => {
      const run = compileForPlace(kernel, this.arena.memory, args.slice(firstArray), false);
      return cutIntoChunks(kernel, run, [args], bounds);
    });
  }
  /** The call on a range of pairs, with arrays at these addresses, whatever the batch is bound to. */
  rangeCall(from: number, to: number, addressOf: AddressOf, uniforms: number, phase: 0 | 1): Call {
    const args = this.#callsOf(this.kernel, this.#parameters, this.#rows, addressOf, uniforms)[phase];
    return { run: this.#run as Call['run'], args: cutCall(this.kernel, args, from, to) };
  }
  get pairs(): number {
    return this.#pairs;
  }
  /** The calls of a part, with arrays at these addresses. */
  partCalls(part: number, addressOf: AddressOf, uniforms: number, phase: 0 | 1): Call[] {
    const [from, to] = (this.#parts as PartedOrder).bounds.slice(part, part + 2);
    return from < to ? [this.rangeCall(from, to, addressOf, uniforms, phase)] : [];
  }
  /** Makes room for what `placedPartCalls` needs. */
  reserveForPlace(): void {
    if (this.#pairs < placedPairs) return;
    this.#placedParts ??= new PlacedParts(this.#kernelHere(), this.arena, this.#parameters, this.#pairs);
  }
  /** The same with code for these addresses; undefined where that does not pay, or no room was made for it. */
  placedPartCalls(part: number, addressOf: AddressOf, uniforms: number, phase: 0 | 1): Call[] | undefined {
    const placed = this.#placedParts;
    if (!placed) return undefined;
    const [from, to] = (this.#parts as PartedOrder).bounds.slice(part, part + 2);
    const args = this.#callsOf(this.kernel, this.#parameters, this.#rows, addressOf, uniforms)[phase];
    return from < to ? [placed.call(args, from, to)] : [];
  }
  /** First coordinates of the first and the last block that a part adds to. */
  touchedBy(part: number): readonly [least: number, most: number] {
    return (this.#parts as PartedOrder).touched[part];
  }
  /** What runs it on arrays at these addresses, whatever it is bound to; without the slow part of a hoisted kernel. */
  bound(addressOf: AddressOf, uniforms: number, phase: Phase): () => void {
    const calls = this.#callsOf(this.kernel, this.#parameters, this.#rows, addressOf, uniforms);
    const placed = this.#placedRun(calls);
    return () => {
      if (this.count && !placed?.run(phase.now)) Reflect.apply(this.#run, undefined, calls[phase.now]);
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
  /** An input that changes rarely has changed: the hoisted part runs again. */
  refresh(): void {
    if (this.#first) this.#first.stale = true;
  }
  run(phase: 0 | 1 = this.#phase.now): void {
    if (!this.count) return;
    const first = this.#first;
    if (first?.stale) {
      Reflect.apply(first.run, undefined, first.calls[phase]);
      first.stale = false;
      this.#parametersChanged();
    }
    const job = this.#split?.job();
    if (job) job.run(phase);
    else if (!this.#own?.run(phase)) Reflect.apply(this.#run, undefined, this.#calls[phase]);
  }
  #parametersChanged(): void {
    for (let i = 0; i < this.#placed.length; i++) this.#placed[i].parametersChanged();
  }
  #releasePlaced(which?: PlacedRun): void {
    for (const placed of this.#placed) if (!which || placed === which) placed.release();
    this.#placed = which ? this.#placed.filter((placed) => placed !== which) : [];
  }
  /** Another block in the place of one an element touches. It may be one that is touched already: see inPlace. */
  setBlock(element: number, slot: number, block: number): void {
    if (this.#parts) throw new Error('the elements of a batch in parts stay on their blocks');
    if (this.#apart) {
      this.#releasePlaced();
      this.#run = compile(this.kernel, this.arena.memory, this.emitOptions);
      this.#split?.rebound();
    }
    this.#apart = false;
    this.#split?.blocksChanged();
    this.#index.view()[laned(this.#place[element], this.kernel.slots, slot)] = 8 * block;
    this.refresh();
  }
  parameter(element: number, column: number): number {
    const { columns, table } = this.#given();
    return table.view()[laned(this.#place[element], columns, column)];
  }
  setParameter(element: number, column: number, value: number): void {
    if (this.#parts) throw new Error('the elements of a batch in parts keep their parameters');
    const { columns, table } = this.#given();
    const place = this.#place[element];
    this.#parametersChanged();
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
  get rowsAddress(): number {
    return this.#rows.address;
  }
  /** A column added up, element after element. */
  sumRow(column: number): number {
    let sum = 0;
    for (let e = 0; e < this.count; e++) sum += this.row(e, column);
    return sum;
  }
  release(): void {
    this.#split?.release();
    this.#releasePlaced();
    this.#placedParts?.release();
    for (const block of [this.#index, this.#parameters, this.#rows, this.#first?.parameters]) this.arena.release(block);
  }
}

/** Ranges of elements begin at multiples of so many pairs. */
const pairsPerStep = 4;

/** Entry of element i's column in a table kept in pairs: [pair][column][lane]. */
export const laned = (i: number, columns: number, column: number): number =>
  ((i >> 1) * columns + column) * 2 + (i & 1);

/**
 * Coordinates past the end of every array, for lanes without an element. Blocks may overlap there, and threads may write them at the
 * same time: they are never read for a result.
 */
export const ghostCoordinates = 64;
const ghostBlock = (slot: number): number => 3 * (slot % 16);

/**
 * Orders elements so that neighbours in the list have no block in common: the two lanes of a pair never collide, and a scatter
 * does not wait for the previous store. Greedy over a sliding window, which keeps locality in memory. An element for which there is
 * no partner (a fan around one node) is paired with -1, a ghost.
 */
export function spread(elements: Elements, slots: number, apart = 4, window = 64): Int32Array {
  const { blocks, count } = elements;
  let highest = 0;
  for (let i = 0; i < count * slots; i++) highest = Math.max(highest, blocks[i]);
  const lastUse = new Int32Array(highest + 1).fill(-1 - apart);
  const order = new Int32Array(2 * count);
  let length = 0;
  const waiting = new Int32Array(window);
  let waits = 0;
  let next = 0;
  /** Distance in the list to the last use of one of the element's blocks, at most apart + 1. */
  const distance = (e: number): number => {
    let least = apart + 1;
    for (let s = 0; s < slots; s++) least = Math.min(least, length - lastUse[blocks[e * slots + s]]);
    return least;
  };
  while (next < count || waits) {
    while (waits < window && next < count) waiting[waits++] = next++;
    let pick = 0;
    let farthest = 0;
    for (let w = 0; w < waits && farthest <= apart; w++) {
      const d = distance(waiting[w]);
      if (d <= farthest) continue;
      pick = w;
      farthest = d;
    }
    if (length % 2 === 1 && farthest <= 1) {
      order[length++] = -1;
      continue;
    }
    const e = waiting[pick];
    waiting.copyWithin(pick, pick + 1, waits--);
    for (let s = 0; s < slots; s++) lastUse[blocks[e * slots + s]] = length;
    order[length++] = e;
  }
  return order.slice(0, length);
}
