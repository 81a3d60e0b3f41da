/**
 * The matrix of bodies that are solved together with their constraints, for display: its unknowns and entries, and its profile
 * under several orders of elimination.                                                             [MIC08, sec. 6, fig. 5, 6]
 */

import { rcm } from '../linalg/ordering/rcm.ts';
import { natural } from '../linalg/pattern/graph.ts';
import { type Pattern, upperPattern } from '../linalg/pattern/pattern.ts';
import type { SolverKind, SymmetricSolver } from '../linalg/solver.ts';
import { costsOf, fillPlaces, type OrderCosts, type Places, placesOf, rowsOf } from '../linalg/spy.ts';
import { Kkt } from '../methods/displacement/kkt.ts';
import type { World } from '../world/world.ts';
import { reducedOrder } from './reduced-order.ts';
import { rowSort } from './row-sort.ts';

/**
 * The sorts of entries of the matrix: of one body, of two bodies, of rows by their sort, of sliders.
 * @example entrySorts.includes('contact')
 */
export const entrySorts = ['body', 'between', 'absolute', 'relative', 'contact', 'slider'] as const;
/**
 * The sort of an entry of the matrix: see `entrySorts`.
 * @example const sort: EntrySort = 'slider';
 */
export type EntrySort = (typeof entrySorts)[number];

/**
 * Unknowns that are drawn alike: those of a body, rows of one sort, sliders.
 * @example const groups: readonly MatrixGroup[] = matrixOf(world)?.groups ?? [];
 */
export interface MatrixGroup {
  readonly sort: EntrySort;
  /** the body's */
  readonly name?: string;
  readonly unknowns: number;
}

/**
 * The orderings: as numbered; Cuthill-McKee on the paper's graph ("reduced"), on the true graph ("free"), and on the true graph
 * with each multiplier after its row, as an elimination without pivoting needs it ("band"); the one that is solved with ("used").
 * @example const name: OrderName = 'used';
 */
export type OrderName = 'numbered' | 'reduced' | 'free' | 'band' | 'used';
/**
 * An ordering of the unknowns: where each entry is, and what a factorisation costs.
 * @example const orders: readonly MatrixOrder[] = matrixOf(world)?.orders ?? [];
 */
export interface MatrixOrder extends OrderCosts {
  readonly name: OrderName;
  /** the half bandwidth of an order made without the couplings of taut rows */
  readonly slackHalfBand: number;
  /** of each entry of the lower triangle */
  readonly places: Places;
  /** fill: entries of L that the matrix does not have; not computed for the order "numbered" */
  readonly fill: Places;
}

/**
 * The matrix of a solve: its unknowns, its entries and its orderings.
 * @example const picture: MatrixPicture | undefined = matrixOf(world);
 */
export interface MatrixPicture {
  readonly n: number;
  readonly solver: SolverKind;
  readonly groups: readonly MatrixGroup[];
  /** of each entry of the lower triangle, among the groups */
  readonly groupOf: Uint16Array;
  readonly orders: readonly MatrixOrder[];
  readonly rows: number;
  /** of the last factorisation; undefined if the solver does not count them */
  readonly negativePivots: number | undefined;
}

const kktsOf = (world: World): Kkt[] =>
  world.program.constraintSet.solvers.filter((solver): solver is Kkt => solver instanceof Kkt);

/**
 * Whether the step of some bodies is one solve with their constraints, which has a matrix.
 * @example if (hasMatrix(world)) console.log(matrixOf(world)?.n);
 */
export const hasMatrix = (world: World): boolean => kktsOf(world).length > 0;

/**
 * The matrix of the last solve; undefined if there is none yet: make a step first.
 * @example matrixOf(world)?.negativePivots
 */
export function matrixOf(world: World): MatrixPicture | undefined {
  const kkt = kktsOf(world).find(({ matrix }) => matrix);
  const matrix = kkt?.matrix;
  if (!kkt || !matrix) return undefined;
  const { groups, of } = groupsOf(world, kkt, matrix.n);
  const { pattern } = matrix;
  const from = rowsOf(pattern);
  const between = groups.findIndex(({ sort }) => sort === 'between');
  const groupOf = Uint16Array.from(pattern.indices, (j, e) => {
    const [a, b] = [of[from[e]], of[j]];
    return a !== b && Math.max(a, b) < between ? between : Math.max(a, b);
  });
  return {
    n: matrix.n,
    solver: matrix.kind,
    groups,
    groupOf,
    orders: ordersOf(kkt, matrix, groupOf, between),
    rows: kkt.rows.size,
    negativePivots: kkt.factored?.negativeCount,
  };
}

/** The groups, bodies first, and the group of each unknown. */
function groupsOf(world: World, kkt: Kkt, n: number): { groups: MatrixGroup[]; of: Uint16Array } {
  const bodies = kkt.placed.length;
  const indexOf = (sort: EntrySort): number => bodies + entrySorts.indexOf(sort) - 1;
  const { coordinates } = kkt.unknowns;
  const of = new Uint16Array(n);
  coordinates.forEach((i, k) => {
    const body = kkt.placed.findIndex(({ start, size }) => start <= i && i < start + size);
    of[k] = body < 0 ? indexOf('slider') : body;
  });
  const sorts = new Map(world.constraints.map((one) => [one.id, rowSort(one)]));
  for (let row = 0; row < kkt.rows.size; row++) {
    const { shape, member } = kkt.rows.nodeOf(row);
    of[coordinates.length + row] = indexOf(sorts.get(shape.who(member).constraint) ?? 'relative');
  }
  const groups = [
    ...kkt.placed.map(({ body }) => ({ sort: 'body' as const, name: body.id })),
    ...entrySorts.slice(1).map((sort) => ({ sort })),
  ];
  const counted = new Array<number>(groups.length).fill(0);
  for (const group of of) counted[group]++;
  return { groups: groups.map((group, k) => ({ ...group, unknowns: counted[k] })), of };
}

function ordersOf(
  kkt: Kkt,
  { pattern, order: used, kind }: SymmetricSolver,
  groupOf: Uint16Array,
  between: number,
): MatrixOrder[] {
  const { rank } = kkt.unknowns;
  const slack = without(pattern, (e) => groupOf[e] === between);
  const all: [OrderName, (of: Pattern) => Int32Array][] = [
    ['numbered', () => natural(used.length)],
    ['reduced', (of) => reducedOrder(kkt, of)],
    ['free', (of) => rcm(of).order],
    ['band', (of) => rcm(of, rank).order],
    ...(kind === 'banded' ? [] : [['used', () => used] as [OrderName, () => Int32Array]]),
  ];
  return all.map(([name, make]) => {
    const order = make(pattern);
    const none = new Int32Array(0);
    return {
      name,
      ...costsOf(pattern, order),
      slackHalfBand: costsOf(slack, make(slack)).halfBand,
      places: placesOf(pattern, order),
      fill: name === 'numbered' ? { rows: none, columns: none } : fillPlaces(pattern, order),
    };
  });
}

function without(pattern: Pattern, left: (entry: number) => boolean): Pattern {
  const rows = rowsOf(pattern);
  const pairs: [number, number][] = [];
  pattern.indices.forEach((j, e) => {
    if (!left(e)) pairs.push([rows[e], j]);
  });
  return upperPattern(pattern.pointers.length - 1, pairs);
}
