/**
 * Rows of an island in the memory of the kernels that solve problems of few contacts (packages/engine/assembly/few-contacts.ts), and G = J W J^T of them. They take a half to a third of the time of the same loops
 * in JavaScript, and are compiled before they are called.
 */
import { Arena } from '../../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import { type ImpulseRows, slotNumbers, stride, unitNumbers } from '../impulse-rows.ts';
import type { CoulombProblem } from '../problem.ts';
import { allOf, pairBlocks } from './unit-pairs.ts';
import type { UnitStructures } from './unit-structure.ts';

/** Rows of an island, and those of one that has a matrix over contacts; lines of that, and slots of rows. */
const mostRows = 128;
export const mostDense = 64;
export const mostLines = 120;
const fewLines = 72;
/** Lines of a matrix over contacts, at most: more than a few only where that over units has as many. A stack of ten boxes has 120 lines and 60 velocities, and takes a fifth longer over contacts. */
export const linesFor = ({ size }: ImpulseRows): number => Math.max(fewLines, Math.min(mostLines, size));
const mostSlots = 1024;
/** Units of a matrix over them, entries of its structure, and pairs of slots of a row. */
const mostUnits = 384;
const mostLater = 2048;
const mostPairs = 8192;

/** Numbers of rows, three for each, and addresses of lists, in the order of the kernels. */
const counts = ['count', 'slots', 'size', 'units', 'most', 'isReady', 'arranged', 'poor', 'isOverUnits'] as const;
const lists = {
  firstSlot: mostRows + 1,
  slotUnit: mostSlots,
  slotAt: mostSlots,
  slotSize: mostSlots,
  J: slotNumbers * mostSlots,
  Y: slotNumbers * mostSlots,
  G: 9 * mostDense * mostDense,
  kinds: mostRows,
  mu: mostRows,
  lower: mostRows,
  upper: mostRows,
  b: 3 * mostRows,
  rho: mostRows,
  D: 3 * mostRows,
  e: 3 * mostRows,
  c: 3 * mostRows,
  x: 3 * mostRows,
  y: 3 * mostRows,
  f: 3 * mostRows,
  K: 9 * mostRows,
  SQ: 9 * mostRows,
  dx: 3 * mostRows,
  trial: 3 * mostRows,
  lambda: 3 * mostRows,
  v: 6 * mostSlots,
  block: 15,
  list: mostRows,
  A: mostLines * mostLines,
  right: mostLines,
  pivots: mostLines,
  lastSlot: mostSlots,
  slotBefore: mostSlots,
  slotRow: mostSlots,
  near: mostDense * mostDense,
  used: mostRows,
  structured: mostRows,
  NN: 9 * mostRows,
  mass: unitNumbers * mostUnits,
  order: mostUnits,
  place: mostUnits,
  firstLater: mostUnits + 1,
  later: mostLater,
  sizes: mostUnits,
  unitPivots: stride * mostUnits,
  blocks: unitNumbers * (mostUnits + 2 * mostLater),
  eliminated: stride * mostUnits,
  pairs: mostPairs,
  firstPair: mostRows,
  work: 18,
  NJ: slotNumbers,
} as const;
const whole = [
  'firstSlot',
  'slotUnit',
  'slotAt',
  'slotSize',
  'kinds',
  'list',
  'pivots',
  'lastSlot',
  'slotBefore',
  'slotRow',
  'near',
  'used',
  'structured',
  'order',
  'place',
  'firstLater',
  'later',
  'sizes',
  'unitPivots',
  'pairs',
  'firstPair',
] as const;
type Whole = (typeof whole)[number];
const isWhole = (name: string): boolean => (whole as readonly string[]).includes(name);
type Lists = { readonly [K in keyof typeof lists]: K extends Whole ? Int32Array : Float64Array };

/** How Newton's method ends: at the tolerance or not; or a step is left to the plain loops, and x is where it begins; or the structure of a matrix over units is to be made first. */
export const ends = { met: 1, left: 2, arrange: 3 } as const;

/** Nothing of a problem is kept in it beyond its solve. */
export class FewContacts {
  readonly kernels: Kernels;
  readonly address: number;
  readonly lists: Lists;
  /** counts, as the kernels see them; the last one of all are Newton steps */
  readonly #numbers: Int32Array;
  readonly #stepsAt: number;
  #rows: ImpulseRows | undefined;
  #version = -1;

  constructor() {
    const names = Object.keys(lists) as (keyof typeof lists)[];
    let bytes = 1024;
    for (const name of names) bytes += 8 * lists[name] + 64;
    const arena = new Arena(bytes);
    const numbers = arena.i32(counts.length + names.length + 1);
    const blocks = names.map((name) => (isWhole(name) ? arena.i32(lists[name]) : arena.f64(lists[name])));
    this.kernels = kernelsIn(arena.memory);
    this.address = numbers.address;
    this.#numbers = numbers.view();
    this.lists = Object.fromEntries(names.map((name, k) => [name, blocks[k].view()])) as unknown as Lists;
    for (let k = 0; k < names.length; k++) this.#numbers[counts.length + k] = blocks[k].address;
    this.#stepsAt = counts.length + names.length;
  }
  /** Newton steps of the last call of a kernel. */
  get steps(): number {
    return this.#numbers[this.#stepsAt];
  }
  /** Takes the rows, if they are others than the last time; false where they are too many. */
  take(rows: ImpulseRows): boolean {
    const { count, slots, units, size } = rows;
    if (count > mostRows || slots > mostSlots || units > mostSlots || rows.coupling) return false;
    if (this.#rows === rows && this.#version === rows.version) return true;
    this.#rows = rows;
    this.#version = rows.version;
    const numbers = this.#numbers;
    numbers[0] = count;
    numbers[1] = slots;
    numbers[2] = size;
    numbers[3] = units;
    numbers[4] = count > mostDense ? 0 : Math.floor(linesFor(rows) / 3);
    numbers[5] = 0;
    numbers[6] = -1;
    const { firstSlot, slotUnit, slotAt, slotSize, J, Y } = this.lists;
    for (let i = 0; i <= count; i++) firstSlot[i] = rows.firstSlot[i];
    for (let s = 0; s < slots; s++) {
      const unit = rows.slotUnit[s];
      slotUnit[s] = unit;
      slotAt[s] = 8 * rows.unitAt[unit];
      slotSize[s] = rows.unitSize[unit];
    }
    const [fromJ, fromY] = [rows.J, rows.Y];
    for (let k = 0; k < slotNumbers * slots; k++) {
      J[k] = fromJ[k];
      Y[k] = fromY[k];
    }
    return true;
  }
  /** Kinds, friction, bounds and velocities of the rows that were taken, and their scales. */
  takeProblem(
    { rows: { count }, kinds, mu, b, lower, upper }: CoulombProblem,
    rho: Float64Array, // (n)
    D: Float64Array, //   (3n)
  ): void {
    const { lists } = this;
    this.#numbers[6] = -1;
    for (let i = 0; i < count; i++) {
      lists.kinds[i] = kinds[i];
      lists.mu[i] = mu[i];
      lists.rho[i] = rho[i];
      lists.lower[i] = lower ? lower[i] : -Infinity;
      lists.upper[i] = upper ? upper[i] : Infinity;
    }
    for (let k = 0; k < 3 * count; k++) {
      lists.b[k] = b[k];
      lists.D[k] = D[k];
    }
  }
  /** Makes the structure of the matrix over units for rows that can change; false where there is no room for it. */
  arrange(structures: UnitStructures): boolean {
    const { lists } = this;
    const rows = this.#rows as ImpulseRows;
    const { count, units, unitSize } = rows;
    const used = this.#used;
    // the lists are those of the last structure no more, also where there is no room for this one
    this.#numbers[6] = -1;
    const all = allOf(rows);
    let size = 0;
    for (let i = 0; i < count; i++) {
      lists.structured[i] = used[i] = all || lists.used[i] ? 1 : 0;
      if (used[i]) size++;
    }
    if (units > mostUnits) return false;
    const { order, place, first, later } = structures.of(rows, used);
    if (later.length > mostLater) return false;
    if (pairBlocks(rows, used, { order, place, first, later }, lists.firstPair, lists.pairs) > mostPairs) return false;
    lists.order.set(order);
    lists.place.set(place);
    lists.firstLater.set(first);
    lists.later.set(later);
    for (let k = 0; k < units; k++) lists.sizes[k] = unitSize[order[k]];
    give(rows.mass, lists.mass, unitNumbers * units);
    this.#numbers[6] = size;
    return true;
  }
  readonly #used = new Uint8Array(mostRows);
  /** G of the rows that were taken   (3n x 3n), line by line */
  matrix(): Float64Array {
    if (!this.#numbers[5]) this.kernels.contactMatrix(this.address);
    return this.lists.G;
  }
}

/** Numbers into or out of the memory of kernels. */
export function give(from: Float64Array, to: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) to[i] = from[i];
}
