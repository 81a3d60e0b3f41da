/**
 * A batch kernel: one formula run over many elements, described without saying how.
 *
 *   indexed   element e touches blocks of coordinates named by its row of an index table; any mesh, any constraint list
 *   body      element e is a whole body, `stride` bytes after the last; no index table (see body.ts)
 *   flat      element e is one double of each array; integrators
 *
 * Two elements run together in the lanes of an f64x2, so everything an element owns is stored in pairs:
 *
 *   index        i32 [pair][slot][lane]     byte offset of a block of coordinates, the same in every array
 *   parameters   f64 [pair][column][lane]
 *   rows         f64 [pair][column][lane]   results of an element
 *
 * An element without a partner is paired with a ghost: coordinates past the end of the arrays (see batch.ts).
 *
 * Sums are made element by element: the two lanes of a pair have no coordinate in common, which batch.ts ensures. The result
 * does not depend on the number of lanes. Every array that is read and written is read before it is written.
 */
import { type Expr, input, reachable, wasReached } from '../formula/expr.ts';
import { lower } from '../formula/functions.ts';
import { simplify } from '../formula/simplify.ts';
import type { Vec3 } from '../formula/vector.ts';
import { fingerprint } from './fingerprint.ts';
import { type KernelFacts, storedKernel } from './store.ts';

export type Source =
  | { readonly from: 'gather'; readonly array: string; readonly slot: number; readonly component: number }
  | { readonly from: 'parameter'; readonly column: number }
  | { readonly from: 'uniform'; readonly column: number }
  /** what the last run left in a row */
  | { readonly from: 'row'; readonly column: number }
  | { readonly from: 'flat'; readonly array: string };

export type Sink =
  | { readonly to: 'add' | 'put'; readonly array: string; readonly slot: number; readonly values: readonly Expr[] }
  | { readonly to: 'row'; readonly column: number; readonly values: readonly [Expr] }
  | { readonly to: 'flat'; readonly array: string; readonly values: readonly [Expr] }
  /**
   * flat and body kernels: the bits of all elements' values, or-ed. Read as a number it is below 2 in size if and only if
   * all of them are, and none is NaN; which needs one operation a value, and no order.
   */
  | { readonly to: 'union'; readonly column: number; readonly values: readonly [Expr] }
  /** writes nothing: subexpressions of later sinks, to be computed at this point */
  | { readonly to: 'ahead'; readonly values: readonly Expr[] };

const sources = new WeakMap<Expr, Source>();
export const sourceOf = (e: Expr): Source => sources.get(e) as Source;
function from(source: Source): Expr {
  const e = input(Object.values(source).join(' '));
  sources.set(e, source);
  return e;
}
/** One coordinate of a block. */
export const gather = (array: string, slot: number, component: number): Expr =>
  from({ from: 'gather', array, slot, component });
/** A block of three coordinates. */
export const point = (array: string, slot: number): Vec3 => [
  gather(array, slot, 0),
  gather(array, slot, 1),
  gather(array, slot, 2),
];
export const parameter = (column: number): Expr => from({ from: 'parameter', column });
export const uniform = (column: number): Expr => from({ from: 'uniform', column });
export const row = (column: number): Expr => from({ from: 'row', column });
export const flat = (array: string): Expr => from({ from: 'flat', array });

export const addTo = (array: string, slot: number, values: readonly Expr[]): Sink => ({
  to: 'add',
  array,
  slot,
  values,
});
export const putTo = (array: string, slot: number, values: readonly Expr[]): Sink => ({
  to: 'put',
  array,
  slot,
  values,
});
export const toRow = (column: number, value: Expr): Sink => ({ to: 'row', column, values: [value] });
export const toFlat = (array: string, value: Expr): Sink => ({ to: 'flat', array, values: [value] });
export const toUnion = (column: number, value: Expr): Sink => ({ to: 'union', column, values: [value] });
export const ahead = (values: readonly Expr[]): Sink => ({ to: 'ahead', values });

export type Mode = { readonly kind: 'indexed' } | FlatMode | BodyMode;
export interface FlatMode {
  readonly kind: 'flat';
  /** an array that is only read, and holds `repeatedNumbers` that are the same again and again */
  readonly repeated?: string;
}
/** Numbers after which a repeated array starts again: those of eight nodes are whole lines. */
export const repeatedNumbers = 24;
/** Body kernels: bytes from one body to the next, and of each slot from the start of its body. */
export interface BodyMode {
  readonly kind: 'body';
  readonly stride: number;
  readonly offsets: readonly number[];
}
export const indexed: Mode = { kind: 'indexed' };
export const flatMode: FlatMode = { kind: 'flat' };

export interface Kernel extends KernelFacts {
  readonly mode: Mode;
  /** as they are compiled; of a stored kernel they are made when somebody asks for them */
  readonly sinks: readonly Sink[];
  /** names the formula, in every process: see fingerprint.ts */
  readonly key: string;
  /** of its module for a memory that is not shared, if it is stored */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

const cache = new Map<string, Kernel>();

/** The kernel of these results; the same formula gives the same kernel, and is compiled once. */
export function kernel(sinks: readonly Sink[], mode: Mode = indexed): Kernel {
  const target = (s: Sink): string => ('array' in s ? s.array : 'column' in s ? String(s.column) : '');
  const where = (s: Sink): string => ('slot' in s ? `${s.slot}` : '');
  const key = `${JSON.stringify(mode)} ${sinks.map((s) => `${s.to} ${target(s)} ${where(s)} ${s.values.map((e) => e.id)}`).join('|')}`;
  const found = cache.get(key);
  if (found) return found;
  const made = kernelOf(mode, fingerprint(sinks, JSON.stringify(mode)), () => lowered(sinks));
  cache.set(key, made);
  return made;
}

/** key: of all that `sinks` depends on, which gives the sinks as they are compiled. */
export function kernelOf(mode: Mode, key: string, sinks: () => readonly Sink[]): Kernel {
  const stored = storedKernel(key);
  if (!stored) return { mode, key, ...described(sinks(), mode) };
  let made: readonly Sink[] | undefined;
  return {
    ...{ mode, key, ...stored },
    get sinks() {
      made ??= sinks();
      return made;
    },
  };
}

function lowered(sinks: readonly Sink[]): readonly Sink[] {
  const values = sinks.flatMap((s) => [...s.values]);
  const added = sinks.flatMap((s) => s.values.map(() => s.to === 'add'));
  const ready = lower(simplify(values, added));
  let next = 0;
  return smallestFirst(withoutIdle(sinks.map((s) => ({ ...s, values: s.values.map(() => ready[next++]) }) as Sink)));
}

/** What they read and write. */
function described(sinks: readonly Sink[], mode: Mode): KernelFacts & Pick<Kernel, 'sinks'> {
  const all = reachable(sinks.flatMap((s) => [...s.values]));
  const arrays = new Set<string>();
  let slots = 0;
  let parameters = 0;
  let rows = 0;
  let unions = 0;
  for (const e of all) {
    if (e.op !== 'input') continue;
    const s = sourceOf(e);
    if (s.from === 'gather' || s.from === 'flat') arrays.add(s.array);
    if (s.from === 'gather') slots = Math.max(slots, s.slot + 1);
    if (s.from === 'row') rows = Math.max(rows, s.column + 1);
    if (s.from === 'parameter') parameters = Math.max(parameters, s.column + 1);
  }
  for (const s of sinks) {
    if (s.to === 'row') rows = Math.max(rows, s.column + 1);
    else if (s.to === 'union') unions = Math.max(unions, s.column + 1);
    else if (s.to !== 'ahead') arrays.add(s.array);
    if (s.to === 'add' || s.to === 'put') slots = Math.max(slots, s.slot + 1);
  }
  if (unions && mode.kind === 'indexed')
    throw new Error('an indexed kernel cannot have unions: they would include the ghosts');
  const operations = all.reduce((n, e) => n + (e.args.length ? 1 : 0), 0);
  const targets = [...new Set(sinks.flatMap((s) => (s.to === 'add' || s.to === 'put' ? [s.slot] : [])))];
  const updates = updatesOf(sinks).length > 0;
  return { sinks, arrays: [...arrays].sort(), slots, parameters, rows, unions, operations, targets, updates };
}

/** Sinks that add to a block which is read anyway, and which no other sink writes to. */
export function updatesOf(sinks: readonly Sink[]): Sink[] {
  const targets = sinks.flatMap((s) => (s.to === 'add' || s.to === 'put' ? [`${s.array} ${s.slot}`] : []));
  reachable(sinks.flatMap((s) => [...s.values]));
  return sinks.filter(
    (s) =>
      s.to === 'add' &&
      targets.filter((t) => t === `${s.array} ${s.slot}`).length === 1 &&
      s.values.every((_, c) => wasReached(gather(s.array, s.slot, c))),
  );
}

/** Drops values of `ahead` that simplification has removed from the results. */
function withoutIdle(sinks: readonly Sink[]): readonly Sink[] {
  if (!sinks.some((s) => s.to === 'ahead')) return sinks;
  const needed = new Set(reachable(sinks.flatMap((s) => (s.to === 'ahead' ? [] : [...s.values]))));
  return sinks.map((s) => (s.to === 'ahead' ? ahead(s.values.filter((e) => needed.has(e))) : s));
}

/**
 * Results with the fewest operations are computed and written first; node 0 of a tet needs the sum of the other forces and is
 * last. With more than 32 results (the blocks of a Hessian) the sort costs more than it saves. Lists with `ahead` sinks are
 * ordered already.
 */
function smallestFirst(sinks: readonly Sink[]): Sink[] {
  if (sinks.length > 32 || sinks.some((s) => s.to === 'ahead')) return [...sinks];
  const size = new Map(sinks.map((s) => [s, reachable(s.values).length]));
  return [...sinks].sort((a, b) => (size.get(a) as number) - (size.get(b) as number));
}
