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

/** What there is room for; `units` and what follows is of a matrix over units. */
export interface Room {
  readonly rows: number;
  readonly dense: number;
  readonly lines: number;
  readonly slots: number;
  readonly units: number;
  readonly later: number;
  readonly pairs: number;
}
const mostRoom: Room = {
  rows: mostRows,
  dense: mostDense,
  lines: mostLines,
  slots: mostSlots,
  units: mostUnits,
  later: mostLater,
  pairs: mostPairs,
};

/** Numbers of rows, three for each, and addresses of lists, in the order of the kernels. */
const counts = ['count', 'slots', 'size', 'units', 'most', 'isReady', 'arranged', 'poor', 'isOverUnits'] as const;
const listsFor = ({ rows, dense, lines, slots, units, later, pairs }: Room) =>
  ({
    firstSlot: rows + 1,
    slotUnit: slots,
    slotAt: slots,
    slotSize: slots,
    J: slotNumbers * slots,
    Y: slotNumbers * slots,
    G: 9 * dense * dense,
    kinds: rows,
    mu: rows,
    lower: rows,
    upper: rows,
    b: 3 * rows,
    rho: rows,
    D: 3 * rows,
    e: 3 * rows,
    c: 3 * rows,
    x: 3 * rows,
    y: 3 * rows,
    f: 3 * rows,
    K: 9 * rows,
    SQ: 9 * rows,
    dx: 3 * rows,
    trial: 3 * rows,
    lambda: 3 * rows,
    v: 6 * slots,
    block: 15,
    list: rows,
    A: lines * lines,
    right: lines,
    pivots: lines,
    lastSlot: slots,
    slotBefore: slots,
    slotRow: slots,
    near: dense * dense,
    used: rows,
    structured: rows,
    NN: 9 * rows,
    mass: unitNumbers * units,
    order: units,
    place: units,
    firstLater: units + 1,
    later,
    sizes: units,
    unitPivots: stride * units,
    blocks: unitNumbers * (units + 2 * later),
    eliminated: stride * units,
    pairs,
    firstPair: rows,
    work: 18,
    NJ: slotNumbers,
  }) as const;
type Name = keyof ReturnType<typeof listsFor>;
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
type Lists = { readonly [K in Name]: K extends Whole ? Int32Array : Float64Array };

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

  constructor(room = mostRoom, arena = new Arena(FewContacts.bytesOf(room))) {
    const lists = listsFor(room);
    const names = Object.keys(lists) as Name[];
    const numbers = arena.i32(counts.length + names.length + 1);
    const blocks = names.map((name) => (isWhole(name) ? arena.i32(lists[name]) : arena.f64(lists[name])));
    this.kernels = kernelsIn(arena.memory);
    this.address = numbers.address;
    this.#numbers = numbers.view();
    this.lists = Object.fromEntries(names.map((name, k) => [name, blocks[k].view()])) as unknown as Lists;
    for (let k = 0; k < names.length; k++) this.#numbers[counts.length + k] = blocks[k].address;
    this.#stepsAt = counts.length + names.length;
  }
  /** Of a memory for it, at most. */
  static bytesOf(room: Room): number {
    return Object.values(listsFor(room)).reduce((bytes, length) => bytes + 8 * length + 64, 1024);
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
