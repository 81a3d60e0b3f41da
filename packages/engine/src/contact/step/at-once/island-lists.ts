/** Islands of nodes and what is found for them, in a memory that they share with the rows of a pool: see packages/engine/assembly/island-lists.ts. */
import type { Arena } from '../../../kernel/run/memory.ts';
import { type Kernels, kernelsIn } from '../../../linalg/factor/system.ts';
import { FewContacts, linesFor, type Room } from '../../coulomb/matrix/few-contacts.ts';

/** Islands, rows and units of one call; rows of an island. */
export const mostIslands = 512;
export const mostRows = 512;
export const mostUnits = 1024;
export const mostOfIsland = 32;
const manyRows = 1024;
/** Differences of errors that are kept: see gaps/secants.ts. */
const mostKept = 3;
/** Units of a row, at most: three corners on each side. */
const slots = 6 * mostOfIsland;
/** None of a matrix over units. */
const room: Room = {
  rows: mostOfIsland,
  dense: mostOfIsland,
  lines: linesFor({ size: 3 * mostOfIsland } as never),
  slots,
  units: 0,
  later: 0,
  pairs: 0,
};
const lines = 3 * mostOfIsland;

/** In the order of the kernels. */
const before = {
  numbers: 7,
  firstRow: mostIslands + 1,
  firstUnit: mostIslands + 1,
  place: mostRows,
  first: mostUnits,
  w: 3 * mostUnits,
  q: 3 * mostUnits,
  v0: 3 * mostUnits,
  freeU: 3 * mostUnits,
  u: 3 * mostUnits,
  p: 3 * mostUnits,
  impulse: 3 * mostRows,
  uncorrected: 3 * mostRows,
  sticks: mostRows,
  solved: mostIslands,
  newtonSteps: mostIslands,
  residual: mostIslands,
  error: mostIslands,
  energy: mostIslands,
} as const;
/** Of the island that is being solved; five numbers and two addresses are before them. */
const own = {
  bu: lines,
  middle: lines,
  response: lines,
  g: mostOfIsland,
  target: mostOfIsland,
  c0: lines,
  warm: lines,
  best: lines,
  errors: lines,
  x: lines,
  pushing: mostOfIsland,
  use: mostOfIsland,
  slip: 2 * mostOfIsland,
  factored: mostOfIsland,
  factoredSlip: 2 * mostOfIsland,
  line: lines,
  E: lines,
  Y: lines,
  ways: 3 * lines,
  dE: mostKept * lines,
  dL: mostKept * lines,
  Q: mostKept * lines,
  lastErrors: lines,
  lastLambda: lines,
  R: mostKept * mostKept,
  gamma: mostKept,
} as const;
const ownNumbers = 7;
const whole = [
  'firstRow',
  'firstUnit',
  'place',
  'first',
  'sticks',
  'solved',
  'newtonSteps',
  'pushing',
  'use',
  'factored',
  'line',
] as const;
type Whole = (typeof whole)[number];
type Name = keyof typeof before;
type Lists = { readonly [K in Name]: K extends Whole ? Int32Array : Float64Array };

export class IslandLists {
  readonly lists: Lists;
  readonly #kernels: Kernels;
  readonly #address: number;

  constructor(
    arena: Arena,
    /** where the lists of rows are */
    rows: number,
    coordinates: number,
  ) {
    this.#kernels = kernelsIn(arena.memory);
    const few = new FewContacts(room, arena);
    const isWhole = (name: string): boolean => (whole as readonly string[]).includes(name);
    const made = (lengths: Readonly<Record<string, number>>) =>
      Object.entries(lengths).map(([name, length]) => (isWhole(name) ? arena.i32(length) : arena.f64(length)));
    const [first, last] = [made(before), made(own)];
    const unitAt = arena.i32(coordinates);
    unitAt.view().fill(-1);
    const addresses = [
      few.address,
      rows,
      ...first.map(({ address }) => address),
      unitAt.address,
      ...Array.from({ length: ownNumbers }, () => 0),
      ...last.map(({ address }) => address),
      0,
      0,
    ];
    const fields = arena.i32(addresses.length);
    fields.view().set(addresses);
    this.#address = fields.address;
    this.lists = Object.fromEntries(Object.keys(before).map((name, k) => [name, first[k].view()])) as unknown as Lists;
  }
  /** Whether they are worth the time to compile the kernel, and their memory, where there is room for so many rows. */
  static isFor(rows: number): boolean {
    return rows >= manyRows;
  }
  /** Of a memory for them, at most. */
  static bytesFor(coordinates: number): number {
    const bytes = [...Object.values(before), ...Object.values(own)].reduce(
      (sum, length) => sum + 8 * length + 64,
      1024,
    );
    return bytes + 4 * coordinates + FewContacts.bytesOf(room);
  }
  /** h: s; touching: m, beyond which gaps are not taken as touching. */
  begin(h: number, touching: number): void {
    this.lists.numbers[0] = h;
    this.lists.numbers[1] = touching;
  }
  /** The first so many islands. */
  solve(count: number): void {
    this.#kernels.solveIslands(this.#address, count);
  }
}
